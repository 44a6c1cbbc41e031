package bot

import (
	"bytes"
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

// A ledger is a store that counts what is written to it, and outlives the bots
// that close it.
type ledger struct {
	store.Store

	mu      sync.Mutex
	written int
}

func (l *ledger) Create(ctx context.Context, r store.Record, cause store.Cause) error {
	return l.note(l.Store.Create(ctx, r, cause))
}

func (l *ledger) Save(ctx context.Context, m match.Match, expected int, cause store.Cause) error {
	return l.note(l.Store.Save(ctx, m, expected, cause))
}

func (l *ledger) note(err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		l.written++
	}
	return err
}

func (l *ledger) writes() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.written
}

func (*ledger) Close() error { return nil }

// A branch is one of several bot processes on a store.
type branch struct {
	*Bot
	desk *desk
}

func newBranch(t *testing.T, seed byte, kept store.Store, fixtures []*fixture) branch {
	t.Helper()
	d := &desk{fixtures: fixtures, answers: map[string][]byte{}}
	b, err := New(Config{Token: "token"}, Deps{Transport: d, Store: kept, Rand: rand.NewChaCha8([32]byte{seed})})
	if err != nil {
		t.Fatal(err)
	}
	return branch{b, d}
}

// TestEachInteractionIsCarriedOutOnce tells the story to a bot. Each interaction is
// delivered again to another process on the same store, right after, and all of
// them once more to a third one, in the end: both times nothing changes, and what
// can be seen is right.
func TestEachInteractionIsCarriedOutOnce(t *testing.T) {
	t.Parallel()
	fixtures := record(t)
	for name, deliver := range map[string]func(*Bot, *desk, *fixture){"gateway": overGateway, "HTTP": overHTTP} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { tellTwice(t, fixtures, deliver) })
		})
	}
}

func tellTwice(t *testing.T, fixtures []*fixture, deliver func(*Bot, *desk, *fixture)) {
	t.Helper()
	kept := &ledger{Store: store.NewMemory()}
	first, second := newBranch(t, 1, kept, fixtures), newBranch(t, 2, kept, fixtures)
	start, changing := time.Now(), 0
	for _, f := range fixtures {
		time.Sleep(time.Until(start.Add(f.at)))
		before := kept.writes()
		deliver(first.Bot, first.desk, f)
		synctest.Wait()
		after := kept.writes()
		deliver(second.Bot, second.desk, f)
		synctest.Wait()
		if kept.writes() != after {
			t.Errorf("%s was carried out twice", f.payload)
		}
		if after > before {
			changing++
		}
		if once, again := first.desk.answers[f.token], second.desk.answers[f.token]; !bytes.Equal(once, again) {
			t.Errorf("%s was answered\n%s\nand then\n%s", f.payload, once, again)
		}
	}
	first.stop()
	second.stop()
	if changing < 15 {
		t.Errorf("%d interactions that change something are no test", changing)
	}
	retell(t, kept, fixtures, deliver)
}

// retell delivers everything again to a process that knows nothing.
func retell(t *testing.T, kept *ledger, fixtures []*fixture, deliver func(*Bot, *desk, *fixture)) {
	t.Helper()
	later := newBranch(t, 3, kept, fixtures)
	before := kept.writes()
	for _, f := range fixtures {
		deliver(later.Bot, later.desk, f)
		synctest.Wait()
		if kept.writes() != before {
			t.Fatalf("%s was carried out again after a restart", f.payload)
		}
		if len(later.desk.answers[f.token]) == 0 {
			t.Errorf("%s was not answered", f.payload)
		}
	}
	later.stop()
}
