package gateway_test

import (
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

func TestShardEventsSayWhoHadAShardAndWhen(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		first := testbot.Greeted(t, s)
		first.Identify(a.Token, "shard", []int{2, 4})
		ready := first.Ready()
		time.Sleep(time.Minute)
		second := testbot.Greeted(t, s)
		second.Resume(a.Token, ready.SessionID, 1) // the session moves to the second connection
		second.WantEvent("RESUMED")
		second.Leave(4000)
		synctest.Wait()
		events := a.ShardEvents()
		type seen struct{ up, resuming bool }
		want := []seen{{true, false}, {false, false}, {true, true}, {false, false}}
		if len(events) != len(want) {
			t.Fatalf("%d events, want %d: %+v", len(events), len(want), events)
		}
		for i, e := range events {
			if e.ID != 2 || e.Count != 4 || e.Session != ready.SessionID || (seen{e.Up, e.Resuming}) != want[i] {
				t.Errorf("event %d: %+v", i, e)
			}
		}
		if events[0].Client == events[2].Client || events[2].Client != events[3].Client {
			t.Errorf("the clients were %q, %q and %q", events[0].Client, events[2].Client, events[3].Client)
		}
		if d := events[1].Time.Sub(events[0].Time); d != time.Minute {
			t.Errorf("the first connection lasted %v", d)
		}
	})
}
