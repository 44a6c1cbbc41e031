package e2e

import (
	"log/slog"
	"testing"

	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
)

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
