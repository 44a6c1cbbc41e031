package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/testbot"
)

// resumable maps each fault after which a session can be resumed to what the client does then: the client waits until
// it notices the fault, and leaves the connection if it is still open.
var resumable = map[discordtest.Fault]func(c *testbot.Client){
	{Kind: discordtest.FaultDrop}:                 (*testbot.Client).WantCut,
	{Kind: discordtest.FaultReconnect}:            func(c *testbot.Client) { c.Want(gateway.OpReconnect); c.Leave(4000) },
	{Kind: discordtest.FaultReconnectBeforeHello}: (*testbot.Client).WantCut,
	{Kind: discordtest.FaultReconnectAfterResume}: (*testbot.Client).WantCut,
	{Kind: discordtest.FaultInvalidResumable}:     func(c *testbot.Client) { c.WantInvalid("true"); c.Drop() },
	{Kind: discordtest.FaultSilence}:              func(c *testbot.Client) { c.Send(gateway.OpHeartbeat, 1); time.Sleep(time.Minute); c.Drop() },
	{Kind: discordtest.FaultHalfOpen}:             func(c *testbot.Client) { c.Send(gateway.OpHeartbeat, 1); time.Sleep(time.Minute); c.Drop() },
	{Kind: discordtest.FaultClose, Code: 4000}:    func(c *testbot.Client) { c.WantClose(4000) },
	{Kind: discordtest.FaultClose, Code: 4008}:    func(c *testbot.Client) { c.WantClose(4008) },
}

func TestResumableFaults(t *testing.T) {
	for fault, learn := range resumable {
		t.Run(fault.String(), func(t *testing.T) {
			inServer(t, func(t *testing.T, s *server) {
				a := s.NewApplication("bot")
				c, ready := testbot.Login(t, s, a.Token)
				began := time.Now()
				in := inject(t, s, a, fault)
				events(s, a, 1, 2) // the client misses these events
				learn(c)
				synctest.Wait()
				noticed := time.Since(began)
				time.Sleep(3 * time.Second)
				if fault.Kind == discordtest.FaultReconnectBeforeHello {
					testbot.Dial(t, s, testbot.PlainQuery).Want(gateway.OpReconnect)
				}
				c = testbot.Greeted(t, s)
				c.Resume(a.Token, ready.SessionID, 1)
				if fault.Kind == discordtest.FaultReconnectAfterResume {
					c.Want(gateway.OpReconnect)
					c.Leave(4000)
					c = testbot.Greeted(t, s)
					c.Resume(a.Token, ready.SessionID, 1)
				}
				wantEvents(c, 1, 2, 2)
				c.WantEvent("RESUMED")
				o := testbot.WantOver(t, in, 1, 1, 0)
				if o.Lost.Sub(began) > noticed || !o.Back.Equal(time.Now()) {
					t.Errorf("lost after %v, back after %v", o.Lost.Sub(began), o.Back.Sub(began))
				}
			})
		})
	}
}

func TestAFaultStrikesEveryShard(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		var shards []*testbot.Client
		var sessions []string
		for id := range 2 {
			c := testbot.Greeted(t, s)
			c.Identify(a.Token, "shard", []int{id, 2})
			shards, sessions = append(shards, c), append(sessions, c.Ready().SessionID)
			time.Sleep(5 * time.Second)
		}
		in := testbot.Inject(t, a, discordtest.Fault{Kind: discordtest.FaultReconnect})
		for id, c := range shards {
			c.Want(gateway.OpReconnect)
			c.Leave(4000)
			if o := in.Outcome(); o.Lost.IsZero() != (id == 0) || !o.Back.IsZero() {
				t.Errorf("after shard %d has left: %+v", id, o)
			}
		}
		for id, session := range sessions {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if o, err := in.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) || o.Resumes != id {
				t.Errorf("before shard %d is back: %+v, %v", id, o, err)
			}
			cancel()
			c := testbot.Greeted(t, s)
			c.Resume(a.Token, session, 1)
			c.WantEvent("RESUMED")
		}
		testbot.WantOver(t, in, 2, 2, 0)
	})
}

func TestAHalfOpenConnectionHearsNoGoodbye(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		testbot.Inject(t, a, discordtest.Fault{Kind: discordtest.FaultHalfOpen})
		if err := c.WS.WriteMessage(8, []byte{0x03, 0xe8}); err != nil { // a close frame (frame type 8) with code 1000
			t.Fatal(err)
		}
		c.Drop()
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantEvent("RESUMED")
	})
}

func TestAHalfOpenConnectionLastsUntilTheClientLeavesIt(t *testing.T) {
	testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		in := testbot.Inject(t, a, discordtest.Fault{Kind: discordtest.FaultHalfOpen})
		time.Sleep(time.Hour)
		synctest.Wait()
		if !a.Connected() || !in.Outcome().Lost.IsZero() {
			t.Errorf("it has ended: %+v", in.Outcome())
		}
		other := testbot.Greeted(t, s)
		other.Resume(a.Token, ready.SessionID, 1)
		other.WantEvent("RESUMED")
		c.WantCut()
		testbot.WantOver(t, in, 1, 1, 0)
	})
}

func TestFaultsThatEndSessions(t *testing.T) {
	for _, fault := range []discordtest.Fault{{Kind: discordtest.FaultInvalid}, {Kind: discordtest.FaultClose, Code: 4007}, {Kind: discordtest.FaultClose, Code: 4009}} {
		t.Run(fault.String(), func(t *testing.T) {
			testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, ready := testbot.Login(t, s, a.Token)
				in := testbot.Inject(t, a, fault)
				if fault.Kind == discordtest.FaultInvalid {
					c.WantInvalid("false")
				} else {
					c.WantClose(fault.Code)
				}
				c = testbot.Greeted(t, s)
				c.Resume(a.Token, ready.SessionID, 1)
				c.WantInvalid("false")
				c.Identify(a.Token)
				c.WantInvalid("false") // the client identifies too soon
				time.Sleep(5 * time.Second)
				c.Identify(a.Token)
				c.Ready()
				testbot.WantOver(t, in, 1, 0, 2)
			})
		})
	}
}

