package ai

import (
	"context"
	"slices"
	"sync"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// A solved engine plays a variant perfectly whose values are all known: it wins soonest and loses latest. Search chooses at
// random among equal moves.
type solved[P engine.Position[P]] struct {
	of func(P) engine.Score // the value of a position for the side to move
}

// Classic3 plays classic 3×3, whichever side began. Its values never change after they were made.
var Classic3 engine.Engine = solved[rules.ClassicPosition]{func(p rules.ClassicPosition) engine.Score { return values3().Of(p) }}

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

// longestLine exceeds the length of every forced win of a solved variant. A drawn line may go on.
const longestLine = 20

// Reset implements engine.Engine. It does nothing, because the values never change.
func (solved[P]) Reset() {}

// Search implements engine.Engine.
func (e solved[P]) Search(_ context.Context, t engine.Task) engine.Choice {
	rated := e.rate(t.Position, t.Moves())
	t.Inform(rated[0].Info)
	return rated[0]
}

// Evaluate implements engine.Engine. Equal moves are in reading order.
func (e solved[P]) Evaluate(_ context.Context, t engine.Task) []engine.Choice {
	return e.rate(t.Position, t.Position.Moves())
}

// rate returns moves with their values, best first. Equal moves keep their order.
func (e solved[P]) rate(position game.Position, moves []game.Square) []engine.Choice {
	p, _ := position.(P)
	rated := make([]engine.Choice, len(moves))
	for i, s := range moves {
		line := []game.Square{s}
		for end := p.After(s); !end.Outcome().Over && len(line) < longestLine; end = end.After(line[len(line)-1]) {
			line = append(line, slices.MinFunc(end.Moves(), e.bestFirst(end)))
		}
		rated[i] = engine.Choice{Move: s, Info: engine.Info{Depth: len(line), Nodes: 1, Score: e.of(p.After(s)).Before(), PV: line}}
	}
	order := e.bestFirst(p)
	slices.SortStableFunc(rated, func(a, b engine.Choice) int { return order(a.Move, b.Move) })
	return rated
}

// bestFirst returns a function that compares moves in a position by their results for the side to move.
func (e solved[P]) bestFirst(p P) func(a, b game.Square) int {
	return func(a, b game.Square) int {
		switch x, y := e.of(p.After(a)).Before(), e.of(p.After(b)).Before(); {
		case engine.Better(x, y):
			return -1
		case engine.Better(y, x):
			return 1
		}
		return 0
	}
}
