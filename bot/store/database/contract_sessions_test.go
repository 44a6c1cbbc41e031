package database_test

import (
	"testing"
	"time"

	"noughts/bot/gateway"
	"noughts/bot/store"
)

func testSessions(t *testing.T, sessions gateway.Sessions) {
	t.Helper()
	first := store.Session{ID: "abc", ResumeURL: "wss://gateway.test/", Sequence: 1 << 40, ClockLead: 1420070400123 * time.Millisecond}
	second := store.Session{ID: "def", Sequence: 3, ClockLead: -5 * time.Millisecond}
	wants := func(shard, total int, want store.Session) {
		t.Helper()
		got, err := sessions.LoadSession(t.Context(), shard, total)
		if err != nil || got != want {
			t.Errorf("shard %d of %d: %+v, %v, want %+v", shard, total, got, err, want)
		}
	}
	saves := func(shard, total int, s store.Session) {
		t.Helper()
		must(t, sessions.SaveSession(t.Context(), shard, total, s))
	}
	wants(0, 1, store.Session{})
	saves(0, 1, first)
	saves(1, 2, second)
	wants(0, 1, first)
	wants(1, 2, second)
	wants(0, 2, store.Session{})
	wants(1, 1, store.Session{})
	saves(0, 1, second)
	wants(0, 1, second)
}
