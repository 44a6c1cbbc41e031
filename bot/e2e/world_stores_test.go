package e2e

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
	"noughts/game/match"
	"noughts/game/puzzle"
	"noughts/game/tournament"
)

// onStores runs a test over the gateway and over HTTP on each kind of database: on SQLite, in memory in a synctest
// bubble, and on PostgreSQL if NOUGHTS_POSTGRES names a server. The test's parameter `kept` is the store that the bot
// uses. PostgreSQL runs in real time, so the test must wait for messages and never for a span of time.
func onStores(t *testing.T, test func(t *testing.T, w *world, kept store.Store), settings ...setting) {
	t.Helper()
	t.Parallel()
	t.Run("memory", func(t *testing.T) { overBothOnStore(t, test, settings...) })
	if language() != "" {
		return // in the pseudo-locale the test in memory is enough, because stores hold no texts
	}
	for way, newWorldOf := range map[string]func(t *testing.T, s ...setting) *world{"gateway": newWorld, "HTTP": newWorldOverHTTP} {
		t.Run("PostgreSQL, "+way, func(t *testing.T) {
			t.Parallel()
			db := openDatabase(t, postgres(t))
			t.Cleanup(func() { _ = db.Close() })
			test(t, newWorldOf(t, append(slices.Clone(settings), storedIn(unclosed{db}))...), db)
		})
	}
}

// A hookedStore calls the function `around` in place of the methods below, with the name of the method and its most
// telling argument. The function `call` carries the call out.
type hookedStore struct {
	store.Store
	around func(ctx context.Context, method string, about any, call func() error) error
}

// onErrors returns a function for a hookedStore that fails calls with the errors of a function.
func onErrors(failure func(method string) error) func(context.Context, string, any, func() error) error {
	return func(_ context.Context, method string, _ any, call func() error) error {
		if err := failure(method); err != nil {
			return err
		}
		return call()
	}
}

func hooked[T any](
	ctx context.Context, s hookedStore, method string, about any, call func() (T, error),
) (result T, err error) {
	err = s.around(ctx, method, about, func() (err error) {
		result, err = call()
		return err
	})
	return result, err
}

func (s hookedStore) Ping(ctx context.Context) error {
	return s.around(ctx, "Ping", nil, func() error { return s.Store.Ping(ctx) })
}

func (s hookedStore) Save(ctx context.Context, c store.Change) (match.Record, error) {
	return hooked(ctx, s, "Save", c, func() (match.Record, error) { return s.Store.Save(ctx, c) })
}

func (s hookedStore) Load(ctx context.Context, id match.ID) (match.Record, error) {
	return hooked(ctx, s, "Load", id, func() (match.Record, error) { return s.Store.Load(ctx, id) })
}

func (s hookedStore) CarriedOut(ctx context.Context, key string) (match.ID, error) {
	return hooked(ctx, s, "CarriedOut", key, func() (match.ID, error) { return s.Store.CarriedOut(ctx, key) })
}

func (s hookedStore) SetMessage(ctx context.Context, id match.ID, from, to string) (string, error) {
	return hooked(ctx, s, "SetMessage", id, func() (string, error) { return s.Store.SetMessage(ctx, id, from, to) })
}

func (s hookedStore) SetMirror(ctx context.Context, id match.ID, message string) (string, error) {
	return hooked(ctx, s, "SetMirror", id, func() (string, error) { return s.Store.SetMirror(ctx, id, message) })
}

func (s hookedStore) SetPing(ctx context.Context, r match.Record, to match.Ping) error {
	return s.around(ctx, "SetPing", to, func() error { return s.Store.SetPing(ctx, r, to) })
}

func (s hookedStore) Vote(ctx context.Context, r match.Record, v match.Vote, key string) (match.Record, error) {
	return hooked(ctx, s, "Vote", v, func() (match.Record, error) { return s.Store.Vote(ctx, r, v, key) })
}

func (s hookedStore) Due(ctx context.Context, now time.Time, after match.Cursor, limit int) ([]match.Cursor, error) {
	return hooked(ctx, s, "Due", now, func() ([]match.Cursor, error) { return s.Store.Due(ctx, now, after, limit) })
}

