package database_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	testStore(t, func(t *testing.T) store.Store { return open(t, "memory:") })
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	testStore(t, func(t *testing.T) store.Store { return open(t, storetest.SQLite(t)) })
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	server := storetest.Postgres(t)
	testStore(t, func(t *testing.T) store.Store { return open(t, server.Database(t)) })
}

func openFile(t testing.TB, path string) *database.DB {
	t.Helper()
	return open(t, "sqlite:"+path)
}

// open opens a database, which the end of the test closes.
func open(t testing.TB, url string) *database.DB {
	t.Helper()
	db, err := database.Open(context.Background(), url, slog.New(slog.DiscardHandler))
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func save(ctx context.Context, db *database.DB, r match.Record, expected int, key string) error {
	_, err := db.Save(ctx, store.Change{Record: r, Expected: expected, IdempotencyKey: key})
	return err
}

func saveMatch(ctx context.Context, db *database.DB, m match.Match, expected int, key string) error {
	return save(ctx, db, match.Record{Match: m, Place: match.Place{Channel: "1"}}, expected, key)
}

type recorded struct {
	mu   sync.Mutex
	text strings.Builder
}

func (r *recorded) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

func (r *recorded) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}
