package bot_test

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store/database"
	"noughts/bot/store/storetest/postgrestest"
	"noughts/render/tiles"
)

func TestProcessesOnPostgreSQLInstallEachTileOnce(t *testing.T) {
	t.Parallel()
	const missing = 60 // of the set, at first
	url := postgrestest.Named(t).Database(t)
	created := make(chan struct{}, missing)
	w := inhabited(t, (*discordtest.Server).Start, discordtest.WithObserver(func(e discordtest.Exchange) {
		if e.Method+" "+e.Route == discordtest.RouteCreateEmoji && e.Status == 201 {
			created <- struct{}{}
		}
	}))
	onDatabase := func(_ *bot.Config, deps *bot.Deps) {
		db, err := database.Open(t.Context(), url, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		deps.Store, deps.Sessions, deps.Leases = db, db, db.Leases()
	}
	w.haveTiles(w.app.User, tiles.Version, tiles.All()[missing:])
	first, second := w.launch("first", installing, onDatabase), w.launch("second", installing, onDatabase)
	first.awaitReady()
	second.awaitReady()
	late := time.After(2 * time.Minute)
	for n := range missing {
		select {
		case <-created:
		case <-late:
			t.Fatalf("%d tiles were created", n)
		}
	}
	if n, c := w.tilesOf(tiles.Version), w.created(); n != len(tiles.All()) || c != fmt.Sprint("201:", missing) {
		t.Errorf("%d tiles are there; created %s", n, c)
	}
}