func (s hookedStore) Waiting(ctx context.Context, now time.Time, after match.Cursor, limit int) ([]match.Cursor, error) {
	return hooked(ctx, s, "Waiting", now, func() ([]match.Cursor, error) { return s.Store.Waiting(ctx, now, after, limit) })
}

func (s hookedStore) SaveTournament(ctx context.Context, r tournament.Record, key string) (tournament.Record, error) {
	return hooked(ctx, s, "SaveTournament", key, func() (tournament.Record, error) {
		return s.Store.SaveTournament(ctx, r, key)
	})
}

func (s hookedStore) Tournament(ctx context.Context, id match.ID) (tournament.Record, error) {
	return hooked(ctx, s, "Tournament", id, func() (tournament.Record, error) { return s.Store.Tournament(ctx, id) })
}

func (s hookedStore) DueTournaments(
	ctx context.Context, now time.Time, after match.Cursor, limit int,
) ([]match.Cursor, error) {
	return hooked(ctx, s, "DueTournaments", now, func() ([]match.Cursor, error) {
		return s.Store.DueTournaments(ctx, now, after, limit)
	})
}

func (s hookedStore) DueDailies(ctx context.Context, now time.Time, after string, limit int) ([]string, error) {
	return hooked(ctx, s, "DueDailies", now, func() ([]string, error) {
		return s.Store.DueDailies(ctx, now, after, limit)
	})
}

func (s hookedStore) NoteDaily(ctx context.Context, guild string, day puzzle.Day) error {
	return s.around(ctx, "NoteDaily", guild, func() error { return s.Store.NoteDaily(ctx, guild, day) })
}

func (s hookedStore) RoleGuilds(ctx context.Context, after string, limit int) ([]string, error) {
	return hooked(ctx, s, "RoleGuilds", after, func() ([]string, error) { return s.Store.RoleGuilds(ctx, after, limit) })
}

func (s hookedStore) ChangeMember(ctx context.Context, id string, change func(*match.Member)) (before, after match.Member, err error) {
	after, err = hooked(ctx, s, "ChangeMember", id, func() (match.Member, error) {
		before, after, err = s.Store.ChangeMember(ctx, id, change)
		return after, err
	})
	return before, after, err
}

func (s hookedStore) ChangeServer(ctx context.Context, id string, change func(*match.Server)) (before, after match.Server, err error) {
	after, err = hooked(ctx, s, "ChangeServer", id, func() (match.Server, error) {
		before, after, err = s.Store.ChangeServer(ctx, id, change)
		return after, err
	})
	return before, after, err
}

func (s hookedStore) SaveSolving(ctx context.Context, c store.PuzzleChange) (store.PuzzleSaved, error) {
	return hooked(ctx, s, "SaveSolving", c, func() (store.PuzzleSaved, error) { return s.Store.SaveSolving(ctx, c) })
}

func (s hookedStore) Forget(ctx context.Context, member string) ([]match.ID, error) {
	return hooked(ctx, s, "Forget", member, func() ([]match.ID, error) { return s.Store.Forget(ctx, member) })
}

// A mortalStore is the store of a process that can be killed: then its calls fail.
type mortalStore struct {
	hookedStore
	of *process
}

// mortal returns the store of a process that is killed before or after a call for which the function `dies` is true.
func mortal(kept store.Store, dies func(before bool, method string, about any) bool) *mortalStore {
	m := &mortalStore{}
	isDead := func(before bool, method string, about any) bool {
		if !m.of.killed() && dies(before, method, about) {
			m.of.kill()
		}
		return m.of.killed()
	}
	m.hookedStore = hookedStore{kept, func(_ context.Context, method string, about any, call func() error) error {
		if isDead(true, method, about) {
			return errDead
		}
		if err := call(); !isDead(false, method, about) {
			return err
		}
		return errDead
	}}
	return m
}

// databases are the kinds of databases. Each function returns the URL of an empty database, or skips the
// test if there is no server for it.
var databases = map[string]func(testing.TB) string{"SQLite": sqlite, "PostgreSQL": postgres}

func sqlite(t testing.TB) string { return storetest.SQLite(t) }

func postgres(t testing.TB) string { return storetest.Postgres(t).Database(t) }

// openDatabase opens the database at `url`. The caller closes it.
func openDatabase(t testing.TB, url string) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), url, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return db
}
