package review

import (
	"context"
	"sync"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// A strand runs searches one after the other, and they reuse each other's results. An analysis has two strands. They
// share no results, so the analysis has the same result whether they run concurrently or one after the other.
type strand struct {
	*analysis
	searcher *ai.Searcher
}

type task struct {
	position game.Position
	first    []game.Square // nil, or a move that leads to `position`: then the result is for the position before the move
	nodes    int64
	into     *value
}

// run runs the searches of both strands. `worth` is their share in the total of progress reports.
func (a *analysis) run(ctx context.Context, tasks [2][]task, worth int) error {
	a.report.begin(len(tasks[0])+len(tasks[1]), worth)
	if a.workers == 1 {
		for i, s := range a.strands {
			if err := s.run(ctx, tasks[i]); err != nil {
				return err
			}
		}
		return nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	run := func(i int) {
		if err := a.strands[i].run(ctx, tasks[i]); err != nil {
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

func (s *strand) run(ctx context.Context, tasks []task) error {
	for _, t := range tasks {
		if err := s.search(ctx, t); err != nil {
			return err
		}
		s.report.step()
	}
	return nil
}

func (s *strand) search(ctx context.Context, t task) error {
	release, err := s.slot(ctx)
	if err != nil {
		return err
	}
	defer release()
	choice, err := s.searcher.Search(ctx, ai.History{Start: t.position}, ai.Limits{Nodes: t.nodes}, nil)
	if err != nil {
		return err
	}
	found := value{rounded(choice.Score), legal(t.position, choice)}
	if choice.Score.Proof == ai.Draw {
		found.line = s.drawn(ctx, t.position, found.line)
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

// drawnNodes is the node limit of the search by which isDrawn proves that a position is a draw.
const drawnNodes = 2000

// drawn returns the part of a drawn line that keeps the draw: moves from the transposition table do not always keep it.
func (s *strand) drawn(ctx context.Context, p game.Position, line []game.Square) []game.Square {
	for i := range line {
		p, _ = rules.Replay(p, line[i:i+1])
		if !s.isDrawn(ctx, p) {
			return line[:max(i, 1)]
		}
	}
	return line
}

func (s *strand) isDrawn(ctx context.Context, p game.Position) bool {
	if o := p.Outcome(); o.Over {
		return o.Drawn()
	}
	choice, err := s.searcher.Search(ctx, ai.History{Start: p}, ai.Limits{Nodes: drawnNodes}, nil)
	return err == nil && choice.Score.Proof == ai.Draw
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

// A report reports the progress of an analysis.
type report struct {
	mu             sync.Mutex
	tell           func(done, total int)
	total          int // sum of the shares of all runs
	before         int // sum of the shares of earlier runs
	worth          int // share of the current run
	steps, ofSteps int
	reported       int
}

func (r *report) begin(steps, worth int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.before += r.worth
	r.worth, r.steps, r.ofSteps = worth, 0, steps
	r.say(r.before)
}

func (r *report) step() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.steps++
	r.say(r.before + r.worth*r.steps/r.ofSteps)
}

func (r *report) finish() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.say(r.total)
}

func (r *report) say(done int) {
	if done > r.reported && r.tell != nil {
		r.reported = done
		r.tell(done, r.total)
	}
}
