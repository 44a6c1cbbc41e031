package discordtest_test

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
)

func TestFaultsThatMakeNoSense(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		for _, f := range []discordtest.Fault{
			{}, {Kind: "typo"}, {Kind: discordtest.FaultClose}, {Kind: discordtest.FaultClose, Code: 4006}, {Kind: discordtest.FaultClose, Code: 1000},
			{Kind: discordtest.FaultStatus, Code: 404}, {Kind: discordtest.FaultStatus, Route: "POST /nothing"}, {Kind: discordtest.FaultLimit, Route: "PUT /users/@me"},
			{Kind: discordtest.FaultDrop, Route: discordtest.RouteCallback}, {Kind: discordtest.FaultLag, Wait: -1}, {Kind: discordtest.FaultDuplicate, Times: -1},
		} {
			if _, err := sc.Bot.App.Inject(f); !errors.Is(err, discordtest.ErrFault) {
				t.Errorf("%+v: %v", f, err)
			}
		}
		if _, err := sc.Server.NewApplication("offline").Inject(discordtest.Fault{Kind: discordtest.FaultDrop}); !errors.Is(err, discordtest.ErrNotConnected) {
			t.Errorf("without a connection: %v", err)
		}
	})
}

func TestDrawnFaults(t *testing.T) {
	t.Parallel()
	all := discordtest.Faults()
	kinds := map[discordtest.FaultKind]bool{}
	for _, f := range all {
		kinds[f.Kind] = true
		if f.Effect() == discordtest.EffectStop {
			t.Errorf("%s is fatal", f)
		}
	}
	if len(kinds) != 28 {
		t.Errorf("%d kinds of faults", len(kinds))
	}
	first, again := discordtest.DrawFaults(7, 1000, all...), discordtest.DrawFaults(7, 1000, all...)
	counts := map[discordtest.Fault]int{}
	for i, f := range first {
		counts[f]++
		if f != again[i] {
			t.Fatalf("fault %d of the same seed is %s, then %s", i, f, again[i])
		}
	}
	for f, n := range counts {
		if share := 1000 / len(all); n != share && n != share+1 {
			t.Errorf("%s: %d times of 1000", f, n)
		}
	}
	if other := discordtest.DrawFaults(8, 1000, all...); text(t, other) == text(t, first) {
		t.Error("another seed draws the same")
	}
	if none := discordtest.DrawFaults(1, 5); len(none) != 0 {
		t.Errorf("from nothing: %v", none)
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestSilenceEnds(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := Login(t, s, a.Token)
		a.Silence(true)
		events(a, 1, 2)
		time.Sleep(time.Minute)
		a.Silence(false)
		wantEvents(c, 1, 2, 2)
		events(a, 3, 3)
		wantEvents(c, 3, 3, 4)
	})
}

func TestSilentClientThatFallsBehind(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := Login(t, s, a.Token)
		a.Silence(true)
		synctest.Wait()
		events(a, 1, gateway.QueueLimit+2)
		if a.Connected() {
			t.Error("still connected with a full queue")
		}
		a.Silence(false)
		c.WantCut()
	})
}

func TestCloseEndsEverything(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := Login(t, s, a.Token)
		a.Silence(true)
		nobody := Greeted(t, s)
		s.Close()
		c.WantCut()
		nobody.WantCut()
		if _, err := s.DialContext(t.Context(), "tcp", "discord.test:80"); err == nil {
			t.Error("a closed server takes connections")
		}
		s.Close()
	})
}

// resumable maps each fault after which a session can be resumed to what the client does then: the client waits until
// it notices the fault, and leaves the connection if it is still open.
var resumable = map[discordtest.Fault]func(c *Client){
	{Kind: discordtest.FaultDrop}:                 (*Client).WantCut,
	{Kind: discordtest.FaultReconnect}:            func(c *Client) { c.Want(gateway.OpReconnect); c.Leave(4000) },
	{Kind: discordtest.FaultReconnectBeforeHello}: (*Client).WantCut,
	{Kind: discordtest.FaultReconnectAfterResume}: (*Client).WantCut,
	{Kind: discordtest.FaultInvalidResumable}:     func(c *Client) { c.WantInvalid("true"); c.Drop() },
	{Kind: discordtest.FaultSilence}:              func(c *Client) { c.Send(gateway.OpHeartbeat, 1); time.Sleep(time.Minute); c.Drop() },
	{Kind: discordtest.FaultHalfOpen}:             func(c *Client) { c.Send(gateway.OpHeartbeat, 1); time.Sleep(time.Minute); c.Drop() },
	{Kind: discordtest.FaultClose, Code: 4000}:    func(c *Client) { c.WantClose(4000) },
	{Kind: discordtest.FaultClose, Code: 4008}:    func(c *Client) { c.WantClose(4008) },
}

