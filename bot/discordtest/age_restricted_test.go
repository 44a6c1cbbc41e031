package discordtest_test

import (
	"errors"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

// TestAgeRestrictedCommands looks for commands of all kinds where they are
// offered and where they are not.
func TestAgeRestrictedCommands(t *testing.T) {
	withWebBot(t, func(t *testing.T, b *webBot) {
		b.register(`[{"name":"tame","description":"x"},{"name":"wild","description":"x","nsfw":true},{"name":"Look","type":2,"nsfw":true}]`)
		b.will(2, `{"type":4,"data":{"content":"x"}}`)
		alice := b.alice.User()
		b.app.InstallFor(alice)
		bob := b.server.NewUser("bob")
		with, without := b.server.DirectMessage(alice, b.app.User), b.server.DirectMessage(alice, bob)
		thread := b.channel.NewThread("thread", alice)
		for _, c := range []struct {
			where  string
			set    func()
			in     *discordtest.Channel
			offers string
		}{
			{"a channel", func() {}, b.channel, "tame"},
			{"a thread", func() {}, thread, "tame"},
			{"an age-restricted channel", func() { b.channel.SetNSFW(true) }, b.channel, "Look tame wild"},
			{"its thread", func() {}, thread, "Look tame wild"},
			{"the channel as it was", func() { b.channel.SetNSFW(false) }, b.channel, "tame"},
			{"a direct message with the bot", func() {}, with, "tame"},
			{"one of somebody who wants them", func() { alice.AllowNSFWCommands(true) }, with, "Look tame wild"},
			{"a direct message without the bot", func() {}, without, "tame"},
			{"a channel of somebody who wants them", func() {}, b.channel, "tame"},
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

// TestAgeRestrictedChannelsAreTold: bots find it in the channel.
func TestAgeRestrictedChannelsAreTold(t *testing.T) {
	withWebBot(t, func(t *testing.T, b *webBot) {
		b.register(`[{"name":"where","description":"x","options":[{"type":7,"name":"channel","description":"x"}]}]`)
		b.will(2, `{"type":4,"data":{"content":"x"}}`)
		for _, want := range []string{`"nsfw":false`, `"nsfw":true`} {
			if got := b.must("GET", "/channels/"+b.channel.ID, ""); !strings.Contains(got, want) {
				t.Errorf("the channel: %s", got)
			}
			if _, err := b.alice.Use(t.Context(), "where", map[string]any{"channel": b.channel}); err != nil {
				t.Fatal(err)
			}
			if got := b.data(); !strings.Contains(got, want) {
				t.Errorf("a channel that an option names: %s", got)
			}
			b.channel.SetNSFW(true)
		}
	})
}
