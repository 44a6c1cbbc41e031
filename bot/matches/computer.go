package matches

import (
	"context"
	"errors"
	"slices"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

const (
	// quickLimit is how long a member's move waits for the computer's answer before it
	// is saved: an answer that is so quick is saved with it, in half the time.
	quickLimit = 20 * time.Millisecond
	// replyLimit is how long a request waits for the computer's move after that, and
	// drawLimit for its answer to an offer of a draw.
	replyLimit = 700*time.Millisecond - quickLimit
	drawLimit  = 700 * time.Millisecond
	// watchPace is the time from move to move of two computers, slow enough to follow
	// and for Discord's rate limit of edits.
	watchPace = 1250 * time.Millisecond
)

// A search is the computer thinking about its move in a match.
type search struct {
	moves     []game.Square // of the match when it began to think
	cancel    context.CancelFunc
	notBefore time.Time          // when the move may be played
	answer    chan game.Square   // takes the move while a request waits for it
	late      context.CancelFunc // says that none waits any more
	found     chan game.Square   // has the move when none waited
}

// of says whether a search is about a match as it stands.
func (s *search) of(m match.Match) bool {
	return m.ToMove().IsComputer() && slices.Equal(s.moves, m.Moves)
}

// think has the computer think about its move in m, which is the match as it is
// stored or about to be, if it is its turn and it does not yet. What nobody waits for
// is played by tend.
func (o *Owner) think(l *live, m match.Match) {
	if l.search != nil && l.search.of(m) || !m.ToMove().IsComputer() || o.closed.Load() {
		return
	}
	ctx, cancel := context.WithCancel(o.ctx)
	waited, late := context.WithCancel(ctx)
	s := &search{
		moves: m.Moves, cancel: cancel, late: late,
		answer: make(chan game.Square), found: make(chan game.Square, 1),
	}
	if m.Watched() {
		s.notBefore = time.Now().Add(watchPace)
		late()
	}
	l.search = s
	o.thinking.Go(func() {
		o.guard(func() {
			defer cancel()
			choice, err := o.pool.search(ctx, m, m.ToMove().Level)
			if ctx.Err() != nil {
				return // the match has moved on, or the bot stops; a search cut short has found little
			}
			if err != nil { // no match waits for ever
				o.Log.Error("a search failed", "match", m.ID, "position", m.Position().String(), "err", err)
				choice.Move = m.Position().Moves()[0]
			}
			select {
			case s.answer <- choice.Move:
			case <-waited.Done():
				if ctx.Err() == nil {
					s.found <- choice.Move
					o.tendSoon(m.ID)
				}
			}
		})
	})
}

// await returns the computer's move in m, if it is its turn and it is found in
// time. The search is over then: who cannot save the move has the computer think again.
func (o *Owner) await(ctx context.Context, l *live, m match.Match, limit time.Duration) (game.Square, bool) {
	if !m.ToMove().IsComputer() {
		return 0, false
	}
	o.think(l, m)
	if l.search == nil || m.Watched() {
		return 0, false
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case move := <-l.search.answer:
		l.search = nil
		return move, true
	case move := <-l.search.found: // before this request came
		l.search = nil
		return move, true
	case <-timer.C:
	case <-ctx.Done():
	}
	return 0, false
}

// reply lets the computer answer what was saved, if it is its turn and it is not
// slow; else its move is played when it is found.
func (o *Owner) reply(ctx context.Context, l *live) {
	if move, ok := o.await(ctx, l, l.record.Match, replyLimit); ok {
		o.play(ctx, l, move)
	} else if l.search != nil {
		l.search.late()
	}
}

// playFound plays the move that a search has found while nobody waited for it.
func (o *Owner) playFound(ctx context.Context, l *live) {
	s := l.search
	if s == nil {
		return
	}
	if wait := time.Until(s.notBefore); wait > 0 {
		o.wakeAfter(l, wait)
		return
	}
	select {
	case move := <-s.found:
		o.play(ctx, l, move)
	default:
		s.late()
	}
}

// play plays the computer's move, which was found for the match as it stands, and
// goes on when two computers play.
func (o *Owner) play(ctx context.Context, l *live, move game.Square) {
	next, err := l.record.Match.PlayComputer(move, time.Now())
	if err == nil {
		err = o.save(ctx, l, next, "")
	}
	l.search = nil
	switch {
	case err == nil:
		if next.Watched() {
			o.think(l, l.record.Match)
			o.wakeAfter(l, watchPace)
		}
	case errors.Is(err, store.ErrVersion):
		if o.load(ctx, l) == nil { // an offer was made, the clock wound up again, or another process was faster
			o.think(l, l.record.Match)
			l.untended = true
		}
	case !errors.Is(err, plan.ErrNoMatch): // it is taken up like any turn that nobody works on
		o.Log.Error("the computer's move could not be played", "match", l.id, "err", err)
	}
}

// acceptsDraw says whether the computer takes the draw offered in m: when the
// strongest level, as far as it sees in the time there is, thinks no better of
// the computer's side. It declines when it has no time to think.
func (o *Owner) acceptsDraw(ctx context.Context, m match.Match) bool {
	levels := ai.Levels(m.Options.Variant)
	if len(levels) == 0 {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, drawLimit)
	defer cancel()
	choice, err := o.pool.search(ctx, m, levels[len(levels)-1])
	return err == nil && acceptable(choice.Score, m.ToMove().IsComputer())
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
