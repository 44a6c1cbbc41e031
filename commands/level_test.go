package commands

import (
	"fmt"
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
)

// Every level is called by a name, with its rating where it is chosen.
func TestLevelsHaveNamesAndRatings(t *testing.T) {
	t.Parallel()
	l := texts.Load().In(texts.Default)
	for _, v := range game.Variants() {
		seen := make(map[string]bool)
		for _, level := range ai.Levels(v) {
			key, ok := levelNames[level]
			name := levelName(l, level)
			if !ok || name != l.Say(key) || seen[name] {
				t.Errorf("%s: the level %s is called %q", v, level, name)
			}
			seen[name] = true
			want := name
			if r, ok := ai.RatingOf(v, level); ok {
				want = fmt.Sprintf("%s (%d)", name, r.Value)
			}
			if got := ratedLevel(l, v, level); got != want {
				t.Errorf("%s: the level %s is offered as %q, want %q", v, level, got, want)
			}
		}
	}
	if got := levelName(l, "one that was dropped"); got != "one that was dropped" {
		t.Errorf("a level without a name is called %q", got)
	}
}

func TestFormerLevelsAreTaken(t *testing.T) {
	t.Parallel()
	w, _ := against(t, "ultimate", "level", "strong")
	levels := ai.Levels(game.Ultimate)
	if got := w.game("m1").Players[1].Level; got != levels[len(levels)-1] {
		t.Errorf("the level is %q, want %q", got, levels[len(levels)-1])
	}
}

// A level is found by what it is called too.
func TestLevelsAreCompletedByTheirNames(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	for typed, want := range map[string]string{"club p": "club", "Rule b": "rules", "score c": "scores", "perf": "perfect"} {
		if got := a.completes("classic", "size", 3, "level", typed); len(got) != 1 || got[0] != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
