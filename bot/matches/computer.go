package matches

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"noughts/bot/queue"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/rules"
)

const (
	// instantLimit is how long a member's move waits for the computer's move before it is saved. The two are then saved
	// together, which halves the writes.
	instantLimit = 20 * time.Millisecond
	// moveLimit is how long a request waits for the computer's move after instantLimit has
	// passed. drawLimit is how long a request waits for the computer's answer to a draw offer.
	moveLimit = 700*time.Millisecond - instantLimit
	drawLimit = 700 * time.Millisecond
	// drawMoves is the number of moves before which the computer accepts a draw only if nobody can win any more. From
	// then on it also accepts if playing on is proven to be no better, or if the expected result of playing on, from 0
	// to 1, is low: at most weakestDraw for the weakest level, and at most strongestDraw for the strongest.
	drawMoves     = 20
	weakestDraw   = 0.55
	strongestDraw = 0.45
	// watchPace is the time between two moves of a game between computers. It is slow enough for
	// readers and for Discord's rate limit of edits.
	watchPace = 1250 * time.Millisecond
)

type search struct {
	moves     []game.Square // the moves of the match when the search began
	cancel    context.CancelFunc
	notBefore time.Time        // the earliest time to play the move
	found     chan game.Square // buffered: keeps the move until a job takes it
	alone     atomic.Bool      // no request waits, so the search calls reconcile when it has found the move
}

func (s *search) isFor(m match.Match) bool {
	return m.AwaitsComputer() && slices.Equal(s.moves, m.Moves)
}

// think starts a search for the computer's move in m, if it is the computer's turn and no search
// for this position runs. m is the stored match, or the match that is about to be stored. If no
// request waits for the move, reconcile plays the move.
func (o *Manager) think(l *cachedMatch, m match.Match) {
	if l.search != nil && l.search.isFor(m) || !m.AwaitsComputer() || o.closed.Load() {
		return
	}
	if l.search != nil {
		l.search.cancel() // the running search is for another position: that of a decision that could not be saved
	}
	ctx, cancel := context.WithCancel(o.untilStop)
	s := &search{moves: m.Moves, cancel: cancel, found: make(chan game.Square, 1)}
	if m.Watched() {
		s.notBefore = time.Now().Add(watchPace)
		s.alone.Store(true)
	}
	l.search = s
	by := searcher{member: m.Starter, server: l.record.Place.Guild, background: m.Watched()}
	o.thinking.Go(func() {
		queue.Guard(o.deps.Log, func() {
			defer cancel()
			choice, err := o.choose(ctx, by, m, m.ToMove().Level)
			if ctx.Err() != nil {
				return // the position has changed, or the bot stops; do not play the move of a cancelled search
			}
			if err != nil { // play any legal move, so that the match does not hang
				choice.Move = m.Position().Moves()[0]
			}
			s.found <- choice.Move
			if s.alone.Load() {
				o.reconcileSoon(m.ID)
			}
		})
	})
}

// choose waits for a search slot and returns the move that a level chooses in m. Panics and illegal
// moves are returned as errors. All errors except those of ctx are logged.
func (o *Manager) choose(ctx context.Context, by searcher, m match.Match, level string) (choice ai.Choice, err error) {
	release, err := o.searches.begin(ctx, by)
	if err != nil {
		return ai.Choice{}, err
	}
	defer release()
	begun := time.Now()
	defer func() {
		stack := ""
		if p := recover(); p != nil {
			err, stack = fmt.Errorf("panic: %v", p), string(debug.Stack())
		}
		if err != nil && ctx.Err() == nil {
			o.deps.Log.Error("search failed",
				"match", m.ID, "level", level, "position", m.Position().String(), "err", err, "stack", stack)
		}
		o.deps.Meter.Searched(m.Options.Variant, level, time.Since(begun))
	}()
	player, err := o.deps.NewPlayer(m.Options.Variant, level, o.deps.Dice.Uint64())
	if err != nil {
		return ai.Choice{}, err
	}
	if choice, err = player.Choose(ctx, ai.History{Start: m.Start(), Moves: m.Moves}); err != nil {
		return ai.Choice{}, err
	}
	return choice, m.Position().Check(choice.Move)
}

// awaitMove returns the computer's move in m if it is the computer's turn and the move is found within `limit`. It
// starts a search unless one runs. A search that takes longer goes on, and a later call gets its move. Once awaitMove
// has returned a move, the search is over: if the caller cannot save that move, a new search must be started. In a game
// between two computers awaitMove does not wait, and returns false.
func (o *Manager) awaitMove(ctx context.Context, l *cachedMatch, m match.Match, limit time.Duration) (game.Square, bool) {
	if !m.AwaitsComputer() {
		return 0, false
	}
	o.think(l, m)
	if l.search == nil || m.Watched() {
		return 0, false
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case move := <-l.search.found:
		l.search = nil
		return move, true
	case <-timer.C:
	case <-ctx.Done():
	}
	return 0, false
}

