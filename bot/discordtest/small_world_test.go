package discordtest_test

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"noughts/bot/discordtest"
)

// TestAwaitCommand checks that AwaitCommand waits for the command that it names and ignores others.
// The command may be global or of the guild, and registered before or after the call.
func TestAwaitCommand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		discord := discordtest.NewInMemory(t)
		client := discord.HTTPClient()
		t.Cleanup(client.CloseIdleConnections)
		found := make(chan struct{})
		go func() {
			defer close(found)
			discord.AwaitCommand("ping")
		}()
		synctest.Wait()
		register(t, discord, client, "", "other")
		synctest.Wait()
		select {
		case <-found:
			t.Error("found before it was there")
		default:
		}
		register(t, discord, client, "/guilds/"+discord.Guild.ID, "ping")
		<-found
		discord.AwaitCommand("other")
	})
}

// TestAwaitCommandFails checks that AwaitCommand fails the test after a minute, with a message that
// lists the registered commands.
func TestAwaitCommandFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		fails := &failing{T: t}
		discord := discordtest.NewInMemory(fails)
		client := discord.HTTPClient()
		t.Cleanup(client.CloseIdleConnections)
		register(t, discord, client, "", "pong")
		done := make(chan struct{})
		go func() { // a goroutine of its own, because Fatalf ends the goroutine
			defer close(done)
			discord.AwaitCommand("ping")
		}()
		<-done
		if want := `the bot has no command "ping" after 1m0s, but ["pong"]`; !strings.Contains(fails.with, want) {
			t.Errorf("failed with %q, want %q", fails.with, want)
		}
	})
}

// A failing is a T for New that records the message of Fatalf instead of failing the test. Its Fatalf ends the
// goroutine, as that of testing.T does.
type failing struct {
	*testing.T
	with string
}

func (f *failing) Fatalf(format string, args ...any) {
	f.with = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// register registers a command as a bot does. `guild` is "" for a global command, or the guild's part of the path,
// such as "/guilds/ID".
func register(t *testing.T, discord *discordtest.World, client *http.Client, guild, name string) {
	t.Helper()
	address := "https://discord.com/api/v10/applications/" + discord.Application.ID + guild + "/commands"
	body := strings.NewReader(`{"name":"` + name + `","description":"x"}`)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+discord.Application.Token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		t.Fatalf("registering %s: %s", name, answer.Status)
	}
}
