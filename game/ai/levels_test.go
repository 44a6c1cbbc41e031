package ai_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

func newPlayer(t *testing.T, v game.Variant, level string, seed uint64) ai.Player {
	t.Helper()
	player, err := ai.New(v, level, seed)
	if err != nil {
		t.Fatal(err)
	}
	return player
}

// playOut plays a game between two players to its end; `a` makes the first move.
func playOut(t *testing.T, g ai.History, a, b ai.Player) (ai.History, game.Position) {
	t.Helper()
	p, err := rules.Replay(g.Start, g.Moves)
	for turn := 0; err == nil && !p.Outcome().Over; turn++ {
		var choice ai.Choice
		if choice, err = []ai.Player{a, b}[turn%2].Choose(context.Background(), g); err == nil {
			g.Moves = append(g.Moves, choice.Move)
			p, err = p.Play(choice.Move)
		}
	}
	if err != nil {
		t.Fatalf("after %v: %v", g.Moves, err)
	}
	return g, p
}

// TestLevels checks that each variant has levels, that their names can be typed, and that the
// strongest level comes last.
func TestLevels(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		levels := ai.Levels(v)
		if len(levels) == 0 {
			t.Errorf("%s: no levels: add its kind to the list kinds in game/ai/kind.go", v)
			continue
		}
		if !slices.Contains(levels, ai.DefaultLevel(v)) {
			t.Errorf("%s: the default level %s is not one of %v", v, ai.DefaultLevel(v), levels)
		}
		top, _ := ai.StrengthOf(v, levels[len(levels)-1])
		if top.Nodes == 0 || top.Temperature != 0 {
			t.Errorf("%s: the last level of %v is to be the strongest: it searches, and makes the best move", v, levels)
		}
		for i, level := range levels {
			if level == "" || strings.Trim(level, "abcdefghijklmnopqrstuvwxyz") != "" || slices.Contains(levels[:i], level) {
				t.Errorf("%s: %q is to be a name of small letters that no other level has", v, level)
			}
			if s, _ := ai.StrengthOf(v, level); s.Nodes > top.Nodes {
				t.Errorf("%s: %s searches more than the last level", v, level)
			}
		}
	}
	var none game.Variant
	if got := ai.Levels(none); got != nil {
		t.Errorf("no variant has the levels %v", got)
	}
}

// TestEveryLevelPlaysToTheEnd checks that each level of each variant can play a whole game as either side, and that the
// same seed gives the same game. It skips levels that search long. It uses a fake clock that does not advance.
func TestEveryLevelPlaysToTheEnd(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		for _, level := range ai.Levels(v) {
			if s, ok := ai.StrengthOf(v, level); ok && s.Nodes > 1000 && v.Size() > 3 {
				continue // four games take seconds; TestStrongMovesUnderAFakeClock covers the same search
			}
			synctest.Test(t, func(t *testing.T) {
				for _, begins := range []game.Mark{game.X, game.O} {
					start := ai.History{Start: rules.Start(v, begins)}
					one, end := playOut(t, start, newPlayer(t, v, level, 1), newPlayer(t, v, level, 2))
					again, _ := playOut(t, start, newPlayer(t, v, level, 1), newPlayer(t, v, level, 2))
					if !slices.Equal(one.Moves, again.Moves) {
						t.Errorf("%s %s: %v, then %v", v, level, one.Moves, again.Moves)
					}
					one.Moves = append(one.Moves, end.Moves()...)
					if _, err := newPlayer(t, v, level, 1).Choose(t.Context(), one); !errors.Is(err, ai.ErrGameOver) {
						t.Errorf("%s %s: got %v after the end, want %v", v, level, err, ai.ErrGameOver)
					}
				}
			})
		}
	}
}

