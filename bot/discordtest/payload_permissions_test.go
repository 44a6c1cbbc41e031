package discordtest_test

import (
	"testing"

	"noughts/bot/discordtest"
)

// TestAppPermissions: what a bot may do outside guilds is what Discord's
// reference lists, and no more.
func TestAppPermissions(t *testing.T) {
	withWebBot(t, func(t *testing.T, b *webBot) {
		b.register(`[{"name":"ask","description":"x"}]`)
		b.will(2, `{"type":4,"data":{"content":"x"}}`)
		alice, bob := b.alice.User(), b.server.NewUser("bob")
		b.app.InstallFor(alice)
		away := b.server.NewGuild("Away")
		away.Add(alice)
		far := away.NewChannel("far")
		files := discordtest.PermissionAttachFiles | discordtest.PermissionEmbedLinks | discordtest.PermissionMentionEveryone
		for _, c := range []struct {
			where string
			in    *discordtest.Channel
			want  discordtest.Permissions
		}{
			{"its guild", b.channel, b.channel.Permissions(b.app.User)},
			{"a direct message with it", b.server.DirectMessage(alice, b.app.User), files | discordtest.PermissionUseExternalEmojis},
			{"a direct message with somebody else", b.server.DirectMessage(alice, bob), files},
			{"a group message", b.server.GroupMessage(alice, bob), files},
			{"a guild without it", far, files},
		} {
			if _, err := alice.In(c.in).Use(t.Context(), "ask", nil); err != nil {
				t.Fatal(err)
			}
			var it struct {
				May string `json:"app_permissions"`
			}
			b.newest(&it)
			if it.May != c.want.String() {
				t.Errorf("%s: %s, want %s", c.where, it.May, c.want)
			}
		}
	})
}
