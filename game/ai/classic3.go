package ai

import (
	"context"
	"slices"
	"sync"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// values3 has the results of all positions of classic 3×3, whichever side began. It never changes after it was made.
var values3 = sync.OnceValue(func() engine.Values[rules.ClassicPosition] {
	all := make(engine.Values[rules.ClassicPosition])
	for _, begins := range []game.Mark{game.X, game.O} {
		all.Of(rules.StartClassic(3).Beginning(begins))
	}
	return all
})

// IsWon3 reports whether the side to move wins a position of classic 3×3, if both sides play well.
func IsWon3(position game.Position) bool {
	p, ok := position.(rules.ClassicPosition)
	return ok && values3().Of(p).Proof == engine.Win
}

// Classic3 plays 3×3 perfectly: it wins soonest and loses latest. Search chooses at random among equal moves.
type Classic3 struct{}

// Reset implements engine.Engine. It does nothing, because the results never change.
func (Classic3) Reset() {}

// Search implements engine.Engine.
func (Classic3) Search(_ context.Context, t engine.Task) engine.Choice {
	rated := rate(t.Position, t.Moves())
	t.Inform(rated[0].Info)
	return rated[0]
}

// Evaluate implements engine.Engine. Equal moves are in reading order.
func (Classic3) Evaluate(_ context.Context, t engine.Task) []engine.Choice {
	return rate(t.Position, t.Position.Moves())
}

// rate returns moves with their values, best first. Equal moves keep their order.
func rate(position game.Position, moves []game.Square) []engine.Choice {
	p, _ := position.(rules.ClassicPosition)
	rated := make([]engine.Choice, len(moves))
	for i, s := range moves {
		line := []game.Square{s}
		for end := p.After(s); !end.Outcome().Over; end = end.After(line[len(line)-1]) {
			line = append(line, slices.MinFunc(end.Moves(), bestFirst(end)))
		}
		rated[i] = engine.Choice{Move: s, Info: engine.Info{
			Depth: 9 - p.Ply(), Nodes: 1, Score: values3().OfMove(p, s), PV: line,
		}}
	}
	order := bestFirst(p)
	slices.SortStableFunc(rated, func(a, b engine.Choice) int { return order(a.Move, b.Move) })
	return rated
}

// bestFirst returns a function that compares moves in a position by their results for the side to move.
func bestFirst(p rules.ClassicPosition) func(a, b game.Square) int {
	return func(a, b game.Square) int {
		switch x, y := values3().OfMove(p, a), values3().OfMove(p, b); {
		case engine.Better(x, y):
			return -1
		case engine.Better(y, x):
			return 1
		}
		return 0
	}
}
