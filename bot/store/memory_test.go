package store_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// running returns a match between two members.
func running(id match.ID, number int) match.Record {
	x, o := match.Person(fmt.Sprint("x", number)), match.Person(fmt.Sprint("o", number))
	now := time.Now()
	return match.Record{
		Match: match.Match{
			ID: id, Version: 1, Owner: x.ID, Players: [2]match.Player{x, o}, Options: match.Options{Variant: game.Ultimate},
			Status: match.Playing, Begins: game.X, Created: now, Changed: now,
		},
		Place: match.Place{Channel: strconv.Itoa(number)},
	}
}

// resigned returns the match after two moves and O's resignation.
func resigned(r match.Record) match.Record {
	r.Match.Version++
	r.Match.Moves = []game.Square{40, 30}
	r.Match.Status, r.Match.Result = match.Over, match.Result{Winner: game.X, Reason: match.ByResignation}
	r.Match.Changed = time.Now()
	return r
}

func save(t testing.TB, s store.Store, c store.Change) {
	t.Helper()
	if _, err := s.Save(context.Background(), c); err != nil {
		t.Fatal(err)
	}
}

// Memory drops a finished match ninety days after its end, one without a result after a day, and keeps an unfinished
// one.
func TestMemoryForgetsWhatIsOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := store.NewMemory()
		over, on := running("over", 1), running("on", 1)
		save(t, s, store.Change{Record: over})
		save(t, s, store.Change{Record: on})
		save(t, s, store.Change{Record: resigned(over), Expected: 1})
		declined := running("declined", 1)
		declined.Match.Status, declined.Match.Result.Reason = match.Over, match.Declined
		save(t, s, store.Change{Record: declined})
		for _, c := range []struct {
			after time.Duration
			want  error
			left  int
		}{{90*24*time.Hour - time.Hour, nil, 1}, {2 * time.Hour, store.ErrNotFound, 0}} {
			time.Sleep(c.after)
			save(t, s, store.Change{Record: running(match.ID(fmt.Sprint("n", c.left)), 2)})
			if _, err := s.Load(t.Context(), "over"); !errors.Is(err, c.want) {
				t.Errorf("after %v: got %v, want %v", c.after, err, c.want)
			}
			for _, q := range []store.Query{{Member: "x1", Limit: 9}, {Channel: "1", Limit: 9}} {
				if got, err := s.Finished(t.Context(), q); len(got) != c.left || err != nil {
					t.Errorf("after %v: %d finished of %+v, %v, want %d", c.after, len(got), q, err, c.left)
				}
			}
		}
		if _, err := s.Load(t.Context(), "on"); err != nil {
			t.Errorf("the match that goes on: %v", err)
		}
	})
}

// Memory remembers an idempotency key for an hour. A flood of keys displaces older ones, but not the newest 60,000.
func TestMemoryForgetsKeys(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const flood = 1<<17 + 10
		s, r := store.NewMemory(), running("a", 1)
		save(t, s, store.Change{Record: r, Key: "first"})
		time.Sleep(store.KeyLife)
		knows(t, s, "first", true)
		for range flood {
			expected := r.Match.Version
			r.Match.Version++
			save(t, s, store.Change{Record: r, Expected: expected, Key: strconv.Itoa(r.Match.Version)})
		}
		knows(t, s, "first", false)
		knows(t, s, "2", false) // the flood has displaced key 2
		knows(t, s, strconv.Itoa(r.Match.Version), true)
		knows(t, s, strconv.Itoa(r.Match.Version-60_000), true)
	})
}

func knows(t *testing.T, s store.Store, key string, want bool) {
	t.Helper()
	if _, err := s.CarriedOut(t.Context(), key); (err == nil) != want {
		t.Errorf("key %s: %v, want it known: %v", key, err, want)
	}
}

// BenchmarkMemory measures three operations with 10,000 running matches: saving a move, creating a
// match under caps, and the query for due matches, which the bot makes each second.
func BenchmarkMemory(b *testing.B) {
	const matches = 10_000
	s := store.NewMemory()
	records := make([]match.Record, matches)
	for n := range records {
		records[n] = running(idOf(n), n)
		records[n].Match.Moves = make([]game.Square, 40)
		save(b, s, store.Change{Record: records[n]})
	}
	n := 0
	for name, do := range map[string]func(){
		"move": func() {
			r := &records[n%matches]
			expected := r.Match.Version
			r.Match.Version++
			save(b, s, store.Change{Record: *r, Expected: expected, Key: strconv.Itoa(n)})
		},
		"new": func() {
			r := running(idOf(n%matches+matches), n)
			save(b, s, store.Change{Record: r, Caps: store.Caps{Member: 50, Channel: 200, MemberInChannel: 25}})
			if _, err := s.Forget(b.Context(), r.Match.Owner); err != nil {
				b.Fatal(err)
			}
			save(b, s, store.Change{Record: records[n%matches]})
		},
		"due": func() {
			if _, err := s.Due(b.Context(), time.Now(), store.Entry{}, 200); err != nil {
				b.Fatal(err)
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				do()
				n++
			}
		})
	}
}

func idOf(n int) match.ID { return match.ID(fmt.Sprintf("m%011d", n)) }

// Memory drops the review of a pasted game after a week, and the time at which a member deleted
// their data after a year. The review of a played game stays.
func TestMemoryForgetsWhatHasAnEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := store.NewMemory()
		pasted := store.Review{Game: store.ReviewedGame{Variant: game.Classic(3), Begins: game.X, Moves: []game.Square{0}}, Until: time.Now().Add(store.PastedLife)}
		played := store.Review{Game: store.ReviewedGame{Variant: game.Classic(3), Begins: game.X, Moves: []game.Square{1}}}
		for _, r := range []store.Review{pasted, played} {
			if err := s.SaveReview(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Forget(t.Context(), "1"); err != nil {
			t.Fatal(err)
		}
		for n, wait := range []time.Duration{time.Hour, store.PastedLife, store.RemainsLife} {
			time.Sleep(wait)
			save(t, s, store.Change{Record: running(match.ID(fmt.Sprint("m", n)), n)})
			at, err := s.Forgotten(t.Context(), "1")
			if err != nil || at.IsZero() != (n > 1) {
				t.Errorf("%d: forgotten at %v, %v", n, at, err)
			}
			if _, err := s.Review(t.Context(), pasted.Game.Key()); errors.Is(err, store.ErrNotFound) != (n > 0) {
				t.Errorf("%d: the pasted game: %v", n, err)
			}
			if _, err := s.Review(t.Context(), played.Game.Key()); err != nil {
				t.Errorf("%d: the game that was played: %v", n, err)
			}
		}
	})
}
