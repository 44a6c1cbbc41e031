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

// newSession returns the discordgo session that join makes for the application. It fails the test on errors and closes
// the session's idle HTTP connections when the test ends.
func newSession(t *testing.T, s *discordtest.Server, a *discordtest.Application) *discordgo.Session {
	t.Helper()
	dg, hangUp, err := join(s, a)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hangUp)
	dg.LogLevel = discordgo.LogError - 1 // log nothing: discordgo would log every fault as an error
	return dg
}

// press returns the JSON of an interaction as Discord sends it when a user presses a button.
func press(a *discordtest.Application, customID string) map[string]any {
	user := map[string]any{"id": "1", "username": "ann", "discriminator": "0"}
	return map[string]any{
		"id": "2", "application_id": a.ID, "type": 3, "token": "token", "version": 1,
		"channel_id": "3", "user": user, "locale": "en-US", "context": 1,
		"data":    map[string]any{"custom_id": customID, "component_type": 2},
		"message": map[string]any{"id": "4", "channel_id": "3", "author": user, "content": strings.Repeat("long ", 2000)},
	}
}

// collect returns a channel that receives the custom ids of the presses that reach the bot. By default discordgo
// handles each event in a goroutine of its own; its option SyncEvents keeps the order of the presses.
func collect(dg *discordgo.Session) <-chan string {
	got := make(chan string, 100)
	dg.SyncEvents = true
	dg.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) {
		got <- i.MessageComponentData().CustomID
	})
	return got
}

// wantPresses fails the test unless `got` delivers the custom ids of the presses numbered `from` to
// `to`, in this order. A press's custom id is its number.
func wantPresses(t *testing.T, got <-chan string, from, to int) {
	t.Helper()
	for i := from; i <= to; i++ {
		select {
		case id := <-got:
			if id != fmt.Sprint(i) {
				t.Fatalf("got press %s, want %d", id, i)
			}
		case <-time.After(2 * time.Minute): // long, because on a busy machine discordgo may miss a heartbeat and have to resume again
			t.Fatalf("press %d does not come", i)
		}
	}
}

func send(s *discordtest.Server, a *discordtest.Application, from, to int) {
	for i := from; i <= to; i++ {
		s.Dispatch(a, "", "INTERACTION_CREATE", press(a, fmt.Sprint(i)))
	}
}

// survives opens a session and calls `lose`, which makes the bot lose its connection. It fails the test unless the bot
// resumes the session and receives all presses. `settle` may wait until the bot is idle. survives calls it before
// `lose` and before it closes the session.
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

// bubble runs a test of discordgo in a synctest bubble, with a server in memory. It follows the
// rules of StartInMemory: newSession's cleanup runs before the server is closed, and the tests call
// synctest.Wait before they inject a fault or close a session.
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

// TestDiscordgoStartsAnew checks that discordgo starts a new session after faults that make a RESUME impossible or that
// discordgo does not answer with a RESUME.
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
				time.Sleep(10 * time.Second) // Discord allows one IDENTIFY in five seconds
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

// TestDiscordgoAnswers checks that a command succeeds if discordgo answers after two seconds, and
// fails if it answers after four. It shows that discordgo's REST client works in a synctest bubble.
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

// slowGreeter returns a handler that answers any interaction after a delay.
func slowGreeter(delay time.Duration) func(*discordgo.Session, *discordgo.InteractionCreate) {
	return func(dg *discordgo.Session, i *discordgo.InteractionCreate) {
		time.Sleep(delay)
		_ = dg.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "Hello!"},
		})
	}
}

// stage makes an application, a guild with its bot, and the client of a member in a channel of that guild.
func stage(s *discordtest.Server) (*discordtest.Application, *discordtest.Client) {
	a, guild, user := s.NewApplication("bot"), s.NewGuild("guild"), s.NewUser("ann")
	guild.Install(a)
	guild.Add(user)
	return a, user.In(guild.NewChannel("general"))
}
