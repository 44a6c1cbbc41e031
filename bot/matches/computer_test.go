package matches

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

var computer = match.Computer("random")

// offer is a change that leaves the position as it is.
func offer(r match.Record, _ plan.Facts) (plan.Decision, error) {
	next := r.Match
	next.Version, next.DrawOffer = next.Version+1, game.X
	return plan.Decision{Next: &next, Answer: plan.Answer{As: plan.InPlace, Board: &plan.View{}}}, nil
}

func TestTheComputerAnswersAtOnceOrLater(t *testing.T) {
	t.Parallel()
	for takes, want := range map[time.Duration]struct {
		after time.Duration
		moves int
	}{
		replyLimit - time.Millisecond: {replyLimit - time.Millisecond, 1},
		5 * time.Second:               {quickLimit + replyLimit, 0},
	} {
		inHouse(t, store.NewMemory(), first(takes), func(t *testing.T, h *house) {
			h.begins("a", computer)
			begun := time.Now()
			did := h.acts("a", "1", offer)
			if took := time.Since(begun); took != want.after || did.Version != 2+want.moves {
				t.Errorf("a search of %v: version %d after %v, want %v", takes, did.Version, took, want.after)
			}
			time.Sleep(takes)
			synctest.Wait()
			if moves := len(h.stored("a").Moves); moves != 1 || h.wall.shown("1") != "live a 3" {
				t.Errorf("a search of %v: %d moves in the end, and %q is shown", takes, moves, h.wall.shown("1"))
			}
		})
	}
}

// TestAnOfferDoesNotDropTheAnswer changes the match, but not the position, while the
// computer thinks.
func TestAnOfferDoesNotDropTheAnswer(t *testing.T) {
	t.Parallel()
	searches := 0
	play := func(ctx context.Context, g ai.Game) (ai.Choice, error) {
		searches++
		return first(5*time.Second)(ctx, g)
	}
	inHouse(t, store.NewMemory(), play, func(t *testing.T, h *house) {
		h.begins("a", computer)
		h.acts("a", "1", offer)
		time.Sleep(time.Second)
		h.acts("a", "1", bump)
		time.Sleep(4 * time.Second)
		synctest.Wait()
		if moves := len(h.stored("a").Moves); moves != 1 || searches != 1 {
			t.Errorf("%d moves after %d searches", moves, searches)
		}
	})
}

func TestAnAnswerToAnotherPositionIsDropped(t *testing.T) {
	t.Parallel()
	inHouse(t, store.NewMemory(), first(5*time.Second), func(t *testing.T, h *house) {
		h.begins("a", computer)
		h.acts("a", "1", offer)
		h.acts("a", "1", func(r match.Record, f plan.Facts) (plan.Decision, error) {
			next, err := r.Match.PlayComputer(game.At(2, 2), f.Now)
			return plan.Decision{Next: &next, Answer: plan.Answer{As: plan.InPlace, Board: &plan.View{}}}, err
		})
		time.Sleep(time.Minute)
		if m := h.stored("a"); len(m.Moves) != 1 || m.Moves[0] != game.At(2, 2) {
			t.Errorf("the moves are %v", m.Moves)
		}
	})
}

func TestAMoveThatCannotBeStoredIsTriedAgain(t *testing.T) {
	t.Parallel()
	s := &flaky{Store: store.NewMemory()}
	inHouse(t, s, first(100*time.Millisecond), func(t *testing.T, h *house) {
		h.begins("a", computer)
		h.acts("a", "1", look(func(match.Record) {}))
		s.fails(4, errors.New("disk full"))
		time.Sleep(time.Minute)
		if moves := len(h.stored("a").Moves); moves != 1 || h.wall.shown("1") != "live a 2" {
			t.Errorf("%d moves, and %q is shown", moves, h.wall.shown("1"))
		}
	})
}

func TestSearchesEndWithTheBot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, store.NewMemory(), first(time.Hour))
		h.begins("a", computer)
		h.acts("a", "1", offer)
		begun := time.Now()
		if err := h.Close(t.Context()); err != nil || time.Since(begun) > time.Second {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
		if moves := len(h.stored("a").Moves); moves != 0 {
			t.Errorf("%d moves", moves)
		}
	})
}

// TestFailedSearchesStillMove has no match wait for ever.
func TestFailedSearchesStillMove(t *testing.T) {
	t.Parallel()
	for name, play := range map[string]playerFunc{
		"a panic":         func(context.Context, ai.Game) (ai.Choice, error) { panic("of a test") },
		"an error":        func(context.Context, ai.Game) (ai.Choice, error) { return ai.Choice{}, errors.New("of a test") },
		"an illegal move": func(context.Context, ai.Game) (ai.Choice, error) { return ai.Choice{Move: 80}, nil },
		"no square":       func(context.Context, ai.Game) (ai.Choice, error) { return ai.Choice{Move: 255}, nil },
	} {
		inHouse(t, store.NewMemory(), play, func(t *testing.T, h *house) {
			h.begins("a", computer)
			if did := h.acts("a", "1", offer); did.Version != 3 || len(h.stored("a").Moves) != 1 {
				t.Errorf("%s: version %d is shown", name, did.Version)
			}
			if n := h.Load().Searching; n != 0 {
				t.Errorf("%s: %d places of the pool are taken", name, n)
			}
		})
	}
}

func TestAcceptable(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		score ai.Score
		own   bool
		want  bool
	}{
		"a sure draw":            {ai.Score{Proof: ai.Draw}, true, true},
		"a sure win":             {ai.Score{Proof: ai.Win}, true, false},
		"a sure loss":            {ai.Score{Proof: ai.Loss}, true, true},
		"the opponent's win":     {ai.Score{Proof: ai.Win}, false, true},
		"the opponent's loss":    {ai.Score{Proof: ai.Loss}, false, false},
		"better":                 {ai.Score{Expected: 0.7}, true, false},
		"worse":                  {ai.Score{Expected: 0.3}, true, true},
		"the opponent is better": {ai.Score{Expected: 0.7}, false, true},
		"the opponent is worse":  {ai.Score{Expected: 0.3}, false, false},
	} {
		if got := acceptable(c.score, c.own); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestAcceptsDraw(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		expected float64
		err      error
		busy     bool
		want     bool
	}{
		"an even game":     {expected: 0.5, want: true},
		"a better one":     {expected: 0.8},
		"a failed search":  {err: errors.New("of a test")},
		"no time to think": {expected: 0.5, busy: true},
	} {
		play := func(context.Context, ai.Game) (ai.Choice, error) {
			return ai.Choice{Info: ai.Info{Score: ai.Score{Expected: c.expected}}}, c.err
		}
		inHouse(t, store.NewMemory(), play, func(t *testing.T, h *house) {
			h.begins("a", computer)
			if c.busy {
				for range cap(h.pool.slots) {
					h.pool.slots <- struct{}{}
				}
			}
			if got := h.acceptsDraw(t.Context(), h.stored("a")); got != c.want {
				t.Errorf("%s: %v", name, got)
			}
		})
	}
}
