package interaction_test

import (
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// TestAppPermissions checks the field app_permissions. Outside the guilds that the bot is in, it has exactly the
// permissions that Discord's reference lists.
func TestAppPermissions(t *testing.T) {
	testbot.WithWebBot(t, func(t *testing.T, b *testbot.WebBot) {
		b.Register(`[{"name":"ask","description":"x"}]`)
		b.Will(2, `{"type":4,"data":{"content":"x"}}`)
		alice, bob := b.Alice.User(), b.Server.NewUser("bob")
		b.App.InstallFor(alice)
		away := b.Server.NewGuild("Away")
		away.Add(alice)
		far := away.NewChannel("far")
		files := discordtest.PermissionAttachFiles | discordtest.PermissionEmbedLinks | discordtest.PermissionMentionEveryone
		for _, c := range []struct {
			where string
			in    *discordtest.Channel
			want  discordtest.Permissions
		}{
			{"its guild", b.Channel, b.Channel.Permissions(b.App.User)},
			{"a direct message with it", b.Server.DirectMessage(alice, b.App.User), files | discordtest.PermissionUseExternalEmojis},
			{"a direct message with somebody else", b.Server.DirectMessage(alice, bob), files},
			{"a group message", b.Server.GroupMessage(alice, bob), files},
			{"a guild without it", far, files},
		} {
			if _, err := alice.In(c.in).Use(t.Context(), "ask", nil); err != nil {
				t.Fatal(err)
			}
			var it struct {
				May string `json:"app_permissions"`
			}
			b.Newest(&it)
			if it.May != c.want.String() {
				t.Errorf("%s: %s, want %s", c.where, it.May, c.want)
			}
		}
	})
}
