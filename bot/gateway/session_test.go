package gateway

import (
	"context"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
)

// begun returns a new session, and the channel that gets a value whenever the session must be saved.
func begun(t *testing.T) (*session, chan struct{}) {
	t.Helper()
	moved := make(chan struct{}, 1)
	s := newSession([]byte(`{"session_id":"abc","resume_gateway_url":"wss://r.discord.gg"}`), moved)
	if s == nil {
		t.Fatal("READY began no session")
	}
	return s, moved
}

func taken(s *session, sequence int64) (done func()) {
	_, done = s.track(Dispatch{Seq: sequence})
	return done
}

func TestReadyWithoutAnIDBeginsNoSession(t *testing.T) {
	t.Parallel()
	for _, ready := range []string{"", "null", "{}", `{"session_id":7}`} {
		if s := newSession([]byte(ready), nil); s != nil {
			t.Errorf("%q began %q", ready, s.id)
		}
	}
}

// Dispatches are handled out of order. The test checks that the saved sequence number is always
// that of the last dispatch before the oldest pending one.
func TestTheNextProcessGetsWhatThisOneHasNotDealtWith(t *testing.T) {
	t.Parallel()
	s, moved := begun(t)
	first, second, third := taken(s, 1), taken(s, 2), taken(s, 3)
	wants := func(when string, sequence int64) {
		t.Helper()
		want := store.Session{ID: "abc", ResumeURL: "wss://r.discord.gg", Sequence: sequence, ClockLead: time.Second}
		if got := s.saved(time.Second); got != want {
			t.Errorf("%s: %+v, want %+v", when, got, want)
		}
	}
	wants("with all in work", 0)
	second()
	wants("with the second done", 0)
	if len(moved) > 0 {
		t.Error("there is something to save while the first is in work")
	}
	first()
	first()
	wants("with two done", 2)
	if len(moved) != 1 {
		t.Error("there is nothing to save after the first")
	}
	taken(s, 3)() // sent again by Discord
	wants("with the third delivered again", 2)
	third()
	wants("with all done", 3)
	if got := *s.resume(); got != (Resume{"abc", 3}) {
		t.Errorf("resumed with %+v", got)
	}
}

func TestAnEndWaitsForWhatIsInWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, _ := begun(t)
		s.drain(t.Context()) // no dispatch is pending
		done := taken(s, 1)
		time.AfterFunc(time.Second, done)
		start := time.Now()
		s.drain(t.Context())
		if took := time.Since(start); took != time.Second {
			t.Errorf("it waited %v", took)
		}
		taken(s, 2)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		s.drain(ctx)
		if took := time.Since(start); took != time.Second+time.Minute {
			t.Errorf("it waited %v for what does not end", took)
		}
	})
}

// A process that has restored a session reports which replayed interactions are too old to be
// handled. It no longer does so once the session is resumed.
func TestWhatWasMissedTooLongAgo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const epoch = 1420070400000 // start of the times in Discord's ids, in Unix milliseconds
		time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
		made := func(ago time.Duration) string {
			return strconv.FormatInt((time.Now().Add(-ago).UnixMilli()-epoch)<<22, 10)
		}
		lead := (epoch + 40) * time.Millisecond // the previous process's freshest interaction was 40 ms old
		missed := func(s *session, id string) bool {
			missed, _ := s.track(Dispatch{Type: interactionCreate, Data: []byte(`{"id":"` + id + `"}`)})
			return missed == id
		}
		s := restored(store.Session{ID: "abc", Sequence: 7, ClockLead: lead}, nil)
		for ago, want := range map[time.Duration]bool{0: false, 3 * time.Second: false, 4 * time.Second: true, time.Minute: true} {
			if got := missed(s, made(ago)); got != want {
				t.Errorf("%v ago: %v", ago, got)
			}
		}
		if missed(s, "no number") {
			t.Error("an id that says nothing is too old")
		}
		if missed, _ := s.track(Dispatch{Type: "RESUMED", Data: []byte(`{"id":"1"}`)}); missed != "" {
			t.Error("what is no interaction is too old")
		}
		if !s.resumed() || s.resumed() {
			t.Error("it was another process's once")
		}
		if missed(s, made(time.Minute)) {
			t.Error("after the replay the session judges still")
		}
		if missed(restored(store.Session{ID: "abc"}, nil), made(time.Minute)) {
			t.Error("it judges without knowing how Discord's clock runs")
		}
		if restored(store.Session{}, nil) != nil {
			t.Error("no session was restored")
		}
	})
}
