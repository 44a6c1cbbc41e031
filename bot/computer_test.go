package bot

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
	"noughts/commands"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// A playerFunc is a computer player that a test writes.
type playerFunc func(ctx context.Context, g ai.Game) (ai.Choice, error)

func (f playerFunc) Choose(ctx context.Context, g ai.Game) (ai.Choice, error) { return f(ctx, g) }

// first chooses the first legal move after a while.
func first(takes time.Duration) playerFunc {
	return func(ctx context.Context, g ai.Game) (ai.Choice, error) {
		if err := sleep(ctx, takes); err != nil {
			return ai.Choice{}, err
		}
		p := g.Start
		for _, m := range g.Moves {
			p, _ = p.Play(m)
		}
		return ai.Choice{Move: p.Moves()[0]}, nil
	}
}

// against returns a match of member 1 with the computer, which is to move, and
// the computer that plays so.
func against(t *testing.T, s store.Store, play playerFunc) (*computer, *registry, commands.Game) {
	t.Helper()
	r := newRegistry(s)
	m, err := match.New("a", "1", match.Person("1"), match.Computer("random"),
		match.Options{Variant: game.Classic(3), First: match.FirstO}, game.X, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Create(t.Context(), m, commands.Place{Channel: "7"}); err != nil {
		t.Fatal(err)
	}
	log := &logged{}
	c := newComputer(r, &pool{
		newPlayer: func(game.Variant, string, uint64) (ai.Player, error) { return play, nil },
		seed:      func() uint64 { return 1 }, slots: make(chan struct{}, 1), log: log.logger(),
	}, log.logger())
	t.Cleanup(func() {
		if err := c.close(background()); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(log)
		}
	})
	g, err := r.Find(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	return c, r, g
}

func movesOf(t *testing.T, r *registry) int {
	t.Helper()
	g, err := r.Find(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	return len(g.Match.Moves)
}

func TestAQuickAnswerComesAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, g := against(t, store.NewMemory(), first(100*time.Millisecond))
		begun := time.Now()
		if got := c.Reply(t.Context(), g); len(got.Match.Moves) != 1 || time.Since(begun) != 100*time.Millisecond {
			t.Errorf("%d moves after %v", len(got.Match.Moves), time.Since(begun))
		}
		again := c.Reply(t.Context(), c.Reply(t.Context(), g))
		if len(again.Match.Moves) > 1 {
			t.Error("the computer moved out of turn")
		}
	})
}

func TestASlowAnswerComesLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, r, g := against(t, store.NewMemory(), first(5*time.Second))
		announced := 0
		r.changed = func(match.ID) { announced++ }
		begun := time.Now()
		if got := c.Reply(t.Context(), g); len(got.Match.Moves) != 0 || time.Since(begun) != replyLimit {
			t.Errorf("%d moves after %v", len(got.Match.Moves), time.Since(begun))
		}
		time.Sleep(5 * time.Second)
		if movesOf(t, r) != 1 || announced != 1 {
			t.Errorf("%d moves, announced %d times", movesOf(t, r), announced)
		}
	})
}

func TestFailedSearchesStillMove(t *testing.T) {
	t.Parallel()
	for name, play := range map[string]playerFunc{
		"a panic":         func(context.Context, ai.Game) (ai.Choice, error) { panic("of a test") },
		"an error":        func(context.Context, ai.Game) (ai.Choice, error) { return ai.Choice{}, errors.New("of a test") },
		"an illegal move": func(context.Context, ai.Game) (ai.Choice, error) { return ai.Choice{Move: 80}, nil },
		"an illegal no 2": func(context.Context, ai.Game) (ai.Choice, error) { return ai.Choice{Move: 255}, nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, _, g := against(t, store.NewMemory(), play)
			if got := c.Reply(t.Context(), g); len(got.Match.Moves) != 1 {
				t.Error("the match waits for ever")
			}
			if len(c.pool.slots) != 0 {
				t.Error("the place in the pool was not given back")
			}
		})
	}
}

func TestAnAnswerToAnotherPositionIsDropped(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, r, g := against(t, store.NewMemory(), first(5*time.Second))
		c.Reply(t.Context(), g)
		elsewhere := game.At(2, 2)
		if _, err := r.Change(t.Context(), "a", func(m match.Match) (match.Match, error) {
			m, err := m.PlayComputer(elsewhere, time.Now())
			if err != nil {
				return m, err
			}
			return m.Play("1", game.At(1, 1), time.Now())
		}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if movesOf(t, r) != 2 {
			t.Errorf("%d moves: the answer to an older position was played", movesOf(t, r))
		}
	})
}

func TestAnOfferDoesNotDropTheAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, r, g := against(t, store.NewMemory(), first(5*time.Second))
		c.Reply(t.Context(), g)
		if _, err := r.Change(t.Context(), "a", func(m match.Match) (match.Match, error) {
			m.DrawOffer = game.X
			m.Version++
			return m, nil
		}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if movesOf(t, r) != 1 {
			t.Error("the match waits for ever")
		}
	})
}

// flaky fails its first saves.
type flaky struct {
	store.Store
	failures atomic.Int32
}

func (s *flaky) Save(ctx context.Context, m match.Match, expected int, cause store.Cause) error {
	if s.failures.Add(-1) >= 0 {
		return errors.New("disk full")
	}
	return s.Store.Save(ctx, m, expected, cause)
}

func TestAMoveThatCannotBeStoredIsTriedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &flaky{Store: store.NewMemory()}
		c, r, g := against(t, s, first(0))
		s.failures.Store(4)
		if got := c.Reply(t.Context(), g); len(got.Match.Moves) != 0 {
			t.Fatal("a move was shown that was not stored")
		}
		time.Sleep(time.Minute)
		if movesOf(t, r) != 1 {
			t.Error("the match waits for ever")
		}
	})
}

func TestSearchesEndWithTheBot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, r, g := against(t, store.NewMemory(), first(time.Hour))
		c.Reply(t.Context(), g)
		begun := time.Now()
		if err := c.close(t.Context()); err != nil || time.Since(begun) > time.Second {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
		if got := c.Reply(t.Context(), g); len(got.Match.Moves) != 0 || movesOf(t, r) != 0 {
			t.Error("a search ran on after the end")
		}
	})
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
		choice ai.Choice
		err    error
		busy   bool
		want   bool
	}{
		"an even game":     {choice: ai.Choice{Info: ai.Info{Score: ai.Score{Expected: 0.5}}}, want: true},
		"a better one":     {choice: ai.Choice{Info: ai.Info{Score: ai.Score{Expected: 0.8}}}},
		"a failed search":  {err: errors.New("of a test")},
		"no time to think": {busy: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				comp, _, g := against(t, store.NewMemory(), func(context.Context, ai.Game) (ai.Choice, error) { return c.choice, c.err })
				if c.busy {
					comp.pool.slots <- struct{}{}
				}
				if got := comp.AcceptsDraw(t.Context(), g.Match); got != c.want {
					t.Errorf("accepts: %v", got)
				}
			})
		})
	}
}
