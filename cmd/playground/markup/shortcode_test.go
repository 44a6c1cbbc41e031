package markup_test

import (
	"strings"
	"testing"

	"noughts/cmd/playground/markup"
)

func TestNamesOfEmoji(t *testing.T) {
	t.Parallel()
	const check, x = `alt="✅"`, `alt="❌"`
	tests := map[string]struct{ text, holds, lacks string }{
		"a name":               {"done :white_check_mark:!", check, ":white"},
		"two in a row":         {":x::x:", x, ":"},
		"in bold":              {"**:x:**", `<strong class="md-strong"><img class="emoji"`, ":x:"},
		"a letter":             {":regional_indicator_b:", `alt="🇧"`, "regional"},
		"Discord's own name":   {":slight_smile:", "🙂", "slight"},
		"with a skin tone":     {":thumbsup_tone3:", "👍🏽", "tone"},
		"in code":              {"`:x:`", ":x:", "<img"},
		"in a block of code":   {"```\n:x:\n```", ":x:", "<img"},
		"with a backslash":     {`\:x:`, ":x:", "<img"},
		"unknown":              {":nothing_of_that_name:", ":nothing_of_that_name:", "<img"},
		"in capitals":          {":X:", ":X:", "<img"},
		"a custom one's name":  {"<:tada:5>", ":tada:", "🎉"},
		"in an address":        {"https://example.org/:x:/", "/:x:/", "<img"},
		"times and underlines": {"10:20:30 __a:b__", "10:20:30", "<img"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			html := string(markup.Context{}.HTML(tt.text))
			if !strings.Contains(html, tt.holds) || strings.Contains(strings.ReplaceAll(html, "https:", ""), tt.lacks) {
				t.Errorf("%q becomes %s", tt.text, html)
			}
		})
	}
	if n, only := markup.OnlyEmoji(":x: :tada:"); n != 2 || !only {
		t.Errorf("%d emoji, only them: %v", n, only)
	}
}
