package ai_test

import (
	"testing"

	"noughts/game"
	"noughts/game/ai"
)

// spacing is how far apart a variant's rungs may lie. Where good play draws, as
// on classic boards, all of a game's ratings lie so near together that only
// their order can be asked for, with some distance.
func spacing(v game.Variant) (least, most int) {
	if v == game.Ultimate {
		return 150, 250
	}
	return 40, 250
}

// The ratings that the bot shows are of its levels, in their order, and rungs
// lie as far apart as is wanted.
func TestRatings(t *testing.T) {
	t.Parallel()
	for _, v := range variants() {
		if v.Size() < 3 {
			if r, ok := ai.RatingOf(v, "random"); ok {
				t.Errorf("%s: %+v, but who begins wins", v, r)
			}
			continue
		}
		least, most := spacing(v)
		last, below := 0, 0
		for _, level := range ai.Levels(v) {
			r, ok := ai.RatingOf(v, level)
			if !ok {
				t.Errorf("%s: %s has no rating", v, level)
				continue
			}
			if r.Value < last {
				t.Errorf("%s: %s has %d, the level before it %d", v, level, r.Value, last)
			}
			if r.Low >= r.Value || r.High <= r.Value || r.High-r.Low > 120 || r.Games < 400 {
				t.Errorf("%s: %+v", v, r)
			}
			if _, rung := ai.StrengthOf(v, level); rung {
				if step := r.Value - below; below > 0 && (step < least || step > most) {
					t.Errorf("%s: %s is %d above the rung below, want %d to %d", v, level, step, least, most)
				}
				below = r.Value
			}
			last = r.Value
		}
		if r, _ := ai.RatingOf(v, "random"); r.Value != 500 {
			t.Errorf("%s: random has %d", v, r.Value)
		}
	}
}

func TestRatingsOfFormerNames(t *testing.T) {
	t.Parallel()
	top := ai.Levels(game.Ultimate)
	want, _ := ai.RatingOf(game.Ultimate, top[len(top)-1])
	if got, ok := ai.RatingOf(game.Ultimate, "strong"); !ok || got != want {
		t.Errorf("%+v, %t; want %+v", got, ok, want)
	}
	for _, v := range []game.Variant{{}, game.Ultimate} {
		if r, ok := ai.RatingOf(v, "nobody"); ok {
			t.Errorf("%s: %+v", v, r)
		}
	}
}

// Every variant has as many rungs as its ladder needs.
func TestRungs(t *testing.T) {
	t.Parallel()
	for v, least := range map[game.Variant]int{game.Classic(3): 5, game.Classic(4): 5, game.Classic(9): 5, game.Ultimate: 8} {
		if got := rungs(v); len(got) < least {
			t.Errorf("%s has the rungs %v, want at least %d", v, got, least)
		}
	}
}
