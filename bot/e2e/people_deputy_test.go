package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
)

func TestTheBotPostsNothingForTheSilent(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob := w.player("alice"), w.player("bob")
		over := w.beats("alice", "bob")
		daily := alice.Uses("/daily")
		w.solves(kept, alice, "alice", daily, atDaily)
		review, replay := alice.PressesOn(over.ID, "Review"), alice.Uses("/replay")
		profile, leaders, help := alice.Uses("/profile"), alice.Uses("/leaderboard"), alice.Uses("/help")
		posted := func() (n int) {
			for _, m := range bob.Client().Messages() {
				if !m.Ephemeral() {
					n++
				}
			}
			return n
		}
		presses := []struct {
			on   discordtest.Message
			path string
		}{
			{daily, "/share"}, {review, "/share"}, {replay, "/share"}, {profile, "/share"}, {leaders, "/share/1"}, {over, "/rematch"}, {help, "/play/classic"},
		}
		before := posted()
		w.channel.Overwrite(w.guild.Everyone(), 0, discordtest.PermissionSendMessages)
		for _, p := range presses {
			w.privately(alice.PressesIDOn(p.on.ID, p.path), "you can't write there")
		}
		if n := posted(); n != before {
			t.Errorf("%d messages were posted", n-before)
		}
		w.channel.Overwrite(w.guild.Everyone(), 0, 0)
		for _, p := range presses {
			alice.PressesIDOn(p.on.ID, p.path)
		}
		if n := posted(); n != before+len(presses) {
			t.Errorf("%d of %d messages were posted", n-before, len(presses))
		}
	})
}

func TestAChannelIsNotFloodedFromAnother(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, _, bob := w.rivals("/team channel:#rivals size:3")
		for range 20 {
			alice.PressesID("/withdraw")
			if m := alice.Uses("/team channel:#rivals size:3"); strings.Contains(discordtest.Text(m), "You challenged 10") {
				break
			}
			settles(3 * time.Second)
		}
		if n := len(bob.Client().Messages()); n != 10 {
			t.Errorf("%d messages in the other channel", n)
		}
	})
}

func TestAManagerChoosesWhatTheyCouldDo(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		low, carol := w.guild.NewRole("low", 0), w.manages("carol")
		w.guild.Grant(w.users["carol"], discordtest.PermissionManageRoles)
		high := w.guild.NewRole("high", 0)
		quiet, log := w.guild.NewChannel("quiet"), w.guild.NewChannel("log")
		quiet.Overwrite(w.users["carol"], 0, discordtest.PermissionSendMessages)
		page := carol.Uses("/config")
		for _, c := range []struct{ path, id, refused string }{
			{"/config/leader_role", high.ID, "below your highest role"}, {"/config/leader_role", low.ID, ""},
			{"/config/log", quiet.ID, "you can't write there"},
			{"/config/daily", quiet.ID, "you can't write there"}, {"/config/log", log.ID, ""},
		} {
			before := len(carol.Client().Messages())
			w.selects(carol, page, c.path, c.id)
			if all := carol.Client().Messages(); c.refused != "" && (len(all) == before || !strings.Contains(discordtest.Text(all[len(all)-1]), c.refused)) || c.refused == "" && len(all) != before {
				t.Errorf("%s %s: %d messages, the last %s", c.path, c.id, len(all)-before, discordtest.Text(all[len(all)-1]))
			}
		}
	})
}
