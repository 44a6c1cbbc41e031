package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store/storetest"
	"noughts/render/tiles"
)

// A press arrives right after the bot has started, before it may know its tiles.
func TestARestartChangesNoBoardToUnicode(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(w *world, settings []setting) (start func()){
		"gateway": func(w *world, settings []setting) func() {
			return func() {
				w.start(settings...)
				w.awaitReady()
			}
		},
		"HTTP": func(w *world, settings []setting) func() {
			l := w.discord.Listen("noughts.test")
			return func() { w.startOverHTTP(l, "http://noughts.test", settings...) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubbleAlone(t, func(t *testing.T, w *world) {
				w.haveTiles(w.app.User, tiles.Version, tiles.All())
				settings := []setting{inherited(sharedStore{storetest.Memory(t)}, newSessions()), installing}
				prepare(w, settings)()
				g := w.begins()
				g.goesOn()
				settles(time.Second)
				w.halt()
				w.discord.SetLatency(300 * time.Millisecond)
				start, pressed := prepare(w, settings), make(chan error, 1)
				go func() { pressed <- newestSquare(t, g.turn[1], "d4") }()
				start()
				if err := <-pressed; err != nil {
					t.Errorf("a press while no process ran: %v", err)
				}
				g.isDrawnWith(tiles.Version)
			})
		})
	}
}

func TestTheNextProcessGoesOnInstalling(t *testing.T) {
	each(t, ends, func(t *testing.T, end func(*process)) {
		inBubbleAlone(t, func(t *testing.T, w *world) {
			shared := []setting{inherited(sharedStore{storetest.Memory(t)}, newSessions()), leasing(storetest.NewMemoryLeases()), installing}
			w.discord.SetLatency(100 * time.Millisecond)
			first := w.launch("first", shared...)
			first.awaitReady()
			settles(3 * time.Second)
			end(first)
			before := w.tilesOf(tiles.Version)
			w.launch("second", shared...).awaitReady()
			w.discord.SetLatency(0)
			settles(2 * time.Minute)
			if n := w.tilesOf(tiles.Version); before == 0 || before > anHour || n != anHour {
				t.Errorf("%d tiles are there, %d of the first process", n, before)
			}
			// The second process used up Discord's hourly limit for new emoji. The third respects the limit: it sends no
			// request until the hour is over.
			first.halt()
			w.launch("third", shared...).awaitReady()
			settles(50 * time.Minute)
			if n, c := w.tilesOf(tiles.Version), w.created(); n != anHour || c != fmt.Sprintf("201:%d, 429:1", anHour) {
				t.Errorf("an hour later %d tiles are there; created %s", n, c)
			}
			settles(hours() - time.Hour)
			if n := w.tilesOf(tiles.Version); n != len(tiles.All()) {
				t.Errorf("%d tiles are there in the end", n)
			}
		}, discordtest.WithEmojiLimit(anHour))
	})
}

func TestOneProcessInstallsAtATime(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		shared := []setting{inherited(sharedStore{storetest.Memory(t)}, newSessions()), leasing(storetest.NewMemoryLeases()), installing}
		w.discord.SetLatency(100 * time.Millisecond)
		processes := []*process{w.launch("first", shared...), w.launch("second", shared...), w.launch("third", shared...)}
		settles(hours())
		if c := w.created(); c != fmt.Sprintf("201:%d, 429:%d", len(tiles.All()), pauses) {
			t.Errorf("created %s", c)
		}
		for _, p := range processes {
			if strings.Count(p.logs.String(), "all tiles installed") != 1 {
				t.Errorf("%s does not know that all tiles are there", p.name)
			}
		}
	}, discordtest.WithEmojiLimit(anHour))
}
