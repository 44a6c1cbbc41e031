package review

import (
	"context"
	"sync"
	"sync/atomic"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

type task struct {
	position game.Position
	first    []game.Square // nil, or a move that leads to `position`: then the result is for the position before the move
	nodes    int64
	into     *value
}

// run runs both lists of tasks concurrently. Each has its own searcher, so the result is the same every time. Meanwhile
// the progress goes to `end`.
func (a *analysis) run(ctx context.Context, tasks [2][]task, end int) error {
	var done atomic.Int64
	begin := a.progress.done
	err := both(ctx, func(ctx context.Context, i int) error {
		for _, t := range tasks[i] {
			if err := a.search(ctx, a.searchers[i], t); err != nil {
				return err
			}
			a.progress.reach(begin + (end-begin)*int(done.Add(1))/(len(tasks[0])+len(tasks[1])))
		}
		return nil
	})
	if err == nil {
		a.progress.reach(end)
	}
	return err
}

// both calls f with 0 and with 1 at the same time, and returns the first error, which ends the other call's context.
func both(ctx context.Context, f func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	run := func(i int) {
		if err := f(ctx, i); err != nil {
			cancel(err)
		}
	}
	var panicked any
	var other sync.WaitGroup
	other.Go(func() {
		defer func() { panicked = recover() }()
		run(1)
	})
	func() {
		defer other.Wait()
		run(0)
	}()
	if panicked != nil {
		panic(panicked) // in the caller's goroutine, where it can be recovered
	}
	return context.Cause(ctx)
}

func (a *analysis) search(ctx context.Context, s *ai.Searcher, t task) error {
	release, err := a.slot(ctx)
	if err != nil {
		return err
	}
	defer release()
	choice, err := s.Search(ctx, ai.History{Start: t.position}, ai.Limits{Nodes: t.nodes, Rests: a.rests}, nil)
	if err != nil {
		return err
	}
	found := value{rounded(choice.Score), legal(t.position, choice)}
	if choice.Score.Proof == ai.Draw {
		found.line = drawn(ctx, s, t.position, found.line)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx) // the result of an interrupted search may be worthless
	}
	if t.first != nil {
		found = value{before(found.score), append(t.first, found.line...)}
	}
	*t.into = found
	return nil
}

// drawnNodes is the node limit of the search that proves that a position is a draw.
const drawnNodes = 2000

// drawn returns the part of a drawn line that keeps the draw: moves from the transposition table do not always keep it.
func drawn(ctx context.Context, s *ai.Searcher, p game.Position, line []game.Square) []game.Square {
	for i := range line {
		p, _ = rules.Replay(p, line[i:i+1])
		if o := p.Outcome(); o.Over && o.Drawn() {
			continue
		}
		choice, err := s.Search(ctx, ai.History{Start: p}, ai.Limits{Nodes: drawnNodes}, nil)
		if err != nil || choice.Score.Proof != ai.Draw { // err is not nil after a win
			return line[:max(i, 1)]
		}
	}
	return line
}

// legal returns the legal part of a choice's line, beginning with the chosen move.
func legal(p game.Position, c ai.Choice) []game.Square {
	line := c.PV
	if len(line) == 0 || line[0] != c.Move {
		line = []game.Square{c.Move}
	}
	line = line[:min(len(line), longest)]
	for i := range line {
		next, err := rules.Replay(p, line[i:i+1])
		if err != nil {
			return line[:i:i]
		}
		p = next
	}
	return line
}

type progress struct {
	mu          sync.Mutex
	tell        func(done, total int)
	done, total int
}

// reach reports that `done` of the total is done, unless that was reported before.
func (p *progress) reach(done int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if done > p.done {
		p.done = done
		p.tell(done, p.total)
	}
}