func TestResumableFaults(t *testing.T) {
	for fault, learn := range resumable {
		t.Run(fault.String(), func(t *testing.T) {
			InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, ready := Login(t, s, a.Token)
				began := time.Now()
				in := Inject(t, a, fault)
				events(a, 1, 2) // the client misses these events
				learn(c)
				synctest.Wait()
				noticed := time.Since(began)
				time.Sleep(3 * time.Second)
				if fault.Kind == discordtest.FaultReconnectBeforeHello {
					Dial(t, s, PlainQuery).Want(gateway.OpReconnect)
				}
				c = Greeted(t, s)
				c.Resume(a.Token, ready.SessionID, 1)
				if fault.Kind == discordtest.FaultReconnectAfterResume {
					c.Want(gateway.OpReconnect)
					c.Leave(4000)
					c = Greeted(t, s)
					c.Resume(a.Token, ready.SessionID, 1)
				}
				wantEvents(c, 1, 2, 2)
				c.WantEvent("RESUMED")
				o := WantOver(t, in, 1, 1, 0)
				if o.Lost.Sub(began) > noticed || !o.Back.Equal(time.Now()) {
					t.Errorf("lost after %v, back after %v", o.Lost.Sub(began), o.Back.Sub(began))
				}
			})
		})
	}
}

func TestAFaultStrikesEveryShard(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		var shards []*Client
		var sessions []string
		for id := range 2 {
			c := Greeted(t, s)
			c.Identify(a.Token, "shard", []int{id, 2})
			shards, sessions = append(shards, c), append(sessions, c.Ready().SessionID)
			time.Sleep(5 * time.Second)
		}
		in := Inject(t, a, discordtest.Fault{Kind: discordtest.FaultReconnect})
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
			c := Greeted(t, s)
			c.Resume(a.Token, session, 1)
			c.WantEvent("RESUMED")
		}
		WantOver(t, in, 2, 2, 0)
	})
}

func TestAHalfOpenConnectionHearsNoGoodbye(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := Login(t, s, a.Token)
		Inject(t, a, discordtest.Fault{Kind: discordtest.FaultHalfOpen})
		if err := c.WS.WriteMessage(8, []byte{0x03, 0xe8}); err != nil { // a close frame (frame type 8) with code 1000
			t.Fatal(err)
		}
		c.Drop()
		c = Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		c.WantEvent("RESUMED")
	})
}

func TestAHalfOpenConnectionLastsUntilTheClientLeavesIt(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := Login(t, s, a.Token)
		in := Inject(t, a, discordtest.Fault{Kind: discordtest.FaultHalfOpen})
		time.Sleep(time.Hour)
		synctest.Wait()
		if !a.Connected() || !in.Outcome().Lost.IsZero() {
			t.Errorf("it has ended: %+v", in.Outcome())
		}
		other := Greeted(t, s)
		other.Resume(a.Token, ready.SessionID, 1)
		other.WantEvent("RESUMED")
		c.WantCut()
		WantOver(t, in, 1, 1, 0)
	})
}

