package bot

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
)

// begun returns a new session and the channel that says when it has moved.
func begun(t *testing.T) (*session, chan struct{}) {
	t.Helper()
	moved := make(chan struct{}, 1)
	s := newSession(json.RawMessage(`{"session_id":"abc","resume_gateway_url":"wss://r.discord.gg"}`), moved)
	if s == nil {
		t.Fatal("READY began no session")
	}
	return s, moved
}

func TestReadyWithoutAnIDBeginsNoSession(t *testing.T) {
	t.Parallel()
	for _, ready := range []string{"", "null", "{}", `{"session_id":7}`} {
		if s := newSession(json.RawMessage(ready), nil); s != nil {
			t.Errorf("%q began %q", ready, s.id)
		}
	}
}

// TestTheNextProcessGetsWhatThisOneHasNotDealtWith finishes dispatches out of
// order.
func TestTheNextProcessGetsWhatThisOneHasNotDealtWith(t *testing.T) {
	t.Parallel()
	s, moved := begun(t)
	first, second, third := s.take(1), s.take(2), s.take(3)
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
	s.take(3)() // delivered again
	wants("with the third delivered again", 2)
	third()
	wants("with all done", 3)
	if got := string(s.resumption("token")); got != `{"d":{"seq":3,"session_id":"abc","token":"token"},"op":6}` {
		t.Errorf("resumed with %s", got)
	}
}

// TestTheSavedSequenceIsAlwaysTheOldestInWork compares with a plain list.
func TestTheSavedSequenceIsAlwaysTheOldestInWork(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	s, _ := begun(t)
	open := map[int64]func(){}
	var newest int64
	for range 10_000 {
		if rng.IntN(2) == 0 {
			newest += 1 + rng.Int64N(3)
			open[newest] = s.take(newest)
		} else {
			for sequence, done := range open {
				done()
				delete(open, sequence)
				break
			}
		}
		want := newest
		for sequence := range open {
			want = min(want, sequence-1)
		}
		if got := s.saved(0).Sequence; got != want {
			t.Fatalf("%d, want %d with %d in work", got, want, len(open))
		}
	}
}

func TestAnEndWaitsForWhatIsInWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, _ := begun(t)
		s.settle(t.Context()) // nothing is
		done := s.take(1)
		time.AfterFunc(time.Second, done)
		start := time.Now()
		s.settle(t.Context())
		if took := time.Since(start); took != time.Second {
			t.Errorf("it waited %v", took)
		}
		s.take(2)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		s.settle(ctx)
		if took := time.Since(start); took != time.Second+time.Minute {
			t.Errorf("it waited %v for what does not end", took)
		}
	})
}

// TestWhatWasMissedTooLongAgo asks a process that has taken over a session.
func TestWhatWasMissedTooLongAgo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const epoch = 1420070400000 // of Discord's ids, which began in 2015
		time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
		made := func(ago time.Duration) string {
			return strconv.FormatInt((time.Now().Add(-ago).UnixMilli()-epoch)<<22, 10)
		}
		fresh := newFreshness()
		if fresh.lead() != 0 {
			t.Errorf("it knows %v before it has seen anything", fresh.lead())
		}
		fresh.age(made(40*time.Millisecond), time.Now())
		time.Sleep(time.Minute)
		s := inherit(store.Session{ID: "abc", Sequence: 7, ClockLead: fresh.lead()}, nil)
		for ago, want := range map[time.Duration]bool{0: false, 3 * time.Second: false, 4 * time.Second: true, time.Minute: true} {
			if got := s.missed(made(ago), time.Now()); got != want {
				t.Errorf("%v ago: %v", ago, got)
			}
		}
		if s.missed("no number", time.Now()) {
			t.Error("an id that says nothing is too old")
		}
		if !s.resumed() || s.resumed() {
			t.Error("it was another process's once")
		}
		if s.missed(made(time.Minute), time.Now()) {
			t.Error("after the replay the session judges still")
		}
		if inherit(store.Session{ID: "abc"}, nil).missed(made(time.Minute), time.Now()) {
			t.Error("it judges without knowing how Discord's clock runs")
		}
		if inherit(store.Session{}, nil) != nil {
			t.Error("no session was inherited")
		}
	})
}

func TestNoSecretIsSaved(t *testing.T) {
	t.Parallel()
	s, _ := begun(t)
	_ = s.resumption("very.secret.token")
	saved, err := json.Marshal(s.saved(0))
	if err != nil || strings.Contains(string(saved), "secret") {
		t.Errorf("%s, %v", saved, err)
	}
}

func TestWhereSessionsAreResumed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ usual, recommended, want string }{
		{"wss://gateway.discord.gg", "wss://gateway-us-east1-b.discord.gg", "wss://gateway-us-east1-b.discord.gg"},
		{"wss://gateway.discord.gg", "", "wss://gateway.discord.gg"},
		{"wss://gateway.discord.gg", "ws://gateway.discord.gg", "wss://gateway.discord.gg"},
		{"wss://gateway.discord.gg", "wss://discord.gg.example.com", "wss://gateway.discord.gg"},
		{"wss://gateway.discord.gg", "wss://evildiscord.gg", "wss://gateway.discord.gg"},
		{"wss://gateway.discord.gg", "://", "wss://gateway.discord.gg"},
		{"ws://127.0.0.1:80/gateway", "ws://127.0.0.1:80/gateway/resume", "ws://127.0.0.1:80/gateway/resume"},
		{"ws://127.0.0.1:80/gateway", "ws://10.0.0.1:80/gateway", "ws://127.0.0.1:80/gateway"},
		{"ws://proxy:7777", "wss://gateway.discord.gg", "ws://proxy:7777"},
		{"ws://[::1]:80/", "ws://[::1]:80/resume", "ws://[::1]:80/resume"},
	} {
		if got := (&gateway{url: c.usual}).resumeURL(c.recommended); got != c.want {
			t.Errorf("%s with %q: %s, want %s", c.usual, c.recommended, got, c.want)
		}
	}
}

func TestTheFleetsOrder(t *testing.T) {
	t.Parallel()
	f := newFleet(&gateway{log: quiet, lapsed: func() bool { return false }})
	for _, id := range rand.New(rand.NewPCG(5, 6)).Perm(20) {
		f.crews[id] = &crew{shard: newShard(f.gateway, id, 20)}
	}
	var ids []int
	for _, s := range f.running() {
		ids = append(ids, s.id)
	}
	if len(ids) != 20 || !slices.IsSorted(ids) {
		t.Errorf("the shards are %v", ids)
	}
}
