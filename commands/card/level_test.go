package card

import (
	"fmt"
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	_ "noughts/render/golden" // for go test ./commands/... -update
)

// Every level is called by a name, with its rating where it is chosen.
func TestLevelsHaveNamesAndRatings(t *testing.T) {
	t.Parallel()
	l := texts.Load().In(texts.Default)
	for _, v := range game.Variants() {
		seen := make(map[string]bool)
		for _, level := range ai.Levels(v) {
			key, ok := levelNames[level]
			name := Level(l, level)
			if !ok || name != l.Say(key) || seen[name] {
				t.Errorf("%s: the level %s is called %q", v, level, name)
			}
			seen[name] = true
			want := name
			if r, ok := ai.RatingOf(v, level); ok {
				want = fmt.Sprintf("%s (%d)", name, r.Value)
			}
			if got := RatedLevel(l, v, level); got != want {
				t.Errorf("%s: the level %s is offered as %q, want %q", v, level, got, want)
			}
		}
	}
	if got := Level(l, "one that was dropped"); got != "one that was dropped" {
		t.Errorf("a level without a name is called %q", got)
	}
}
