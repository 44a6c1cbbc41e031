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

// inject injects a fault that makes sense.
func inject(t *testing.T, a *discordtest.Application, f discordtest.Fault) *discordtest.Injection {
	t.Helper()
	in, err := a.Inject(f)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// wantOver checks that a fault is over, with what has come of it.
func wantOver(t *testing.T, in *discordtest.Injection, struck, resumes, identifies int) discordtest.Outcome {
	t.Helper()
	synctest.Wait()
	o := in.Outcome()
	select {
	case <-in.Done():
	default:
		t.Errorf("%s is not over: %+v", in.Fault, o)
	}
	if o.Struck != struck || o.Resumes != resumes || o.Identifies != identifies {
		t.Errorf("%s: %+v, want %d struck, %d resumes, %d identifies", in.Fault, o, struck, resumes, identifies)
	}
	return o
}

// resumable are the faults after which a session is resumed, and how a client
// learns of each.
var resumable = map[discordtest.Fault]func(c *rawClient){
	{Kind: discordtest.FaultDrop}:                 (*rawClient).wantCut,
	{Kind: discordtest.FaultReconnect}:            func(c *rawClient) { c.want(gateway.OpReconnect); c.leave(4000) },
	{Kind: discordtest.FaultReconnectBeforeHello}: (*rawClient).wantCut,
	{Kind: discordtest.FaultReconnectAfterResume}: (*rawClient).wantCut,
	{Kind: discordtest.FaultInvalidResumable}:     func(c *rawClient) { c.wantInvalid("true"); c.drop() },
	{Kind: discordtest.FaultSilence}:              func(c *rawClient) { c.send(gateway.OpHeartbeat, 1); time.Sleep(time.Minute); c.drop() },
	{Kind: discordtest.FaultHalfOpen}:             func(c *rawClient) { c.send(gateway.OpHeartbeat, 1); time.Sleep(time.Minute); c.drop() },
	{Kind: discordtest.FaultClose, Code: 4000}:    func(c *rawClient) { c.wantClose(4000) },
	{Kind: discordtest.FaultClose, Code: 4008}:    func(c *rawClient) { c.wantClose(4008) },
}

func TestResumableFaults(t *testing.T) {
	for fault, learn := range resumable {
		t.Run(fault.String(), func(t *testing.T) {
			inBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, ready := login(t, s, a, 0)
				began := time.Now()
				in := inject(t, a, fault)
				events(s, a, 1, 2) // missed, or sent in vain
				learn(c)
				synctest.Wait()
				noticed := time.Since(began)
				time.Sleep(3 * time.Second)
				if fault.Kind == discordtest.FaultReconnectBeforeHello {
					dial(t, s, plainQuery).want(gateway.OpReconnect)
				}
				c = greeted(t, s)
				c.resume(a, ready.SessionID, 1)
				if fault.Kind == discordtest.FaultReconnectAfterResume {
					c.want(gateway.OpReconnect)
					c.leave(4000)
					c = greeted(t, s)
					c.resume(a, ready.SessionID, 1)
				}
				c.wantEvents(1, 2, 2)
				c.wantEvent("RESUMED")
				o := wantOver(t, in, 1, 1, 0)
				if o.Lost.Sub(began) > noticed || !o.Back.Equal(time.Now()) {
					t.Errorf("lost after %v, back after %v", o.Lost.Sub(began), o.Back.Sub(began))
				}
			})
		})
	}
}

func TestAFaultStrikesEveryShard(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		var shards []*rawClient
		var sessions []string
		for id := range 2 {
			c := greeted(t, s)
			c.identify(a, "shard", []int{id, 2})
			shards, sessions = append(shards, c), append(sessions, c.ready().SessionID)
			time.Sleep(5 * time.Second)
		}
		in := inject(t, a, discordtest.Fault{Kind: discordtest.FaultReconnect})
		for id, c := range shards {
			c.want(gateway.OpReconnect)
			c.leave(4000)
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
			c := greeted(t, s)
			c.resume(a, session, 1)
			c.wantEvent("RESUMED")
		}
		wantOver(t, in, 2, 2, 0)
	})
}

func TestAHalfOpenConnectionHearsNoGoodbye(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := login(t, s, a, 0)
		inject(t, a, discordtest.Fault{Kind: discordtest.FaultHalfOpen})
		if err := c.ws.WriteMessage(8, []byte{0x03, 0xe8}); err != nil { // close, 1000
			t.Fatal(err)
		}
		c.drop()
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		c.wantEvent("RESUMED")
	})
}

func TestAHalfOpenConnectionLastsUntilTheClientLeavesIt(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := login(t, s, a, 0)
		in := inject(t, a, discordtest.Fault{Kind: discordtest.FaultHalfOpen})
		time.Sleep(time.Hour)
		synctest.Wait()
		if !a.Connected() || !in.Outcome().Lost.IsZero() {
			t.Errorf("it has ended: %+v", in.Outcome())
		}
		other := greeted(t, s)
		other.resume(a, ready.SessionID, 1)
		other.wantEvent("RESUMED")
		c.wantCut()
		wantOver(t, in, 1, 1, 0)
	})
}