func TestFaultsThatEndSessions(t *testing.T) {
	for _, fault := range []discordtest.Fault{{Kind: discordtest.FaultInvalid}, {Kind: discordtest.FaultClose, Code: 4007}, {Kind: discordtest.FaultClose, Code: 4009}} {
		t.Run(fault.String(), func(t *testing.T) {
			InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, ready := Login(t, s, a.Token)
				in := Inject(t, a, fault)
				if fault.Kind == discordtest.FaultInvalid {
					c.WantInvalid("false")
				} else {
					c.WantClose(fault.Code)
				}
				c = Greeted(t, s)
				c.Resume(a.Token, ready.SessionID, 1)
				c.WantInvalid("false")
				c.Identify(a.Token)
				c.WantInvalid("false") // the client identifies too soon
				time.Sleep(5 * time.Second)
				c.Identify(a.Token)
				c.Ready()
				WantOver(t, in, 1, 0, 2)
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
			InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, _ := Login(t, s, a.Token)
				in := Inject(t, a, fault)
				c.WantClose(fault.Code)
				if o := WantOver(t, in, 1, 0, 0); o.Lost.IsZero() || !o.Back.IsZero() {
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
			InBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, ready := Login(t, s, a.Token)
				in := Inject(t, a, discordtest.Fault{Kind: kind, Times: 2})
				events(a, 1, 3)
				for i, data := range want {
					if p := c.WantEvent("INTERACTION_CREATE"); string(p.D) != data {
						t.Errorf("event %d is %s, want %s", i, p.D, data)
					}
				}
				WantOver(t, in, 2, 0, 0)
				c.Drop()
				c = Greeted(t, s)
				c.Resume(a.Token, ready.SessionID, 1)
				wantEvents(c, 1, 3, 2) // the replay after a RESUME is complete
				c.WantEvent("RESUMED")
			})
		})
	}
}

func TestAReorderedEventDoesNotWaitForEver(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := Login(t, s, a.Token)
		Inject(t, a, discordtest.Fault{Kind: discordtest.FaultReorder})
		began := time.Now()
		events(a, 1, 1)
		wantEvents(c, 1, 1, 2)
		if took := time.Since(began); took != gateway.ReorderTime {
			t.Errorf("it came after %v", took)
		}
	})
}

func TestLagAndSlowReads(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := Login(t, s, a.Token)
		began := time.Now()
		lag := Inject(t, a, discordtest.Fault{Kind: discordtest.FaultLag, Times: 2, Wait: 3 * time.Second})
		events(a, 1, 3)
		wantEvents(c, 1, 3, 2)
		if took := time.Since(began); took != 6*time.Second {
			t.Errorf("the events came after %v", took)
		}
		WantOver(t, lag, 2, 0, 0)
		began = time.Now()
		slow := Inject(t, a, discordtest.Fault{Kind: discordtest.FaultSlowReads, Times: 2})
		for range 3 {
			c.Send(gateway.OpHeartbeat, 1)
		}
		for range 3 {
			c.Want(gateway.OpHeartbeatACK)
		}
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("the answers came after %v", took)
		}
		WantOver(t, slow, 2, 0, 0)
	})
}

func TestALaggingConnectionCanBeCut(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := Login(t, s, a.Token)
		Inject(t, a, discordtest.Fault{Kind: discordtest.FaultLag, Wait: time.Hour})
		events(a, 1, 1)
		began := time.Now()
		Inject(t, a, discordtest.Fault{Kind: discordtest.FaultDrop})
		c.WantCut()
		c = Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		wantEvents(c, 1, 1, 2)
		if took := time.Since(began); took != 0 {
			t.Errorf("it took %v", took)
		}
	})
}

func TestBrokenJSON(t *testing.T) {
	InBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := Login(t, s, a.Token)
		in := Inject(t, a, discordtest.Fault{Kind: discordtest.FaultBrokenJSON})
		_, data, err := c.WS.ReadMessage()
		if err != nil || json.Valid(data) || !strings.HasPrefix(string(data), `{"t":`) {
			t.Errorf("got %s, %v", data, err)
		}
		WantOver(t, in, 1, 0, 0)
		events(a, 1, 1)
		wantEvents(c, 1, 1, 2)
	})
}

func TestUnknownComponent(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(Pad)
		in := Inject(t, sc.Bot.App, discordtest.Fault{Kind: discordtest.FaultUnknownComponent})
		made, err := sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil) // the fault does not affect this interaction, because it has no message
		if err != nil || in.Outcome().Struck != 0 {
			t.Fatalf("%+v, %v", in.Outcome(), err)
		}
		sc.OK(sc.Alice.In(sc.Channel).Press(sc.Ctx, made.Message.ID, "/a"))
		if !strings.Contains(string(it.Raw), `"type":9999`) || !strings.Contains(string(it.Raw), `"custom_id":"/a"`) {
			t.Errorf("the bot got %s", it.Raw)
		}
		WantOver(t, in, 1, 0, 0)
		if all := sc.Alice.In(sc.Channel).Messages(); all[0].ID != made.Message.ID || len(all[0].Components) != 1 {
			t.Errorf("the message itself is %+v", all[0])
		}
	})
}
