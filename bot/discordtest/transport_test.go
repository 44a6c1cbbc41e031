package discordtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/network"
	"noughts/bot/discordtest/internal/testbot"
)

// getJSON requests a path from the server with a bot's token, decodes the JSON answer into v, and returns the status.
func getJSON(t *testing.T, s *discordtest.Server, path, token string, v any) int {
	t.Helper()
	network := &http.Transport{DialContext: s.DialContext}
	defer network.CloseIdleConnections()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+token)
	r.Header.Set("User-Agent", testbot.Agent)
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
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		var info gateway.Info
		if status := getJSON(t, s, "/api/v10/gateway", "", &info); status != 200 || info.URL != "ws://discord.test/gateway" {
			t.Errorf("status %d, %+v", status, info)
		}
		testbot.Login(t, s, a.Token)
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
	c := testbot.Greeted(t, s)
	s.Close()
	c.WantCut()
	if err := s.Start(); !errors.Is(err, discordtest.ErrServing) {
		t.Errorf("start after Close: %v", err)
	}
}

func TestServeOwnListener(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", ":0") // listens on all interfaces; clients use the loopback address
	if err != nil {
		t.Fatal(err)
	}
	s := discordtest.NewServer()
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	resp, err := http.Get("http://" + discordtest.Reachable(l.Addr()) + "/api/v10/gateway") // waits until Serve accepts it
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	var info gateway.Info
	if status := getJSON(t, s, "/api/v10/gateway", "", &info); status != 200 || info.URL != testbot.Gateway(s) {
		t.Errorf("status %d, %+v", status, info)
	}
	s.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
	if err := s.Serve(l); !errors.Is(err, discordtest.ErrServing) {
		t.Errorf("second time: %v", err)
	}
}

func TestServeReportsBrokenListener(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	if err := discordtest.NewServer().Serve(l); !errors.Is(err, net.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestReachable(t *testing.T) {
	t.Parallel()
	tests := map[string]*net.TCPAddr{
		"127.0.0.1:80":   {IP: net.IPv4zero, Port: 80},
		"[::1]:80":       {IP: net.IPv6unspecified, Port: 80},
		"192.168.1.2:80": {IP: net.IPv4(192, 168, 1, 2), Port: 80},
	}
	for want, addr := range tests {
		if got := discordtest.Reachable(addr); got != want {
			t.Errorf("reachable(%v) = %s, want %s", addr, got, want)
		}
	}
}

func TestDialInMemoryGivesUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		l := network.Listen()
		if _, err := l.Dial(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("nobody accepts: %v", err)
		}
		_ = l.Close()
		if _, err := l.Dial(t.Context()); !errors.Is(err, net.ErrClosed) {
			t.Errorf("closed: %v", err)
		}
	})
}
