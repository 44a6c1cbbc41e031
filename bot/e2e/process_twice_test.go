package e2e

import (
	"encoding/hex"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
)

// TestTwoProcessesThatShareNothing runs two bots with one token and two databases. Each says in its log what is wrong,
// once a minute.
func TestTwoProcessesThatShareNothing(t *testing.T) {
	t.Parallel()
	const warning = "another process with this bot's token"
	t.Run("gateway", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			w := inhabited(t, inMemory)
			both := []*process{w.launch("one"), w.launch("two")}
			for _, p := range both {
				p.awaitReady()
			}
			for range 5 {
				w.player("alice").Uses("/help")
			}
			settles(time.Second)
			logs := both[0].logs.String() + both[1].logs.String()
			if n := strings.Count(logs, warning); n == 0 || n > 2 {
				t.Errorf("%d warnings in a minute", n)
			}
		})
	})
	t.Run("HTTP", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			w := inhabited(t, inMemory)
			key, err := hex.DecodeString(w.app.PublicKey)
			if err != nil {
				t.Fatal(err)
			}
			var both []*process
			turn := func(host string) {
				if err := w.app.SetInteractionsURL("http://" + host + "/interactions"); err != nil {
					t.Fatal(err)
				}
			}
			for _, host := range []string{"one.test", "two.test"} {
				p := w.launch(host, func(cfg *bot.Config, deps *bot.Deps) { cfg.PublicKey, deps.HTTPListener = key, w.discord.Listen(host) })
				p.awaitReady()
				both = append(both, p)
			}
			turn("one.test")
			board := w.player("alice").Uses("/classic")
			turn("two.test")
			for range 3 {
				w.privately(w.player("alice").PressesOn(board.ID, "Hint"), "This game is gone")
				settles(time.Second)
			}
			if one, two := strings.Count(both[0].logs.String(), warning), strings.Count(both[1].logs.String(), warning); one != 0 || two != 1 {
				t.Errorf("%d and %d warnings in a minute", one, two)
			}
		})
	})
}
