package matches

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

var (
	computer = match.Computer("random")
	classic4 = game.Classic(4)
)

// offer is a decision that makes a draw offer, which keeps the position.
func offer(_ *plan.Request, r match.Record, _ plan.Facts) (plan.Decision, error) {
	next := r.Match
	next.Version, next.DrawOffer = next.Version+1, game.X
	return plan.Decision{Next: &next, Answer: plan.Answer{As: plan.InPlace, View: &plan.View{}}}, nil
}

func TestTheComputerAnswersAtOnceOrLater(t *testing.T) {
	t.Parallel()
	for takes, want := range map[time.Duration]struct {
		after time.Duration
		moves int
	}{
		moveLimit - time.Millisecond: {moveLimit - time.Millisecond, 1},
		5 * time.Second:              {instantLimit + moveLimit, 0},
	} {
		withFixture(t, first(takes), func(t *testing.T, f *fixture) {
			f.put("a", computer)
			begun := time.Now()
			did := f.act("a", "1", offer)
			if took := time.Since(begun); took != want.after || did.Version != 2+want.moves {
				t.Errorf("a search of %v: version %d after %v, want %v", takes, did.Version, took, want.after)
			}
			time.Sleep(takes)
			synctest.Wait()
			if moves := len(f.stored("a").Moves); moves != 1 || f.discord.shown("1") != "live a 3" {
				t.Errorf("a search of %v: %d moves in the end, and %q is shown", takes, moves, f.discord.shown("1"))
			}
		})
	}
}

// A change that keeps the position, such as a draw offer, does not restart the computer's search.
func TestAnOfferDoesNotDropTheAnswer(t *testing.T) {
	t.Parallel()
	searches := 0
	play := func(ctx context.Context, g ai.History) (ai.Choice, error) {
		searches++
		return first(5*time.Second)(ctx, g)
	}
	withFixture(t, play, func(t *testing.T, f *fixture) {
		f.put("a", computer)
		f.act("a", "1", offer)
		time.Sleep(time.Second)
		f.act("a", "1", bump)
		time.Sleep(4 * time.Second)
		synctest.Wait()
		if moves := len(f.stored("a").Moves); moves != 1 || searches != 1 {
			t.Errorf("%d moves after %d searches", moves, searches)
		}
	})
}

func TestAnAnswerToAnotherPositionIsDropped(t *testing.T) {
	t.Parallel()
	withFixture(t, first(5*time.Second), func(t *testing.T, f *fixture) {
		f.put("a", computer)
		f.act("a", "1", offer)
		f.act("a", "1", func(_ *plan.Request, r match.Record, f plan.Facts) (plan.Decision, error) {
			next, err := r.Match.PlayComputer(game.At(2, 2), f.Now)
			return plan.Decision{Next: &next, Answer: plan.Answer{As: plan.InPlace, View: &plan.View{}}}, err
		})
		time.Sleep(time.Minute)
		if m := f.stored("a"); len(m.Moves) != 1 || m.Moves[0] != game.At(2, 2) {
			t.Errorf("the moves are %v", m.Moves)
		}
	})
}

func TestAMoveThatCannotBeStoredIsTriedAgain(t *testing.T) {
	t.Parallel()
	withFixture(t, first(100*time.Millisecond), func(t *testing.T, f *fixture) {
		f.put("a", computer)
		f.act("a", "1", look(func(match.Record) {}))
		f.store.failSaves(4, errors.New("disk full"))
		time.Sleep(time.Minute)
		if moves := len(f.stored("a").Moves); moves != 1 || f.discord.shown("1") != "live a 2" {
			t.Errorf("%d moves, and %q is shown", moves, f.discord.shown("1"))
		}
	})
}

