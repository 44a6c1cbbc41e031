package gateway_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/network"
	"noughts/bot/discordtest/internal/testbot"
)

func TestGatewayReady(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		g := s.NewGuild("guild", a)
		s.NewGuild("without the bot")
		c, ready := testbot.Login(t, s, a.Token)
		if ready.V != 10 || ready.User.ID != a.User.ID || ready.Application.ID != a.ID {
			t.Errorf("READY is %+v", ready)
		}
		if len(ready.Guilds) != 1 || ready.Guilds[0].ID != g.ID || !ready.Guilds[0].Unavailable {
			t.Errorf("guilds are %+v", ready.Guilds)
		}
		if ready.SessionID == "" || ready.ResumeURL != "ws://discord.test/gateway/resume" || ready.Shard != nil {
			t.Errorf("READY is %+v", ready)
		}
		events(s, a, 1, 3)
		wantEvents(c, 1, 3, 2) // READY is event 1; GUILD_CREATE is not sent without its intent
	})
}

func TestGatewayShards(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		shards := make([]*testbot.Client, 2)
		guilds := [2]discordtest.Snowflake{}
		for i := range 4 {
			g := s.NewGuild(fmt.Sprint("guild ", i), a)
			id, _ := strconv.ParseUint(g.ID, 10, 64)
			guilds[id>>22%2] = g.ID
		}
		for i := range shards {
			shards[i] = testbot.Greeted(t, s)
			shards[i].Identify(a.Token, "shard", []int{i, 2})
			ready := shards[i].Ready()
			if !reflect.DeepEqual(ready.Shard, []int{i, 2}) || len(ready.Guilds) != 2 {
				t.Errorf("shard %d: READY is %+v", i, ready)
			}
		}
		s.Dispatch(a, guilds[1], "INTERACTION_CREATE", 1)
		s.Dispatch(a, "", "INTERACTION_CREATE", 2)
		s.Dispatch(a, guilds[0], "INTERACTION_CREATE", 3)
		wantEvents(shards[0], 2, 3, 2)
		wantEvents(shards[1], 1, 1, 2)
		shards[0].WantNothing()
		shards[1].WantNothing()
	}, func(s *gateway.Settings) { s.MaxConcurrency = 2 })
}

func TestGatewaySlowClient(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		long := fmt.Sprintf("%01000d", 7)
		for range 2 * gateway.QueueLimit { // far more than fits on the wire and in the queue
			s.Dispatch(a, "", "INTERACTION_CREATE", long)
		}
		if s.Connected(a) {
			t.Error("a client that does not read is still connected")
		}
		c.WantCut()
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantInvalid("false")
	})
}

func TestGatewayStuckWrite(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a.Token)
		s.Dispatch(a, "", "INTERACTION_CREATE", fmt.Sprintf("%0*d", 2*network.PipeBuffer, 7))
		time.Sleep(gateway.WriteTimeout)
		synctest.Wait()
		if s.Connected(a) {
			t.Error("a client that does not read is still connected")
		}
		c.WantCut()
	})
}

func TestDispatchOfNonsense(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a.Token)
		s.Dispatch(a, "", "INTERACTION_CREATE", func() {}) // not encodable as JSON, so it is logged and not sent
		events(s, a, 1, 1)
		wantEvents(c, 1, 1, 2)
	})
}

func TestWaitConnected(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := a.WaitConnected(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("without a client: %v", err)
		}
		c := testbot.Greeted(t, s)
		began := time.Now()
		time.AfterFunc(time.Second, func() { c.Identify(a.Token) })
		if err := a.WaitConnected(t.Context()); err != nil || time.Since(began) != time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}