func TestFatalFaults(t *testing.T) {
	faults := discordtest.FatalFaults()
	if len(faults) != 6 {
		t.Errorf("%d fatal faults: %v", len(faults), faults)
	}
	for _, fault := range faults {
		t.Run(fault.String(), func(t *testing.T) {
			testbot.InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, _ := testbot.Login(t, s, a.Token)
				in := testbot.Inject(t, a, fault)
				c.WantClose(fault.Code)
				if o := testbot.WantOver(t, in, 1, 0, 0); o.Lost.IsZero() || !o.Back.IsZero() {
					t.Errorf("%+v", o)
				}
			})
		})
	}
}

func TestFaultsOfEvents(t *testing.T) {
	tests := map[discordtest.FaultKind][]string{ // the events that arrive when events 1, 2 and 3 are sent and the fault affects events 1 and 2
		discordtest.FaultDuplicate: {"1", "1", "2", "2", "3"},
		discordtest.FaultReorder:   {"1", "3", "2"}, // only one event is held back at a time: event 2 takes the place of event 1, which is then sent
		discordtest.FaultLoseEvent: {"3"},
	}
	for kind, want := range tests {
		t.Run(string(kind), func(t *testing.T) {
			inServer(t, func(t *testing.T, s *server) {
				a := s.NewApplication("bot")
				c, ready := testbot.Login(t, s, a.Token)
				in := inject(t, s, a, discordtest.Fault{Kind: kind, Times: 2})
				events(s, a, 1, 3)
				for i, data := range want {
					if p := c.WantEvent("INTERACTION_CREATE"); string(p.D) != data {
						t.Errorf("event %d is %s, want %s", i, p.D, data)
					}
				}
				testbot.WantOver(t, in, 2, 0, 0)
				c.Drop()
				c = testbot.Greeted(t, s)
				c.Resume(a.Token, ready.SessionID, 1)
				wantEvents(c, 1, 3, 2) // the replay after a RESUME is complete
				c.WantEvent("RESUMED")
			})
		})
	}
}

func TestAReorderedEventDoesNotWaitForEver(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a.Token)
		inject(t, s, a, discordtest.Fault{Kind: discordtest.FaultReorder})
		began := time.Now()
		events(s, a, 1, 1)
		wantEvents(c, 1, 1, 2)
		if took := time.Since(began); took != gateway.ReorderTime {
			t.Errorf("it came after %v", took)
		}
	})
}

func TestLagAndSlowReads(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a.Token)
		began := time.Now()
		lag := inject(t, s, a, discordtest.Fault{Kind: discordtest.FaultLag, Times: 2, Wait: 3 * time.Second})
		events(s, a, 1, 3)
		wantEvents(c, 1, 3, 2)
		if took := time.Since(began); took != 6*time.Second {
			t.Errorf("the events came after %v", took)
		}
		testbot.WantOver(t, lag, 2, 0, 0)
		began = time.Now()
		slow := inject(t, s, a, discordtest.Fault{Kind: discordtest.FaultSlowReads, Times: 2})
		for range 3 {
			c.Send(gateway.OpHeartbeat, 1)
		}
		for range 3 {
			c.Want(gateway.OpHeartbeatACK)
		}
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("the answers came after %v", took)
		}
		testbot.WantOver(t, slow, 2, 0, 0)
	})
}

func TestALaggingConnectionCanBeCut(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c, ready := testbot.Login(t, s, a.Token)
		inject(t, s, a, discordtest.Fault{Kind: discordtest.FaultLag, Wait: time.Hour})
		events(s, a, 1, 1)
		began := time.Now()
		inject(t, s, a, discordtest.Fault{Kind: discordtest.FaultDrop})
		c.WantCut()
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		wantEvents(c, 1, 1, 2)
		if took := time.Since(began); took != 0 {
			t.Errorf("it took %v", took)
		}
	})
}

func TestBrokenJSON(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c, _ := testbot.Login(t, s, a.Token)
		in := inject(t, s, a, discordtest.Fault{Kind: discordtest.FaultBrokenJSON})
		_, data, err := c.WS.ReadMessage()
		if err != nil || json.Valid(data) || !strings.HasPrefix(string(data), `{"t":`) {
			t.Errorf("got %s, %v", data, err)
		}
		testbot.WantOver(t, in, 1, 0, 0)
		events(s, a, 1, 1)
		wantEvents(c, 1, 1, 2)
	})
}

func TestUnknownComponent(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		it := sc.WithAnswer(testbot.Pad)
		in := testbot.Inject(t, sc.Bot.App, discordtest.Fault{Kind: discordtest.FaultUnknownComponent})
		made, err := sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil) // the fault does not affect this interaction, because it has no message
		if err != nil || in.Outcome().Struck != 0 {
			t.Fatalf("%+v, %v", in.Outcome(), err)
		}
		if _, err := sc.Alice.In(sc.Channel).Press(sc.Ctx, made.Message.ID, "/a"); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(it.Raw), `"type":9999`) || !strings.Contains(string(it.Raw), `"custom_id":"/a"`) {
			t.Errorf("the bot got %s", it.Raw)
		}
		testbot.WantOver(t, in, 1, 0, 0)
		if all := sc.Alice.In(sc.Channel).Messages(); all[0].ID != made.Message.ID || len(all[0].Components) != 1 {
			t.Errorf("the message itself is %+v", all[0])
		}
	})
}
