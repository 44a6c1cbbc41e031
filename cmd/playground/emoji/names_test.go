package emoji_test

import (
	"slices"
	"strings"
	"testing"

	"noughts/cmd/playground/emoji"
)

// TestNames checks that every name belongs to exactly one emoji, and that the names are sorted.
func TestNames(t *testing.T) {
	t.Parallel()
	all := emoji.Names("", 1<<20)
	if len(all) < 3000 || !slices.IsSorted(all) {
		t.Fatalf("%d names", len(all))
	}
	for _, name := range all {
		character, ok := emoji.ByName(name)
		before, found, after := emoji.Cut(character)
		if !ok || before+after != "" || found == "" || strings.ContainsAny(name, ": ") {
			t.Errorf("%q is %q: %q, %q, %q", name, character, before, found, after)
		}
	}
	if got := emoji.Names("white_check", 5); !slices.Equal(got, []string{"white_check_mark"}) {
		t.Errorf("names %q", got)
	}
	if got := emoji.Names("a", 3); len(got) != 3 {
		t.Errorf("names %q", got)
	}
	for _, name := range []string{"", "regional_indicator_", "regional_indicator_aa", "nothing_so"} {
		if character, ok := emoji.ByName(name); ok {
			t.Errorf("%q is %q", name, character)
		}
	}
}
