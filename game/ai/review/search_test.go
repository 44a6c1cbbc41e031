package review

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// late lists variants, each with a maximum number of empty squares. The tests search the rest of a game completely from
// positions with so few empty squares.
var late = []struct {
	variant game.Variant
	left    int
}{
	{game.Classic(3), 9}, {rules.Misere(3), 9}, {game.Classic(4), 9}, {rules.Misere(4), 9}, {game.InARow(4, 3), 9},
	{game.InARow(5, 4), 8}, {game.InARow(7, 4), 8}, {rules.Vanishing, 9}, {game.Ultimate, 9}, {game.Ultimate, 8}, {game.Ultimate, 8},
}

// latePosition returns a random unfinished position with at most the given number of empty squares.
func latePosition(rng *rand.Rand, v game.Variant, left int) game.Position {
	for {
		p := rules.Start(v, game.X)
		for n := left - rng.IntN(left-1); openSquares(p) > n; {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			p, _ = p.Play(moves[rng.IntN(len(moves))])
		}
		if !p.Outcome().Over {
			return p
		}
	}
}

// openSquares counts the empty squares, except those on closed local boards.
func openSquares(p game.Position) (n int) {
	b := newBoard(p, nil)
	for s := range game.Square(game.MaxSize * game.MaxSize) {
		if s.On(p.Variant().Size()) && p.At(s) == game.Empty && b.open(s) {
			n++
		}
	}
	return n
}

// exhausted returns the exact values of all moves, by brute force.
func exhausted(p game.Position) Known {
	switch p := p.(type) {
	case rules.ClassicPosition:
		return valued(p)
	case rules.MiserePosition:
		return valued(p)
	case rules.UltimatePosition:
		return valued(p)
	case rules.VanishingPosition: // cannot be exhausted, but its engine has been compared with a slow one
		choices, _ := ai.NewSearcher(rules.Vanishing, 1, 1).Evaluate(context.Background(), ai.History{Start: p}, ai.Limits{})
		return choices
	}
	return Known{}
}

func valued[P engine.Position[P]](p P) (k Known) {
	values := make(engine.Values[P])
	for _, move := range p.Moves() {
		k = append(k, engine.Choice{Move: move, Info: engine.Info{Score: values.OfMove(p, move)}})
	}
	slices.SortStableFunc(k, func(a, b engine.Choice) int {
		switch {
		case engine.Better(a.Score, b.Score):
			return -1
		case engine.Better(b.Score, a.Score):
			return 1
		}
		return 0
	})
	return k
}

// A judgeMove checks reasons against the exact values of a position. A search may miss reasons, but must not give false
// reasons.
type judgeMove struct {
	truth Known
	move  game.Square
}

func (j judgeMove) of(s game.Square) engine.Score {
	c, _ := j.truth.of(s)
	return c.Score
}

func (j judgeMove) allOthers(proof engine.Proof) bool {
	return !slices.ContainsFunc(j.truth, func(c engine.Choice) bool { return c.Move != j.move && c.Score.Proof != proof })
}

// confirms reports whether a reason is true.
func (j judgeMove) confirms(r Reason) bool {
	own := j.of(j.move)
	switch r.Kind {
	case WinsGame:
		return own.Proof == engine.Win && own.Plies == 1
	case DrawsGame, Draws:
		return own.Proof == engine.Draw
	case WinsByForce:
		return own.Proof == engine.Win && own.Plies <= r.Plies
	case DoubleThreat:
		return own.Proof == engine.Win && own.Plies <= 3
	case LeavesNoSafe:
		return own.Proof == engine.Win && own.Plies == 2
	case AllLose:
		return own.Proof == engine.Loss && j.allOthers(engine.Loss)
	case OnlyMove:
		return j.allOthers(engine.Loss)
	case LosesGame:
		return own.Proof == engine.Loss && own.Plies == 1
	case IgnoresThreat, GivesGame:
		return own.Proof == engine.Loss && own.Plies == 2
	case LosesByForce:
		return own.Proof == engine.Loss && own.Plies-1 <= r.Plies
	case GivesDouble:
		return own.Proof == engine.Loss && own.Plies <= 4
	case MissesGame:
		better := j.of(r.Square)
		return better.Proof == engine.Win && better.Plies == 1
	case MissesWin:
		better := j.of(r.Square)
		return better.Proof == engine.Win && better.Plies <= r.Plies
	case MissesDraw:
		return j.of(r.Square).Proof == engine.Draw && own.Proof == engine.Loss
	}
	return true
}

