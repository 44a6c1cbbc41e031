package driver_test

import (
	"errors"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// TestAgeRestrictedCommands checks where clients offer age-restricted commands: in age-restricted channels and their
// threads, and in a direct message with the bot if the user allows such commands.
func TestAgeRestrictedCommands(t *testing.T) {
	testbot.WithWebBot(t, func(t *testing.T, b *testbot.WebBot) {
		b.Register(`[{"name":"tame","description":"x"},{"name":"wild","description":"x","nsfw":true},{"name":"Look","type":2,"nsfw":true}]`)
		b.Will(2, `{"type":4,"data":{"content":"x"}}`)
		alice := b.Alice.User()
		b.App.InstallFor(alice)
		bob := b.Server.NewUser("bob")
		with, without := b.Server.DirectMessage(alice, b.App.User), b.Server.DirectMessage(alice, bob)
		thread := b.Channel.NewThread("thread", alice)
		for _, c := range []struct {
			where  string
			set    func()
			in     *discordtest.Channel
			offers string
		}{
			{"a channel", func() {}, b.Channel, "tame"},
			{"a thread", func() {}, thread, "tame"},
			{"an age-restricted channel", func() { b.Channel.SetNSFW(true) }, b.Channel, "Look tame wild"},
			{"its thread", func() {}, thread, "Look tame wild"},
			{"the channel as it was", func() { b.Channel.SetNSFW(false) }, b.Channel, "tame"},
			{"a direct message with the bot", func() {}, with, "tame"},
			{"one of somebody who wants them", func() { alice.AllowNSFWCommands(true) }, with, "Look tame wild"},
			{"a direct message without the bot", func() {}, without, "tame"},
			{"a channel of somebody who wants them", func() {}, b.Channel, "tame"},
		} {
			c.set()
			in, wild := alice.In(c.in), strings.Contains(c.offers, "wild")
			var names []string
			for _, command := range in.Commands() {
				names = append(names, command.Name)
			}
			if got := strings.Join(names, " "); got != c.offers {
				t.Errorf("%s offers %s, want %s", c.where, got, c.offers)
			}
			if _, err := in.Use(t.Context(), "wild", nil); wild && err != nil || !wild && !errors.Is(err, discordtest.ErrNotThere) {
				t.Errorf("%s: %v", c.where, err)
			}
			if c.in.NSFW() != (wild && c.in != with) {
				t.Errorf("%s: age-restricted %v", c.where, c.in.NSFW())
			}
		}
	})
}

// TestAgeRestrictedChannelsAreTold checks that bots get the channel's nsfw field, from the REST API
// and in an interaction's resolved data.
func TestAgeRestrictedChannelsAreTold(t *testing.T) {
	testbot.WithWebBot(t, func(t *testing.T, b *testbot.WebBot) {
		b.Register(`[{"name":"where","description":"x","options":[{"type":7,"name":"channel","description":"x"}]}]`)
		b.Will(2, `{"type":4,"data":{"content":"x"}}`)
		for _, want := range []string{`"nsfw":false`, `"nsfw":true`} {
			if got := b.Must("GET", "/channels/"+b.Channel.ID, ""); !strings.Contains(got, want) {
				t.Errorf("the channel: %s", got)
			}
			if _, err := b.Alice.Use(t.Context(), "where", map[string]any{"channel": b.Channel}); err != nil {
				t.Fatal(err)
			}
			if got := b.Data(); !strings.Contains(got, want) {
				t.Errorf("a channel that an option names: %s", got)
			}
			b.Channel.SetNSFW(true)
		}
	})
}
