package bot

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"noughts/commands"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

const (
	// replyLimit is how long an interaction waits for the computer's move.
	replyLimit = 700 * time.Millisecond
	// drawLimit is how long it waits for the answer to an offer of a draw.
	drawLimit = 700 * time.Millisecond
	// watchPace is the time from move to move of two computers, slow enough to
	// follow and for Discord's rate limit of edits.
	watchPace = 1250 * time.Millisecond
)

// A computer plays for the computer: in answers to interactions while they can
// wait, and in the background when they cannot.
type computer struct {
	matches commands.Matches
	pool    *pool
	log     *slog.Logger

	ctx  context.Context // of the searches
	stop context.CancelFunc

	mu       sync.Mutex
	searches map[match.ID]context.CancelFunc // the newest of each match
	work     sync.WaitGroup
	closed   bool
}

var _ commands.Computer = (*computer)(nil)

func newComputer(m commands.Matches, p *pool, log *slog.Logger) *computer {
	ctx, stop := context.WithCancel(context.Background())
	return &computer{
		matches: m, pool: p, log: log, ctx: ctx, stop: stop,
		searches: map[match.ID]context.CancelFunc{},
	}
}

// Reply lets the computer answer in g: see commands.Computer.
func (c *computer) Reply(ctx context.Context, g commands.Game) commands.Game {
	switch {
	case g.Match.Watched():
		c.start(g.Match.ID, func(ctx context.Context) { c.watch(ctx, g.Match.ID) })
		return g
	case !g.Match.ToMove().IsComputer():
		return g
	}
	answer, late := make(chan game.Square), make(chan struct{})
	c.start(g.Match.ID, func(ctx context.Context) { c.think(ctx, g.Match, answer, late) })
	limit := time.NewTimer(replyLimit)
	defer limit.Stop()
	select {
	case move := <-answer:
		return c.play(ctx, g, move)
	case <-limit.C:
	case <-ctx.Done():
	}
	close(late)
	return g
}

// think searches and hands the move to the waiting interaction, or plays it when
// nobody waits any more.
func (c *computer) think(ctx context.Context, m match.Match, answer chan<- game.Square, late <-chan struct{}) {
	move, err := c.pool.choose(ctx, m, m.ToMove().Level)
	if err != nil {
		return // the position is out of date, or the bot stops
	}
	select {
	case answer <- move:
	case <-late:
		c.playLater(ctx, m, move)
	}
}

// play makes the computer's move for an interaction. When that fails it is tried
// again in the background.
func (c *computer) play(ctx context.Context, g commands.Game, move game.Square) commands.Game {
	next, err := c.move(withoutCause(ctx), g.Match, move)
	if err != nil {
		c.log.Warn("the computer's move could not be made at once", "match", g.Match.ID, "err", err)
		c.start(g.Match.ID, func(ctx context.Context) { c.playLater(ctx, g.Match, move) })
		return g
	}
	return next
}

// playLater makes the computer's move, again and again while the store fails.
func (c *computer) playLater(ctx context.Context, m match.Match, move game.Square) {
	var pause backoff
	for {
		_, err := c.move(ctx, m, move)
		if err == nil || ctx.Err() != nil {
			return
		}
		c.log.Error("the computer's move could not be made", "match", m.ID, "err", err)
		if sleep(ctx, pause.next()) != nil {
			return
		}
	}
}

// move makes the computer's move, if the match still stands where it was thought
// about: after a takeback or the end of the game the move is dropped.
func (c *computer) move(ctx context.Context, thought match.Match, move game.Square) (commands.Game, error) {
	return c.matches.Change(ctx, thought.ID, func(m match.Match) (match.Match, error) {
		if !m.ToMove().IsComputer() || !slices.Equal(m.Moves, thought.Moves) {
			return m, nil
		}
		return m.PlayComputer(move, time.Now())
	})
}

// watch lets two computers play to the end.
func (c *computer) watch(ctx context.Context, id match.ID) {
	pace := time.NewTicker(watchPace)
	defer pace.Stop()
	for {
		g, err := c.matches.Find(ctx, id)
		if err != nil || !g.Match.ToMove().IsComputer() {
			return
		}
		move, err := c.pool.choose(ctx, g.Match, g.Match.ToMove().Level)
		if err != nil {
			return
		}
		select {
		case <-pace.C:
			c.playLater(ctx, g.Match, move)
		case <-ctx.Done():
			return
		}
	}
}

// takeUp lets the computer answer in g in the background, if it is its turn and
// nothing is under way. It says whether it began.
func (c *computer) takeUp(g commands.Game) bool {
	if !g.Match.ToMove().IsComputer() {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, busy := c.searches[g.Match.ID]; busy || c.closed {
		return false
	}
	c.startLocked(g.Match.ID, func(ctx context.Context) {
		if g.Match.Watched() {
			c.watch(ctx, g.Match.ID)
			return
		}
		if move, err := c.pool.choose(ctx, g.Match, g.Match.ToMove().Level); err == nil {
			c.playLater(ctx, g.Match, move)
		}
	})
	return true
}

// worksOn says whether a search or a watched match is under way.
func (c *computer) worksOn(id match.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, busy := c.searches[id]
	return busy
}

// start runs work on a match in the background, in the place of whatever ran for
// it before.
func (c *computer) start(id match.ID, work func(context.Context)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.startLocked(id, work)
	}
}

func (c *computer) startLocked(id match.ID, work func(context.Context)) {
	if before, ok := c.searches[id]; ok {
		before()
	}
	ctx, cancel := context.WithCancel(c.ctx)
	c.searches[id] = cancel
	c.work.Go(func() {
		defer c.done(ctx, id, cancel)
		work(ctx)
	})
}

// done forgets work that has ended, unless newer work took its place.
func (c *computer) done(ctx context.Context, id match.ID, cancel context.CancelFunc) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ctx.Err() == nil {
		delete(c.searches, id)
	}
	cancel()
}

// AcceptsDraw says whether the computer takes the draw offered in m: when the
// strongest level, as far as it sees in the time there is, thinks no better of
// the computer's side. It declines when it has no time to think.
func (c *computer) AcceptsDraw(ctx context.Context, m match.Match) bool {
	levels := ai.Levels(m.Options.Variant)
	if len(levels) == 0 {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, drawLimit)
	defer cancel()
	if c.pool.enter(ctx) != nil {
		return false
	}
	defer c.pool.leave()
	choice, err := c.pool.search(ctx, m, levels[len(levels)-1])
	if err != nil {
		return false
	}
	return acceptable(choice.Score, m.ToMove().IsComputer())
}

// acceptable says whether a draw is as good for the computer as playing on, by
// the score of the side to move.
func acceptable(s ai.Score, own bool) bool {
	switch {
	case s.Proof == ai.Draw:
		return true
	case s.Proof == ai.Win:
		return !own
	case s.Proof == ai.Loss:
		return own
	case own:
		return s.Expected <= 0.5
	}
	return s.Expected >= 0.5
}

// close ends all searches and waits for them, or for ctx.
func (c *computer) close(ctx context.Context) error {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.stop()
	done := make(chan struct{})
	go func() {
		c.work.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