// TestSearchedReasonsAgainstBruteForce checks the reasons about wins, losses and draws after short
// and long searches against exact values, for all moves in late positions of all kinds of variants.
func TestSearchedReasonsAgainstBruteForce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	searchers := make(map[game.Variant]*ai.Searcher)
	said := make(map[Kind]int)
	for i := range 200 {
		end := late[i%len(late)]
		if searchers[end.variant] == nil {
			searchers[end.variant] = ai.NewSearcher(end.variant, 1, 1)
		}
		p := latePosition(rng, end.variant, end.left)
		searchers[end.variant].Reset()
		choices, err := searchers[end.variant].Evaluate(context.Background(), ai.History{Start: p}, ai.Limits{Nodes: int64(20) << rng.IntN(12)})
		if err != nil {
			t.Fatal(err)
		}
		truth := exhausted(p)
		for _, known := range []Known{{}, choices, truth} {
			for _, move := range p.Moves() {
				v, _ := newView(p, move, known)
				for _, kind := range Kinds() {
					for _, r := range v.find(kind) {
						if said[kind]++; !(judgeMove{truth, move}).confirms(r) {
							t.Errorf("%s %s, %s: %+v is not true: %s", p.Variant(), p, move, r, judgeMove{truth, move}.of(move))
						}
					}
				}
			}
		}
	}
	for _, kind := range Kinds() {
		if said[kind] == 0 && kind != PreparesDouble { // PreparesDouble needs more empty squares
			t.Errorf("no case of kind %s", kind)
		}
	}
}

// TestWarnings checks that Warn reports each move that turns a win or a draw into a loss, or a win
// into a draw, and no move that is as good as the best.
func TestWarnings(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 5))
	warned := 0
	for i := range 120 {
		end := late[i%len(late)]
		p := latePosition(rng, end.variant, end.left)
		truth := exhausted(p)
		for _, c := range truth {
			blunder := len(Warn(p, c.Move, truth)) > 0
			if worse := c.Score.Proof != truth[0].Score.Proof; blunder != worse {
				t.Fatalf("%s %s, %s: blunder %v, %s instead of %s", p.Variant(), p, c.Move, blunder, c.Score, truth[0].Score)
			}
			if blunder {
				warned++
			}
		}
	}
	if warned == 0 {
		t.Error("no blunders")
	}
}

// TestThresholdsOfWarnings checks that a cost below blunderFrom is not a blunder, unless the move
// turns a position that was not hopeless into a proven loss.
func TestThresholdsOfWarnings(t *testing.T) {
	t.Parallel()
	p := rules.Start(game.Classic(4), game.X)
	judged := func(expected float64) engine.Score { return engine.Score{Expected: expected} }
	for name, test := range map[string]struct {
		best, played engine.Score
		want         bool
	}{
		"a little worse":            {judged(0.7), judged(0.51), false},
		"much worse":                {judged(0.7), judged(0.5), true},
		"loses what was bad":        {judged(0.15), engine.Proven(engine.Loss, 6), true},
		"loses what was hopeless":   {judged(0.05), engine.Proven(engine.Loss, 6), false},
		"loses what was lost":       {engine.Proven(engine.Loss, 8), engine.Proven(engine.Loss, 2), false},
		"wins slower":               {engine.Proven(engine.Win, 3), engine.Proven(engine.Win, 9), false},
		"gives a proof for a hope":  {engine.Proven(engine.Win, 3), judged(0.9), false},
		"gives a win for an even":   {engine.Proven(engine.Win, 3), judged(0.6), true},
		"gives a draw for a chance": {engine.Proven(engine.Draw, 0), judged(0.45), false},
	} {
		k := Known{
			{Move: game.At(1, 1), Info: engine.Info{Score: test.best}}, {Move: game.At(0, 0), Info: engine.Info{Score: test.played}},
		}
		if reasons := Warn(p, game.At(0, 0), k); len(reasons) > 0 != test.want {
			t.Errorf("%s: %+v", name, reasons)
		}
	}
}
