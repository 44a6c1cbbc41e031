package discordtest_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/discordtest"
)

// suffer injects a fault for the application, and fails the test if the fault cannot be injected.
func suffer(t *testing.T, a *discordtest.Application, f discordtest.Fault) *discordtest.Injection {
	t.Helper()
	in, err := a.Inject(f)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TestDiscordgoMeetsFaultsOfREST checks how the real discordgo reacts to faults of REST requests. discordgo repeats
// the request at once after a 502, and after a rate limit in JSON as soon as the limit allows. It also waits for a late
// answer. After the other faults here, including a rate limit in HTML, discordgo's call returns an error.
func TestDiscordgoMeetsFaultsOfREST(t *testing.T) {
	const route = "POST /channels/{channel}/messages"
	tests := []struct {
		fault  discordtest.Fault
		failed bool
		took   time.Duration
	}{
		{discordtest.Fault{Kind: discordtest.FaultLimit, Wait: 2 * time.Second, Times: 2}, false, 4 * time.Second},
		{discordtest.Fault{Kind: discordtest.FaultShared, Wait: time.Second}, false, time.Second},
		{discordtest.Fault{Kind: discordtest.FaultGlobal, Wait: 3 * time.Second}, false, 3 * time.Second},
		{discordtest.Fault{Kind: discordtest.FaultHTMLLimit}, true, 0},
		{discordtest.Fault{Kind: discordtest.FaultStatus, Code: 500}, true, 0},
		{discordtest.Fault{Kind: discordtest.FaultStatus, Code: 502}, false, 0},
		{discordtest.Fault{Kind: discordtest.FaultStatus, Code: 503}, true, 0},
		{discordtest.Fault{Kind: discordtest.FaultLoseAnswer}, true, 0},
		{discordtest.Fault{Kind: discordtest.FaultLateAnswer, Wait: 5 * time.Second}, false, 5 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.fault.String(), func(t *testing.T) {
			bubble(t, func(t *testing.T, s *discordtest.Server) {
				a, client := stage(s)
				dg := newSession(t, s, a)
				test.fault.Route = route
				in := suffer(t, a, test.fault)
				began := time.Now()
				_, err := dg.ChannelMessageSend(client.Channel().ID, "hello")
				if (err != nil) != test.failed {
					t.Errorf("got %v", err)
				}
				if took := time.Since(began).Round(100 * time.Millisecond); took != test.took {
					t.Errorf("it took %v, want %v", took, test.took)
				}
				if o := in.Outcome(); o.Struck != in.Fault.Times {
					t.Errorf("%+v", o)
				}
			})
		})
	}
}

// TestDiscordgoMeetsFaultsOfEvents sends three presses during a fault and checks which presses discordgo's handler
// receives, and in which order. For example, the handler receives a duplicated event twice and a lost one never. No
// fault ends the session.
func TestDiscordgoMeetsFaultsOfEvents(t *testing.T) {
	tests := map[discordtest.FaultKind][]string{
		discordtest.FaultDuplicate:  {"1", "1", "2", "3"},
		discordtest.FaultReorder:    {"2", "1", "3"},
		discordtest.FaultLoseEvent:  {"2", "3"},
		discordtest.FaultBrokenJSON: {"1", "2", "3"},
		discordtest.FaultLag:        {"1", "2", "3"},
	}
	for kind, want := range tests {
		t.Run(string(kind), func(t *testing.T) {
			bubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				dg := newSession(t, s, a)
				got := collect(dg)
				if err := dg.Open(); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				suffer(t, a, discordtest.Fault{Kind: kind})
				send(s, a, 1, 3)
				time.Sleep(5 * time.Second)
				for i, id := range want {
					select {
					case arrived := <-got:
						if arrived != id {
							t.Errorf("press %d is %s, want %s", i, arrived, id)
						}
					default:
						t.Errorf("press %s does not come", id)
					}
				}
				if len(got) > 0 || a.Identifies() != 1 || a.Resumes() != 0 {
					t.Errorf("%d presses more, %d identifies, %d resumes", len(got), a.Identifies(), a.Resumes())
				}
				synctest.Wait()
				if err := dg.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// TestDiscordgoLosesAnUnknownComponent shows why bots must check their input: discordgo cannot
// decode an interaction with an unknown component, and still calls its handlers, with empty data.
func TestDiscordgoLosesAnUnknownComponent(t *testing.T) {
	bubble(t, func(t *testing.T, s *discordtest.Server) {
		a, client := stage(s)
		dg := newSession(t, s, a)
		var lost atomic.Bool
		dg.AddHandler(func(dg *discordgo.Session, i *discordgo.InteractionCreate) {
			if i.Interaction == nil || i.Data == nil {
				lost.Store(true)
				return
			}
			_ = dg.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
				Type: discordgo.InteractionResponseChannelMessageWithSource,
				Data: &discordgo.InteractionResponseData{Content: "Press:", Components: []discordgo.MessageComponent{
					discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{CustomID: "go", Label: "Go"}}},
				}},
			})
		})
		if err := dg.Open(); err != nil {
			t.Fatal(err)
		}
		hello := []*discordgo.ApplicationCommand{{Name: "hello", Description: "Say hello"}}
		if _, err := dg.ApplicationCommandBulkOverwrite(a.ID, "", hello); err != nil {
			t.Fatal(err)
		}
		made, err := client.Use(t.Context(), "/hello", nil)
		if err != nil {
			t.Fatal(err)
		}
		suffer(t, a, discordtest.Fault{Kind: discordtest.FaultUnknownComponent})
		if _, err := client.Press(t.Context(), made.Message.ID, "go"); !errors.Is(err, discordtest.ErrFailed) || !lost.Load() {
			t.Errorf("got %v, lost: %v", err, lost.Load())
		}
		synctest.Wait()
		if err := dg.Close(); err != nil {
			t.Error(err)
		}
	})
}
