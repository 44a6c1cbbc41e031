package e2e

import (
	"encoding/hex"
	"net"
	"slices"
	"testing"
	"testing/synctest"

	"noughts/bot"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
)

// ways returns the transports (gateway and HTTP), each with the function that runs a test over it.
// Texts do not depend on the transport, so runs in the pseudo-locale use HTTP only.
func ways() map[string]func(*testing.T, func(*testing.T, *world), ...setting) {
	if language() != "" {
		return map[string]func(*testing.T, func(*testing.T, *world), ...setting){"HTTP": inBubbleOverHTTP}
	}
	return map[string]func(*testing.T, func(*testing.T, *world), ...setting){"gateway": inBubble, "HTTP": inBubbleOverHTTP}
}

// overBoth runs a test in a synctest bubble, once for each transport that `ways` returns: interactions
// reach the bot over the gateway or over HTTP.
func overBoth(t *testing.T, test func(t *testing.T, w *world), settings ...setting) {
	t.Helper()
	for name, in := range ways() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in(t, test, settings...)
		})
	}
}

// overBothOnStore is like overBoth, but the test gets the store, which outlives the bot.
func overBothOnStore(t *testing.T, test func(t *testing.T, w *world, kept store.Store), settings ...setting) {
	t.Helper()
	for name, in := range ways() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := unclosed{storetest.Memory(t)}
			in(t, func(t *testing.T, w *world) { test(t, w, kept) }, append(slices.Clone(settings), storedIn(kept))...)
		})
	}
}

// inBubbleOverHTTP is like inBubble, but the bot gets its interactions over HTTP and has no gateway connection.
func inBubbleOverHTTP(t *testing.T, test func(t *testing.T, w *world), settings ...setting) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := inhabited(t, inMemory)
		w.startOverHTTP(w.discord.Listen("noughts.test"), "http://noughts.test", settings...)
		test(t, w)
		synctest.Wait()
	})
}

// newWorlds runs a test on the loopback network, once for each transport that `ways` returns.
func newWorlds(t *testing.T, test func(t *testing.T, w *world), settings ...setting) {
	t.Helper()
	made := map[string]func(*testing.T, ...setting) *world{"gateway": newWorld, "HTTP": newWorldOverHTTP}
	for name := range ways() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, made[name](t, settings...))
		})
	}
}

// newWorldOverHTTP is like newWorld, but the bot gets its interactions over HTTP and has no gateway connection.
func newWorldOverHTTP(t *testing.T, settings ...setting) *world {
	t.Helper()
	w := inhabited(t, onNetwork)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.startOverHTTP(l, "http://"+l.Addr().String(), settings...)
	return w
}

// startOverHTTP starts the bot on a listener. When the bot is ready, it makes base + "/interactions" the
// application's endpoint for interactions.
func (w *world) startOverHTTP(l net.Listener, base string, settings ...setting) {
	w.t.Helper()
	key, err := hex.DecodeString(w.app.PublicKey)
	if err != nil {
		w.t.Fatal(err)
	}
	w.start(append(settings, func(cfg *bot.Config, deps *bot.Deps) {
		cfg.PublicKey, deps.HTTPListener = key, l
	})...)
	w.awaitReady()
	if err := w.app.SetInteractionsURL(base + "/interactions"); err != nil {
		w.t.Fatal(err)
	}
}
