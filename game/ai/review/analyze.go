package review

import (
	"context"
	"fmt"
	"slices"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// Options configure a review.
type Options struct {
	// Nodes is the number of nodes for the search of each position; 0 means DefaultNodes. If a move
	// seems to have cost points, the positions after this move and after the best move are searched
	// again with 3 or 12 times as many nodes.
	Nodes int64
	// Slot waits until a search may begin. The review calls `release` after the search. An error ends
	// the review. Slot may be nil, and must be safe for concurrent use.
	Slot func(context.Context) (release func(), err error)
	// Rests makes the searches pause: see engine.Limits.
	Rests bool
	// Progress is called by one goroutine at a time. `done` grows up to `total`. Progress may be nil.
	Progress func(done, total int)
	// SoFar is called with the review without longer searches, before these begin. It may be nil.
	SoFar func(Review)
}

// largeSize is the size up to which boards get more nodes, because their games are soon decided.
const largeSize = 7

// DefaultNodes returns the nodes for each position of a game, so that a review of a long one takes some seconds.
func DefaultNodes(v game.Variant) int64 {
	switch {
	case v == game.Ultimate:
		return 120_000
	case v.Size() <= largeSize:
		return 80_000
	}
	return 25_000
}

const longest = 12

// Analyze reviews a game of a variant, finished or not. The same options give the same review.
// Errors: those of illegal moves, such as game.ErrNotASquare, those of Slot, and ctx's.
func Analyze(ctx context.Context, v game.Variant, g ai.History, o Options) (Review, error) {
	a, err := begin(v, g, o)
	if err != nil {
		return Review{}, err
	}
	if err := a.searchAll(ctx); err != nil {
		return Review{}, err
	}
	if o.SoFar != nil {
		o.SoFar(judge(Version, a.game, a.fold()))
	}
	if err := a.doubt(ctx); err != nil {
		return Review{}, err
	}
	return judge(Version, a.game, a.fold()), nil
}

type analysis struct {
	game      ai.History
	positions []game.Position // the position before each move, and the last position
	// found has the latest result for each position; it is zero before the first search.
	found []finding
	// better has, for each position, the result of a longer search of the position after the best move. It is used if
	// the played move seems worse than the best move.
	better    []finding
	searchers [2]*ai.Searcher
	slot      func(context.Context) (func(), error)
	progress  *progress
	nodes     int64
	rests     bool
}

type finding struct {
	value
	depth int // how long the search was, as an index in `depths`
}

func begin(v game.Variant, g ai.History, o Options) (*analysis, error) {
	if g.Start == nil || g.Start.Variant() != v {
		return nil, fmt.Errorf("review: game is not of variant %s", v)
	}
	g.Moves = slices.Clone(g.Moves)
	n := len(g.Moves)
	a := &analysis{
		game: g, positions: []game.Position{g.Start}, found: make([]finding, n+1), better: make([]finding, n+1),
		slot: o.Slot, progress: &progress{tell: o.Progress, total: 3 * (n + 1)}, nodes: o.Nodes, rests: o.Rests,
	}
	for i, s := range g.Moves {
		next, err := rules.Replay(a.positions[i], []game.Square{s})
		if err != nil {
			return nil, fmt.Errorf("review: move %d, %s: %w", i+1, s, err)
		}
		a.positions = append(a.positions, next)
	}
	if a.nodes <= 0 {
		a.nodes = DefaultNodes(v)
	}
	if a.slot == nil {
		a.slot = func(context.Context) (func(), error) { return func() {}, nil }
	}
	if o.Progress == nil {
		a.progress.tell = func(int, int) {}
	}
	for i := range a.searchers {
		a.searchers[i] = ai.NewSmallSearcher(v, a.nodes*int64(n+1), uint64(i)+1)
	}
	return a, nil
}

// searchAll searches every position once, the last one first: its results speed up the search of earlier positions.
func (a *analysis) searchAll(ctx context.Context) error {
	var tasks [2][]task
	for i := len(a.positions) - 1; i >= 0; i-- {
		p := a.positions[i]
		if o := p.Outcome(); o.Over {
			a.found[i].value = value{score: engine.Final(o, p.ToMove())}
			continue
		}
		if a.isForced(i) {
			a.found[i].line = p.Moves() // the value follows from the next position
			continue
		}
		tasks[i%2] = append(tasks[i%2], task{p, nil, a.nodes, &a.found[i].value})
	}
	err := a.run(ctx, tasks, 2*len(a.positions))
	a.spread()
	return err
}

func (a *analysis) isForced(i int) bool {
	return i < len(a.game.Moves) && len(a.positions[i].Moves()) == 1
}
