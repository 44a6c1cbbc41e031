package bot

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
)

// asked returns what the bot serves at a path.
func asked(t *testing.T, b *Bot, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	b.opsHandler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

// wantReady fails the test unless the bot names exactly what is missing, and
// lives all the same.
func wantReady(t *testing.T, b *Bot, when string, missing ...string) {
	t.Helper()
	status, want := http.StatusOK, "ok\n"
	if len(missing) > 0 {
		status, want = http.StatusServiceUnavailable, strings.Join(missing, "\n")+"\n"
	}
	if got, body := asked(t, b, "/readyz"); got != status || body != want {
		t.Errorf("%s: /readyz is %d %q, want %d %q", when, got, body, status, want)
	}
	if got, _ := asked(t, b, "/livez"); got != http.StatusOK {
		t.Errorf("%s: /livez is %d", when, got)
	}
}

// unreachable is a Discord that a probe must not ask.
func unreachable(t *testing.T) roundTripper {
	return func(r *http.Request) (*http.Response, error) {
		t.Errorf("Discord was asked: %s %s", r.Method, r.URL.Path)
		return nil, errors.New("not for probes")
	}
}

// A slowDatabase is a store that answers as the test says.
type slowDatabase struct {
	store.Store
	ping func(context.Context) error
}

func (d slowDatabase) Ping(ctx context.Context) error { return d.ping(ctx) }

func TestReadyIsWhoHearsDiscord(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, err := New(Config{Token: "abc"}, Deps{Transport: unreachable(t)})
		if err != nil {
			t.Fatal(err)
		}
		wantReady(t, b, "before it starts", missingDiscord)
		s, other := newShard(&gateway{log: quiet}, 0, 2), newShard(&gateway{log: quiet}, 1, 2)
		b.fleet.Store(&fleet{crews: map[int]*crew{0: {shard: s}, 1: {shard: other}}})
		wantReady(t, b, "before the first connection", missingDiscord)
		s.link = &link{tap: &tap{heard: time.Now()}}
		wantReady(t, b, "while the session is not up", missingDiscord)
		s.setUp(s.link, true)
		wantReady(t, b, "while the session of one of two shards is up")
		time.Sleep(heardWithin - 1)
		wantReady(t, b, "just before the silence is too long")
		time.Sleep(time.Nanosecond)
		wantReady(t, b, "after a long silence", missingDiscord)
		b.drain()
		wantReady(t, b, "while it stops as well", missingDrained, missingDiscord)
	})
}

func TestReadyIsWhoServesOverHTTP(t *testing.T) {
	t.Parallel()
	b, err := New(Config{Token: "abc", PublicKey: make([]byte, 32), HTTPAddr: ":80"}, Deps{Transport: unreachable(t)})
	if err != nil {
		t.Fatal(err)
	}
	wantReady(t, b, "before it serves", missingStart)
	close(b.ready)
	wantReady(t, b, "while it serves")
	b.drain()
	wantReady(t, b, "while it stops", missingDrained)
}

func TestReadyIsWhoseDatabaseAnswersInTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ping  func(context.Context) error
		ready bool
	}{
		"at once":         {func(context.Context) error { return nil }, true},
		"in time":         {func(ctx context.Context) error { return sleep(ctx, pingLimit-time.Millisecond) }, true},
		"too late":        {func(ctx context.Context) error { return sleep(ctx, pingLimit+time.Millisecond) }, false},
		"with an error":   {func(context.Context) error { return errors.New("password hunter2") }, false},
		"deaf to the end": {func(context.Context) error { time.Sleep(time.Minute); return nil }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b, err := New(Config{Token: "abc", PublicKey: make([]byte, 32), HTTPAddr: ":80"},
					Deps{Transport: unreachable(t), Store: slowDatabase{store.NewMemory(), c.ping}})
				if err != nil {
					t.Fatal(err)
				}
				close(b.ready)
				begun := time.Now()
				if c.ready {
					wantReady(t, b, name)
				} else {
					wantReady(t, b, name, missingDatabase)
				}
				if took := time.Since(begun); took > pingLimit {
					t.Errorf("the probe took %v", took)
				}
				time.Sleep(time.Minute) // for the deaf one to end
			})
		})
	}
}
