package discordtest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

// newSession is join for tests.
func newSession(t *testing.T, s *discordtest.Server, a *discordtest.Application) *discordgo.Session {
	t.Helper()
	dg, hangUp, err := join(s, a)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hangUp)
	dg.LogLevel = discordgo.LogError - 1 // it logs every fault
	return dg
}

// press is an interaction as Discord sends it for a button.
func press(a *discordtest.Application, customID string) map[string]any {
	user := map[string]any{"id": "1", "username": "ann", "discriminator": "0"}
	return map[string]any{
		"id": "2", "application_id": a.ID, "type": 3, "token": "token", "version": 1,
		"channel_id": "3", "user": user, "locale": "en-US", "context": 1,
		"data":    map[string]any{"custom_id": customID, "component_type": 2},
		"message": map[string]any{"id": "4", "channel_id": "3", "author": user, "content": strings.Repeat("long ", 2000)},
	}
}

// collect returns a channel with the custom ids of the interactions that
// arrive. discordgo starts a goroutine for each event; SyncEvents keeps order.
func collect(dg *discordgo.Session) <-chan string {
	got := make(chan string, 100)
	dg.SyncEvents = true
	dg.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) {
		got <- i.MessageComponentData().CustomID
	})
	return got
}

// wantPresses reads the presses that send made.
func wantPresses(t *testing.T, got <-chan string, from, to int) {
	t.Helper()
	for i := from; i <= to; i++ {
		select {
		case id := <-got:
			if id != fmt.Sprint(i) {
				t.Fatalf("got press %s, want %d", id, i)
			}
		case <-time.After(2 * time.Minute): // on a busy machine discordgo may miss a heartbeat and resume again
			t.Fatalf("press %d does not come", i)
		}
	}
}

func send(s *discordtest.Server, a *discordtest.Application, from, to int) {
	for i := from; i <= to; i++ {
		s.Dispatch(a, "", "INTERACTION_CREATE", press(a, fmt.Sprint(i)))
	}
}

// survives opens a session, loses its connection in some way, and wants that no
// press is lost and the session is resumed. It settles before it disturbs.
func survives(t *testing.T, s *discordtest.Server, settle func(), lose func(a *discordtest.Application)) {
	t.Helper()
	a := s.NewApplication("bot")
	s.NewGuild("guild").Install(a)
	dg := newSession(t, s, a)
	got := collect(dg)
	if err := dg.Open(); err != nil {
		t.Fatal(err)
	}
	send(s, a, 1, 3)
	wantPresses(t, got, 1, 3)
	settle()
	lose(a)
	send(s, a, 4, 6)
	wantPresses(t, got, 4, 6)
	if a.Identifies() != 1 || a.Resumes() < 1 || !a.Connected() {
		t.Errorf("%d identifies, %d resumes, connected: %v", a.Identifies(), a.Resumes(), a.Connected())
	}
	settle()
	if err := dg.Close(); err != nil {
		t.Error(err)
	}
	within, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := a.WaitDisconnected(within); err != nil {
		t.Error("connected after Close:", err)
	}
}

func TestDiscordgoOverTCP(t *testing.T) {
	t.Parallel()
	s := discordtest.NewServer()
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	survives(t, s, func() {}, (*discordtest.Application).DropConnections)
}

// bubble runs a test in a synctest bubble with a server in memory, for
// discordgo under the rules of StartInMemory: newSession's cleanup comes before
// this one, and the tests wait before they disturb or close a session.
func bubble(t *testing.T, test func(t *testing.T, s *discordtest.Server)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer()
		s.StartInMemory()
		t.Cleanup(s.Close)
		test(t, s)
	})
}

func TestDiscordgoResumes(t *testing.T) {
	faults := map[string]func(a *discordtest.Application){
		"cut":       (*discordtest.Application).DropConnections,
		"op 7":      (*discordtest.Application).SendReconnect,
		"code 4000": func(a *discordtest.Application) { a.CloseConnections(4000) },
		"code 4008": func(a *discordtest.Application) { a.CloseConnections(4008) },
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *discordtest.Server) {
				survives(t, s, synctest.Wait, fault)
			})
		})
	}
}

