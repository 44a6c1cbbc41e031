package discordtest_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

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

func TestRefusalsAreLogged(t *testing.T) {
	var log bytes.Buffer
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		r, err := http.NewRequest(http.MethodPost, "https://discord.com/api/v10/webhooks/1/secret", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("User-Agent", testbot.Agent)
		client := s.HTTPClient()
		status, _ := testbot.Do(t, client, r)
		client.CloseIdleConnections()
		s.Close()
		if text := log.String(); status != 404 || !strings.Contains(text, "Unknown Webhook") || strings.Contains(text, "secret") {
			t.Errorf("%d, log %q", status, text)
		}
	}, discordtest.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
}
