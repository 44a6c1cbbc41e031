package bot

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/commands"
	"noughts/game"
	"noughts/game/match"
)

func TestTwentyChangesAtOnceAreAllMade(t *testing.T) {
	t.Parallel()
	r, memory := withMatch(t, aMatch("a"))
	// A second process on the same store, with a memory of its own.
	other := newRegistry(memory)
	var wg sync.WaitGroup
	for n := range 20 {
		in := []*registry{r, other}[n%2]
		wg.Go(func() {
			if _, err := in.Change(t.Context(), "a", bump); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	stored, err := memory.Load(t.Context(), "a")
	if want := aMatch("a").Version + 20; err != nil || stored.Match.Version != want {
		t.Errorf("version %d, %v, want %d", stored.Match.Version, err, want)
	}
}

func TestAChangeMadeElsewhereIsSeenByTheNextChange(t *testing.T) {
	t.Parallel()
	r, memory := withMatch(t, aMatch("a"))
	elsewhere, err := newRegistry(memory).Change(t.Context(), "a", func(m match.Match) (match.Match, error) {
		return m.Play("1", game.At(1, 1), time.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	got, err := r.Change(t.Context(), "a", func(m match.Match) (match.Match, error) {
		tried++
		return m.Play("2", game.At(0, 0), time.Now())
	})
	if err != nil || tried != 2 || got.Match.Version != elsewhere.Match.Version+1 {
		t.Errorf("tried %d times, version %d after %d, %v", tried, got.Match.Version, elsewhere.Match.Version, err)
	}
}

func TestARefusedChangeChangesNothing(t *testing.T) {
	t.Parallel()
	r, memory := withMatch(t, aMatch("a"))
	r.changed = func(match.ID) { t.Error("a change was announced") }
	refusal := errors.New("no")
	got, err := r.Change(t.Context(), "a", func(m match.Match) (match.Match, error) {
		m.Version++
		return m, refusal
	})
	if !errors.Is(err, refusal) || got.Match.Version != aMatch("a").Version {
		t.Errorf("%v at version %d", err, got.Match.Version)
	}
	if _, err := r.Change(t.Context(), "a", func(m match.Match) (match.Match, error) { return m, nil }); err != nil {
		t.Errorf("a change of nothing: %v", err)
	}
	if stored, _ := memory.Load(t.Context(), "a"); stored.Match.Version != aMatch("a").Version {
		t.Errorf("stored version %d", stored.Match.Version)
	}
}

// brokenStore fails its saves.
type brokenStore struct {
	store.Store
	err error
}

func (s *brokenStore) Save(context.Context, match.Match, int, store.Cause) error { return s.err }

func TestWhatIsNotStoredIsNotShown(t *testing.T) {
	t.Parallel()
	memory := store.NewMemory()
	broken := &brokenStore{memory, errors.New("disk full")}
	r := newRegistry(broken)
	r.changed = func(match.ID) {}
	if _, err := r.Create(t.Context(), aMatch("a"), commands.Place{Channel: "7"}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Change(t.Context(), "a", bump); err == nil {
		t.Fatal("the change was accepted")
	}
	if g, err := r.Find(t.Context(), "a"); err != nil || g.Match.Version != aMatch("a").Version {
		t.Errorf("version %d is shown, %v", g.Match.Version, err)
	}
	broken.err = store.ErrVersion
	if _, err := r.Change(t.Context(), "a", bump); !errors.Is(err, store.ErrVersion) {
		t.Errorf("a race lost for ever ended with %v", err)
	}
}

func TestUnknownMatches(t *testing.T) {
	t.Parallel()
	r := newRegistry(store.NewMemory())
	_, find := r.Find(t.Context(), "nobody")
	_, change := r.Change(t.Context(), "nobody", bump)
	for _, err := range []error{find, change, r.setMessage(t.Context(), "nobody", "1")} {
		if !errors.Is(err, commands.ErrNoMatch) {
			t.Errorf("got %v, want ErrNoMatch", err)
		}
	}
	if len(r.entries) != 0 {
		t.Errorf("%d unknown matches stay in memory", len(r.entries))
	}
}

func idsIn(t *testing.T, r *registry, channel string) []match.ID {
	t.Helper()
	games, err := r.InChannel(t.Context(), channel)
	if err != nil {
		t.Fatal(err)
	}
	var ids []match.ID
	for _, g := range games {
		ids = append(ids, g.Match.ID)
	}
	return ids
}

func TestInChannel(t *testing.T) {
	t.Parallel()
	for name, alone := range map[string]bool{"by the index": true, "by the store": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inChannel(t, alone)
		})
	}
}

func inChannel(t *testing.T, alone bool) {
	t.Helper()
	r, memory := withMatch(t, aMatch("a"))
	r.alone = alone
	older := aMatch("b")
	older.Created = older.Created.Add(-time.Hour)
	for _, c := range []struct {
		m       match.Match
		channel string
	}{{older, "7"}, {aMatch("c"), "8"}} {
		if _, err := r.Create(t.Context(), c.m, commands.Place{Channel: c.channel}); err != nil {
			t.Fatal(err)
		}
	}
	if got := idsIn(t, r, "7"); !slices.Equal(got, []match.ID{"b", "a"}) {
		t.Errorf("in 7: %v", got)
	}
	later := aMatch("d")
	later.Created = later.Created.Add(time.Hour)
	if _, err := r.Create(t.Context(), later, commands.Place{Channel: "7"}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Change(t.Context(), "a", func(m match.Match) (match.Match, error) { return m.Resign("1", time.Now()) }); err != nil {
		t.Fatal(err)
	}
	want := []match.ID{"b", "d"}
	if got := idsIn(t, r, "7"); !slices.Equal(got, want) {
		t.Errorf("after an end and a start in 7: %v", got)
	}
	// After a restart the store alone knows.
	if got := idsIn(t, newRegistry(memory), "7"); !slices.Equal(got, want) {
		t.Errorf("after a restart in 7: %v", got)
	}
}

func TestSweepLetsGoOfWhatIsIdle(t *testing.T) {
	t.Parallel()
	r, _ := withMatch(t, aMatch("a"))
	r.alone = true
	idsIn(t, r, "7")
	idsIn(t, r, "empty")
	r.sweep(time.Now().Add(-time.Minute))
	if len(r.entries) != 1 || len(r.channels) != 2 {
		t.Errorf("%d matches and %d channels after a sweep of the older", len(r.entries), len(r.channels))
	}
	r.sweep(time.Now().Add(time.Minute))
	if len(r.entries) != 0 || len(r.channels) != 0 {
		t.Errorf("%d matches and %d channels after a sweep of everything", len(r.entries), len(r.channels))
	}
	if got := idsIn(t, r, "7"); !slices.Equal(got, []match.ID{"a"}) {
		t.Errorf("after the sweep in 7: %v", got)
	}
}

func TestChangesAreAnnounced(t *testing.T) {
	t.Parallel()
	r, _ := withMatch(t, aMatch("a"))
	var announced []match.ID
	r.changed = func(id match.ID) { announced = append(announced, id) }
	if _, err := r.Change(t.Context(), "a", bump); err != nil {
		t.Fatal(err)
	}
	ctx, made := withChanges(t.Context())
	if _, err := r.Change(ctx, "a", bump); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(announced, []match.ID{"a"}) || !slices.Equal(made.list(), []match.ID{"a"}) {
		t.Errorf("announced %v, collected %v", announced, made.list())
	}
}
