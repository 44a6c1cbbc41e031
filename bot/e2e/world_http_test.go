package e2e

import (
	"net"
	"slices"
	"testing"

	"noughts/bot/store"
	"noughts/bot/store/storetest"
)

// A way runs a test over one of the transports.
type way = func(t *testing.T, test func(t *testing.T, w *world), settings ...setting)

// ways returns the transports, for tests that call t.Parallel themselves. Texts do not depend on them, so runs in the
// pseudo-locale use HTTP only.
func ways() map[string]way {
	all := map[string]way{"gateway": bubble, "HTTP": bubbleOverHTTP}
	if language() != "" {
		delete(all, "gateway")
	}
	return all
}

// each runs a test for each case. The tests of all cases are parallel if they begin with a function such as inBubble.
func each[C any](t *testing.T, cases map[string]C, test func(t *testing.T, c C)) {
	t.Helper()
	t.Parallel()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) { test(t, c) })
	}
}

// The functions overBoth, overBothOnStore, onStores, acrossRestarts, inBubble and others that run a test make it
// parallel.

// overBoth runs a test in a synctest bubble, once for each transport that `ways` returns.
func overBoth(t *testing.T, test func(t *testing.T, w *world), settings ...setting) {
	t.Helper()
	each(t, ways(), func(t *testing.T, in way) {
		t.Parallel()
		in(t, test, settings...)
	})
}

// overBothOnStore is like overBoth, but the test gets the store, which outlives the bot.
func overBothOnStore(t *testing.T, test func(t *testing.T, w *world, kept store.Store), settings ...setting) {
	t.Helper()
	each(t, ways(), func(t *testing.T, in way) {
		t.Parallel()
		kept := unclosed{storetest.Memory(t)}
		in(t, func(t *testing.T, w *world) { test(t, w, kept) }, append(slices.Clone(settings), storedIn(kept))...)
	})
}

// inBubbleOverHTTP is like inBubble, but the bot gets its interactions over HTTP and has no gateway connection.
func inBubbleOverHTTP(t *testing.T, test func(t *testing.T, w *world), settings ...setting) {
	t.Helper()
	t.Parallel()
	bubbleOverHTTP(t, test, settings...)
}

func bubbleOverHTTP(t *testing.T, test func(t *testing.T, w *world), settings ...setting) {
	t.Helper()
	bubbleAlone(t, func(t *testing.T, w *world) {
		w.startOverHTTP(w.discord.Listen("noughts.test"), "http://noughts.test", settings...)
		test(t, w)
	})
}

// newWorlds runs a test on the loopback network, once for each transport that `ways` returns.
func newWorlds(t *testing.T, test func(t *testing.T, w *world), settings ...setting) {
	t.Helper()
	t.Parallel()
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
	l := listen(t)
	w.startOverHTTP(l, "http://"+l.Addr().String(), settings...)
	return w
}

// listen returns a listener on the loopback network.
func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// startOverHTTP starts the world's bot on a listener, as launchOverHTTP does.
func (w *world) startOverHTTP(l net.Listener, base string, settings ...setting) {
	w.t.Helper()
	w.process = w.launchOverHTTP(l, base, settings...)
}