// playComputer waits up to moveLimit for the computer's move in the stored match, and saves the move. If the search
// takes longer, reconcile plays its move.
func (o *Manager) playComputer(ctx context.Context, l *cachedMatch) {
	if move, ok := o.awaitMove(ctx, l, l.record.Match, moveLimit); ok {
		o.play(ctx, l, move)
	} else {
		o.playFound(ctx, l)
	}
}

// playFound saves the computer's move if its search has ended. Otherwise the search calls reconcile when it ends.
func (o *Manager) playFound(ctx context.Context, l *cachedMatch) {
	s := l.search
	if s == nil {
		return
	}
	if wait := time.Until(s.notBefore); wait > 0 {
		o.reconcileAfter(l, wait)
		return
	}
	s.alone.Store(true) // before the look: a search that ends after it sees that it must call reconcile
	select {
	case move := <-s.found:
		o.play(ctx, l, move)
	default:
	}
}

// play saves the computer's move, which was found for the current position. If two computers play,
// it also starts the search for the next move.
func (o *Manager) play(ctx context.Context, l *cachedMatch, move game.Square) {
	l.search = nil
	next, err := l.record.Match.PlayComputer(move, time.Now())
	if err != nil { // cannot happen: choose checks every move
		o.deps.Log.Error("the computer chose an illegal move", "match", l.id, "err", err)
		return
	}
	switch err = o.saveUnasked(ctx, l, next); {
	case err == nil && next.Watched():
		o.think(l, l.record.Match)
		o.reconcileAfter(l, watchPace)
	case errors.Is(err, store.ErrVersion) && l.unreconciled: // a draw was offered, the clock was reset, or another process was faster
		o.think(l, l.record.Match)
	}
	// After other errors resumeTurns starts a new search.
}

// acceptsDraw reports whether the computer accepts the draw offered in m. It accepts if nobody can win any more. Late in
// the game (see drawMoves) it searches, and also accepts if a draw is at least as good for the computer as playing on
// (see acceptable). It declines if the search does not end in time.
func (o *Manager) acceptsDraw(ctx context.Context, by searcher, m match.Match) bool {
	if rules.IsDead(m.Position()) {
		return true
	}
	levels := ai.Levels(m.Options.Variant)
	if len(m.Moves) < drawMoves || len(levels) == 0 {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, drawLimit)
	defer cancel()
	choice, err := o.choose(ctx, by, m, levels[len(levels)-1])
	asked := m.Player(m.DrawOffer.Opponent())
	return err == nil && acceptable(choice.Score, m.ToMove().IsComputer(), drawValue(levels, asked.Level))
}

// drawValue returns the largest expected result of playing on at which a level still accepts a draw. It is smaller for
// stronger levels.
func drawValue(levels []string, level string) float64 {
	rank := slices.Index(levels, level)
	if rank < 0 { // a level that no longer exists
		rank = len(levels) - 1
	}
	return weakestDraw - (weakestDraw-strongestDraw)*float64(rank)/float64(max(len(levels)-1, 1))
}

// acceptable reports whether a draw is at least as good for the computer as playing on. `s` is the score of the side to
// move, and `own` says whether that side is the computer. If the score is not proven, the computer's expected result
// must not exceed `most`.
func acceptable(s ai.Score, own bool, most float64) bool {
	switch {
	case s.Proof == ai.Draw:
		return true
	case s.Proof == ai.Win:
		return !own
	case s.Proof == ai.Loss:
		return own
	case own:
		return s.Expected <= most
	}
	return 1-s.Expected <= most
}

// thinkLimit is how long a request waits for an evaluation, including the wait for a search slot.
// Discord gives three seconds for the whole answer.
const thinkLimit = 1500 * time.Millisecond

// evaluate searches q.Nodes positions and returns the legal moves of a game with their values, best
// first. It returns nil if the game is over. It also returns nil if the search does not end in
// time, because the values of a search that was cut short would differ each time.
func (o *Manager) evaluate(ctx context.Context, by searcher, q plan.Evaluation) (choices []ai.Choice) {
	limit := thinkLimit
	if q.Limit > 0 {
		limit = min(limit, q.Limit)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	release, err := o.searches.begin(ctx, by)
	if err != nil {
		return nil
	}
	defer release()
	defer func() {
		if p := recover(); p != nil {
			o.deps.Log.Error("cannot evaluate a position", "position", fmt.Sprint(q.Game.Start), "moves", fmt.Sprint(q.Game.Moves), "panic", p, "stack", string(debug.Stack()))
			choices = nil
		}
	}()
	choices, err = ai.Evaluate(ctx, q.Game, q.Nodes)
	if err != nil || ctx.Err() != nil {
		return nil
	}
	return choices
}
