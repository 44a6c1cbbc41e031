package object

import (
	"testing"
)

func TestIsEmoji(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"❌": true, "⭕": true, "❌\ufe0f": true, "✖️": true, "👍🏽": true, "👨‍👩‍👧": true, "🪿": true, "▪️": true,
		"": false, "x": false, "1": false, "✗": false, "▲": false, "·": false, "❌❌": false, "❌x": false, "\u200d": false,
		"\ufe0f": false, ":x:": false,
	} {
		if got := IsEmoji(s); got != want {
			t.Errorf("isEmoji(%q) = %v", s, got)
		}
	}
}
