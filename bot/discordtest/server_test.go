package discordtest_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/rest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/internal/world"
)

func TestSnowflakes(t *testing.T) {
	t.Parallel()
	s := discordtest.NewServer()
	before := time.Now().UnixMilli()
	last := uint64(0)
	for i := range 10_000 {
		id, err := strconv.ParseUint(s.World().Snowflake(), 10, 64)
		if err != nil || id <= last {
			t.Fatalf("id %d: %d after %d, %v", i, id, last, err)
		}
		last = id
	}
	if ms := int64(last>>22) + world.Epoch; ms < before || ms > time.Now().UnixMilli()+1 {
		t.Errorf("the last id is of %d, now it is %d", ms, time.Now().UnixMilli())
	}
}

func TestGuildsSpreadOverShards(t *testing.T) {
	t.Parallel()
	s := discordtest.NewServer()
	shards := map[uint64]bool{}
	for i := range 4 {
		id, err := strconv.ParseUint(s.NewGuild(fmt.Sprint(i)).ID, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		shards[id>>22%4] = true
	}
	if len(shards) != 4 {
		t.Errorf("four guilds on shards %v of 4", shards)
	}
}

func TestSameCallsSameIDs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ids := func() string {
			s := discordtest.NewServer()
			g := s.NewGuild("Guild")
			return g.ID + g.NewChannel("c").ID + s.NewUser("u").ID + s.NewApplication("a").ID
		}
		if a, b := ids(), ids(); a != b {
			t.Errorf("%s, then %s", a, b)
		}
	})
}

func TestBuckets(t *testing.T) {
	t.Parallel()
	now := time.Now()
	l := rest.NewLimiter()
	for i, c := range []struct {
		at        time.Duration
		remaining int
		wait      time.Duration
	}{
		{0, 1, time.Second}, {400 * time.Millisecond, 0, 600 * time.Millisecond}, {900 * time.Millisecond, -1, 100 * time.Millisecond},
		{time.Second, 1, time.Second},
	} {
		if remaining, wait := l.TakeFrom(l.Routes, "x", now.Add(c.at), 2, time.Second); remaining != c.remaining || wait != c.wait {
			t.Errorf("request %d: %d remain for %v", i, remaining, wait)
		}
	}
	for i := range 3 * rest.SweepBuckets {
		l.TakeFrom(l.Routes, strconv.Itoa(i), now.Add(time.Duration(i)*time.Second), 2, time.Second)
	}
	if len(l.Routes.Of) > rest.SweepBuckets {
		t.Errorf("%d buckets kept", len(l.Routes.Of))
	}
}

func TestRefusalsAreLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := discordtest.NewServer(discordtest.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	r := httptest.NewRequest(http.MethodPost, "/api/v10/webhooks/1/secret", strings.NewReader("{}"))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", testbot.Agent)
	w := httptest.NewRecorder()
	s.API().RestHandler().ServeHTTP(w, r)
	if text := log.String(); w.Code != 404 || !strings.Contains(text, "Unknown Webhook") || strings.Contains(text, "secret") {
		t.Errorf("%d, log %q", w.Code, text)
	}
}
