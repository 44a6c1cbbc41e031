package main

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// TestGamesOutliveTheBot restarts the bot several times during a game and checks that the game goes on.
func TestGamesOutliveTheBot(t *testing.T) {
	t.Parallel()
	s := visitor{t, start(t), "?as=alice&channel=general&panel=wire"}
	s.isOffered(offered)
	s.uses("/classic size:5 first:me")
	s.sees(answered)
	s.presses()
	for _, started := range []string{"2", "3", "4"} {
		s.does("switch", url.Values{"name": {"restart"}})
		s.sees(`connected · sessions ` + started + `,`)
		s.presses()
	}
}

// TestFaults injects every fault that has a button, and then a random fault. After each one the bot must reconnect.
func TestFaults(t *testing.T) {
	t.Parallel()
	s := visitor{t, readLine(t, run(t, "-log", "error")), "?as=alice&channel=general&panel=wire"}
	s.isOffered(offered)
	for _, f := range faults {
		s.injects(f.name)
		s.sees(`last trouble: ` + string(f.fault.Kind))
		if e := f.fault.Effect(); e == discordtest.EffectStop {
			t.Errorf("%s ends the bot", f.name)
		}
	}
	s.injects("luck")
	s.sees(`<span role="status">connected`)
}

// injects injects a fault with the page's button. It retries until the bot is connected, because
// the bot may still be recovering from the previous fault.
func (s visitor) injects(fault string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 20*time.Second)
	defer cancel()
	for tick := time.NewTicker(20 * time.Millisecond); ; {
		status, body := post(s.t, s.base+"/switch"+s.view, url.Values{"name": {fault}})
		switch {
		case status == http.StatusNoContent:
			tick.Stop()
			return
		case status != http.StatusConflict || !strings.Contains(body, "is not connected"):
			s.t.Fatalf("%s: %d: %s", fault, status, body)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			s.t.Fatalf("%s: the bot has not come back: %s", fault, body)
		}
	}
}

func TestLatency(t *testing.T) {
	t.Parallel()
	discord := discordtest.NewServer()
	s := &faultInjector{discord: discord, app: discord.NewApplication("late")}
	for _, choice := range latencies {
		if err := s.setLatency(t.Context(), choice); err != nil || s.latency() != choice {
			t.Errorf("%s: %v, now %s", choice, err, s.latency())
		}
	}
	if err := s.setLatency(t.Context(), "soon"); err == nil {
		t.Error("soon is a delay")
	}
	if err := s.inject(faults[0].fault); !errors.Is(err, discordtest.ErrNotConnected) {
		t.Errorf("injecting without a bot: %v", err)
	}
}
