package review

import (
	"context"
	"math"
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
	{game.InARow(5, 4), 8}, {game.InARow(7, 4), 8}, {game.Ultimate, 9}, {game.Ultimate, 8}, {game.Ultimate, 8},
}

// latePosition returns a random unfinished position with at most the given number of empty squares.
func latePosition(rng *rand.Rand, v game.Variant, left int) game.Position {
	for {
		p := rules.Start(v, game.X)
		for n := left - rng.IntN(left-1); len(readNaive(p).empty()) > n; {
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

// exhausted returns the exact values of all moves, by brute force.
func exhausted(p game.Position) Known {
	switch p := p.(type) {
	case rules.ClassicPosition:
		return valued(p)
	case rules.MiserePosition:
		return valued(p)
	case rules.UltimatePosition:
		return valued(p)
	}
	return Known{}
}

func valued[P engine.Position[P]](p P) (k Known) {
	values := make(engine.Values[P])
	for _, move := range p.Moves() {
		k.Choices = append(k.Choices, engine.Choice{Move: move, Info: engine.Info{Score: values.OfMove(p, move)}})
	}
	slices.SortStableFunc(k.Choices, func(a, b engine.Choice) int {
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
	return !slices.ContainsFunc(j.truth.Choices, func(c engine.Choice) bool { return c.Move != j.move && c.Score.Proof != proof })
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
	t.Logf("seed %d", *seed)
	rng := rand.New(rand.NewPCG(*seed, 2))
	searchers := make(map[game.Variant]*ai.Searcher)
	said := make(map[Kind]int)
	for i := range *cases / 15 {
		end := late[i%len(late)]
		if searchers[end.variant] == nil {
			searchers[end.variant] = ai.NewSearcher(end.variant, 1, *seed)
		}
		p := latePosition(rng, end.variant, end.left)
		searchers[end.variant].Reset()
		choices, err := searchers[end.variant].Evaluate(context.Background(), ai.History{Start: p}, ai.Limits{Nodes: int64(20) << rng.IntN(12)})
		if err != nil {
			t.Fatal(err)
		}
		truth := exhausted(p)
		for _, known := range []Known{{}, {choices}, truth} {
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
		if said[kind] == 0 && *cases >= enough && kind != PreparesDouble { // PreparesDouble needs more empty squares
			t.Errorf("no case of kind %s", kind)
		}
	}
	t.Logf("%d positions; by kind: %v", *cases/15, said)
}

// TestWhatIsSaidOfValues checks the reasons that follow from the values of a search: the definitions must find exactly
// these reasons, with the right fields.
func TestWhatIsSaidOfValues(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	rng := rand.New(rand.NewPCG(*seed, 3))
	for range *cases / 4 {
		p, move := aMove(rng, aVariant(rng))
		k := aSearch(rng, p)
		v, _ := newView(p, move, k)
		want := fromValues(k, move, v.after.Outcome().Over)
		if best := k.Choices[0]; len(k.Choices) > 1 && rng.IntN(4) == 0 { // the search knows only the best move and the explained move
			own, _ := k.of(move)
			v, _ = newView(p, move, Known{slices.CompactFunc([]engine.Choice{best, own}, func(a, b engine.Choice) bool { return a.Move == b.Move })})
			want[OnlyMove], want[OthersWorse] = nil, nil
			if want[AllLose] = nil; best.Score.Proof == engine.Loss && own.Score.Proof == engine.Loss {
				want[AllLose] = &Reason{Square: NoSquare}
			}
		}
		for kind, want := range want {
			found := v.find(kind)
			if len(found) == 0 != (want == nil) {
				t.Fatalf("%s %s, %s: kind %s is said %d times", p.Variant(), p, move, kind, len(found))
			}
			if want == nil {
				continue
			}
			got := found[0]
			if got.Plies != want.Plies || got.Square != want.Square || math.Abs(got.By-want.By) > 1e-9 || got.Board != NoBoard {
				t.Fatalf("%s %s, %s: %+v, want %+v", p.Variant(), p, move, got, want)
			}
		}
	}
}

// fromValues returns, for each kind that follows from values, the expected reason, or nil if it must not be given.
func fromValues(k Known, move game.Square, over bool) map[Kind]*Reason {
	var own engine.Score
	next, lost, others := 0.0, 0, 0
	for _, c := range k.Choices {
		if c.Move == move {
			own = c.Score
			continue
		}
		others++
		next = max(next, c.Score.Expected)
		if c.Score.Proof == engine.Loss {
			lost++
		}
	}
	top, isLost := k.Choices[0], own.Proof == engine.Loss
	onlyIf := func(is bool, square game.Square, plies int, by float64) *Reason {
		if !is {
			return nil
		}
		return &Reason{Square: square, Plies: plies, By: by}
	}
	return map[Kind]*Reason{
		WinsByForce:  onlyIf(own.Proof == engine.Win, NoSquare, own.Plies, 0),
		LosesByForce: onlyIf(isLost, NoSquare, own.Plies-1, 0),
		Draws:        onlyIf(own.Proof == engine.Draw && !over, NoSquare, 0, 0),
		AllLose:      onlyIf(isLost && others > 0 && lost == others, NoSquare, 0, 0),
		OnlyMove:     onlyIf(!isLost && others > 0 && lost == others, NoSquare, 0, 0),
		OthersWorse:  onlyIf(others > 0 && own.Expected-next >= 0.05, NoSquare, 0, own.Expected-next),
		BestReasons:  onlyIf(others > 0 && own.Expected >= next, NoSquare, 0, 0),
		WorseBy:      onlyIf(top.Score.Expected-own.Expected >= 0.05, top.Move, 0, top.Score.Expected-own.Expected),
		MissesWin:    onlyIf(top.Score.Proof == engine.Win && own.Proof != engine.Win, top.Move, top.Score.Plies, 0),
		MissesDraw:   onlyIf(top.Score.Proof == engine.Draw && isLost, top.Move, 0, 0),
	}
}

// confirmsLook reports by brute force whether the subject of a hint exists in the position.
func confirmsLook(h Hint, p game.Position, truth Known) bool {
	n := readNaive(p)
	switch h.Look {
	case LookWin:
		return len(wins(n)) > 0
	case LookForce:
		return truth.Choices[0].Score.Proof == engine.Win
	case LookBlock:
		return len(n.deciding(n.rival())) > 0 || !n.nested && len(n.gaps(n.rival())) > 0
	case LookDraw:
		return truth.Choices[0].Score.Proof == engine.Draw
	case LookOnly:
		return !slices.ContainsFunc(truth.Choices[1:], func(c engine.Choice) bool { return c.Score.Proof != engine.Loss })
	case LookLegal:
		return len(n.moves()) == 1
	case LookLost:
		return truth.Choices[0].Score.Proof == engine.Loss
	case LookBoard:
		return len(less(n.gaps(n.side), less(n.gaps(n.side), n.moves()))) > 0
	case LookBlocks:
		return len(less(n.gaps(n.rival()), less(n.gaps(n.rival()), n.moves()))) > 0
	case LookSend, LookTwo:
		return n.nested
	case LookAvoid:
		return n.misere
	case LookStop:
		return len(n.doubles(n.rival())) > 0
	case LookDouble, LookThreat, LookLines:
		return !n.nested && !n.misere
	}
	return false
}

// TestHints checks that each step of a hint is true, and that the hint leads to a best move.
func TestHints(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	rng := rand.New(rand.NewPCG(*seed, 4))
	seen := make(map[Look]int)
	for i := range *cases / 25 {
		end := late[i%len(late)]
		p := latePosition(rng, end.variant, end.left)
		truth := exhausted(p)
		h, ok := HintFor(p, truth)
		if !ok || !confirmsLook(h, p, truth) {
			t.Errorf("%s %s: %+v", p.Variant(), p, h)
		}
		seen[h.Look]++
		if h.Move != truth.Choices[0].Move || !slices.Contains(h.Where.Squares, h.Move) || len(h.Reasons) == 0 {
			t.Errorf("%s %s: %+v, best is %s", p.Variant(), p, h, truth.Choices[0].Move)
		}
		row, col := 0, 0 // number of legal moves in the row and the column of the move
		for _, s := range p.Moves() {
			if s.Row() == h.Move.Row() {
				row++
			}
			if s.Col() == h.Move.Col() {
				col++
			}
			in := h.Where.Row == s.Row() || h.Where.Col == s.Col() || p.Variant() == game.Ultimate && h.Where.Board == boardOf(s)
			if in != slices.Contains(h.Where.Squares, s) {
				t.Errorf("%s %s: %s and %+v", p.Variant(), p, s, h.Where)
			}
		}
		if h.Where.Board == NoBoard && len(h.Where.Squares) != max(row, col) {
			t.Errorf("%s %s: %+v tells more than it need", p.Variant(), p, h.Where)
		}
	}
	t.Logf("by look: %v", seen)
	for _, kind := range slices.Concat(forMove, besides) {
		if _, ok := looks[kind]; !ok && kind != FillsBoard && kind != Draws && kind != OthersWorse && kind != BestReasons {
			t.Errorf("a hint does not know what to look at for kind %s", kind)
		}
	}
}

// TestWarnings checks that Warn reports each move that turns a win or a draw into a loss, or a win
// into a draw, and no move that is as good as the best.
func TestWarnings(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	rng := rand.New(rand.NewPCG(*seed, 5))
	warned := 0
	for i := range *cases / 25 {
		end := late[i%len(late)]
		p := latePosition(rng, end.variant, end.left)
		truth := exhausted(p)
		for _, c := range truth.Choices {
			w, blunder := Warn(p, c.Move, truth)
			if worse := c.Score.Proof != truth.Choices[0].Score.Proof; blunder != worse {
				t.Fatalf("%s %s, %s: blunder %v, %s instead of %s", p.Variant(), p, c.Move, blunder, c.Score, truth.Choices[0].Score)
			}
			if blunder {
				warned++
				if w.Better != truth.Choices[0].Move || w.Cost < 0.5 || len(w.Reasons) == 0 {
					t.Fatalf("%s %s, %s: %+v", p.Variant(), p, c.Move, w)
				}
			}
		}
	}
	if warned == 0 {
		t.Error("no blunders")
	}
}

// TestThresholdsOfWarnings checks that a cost below BlunderCost is not a blunder, unless the move
// turns a position that was not Hopeless into a proven loss.
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
		k := Known{[]engine.Choice{
			{Move: game.At(1, 1), Info: engine.Info{Score: test.best}}, {Move: game.At(0, 0), Info: engine.Info{Score: test.played}},
		}}
		if w, got := Warn(p, game.At(0, 0), k); got != test.want || got && len(w.Reasons) == 0 {
			t.Errorf("%s: %v, %+v", name, got, w)
		}
	}
}