func TestStrongMovesUnderAFakeClock(t *testing.T) {
	t.Parallel()
	for v, plies := range map[game.Variant]int{game.Classic(4): 0, game.Ultimate: 8 /* beyond the opening book */} {
		synctest.Test(t, func(t *testing.T) {
			g := ai.History{Start: rules.Start(v, game.X)}
			for range plies {
				g.Moves = append(g.Moves, last(t, g))
			}
			choice, err := newPlayer(t, v, "strong", 1).Choose(t.Context(), g)
			if err != nil || choice.Nodes < 1000 {
				t.Errorf("%s: %+v, %v", v, choice, err)
			}
		})
	}
}

// last returns the last legal move, in reading order, in the current position of a game.
func last(t *testing.T, g ai.History) game.Square {
	t.Helper()
	p, err := rules.Replay(g.Start, g.Moves)
	if err != nil {
		t.Fatal(err)
	}
	moves := p.Moves()
	return moves[len(moves)-1]
}

func TestRefusedGamesAreErrors(t *testing.T) {
	t.Parallel()
	all := rules.Variants()
	for i, v := range all {
		other := all[(i+1)%len(all)]
		for _, g := range []ai.History{{}, {Start: rules.Start(other, game.X)}, {Start: rules.Start(v, game.X), Moves: []game.Square{80, 80}}} {
			for _, level := range ai.Levels(v) {
				if _, err := newPlayer(t, v, level, 1).Choose(context.Background(), g); err == nil || errors.Is(err, ai.ErrGameOver) {
					t.Errorf("%s %s: no error for %v", v, level, g.Start)
				}
			}
			if _, err := ai.NewSearcher(v, 1, 1).Search(context.Background(), g, ai.Limits{Depth: 1}, nil); err == nil {
				t.Errorf("%s: no error for %v", v, g.Start)
			}
		}
	}
}

// TestFormerNamesOfLevels checks that "strong" and "perfect", which old matches may contain, still name the strongest
// level.
func TestFormerNamesOfLevels(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		for _, former := range []string{"strong", "perfect"} {
			levels := ai.Levels(v)
			if name, ok := ai.LookUp(v, former); !ok || name != levels[len(levels)-1] {
				t.Errorf("%s: %s is %q, %t", v, former, name, ok)
			}
			newPlayer(t, v, former, 1)
		}
	}
	var none game.Variant
	if name, ok := ai.LookUp(none, "strong"); ok {
		t.Errorf("no variant has a level %s", name)
	}
	if _, err := ai.New(game.Classic(4), "rules", 1); err == nil {
		t.Error("classic 4 has a level rules")
	}
}

// TestClassicLevelsAreAsStrongAsTheirRatings checks on 3×3 that each level beats the next weaker
// level whose rating is clearly lower.
func TestClassicLevelsAreAsStrongAsTheirRatings(t *testing.T) {
	t.Parallel()
	const clearly = 80 // rating points; with so many more points a level scores about 61 of 100 games
	v := game.Classic(3)
	rating := make(map[string]int)
	for _, level := range ai.Levels(v) {
		r, ok := ai.RatingOf(v, level)
		if !ok {
			continue // TestRatings reports a level without a rating
		}
		rating[level] = r.Value
		below := slices.DeleteFunc(ai.Levels(v), func(other string) bool {
			rated, ok := rating[other]
			return !ok || rated > r.Value-clearly
		})
		if len(below) == 0 {
			continue
		}
		weak, points := below[len(below)-1], 0
		for seed := range uint64(200) {
			strong := newPlayer(t, v, level, seed)
			a, b, mark := strong, newPlayer(t, v, weak, seed+1000), game.X
			if seed%2 == 1 {
				a, b, mark = b, a, game.O
			}
			_, end := playOut(t, ai.History{Start: rules.Start(v, game.X)}, a, b)
			switch end.Outcome().Winner {
			case mark:
				points++
			case mark.Opponent():
				points--
			default:
			}
		}
		t.Logf("%s against %s: %+d of 200", level, weak, points)
		if points <= 0 {
			t.Errorf("%s against %s: %+d of 200", level, weak, points)
		}
	}
}
