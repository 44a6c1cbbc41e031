package discordtest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
)

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
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		bot := NewBot(t, s, "bot")
		status, _ := bot.Do("POST", "/webhooks/1/secret", "{}")
		bot.HTTP.CloseIdleConnections()
		s.Close()
		if text := log.String(); status != 404 || !strings.Contains(text, "Unknown Webhook") || strings.Contains(text, "secret") {
			t.Errorf("%d, log %q", status, text)
		}
	}, discordtest.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
}

func getJSON(t *testing.T, s *discordtest.Server, path, token string, v any) int {
	t.Helper()
	network := &http.Transport{DialContext: s.DialContext}
	defer network.CloseIdleConnections()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+token)
	r.Header.Set("User-Agent", Agent)
	resp, err := (&http.Client{Transport: network}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if err := json.NewDecoder(resp.Body).Decode(v); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode
}

func TestGatewayInfo(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		var info gateway.Info
		if status := getJSON(t, s, "/api/v10/gateway", "", &info); status != 200 || info.URL != "ws://discord.test/gateway" {
			t.Errorf("status %d, %+v", status, info)
		}
		Login(t, s, a.Token)
		time.Sleep(time.Hour)
		getJSON(t, s, "/api/v9/gateway/bot", a.Token, &info)
		want := gateway.SessionStartLimit{Total: 1000, Remaining: 999, ResetAfter: 23 * 3600 * 1000, MaxConcurrency: 2}
		if info.Shards != 3 || info.Limit == nil || *info.Limit != want {
			t.Errorf("shards %d, limit %+v", info.Shards, info.Limit)
		}
		var refusal struct{ Message string }
		if status := getJSON(t, s, "/api/v9/gateway/bot", "wrong", &refusal); status != 401 || refusal.Message == "" {
			t.Errorf("with a wrong token: status %d, %+v", status, refusal)
		}
	}, discordtest.WithShards(3), discordtest.WithMaxConcurrency(2))
}

func TestStartOnNetwork(t *testing.T) {
	t.Parallel()
	s := discordtest.NewServer()
	if s.URL() != "" {
		t.Errorf("URL before the start is %q", s.URL())
	}
	if _, err := s.DialContext(t.Context(), "tcp", "anywhere:1"); err == nil {
		t.Error("connected before the start")
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); !errors.Is(err, discordtest.ErrServing) {
		t.Errorf("second start: %v", err)
	}
	c := Greeted(t, s)
	s.Close()
	c.WantCut()
	if err := s.Start(); !errors.Is(err, discordtest.ErrServing) {
		t.Errorf("start after Close: %v", err)
	}
}