// Another process saves the member's move just before this process can, and dies before it makes the computer's.
func TestATurnIsResumedThatWasSavedElsewhere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, nil)
		f.store.change(hooks{shared: true})
		defer f.start()()
		before := f.match("a", computer, match.Options{Variant: classic4, First: match.FirstX})
		f.putAt(before, here, "1")
		f.act("a", "1", look(func(match.Record) {})) // caches the match
		f.store.change(hooks{shared: true, save: func(func() (match.Record, error)) (match.Record, error) {
			f.store.change(hooks{shared: true})
			moved, err := before.Play("7", before.Position().Moves()[0], time.Now())
			if err == nil {
				_, err = f.store.Store.Save(t.Context(), store.Change{Record: match.Record{Match: moved, Place: here, Message: "1"}, Expected: 1})
			}
			if err != nil {
				t.Error(err)
			}
			return match.Record{}, &store.Done{Match: "a"}
		}})
		f.press("a", "1", 1)
		time.Sleep(time.Minute)
		if moves := len(f.stored("a").Moves); moves != 2 || f.discord.shown("1") != "live a 3" {
			t.Errorf("%d moves, and %q is shown", moves, f.discord.shown("1"))
		}
	})
}

func TestSearchesEndWithTheBot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, first(time.Hour))
		f.put("a", computer)
		f.act("a", "1", offer)
		begun := time.Now()
		if err := f.Close(t.Context()); err != nil || time.Since(begun) > time.Second {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
		if moves := len(f.stored("a").Moves); moves != 0 {
			t.Errorf("%d moves", moves)
		}
	})
}

