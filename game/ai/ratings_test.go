package ai

import (
	"fmt"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// measure returns the command that measures the ratings of a variant's levels.
func measure(v game.Variant) string {
	return fmt.Sprintf("go run ./cmd/arena ladder -variant %q -games 400 -record ladder.json -ratings game/ai/ratings.json", v)
}

// TestRatings checks that every level has a measured rating, that ratings ascend in the order of levels, and that no
// level is far above the one below. A variant without measurements may have an empty list.
func TestRatings(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		measured := ratingsOf(v)
		if v.Size() < 3 {
			if measured != nil {
				t.Errorf("%s has ratings, but who begins wins", v)
			}
			continue
		}
		if measured == nil {
			t.Errorf("%s has no ratings; to measure them: %s", v, measure(v))
		}
		if len(measured) == 0 {
			continue
		}
		last, below := 0, 0
		widest, least := 120, 400
		if v.K != 0 { // with k in a row, few games between distant levels are informative, so ratings may be less precise
			widest, least = 500, 200
		}
		for _, level := range Levels(v) {
			r, ok := RatingOf(v, level)
			if !ok {
				t.Errorf("%s: the level %s has no rating; to measure it: %s", v, level, measure(v))
				continue
			}
			if r.Value < last {
				t.Errorf("%s: %s has %d, the level before it %d: their order in game/ai is to be that of their ratings", v, level, r.Value, last)
			}
			if r.Low >= r.Value || r.High <= r.Value || r.High-r.Low > widest || r.Games < least {
				t.Errorf("%s: %+v: more games are needed: %s", v, r, measure(v))
			}
			if _, rung := StrengthOf(v, level); rung {
				if below > 0 && r.Value-below > 250 {
					t.Errorf("%s: %s is %d above the rung below, want at most 250", v, level, r.Value-below)
				}
				below = r.Value
			}
			last = r.Value
		}
		for _, r := range measured {
			if _, ok := LookUp(v, r.Level); !ok || r.Level == "random" && r.Value != 500 {
				t.Errorf("%s: %+v is the rating of no level; random has 500", v, r)
			}
		}
	}
}

func TestRatingsOfFormerNames(t *testing.T) {
	t.Parallel()
	top := Levels(game.Ultimate)
	want, _ := RatingOf(game.Ultimate, top[len(top)-1])
	if got, ok := RatingOf(game.Ultimate, "strong"); !ok || got != want {
		t.Errorf("%+v, %t; want %+v", got, ok, want)
	}
	var none game.Variant
	for _, v := range []game.Variant{none, game.Ultimate} {
		if r, ok := RatingOf(v, "nobody"); ok {
			t.Errorf("%s: %+v", v, r)
		}
	}
}
