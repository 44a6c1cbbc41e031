package object

import (
	"testing"
)

func TestIsEmoji(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"❌": true, "⭕": true, "❌\ufe0f": true, "✖️": true, "1️⃣": true, "#⃣": true, "🇭🇺": true, "👍🏽": true,
		"👨‍👩‍👧": true, "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": true, "🪿": true, "▪️": true,
		"": false, "x": false, "1": false, "✗": false, "▲": false, "·": false, "❌❌": false, "❌x": false, "\u200d": false,
		"\ufe0f": false, ":x:": false, "a⃣": false, "⃣": false, "12⃣": false,
	} {
		if got := IsEmoji(s); got != want {
			t.Errorf("isEmoji(%q) = %v", s, got)
		}
	}
}
