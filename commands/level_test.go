package commands

import (
	"testing"

	"noughts/game"
	"noughts/game/ai"
)

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