// TestDiscordgoStartsAnew has faults that make discordgo identify again.
func TestDiscordgoStartsAnew(t *testing.T) {
	faults := map[string]func(a *discordtest.Application){
		"op 9, not resumable": func(a *discordtest.Application) { a.InvalidateSessions(false) },
		"op 9, resumable":     func(a *discordtest.Application) { a.InvalidateSessions(true) },
		"code 4009":           func(a *discordtest.Application) { a.CloseConnections(4009) },
		"silence":             func(a *discordtest.Application) { a.Silence(true) },
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				dg := newSession(t, s, a)
				if err := dg.Open(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(10 * time.Second) // identifies must be 5 s apart
				fault(a)
				time.Sleep(5 * time.Minute)
				if a.Identifies() != 2 || !a.Connected() {
					t.Errorf("%d identifies, connected: %v", a.Identifies(), a.Connected())
				}
				synctest.Wait()
				if err := dg.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestDiscordgoStaysConnected(t *testing.T) {
	bubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		dg := newSession(t, s, a)
		if err := dg.Open(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(24*time.Hour + time.Second)
		a.RequestHeartbeats()
		synctest.Wait()
		if a.Identifies() != 1 || a.Resumes() != 0 || !a.Connected() {
			t.Errorf("%d identifies, %d resumes, connected: %v", a.Identifies(), a.Resumes(), a.Connected())
		}
		if err := dg.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestDiscordgoRefused(t *testing.T) {
	bubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		dg := newSession(t, s, a)
		dg.Identify.Intents = discordgo.IntentsGuildMembers
		var closed *websocket.CloseError
		if err := dg.Open(); !errors.As(err, &closed) || closed.Code != 4014 {
			t.Errorf("Open returns %v", err)
		}
	})
}

// TestDiscordgoAnswers runs discordgo's REST client in a synctest bubble, too: an answer after two
// seconds is in time, one after four seconds is not.
func TestDiscordgoAnswers(t *testing.T) {
	tests := []struct {
		delay time.Duration
		want  error
	}{
		{2 * time.Second, nil},
		{4 * time.Second, discordtest.ErrFailed},
	}
	for _, test := range tests {
		t.Run(test.delay.String(), func(t *testing.T) {
			bubble(t, func(t *testing.T, s *discordtest.Server) {
				a, client := stage(s)
				dg := newSession(t, s, a)
				dg.AddHandler(slowGreeter(test.delay))
				if err := dg.Open(); err != nil {
					t.Fatal(err)
				}
				hello := []*discordgo.ApplicationCommand{{Name: "hello", Description: "Say hello"}}
				if _, err := dg.ApplicationCommandBulkOverwrite(a.ID, "", hello); err != nil {
					t.Fatal(err)
				}
				if _, err := client.Use(t.Context(), "/hello", nil); !errors.Is(err, test.want) {
					t.Errorf("got %v, want %v", err, test.want)
				}
				time.Sleep(test.delay) // the late answer is refused, and logged
				synctest.Wait()
				if err := dg.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// slowGreeter answers any interaction after a while.
func slowGreeter(delay time.Duration) func(*discordgo.Session, *discordgo.InteractionCreate) {
	return func(dg *discordgo.Session, i *discordgo.InteractionCreate) {
		time.Sleep(delay)
		_ = dg.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "Hello!"},
		})
	}
}

// stage makes an application and a member's client in a guild with it.
func stage(s *discordtest.Server) (*discordtest.Application, *discordtest.Client) {
	a, guild, user := s.NewApplication("bot"), s.NewGuild("guild"), s.NewUser("ann")
	guild.Install(a)
	guild.Add(user)
	return a, user.In(guild.NewChannel("general"))
}
