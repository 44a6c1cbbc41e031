package storetest

import (
	"context"
	"testing"

	"noughts/bot/store/database"
)

// Memory opens a store in memory, which the end of the test closes. A test in a bubble of testing/synctest calls it in
// the bubble.
func Memory(t testing.TB) *database.DB {
	t.Helper()
	db, err := database.Open(context.Background(), "memory:", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}
