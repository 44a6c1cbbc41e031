package e2e

import (
	"slices"
	"testing"

	"noughts/bot/store"
)

// onStores runs a test over the gateway and over HTTP on each kind of database: on SQLite, in memory in a synctest
// bubble, and on PostgreSQL if NOUGHTS_POSTGRES names a server. The test's parameter `kept` is the store that the bot
// uses. PostgreSQL runs in real time, so the test must wait for messages and never for a span of time.
func onStores(t *testing.T, test func(t *testing.T, w *world, kept store.Store), settings ...setting) {
	t.Helper()
	t.Run("memory", func(t *testing.T) {
		t.Parallel()
		overBothOnStore(t, test, settings...)
	})
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