func TestFaultsThatEndSessions(t *testing.T) {
	for _, fault := range []discordtest.Fault{{Kind: discordtest.FaultInvalid}, {Kind: discordtest.FaultClose, Code: 4007}, {Kind: discordtest.FaultClose, Code: 4009}} {
		t.Run(fault.String(), func(t *testing.T) {
			inBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, ready := login(t, s, a, 0)
				in := inject(t, a, fault)
				if fault.Kind == discordtest.FaultInvalid {
					c.wantInvalid("false")
				} else {
					c.wantClose(fault.Code)
				}
				c = greeted(t, s)
				c.resume(a, ready.SessionID, 1)
				c.wantInvalid("false")
				c.identify(a)
				c.wantInvalid("false") // too soon
				time.Sleep(5 * time.Second)
				c.identify(a)
				c.ready()
				wantOver(t, in, 1, 0, 2)
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
			inBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, _ := login(t, s, a, 0)
				in := inject(t, a, fault)
				c.wantClose(fault.Code)
				if o := wantOver(t, in, 1, 0, 0); o.Lost.IsZero() || !o.Back.IsZero() {
					t.Errorf("%+v", o)
				}
			})
		})
	}
}

func TestFaultsOfEvents(t *testing.T) {
	tests := map[discordtest.FaultKind][]string{ // what arrives of the events 1, 2, 3 when 1 and 2 are struck
		discordtest.FaultDuplicate: {"1", "1", "2", "2", "3"},
		discordtest.FaultReorder:   {"1", "3", "2"}, // 2 is struck as well: 1 waits for it no longer
		discordtest.FaultLoseEvent: {"3"},
	}
	for kind, want := range tests {
		t.Run(string(kind), func(t *testing.T) {
			inBubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				c, ready := login(t, s, a, 0)
				in := inject(t, a, discordtest.Fault{Kind: kind, Times: 2})
				events(s, a, 1, 3)
				for i, data := range want {
					if p := c.wantEvent("INTERACTION_CREATE"); string(p.D) != data {
						t.Errorf("event %d is %s, want %s", i, p.D, data)
					}
				}
				wantOver(t, in, 2, 0, 0)
				c.drop()
				c = greeted(t, s)
				c.resume(a, ready.SessionID, 1)
				c.wantEvents(1, 3, 2) // a replay is always right
				c.wantEvent("RESUMED")
			})
		})
	}
}

func TestAReorderedEventDoesNotWaitForEver(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := login(t, s, a, 0)
		inject(t, a, discordtest.Fault{Kind: discordtest.FaultReorder})
		began := time.Now()
		events(s, a, 1, 1)
		c.wantEvents(1, 1, 2)
		if took := time.Since(began); took != gateway.ReorderTime {
			t.Errorf("it came after %v", took)
		}
	})
}

func TestLagAndSlowReads(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := login(t, s, a, 0)
		began := time.Now()
		lag := inject(t, a, discordtest.Fault{Kind: discordtest.FaultLag, Times: 2, Wait: 3 * time.Second})
		events(s, a, 1, 3)
		c.wantEvents(1, 3, 2)
		if took := time.Since(began); took != 6*time.Second {
			t.Errorf("the events came after %v", took)
		}
		wantOver(t, lag, 2, 0, 0)
		began = time.Now()
		slow := inject(t, a, discordtest.Fault{Kind: discordtest.FaultSlowReads, Times: 2})
		for range 3 {
			c.send(gateway.OpHeartbeat, 1)
		}
		for range 3 {
			c.want(gateway.OpHeartbeatACK)
		}
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("the answers came after %v", took)
		}
		wantOver(t, slow, 2, 0, 0)
	})
}

func TestALaggingConnectionCanBeCut(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, ready := login(t, s, a, 0)
		inject(t, a, discordtest.Fault{Kind: discordtest.FaultLag, Wait: time.Hour})
		events(s, a, 1, 1)
		began := time.Now()
		inject(t, a, discordtest.Fault{Kind: discordtest.FaultDrop})
		c.wantCut()
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		c.wantEvents(1, 1, 2)
		if took := time.Since(began); took != 0 {
			t.Errorf("it took %v", took)
		}
	})
}

func TestBrokenJSON(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c, _ := login(t, s, a, 0)
		in := inject(t, a, discordtest.Fault{Kind: discordtest.FaultBrokenJSON})
		_, data, err := c.ws.ReadMessage()
		if err != nil || json.Valid(data) || !strings.HasPrefix(string(data), `{"t":`) {
			t.Errorf("got %s, %v", data, err)
		}
		wantOver(t, in, 1, 0, 0)
		events(s, a, 1, 1)
		c.wantEvents(1, 1, 2)
	})
}

func TestUnknownComponent(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		it := sc.withAnswer(aPad)
		in := inject(t, sc.bot.app, discordtest.Fault{Kind: discordtest.FaultUnknownComponent})
		made, err := sc.alice.In(sc.channel).Use(sc.ctx, "ask", nil) // has no message: not struck
		if err != nil || in.Outcome().Struck != 0 {
			t.Fatalf("%+v, %v", in.Outcome(), err)
		}
		if _, err := sc.alice.In(sc.channel).Press(sc.ctx, made.Message.ID, "/a"); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(it.raw), `"type":9999`) || !strings.Contains(string(it.raw), `"custom_id":"/a"`) {
			t.Errorf("the bot got %s", it.raw)
		}
		wantOver(t, in, 1, 0, 0)
		if m, _ := sc.alice.In(sc.channel).Message(made.Message.ID); len(m.Components) != 1 {
			t.Errorf("the message itself has %d components", len(m.Components))
		}
	})
}