// If a search fails or returns an illegal move, the computer plays a legal move, so that the match
// goes on. The search slot is released.
func TestFailedSearchesStillMove(t *testing.T) {
	t.Parallel()
	for name, play := range map[string]playerFunc{
		"a panic":         func(context.Context, ai.History) (ai.Choice, error) { panic("of a test") },
		"an error":        func(context.Context, ai.History) (ai.Choice, error) { return ai.Choice{}, errors.New("of a test") },
		"an illegal move": func(context.Context, ai.History) (ai.Choice, error) { return ai.Choice{Move: 80}, nil },
		"no square":       func(context.Context, ai.History) (ai.Choice, error) { return ai.Choice{Move: 255}, nil },
	} {
		withFixture(t, play, func(t *testing.T, f *fixture) {
			f.put("a", computer)
			if did := f.act("a", "1", offer); did.Version != 3 || len(f.stored("a").Moves) != 1 {
				t.Errorf("%s: version %d is shown", name, did.Version)
			}
			if n := f.Load().Searching; n != 0 {
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
		"even":                   {ai.Score{Expected: 0.5}, true, false},
	} {
		if got := acceptable(c.score, c.own, 0.45); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestAcceptsDraw(t *testing.T) {
	t.Parallel()
	weak, strong := match.Computer("random"), match.Computer("strong")
	size6 := game.Classic(6)
	for name, c := range map[string]struct {
		variant  game.Variant
		level    match.Player
		moves    int // number of moves, played in reading order
		expected float64
		err      error
		busy     bool
		want     bool
	}{
		"an old, even game":            {size6, weak, 20, 0.5, nil, false, true},
		"one that is not quite so old": {size6, weak, 19, 0.5, nil, false, false},
		"an even game, but strong":     {size6, strong, 20, 0.5, nil, false, false},
		"a worse game, and strong":     {size6, strong, 20, 0.4, nil, false, true},
		"a better one":                 {size6, weak, 20, 0.8, nil, false, false},
		"a failed search":              {size6, weak, 20, 0.5, errors.New("of a test"), false, false},
		"no time to think":             {size6, weak, 20, 0.5, nil, true, false},
		"even on 3×3":                  {game.Classic(3), weak, 4, 0.5, nil, false, false},
		"worse on 3×3":                 {game.Classic(3), weak, 4, 0.1, nil, false, false},
	} {
		play := func(context.Context, ai.History) (ai.Choice, error) {
			return ai.Choice{Move: game.At(5, 5), Info: ai.Info{Score: ai.Score{Expected: c.expected}}}, c.err
		}
		withFixture(t, play, func(t *testing.T, f *fixture) {
			m, err := match.New("a", "7", c.level, match.Person("7"), match.Options{Variant: c.variant}, game.X, time.Now())
			for range c.moves {
				if s := m.Position().Moves()[0]; m.ToMove().IsComputer() {
					m, err = m.PlayComputer(s, time.Now())
				} else {
					m, err = m.Play("7", s, time.Now())
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			m.DrawOffer = game.O
			if c.busy {
				f.busy()
			}
			if got := f.acceptsDraw(t.Context(), searcher{}, m); got != c.want {
				t.Errorf("%s: %v", name, got)
			}
		})
	}
}

// The computer accepts a draw without a search if nobody can win any more.
func TestTakesADeadDraw(t *testing.T) {
	t.Parallel()
	play := func(context.Context, ai.History) (ai.Choice, error) { panic("it thinks") }
	withFixture(t, play, func(t *testing.T, f *fixture) {
		m := f.match("a", match.Person("8"), match.Options{Variant: game.Classic(3)})
		for i, s := range []game.Square{game.At(0, 0), game.At(1, 0), game.At(2, 0), game.At(1, 1), game.At(0, 1), game.At(0, 2), game.At(1, 2), game.At(2, 1)} {
			var err error
			if i < 6 && f.acceptsDraw(t.Context(), searcher{}, m) {
				t.Errorf("after %d moves the draw is taken: %s", i, m.Position())
			}
			if m, err = m.Play(m.ToMove().ID, s, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if !f.acceptsDraw(t.Context(), searcher{}, m) {
			t.Errorf("%s: the draw is declined", m.Position())
		}
	})
}

// If a search has ended while no request waited for it, the next request gets its move without waiting.
func TestFoundMoveIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		m := f.match("m1", computer, match.Options{Variant: classic4})
		f.putAt(m, here, "900")
		l := &cachedMatch{id: "m1", record: match.Record{Match: m, Place: here, Message: "900"}, loaded: true}
		played, err := m.Play("7", m.Position().Moves()[0], time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if err := f.save(t.Context(), l, played, "5"); err != nil {
			t.Fatal(err)
		}
		f.think(l, l.record.Match)
		synctest.Wait() // the search has ended
		begun := time.Now()
		f.playComputer(t.Context(), l)
		if took := time.Since(begun); took > 0 {
			t.Errorf("waited %v for a move that was there", took)
		}
	})
}

// A running search ends when its match is dropped from the cache.
func TestForgottenSearchEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, nil)
		m, err := match.New("m1", "7", computer, computer, match.Options{Variant: classic4}, game.X, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		f.putAt(m, here, "900")
		f.withMatch("m1", func(l *cachedMatch) {
			if err := f.load(t.Context(), l); err != nil {
				t.Fatal(err)
			}
			f.think(l, l.record.Match)
			l.loaded = false // the state after a save with an unknown result
		})
		synctest.Wait()
		ended := make(chan struct{})
		go func() {
			f.thinking.Wait()
			close(ended)
		}()
		synctest.Wait()
		select {
		case <-ended:
		default:
			t.Error("a search waits for ever for somebody who wants its move")
		}
		if err := f.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// TestANewSearchEndsTheOldOne checks that a search for another position cancels the one before it. That happens when a
// decision is not saved, and the next decision leads to another position.
func TestANewSearchEndsTheOldOne(t *testing.T) {
	t.Parallel()
	started, ended := 0, 0
	play := func(ctx context.Context, _ ai.History) (ai.Choice, error) {
		started++
		<-ctx.Done()
		ended++
		return ai.Choice{}, ctx.Err()
	}
	withFixture(t, play, func(t *testing.T, f *fixture) {
		f.put("a", computer)
		l := &cachedMatch{id: "a"}
		first := f.stored("a")
		second := first
		second.Moves = append(slices.Clone(first.Moves), first.Position().Moves()[:2]...)
		f.think(l, first)
		synctest.Wait()
		f.think(l, second)
		synctest.Wait()
		if started != 2 || ended != 1 {
			t.Errorf("%d searches started, %d ended", started, ended)
		}
	})
}
