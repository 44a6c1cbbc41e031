package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/puzzle"
)

// wears checks that, of alice, bob and carol, exactly the members in `want` have a role.
func (w *world) wears(role *discordtest.Role, want ...string) {
	w.t.Helper()
	for _, name := range []string{"alice", "bob", "carol"} {
		if got := slices.Contains(w.guild.RolesOf(w.users[name]), role); got != slices.Contains(want, name) {
			w.t.Errorf("%s has the role %s: %v", name, role.Name(), got)
		}
	}
}

func TestTheLeaderWearsARole(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		crown, log := w.guild.NewRole("crown", 0), w.guild.NewChannel("log")
		carol := w.manages("carol")
		page := carol.Uses("/config")
		w.selects(carol, page, "/config/log", log.ID)
		w.says(w.selects(carol, page, "/config/leader_role", crown.ID), "**Role for leaders**")
		w.says(carol.Sees("Only members who may also manage roles"), "can choose a role here")
		w.guild.Grant(w.users["carol"], discordtest.PermissionManageRoles)
		judges := w.guild.NewRole("judges", discordtest.PermissionModerateMembers)
		w.selects(carol, page, "/config/leader_role", judges.ID)
		w.says(carol.Sees("permissions that you don't have"), "Choose another role")
		w.says(w.selects(carol, page, "/config/leader_role", crown.ID), "The bot can't give roles. It needs Manage Roles")

		for range 4 {
			w.beats("alice", "bob")
			settles(time.Minute)
		}
		settles(10 * time.Minute)
		w.wears(crown) // after four games nobody has a rating yet
		w.beats("alice", "bob")
		settles(40 * time.Minute)
		w.wears(crown)
		refusals := func(name string) int {
			n := 0
			for _, said := range texts(w.at("carol", log).Client().Messages()) {
				if strings.Contains(said, "The bot couldn't give or take the role <@&"+crown.ID+">: ") && strings.Contains(said, "<@"+w.users[name].ID+">") {
					n++
				}
			}
			return n
		}
		if n := refusals("alice"); n != 1 {
			t.Errorf("the refusal is logged %d times", n)
		}
		bots := w.guild.NewRole("bots", discordtest.PermissionManageRoles)
		w.guild.Give(w.app.User, bots)
		w.doesNotSay(w.tab(carol, carol.Uses("/config"), func(c discordtest.Component) bool { return c.CustomID == "/config/leader_role" }), "can't give roles")
		settles(time.Hour)
		w.wears(crown, "alice")

		settles(25 * time.Hour)
		for range 10 {
			w.beats("bob", "alice")
			settles(time.Minute)
		}
		settles(10 * time.Minute)
		w.wears(crown, "bob")
		w.guild.Take(w.app.User, bots)
		page = w.player("bob").Uses("/settings")
		w.pressesIn(w.player("bob"), page, "Delete…")
		deletesOn(w.player("bob"), page.ID)
		settles(2 * time.Hour)
		w.wears(crown, "bob") // Discord refuses to take the role from bob
		if n := refusals("bob"); n != 1 {
			t.Errorf("the refusal to take it is logged %d times", n)
		}
		w.guild.Give(w.app.User, bots)
		settles(2 * time.Hour)
		w.wears(crown, "alice")
		w.selects(carol, carol.Uses("/config"), "/config/leader_role")
		settles(10 * time.Minute)
		w.wears(crown)
	})
}

func TestTheBestWearRoles(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		week, champions := w.guild.NewRole("week", 0), w.guild.NewRole("champions", 0)
		w.guild.Give(w.app.User, w.guild.NewRole("bots", discordtest.PermissionManageRoles))
		carol, alice, bob := w.manages("carol"), w.player("alice"), w.player("bob")
		w.guild.Grant(w.users["carol"], discordtest.PermissionManageRoles)
		page := carol.Uses("/config")
		w.selects(carol, page, "/config/daily_role", week.ID)
		w.selects(carol, page, "/config/champion_role", champions.ID)
		monday, _ := puzzle.DayAt(time.Now()).Week()

		w.solves(kept, alice, "alice", alice.Uses("/daily"), atDaily)
		position, _, wrong, _ := answers(t, puzzle.Daily(time.Now()), nil)
		w.tries(bob, bob.Uses("/daily"), position, wrong)
		bob.Uses("/classic size:9 in_a_row:5 level:champion first:me")
		for _, square := range []string{"a1", "b1", "c1", "d1", "e1"} {
			bob.Uses("/move square:" + square)
			settles(5 * time.Second)
		}
		settles(10 * time.Minute)
		w.wears(week)
		w.wears(champions, "bob")
		w.away(time.Until((monday + 7).Start().Add(time.Hour)), again)
		settles(10 * time.Minute)
		w.wears(week, "alice")
		w.wears(champions, "bob")
		w.away(7*24*time.Hour, again)
		settles(10 * time.Minute)
		w.wears(week)
		w.wears(champions, "bob")
	}, against(bottomUp))
}

func TestABotThatIsLoweredGivesNoRoles(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		crown, log := w.guild.NewRole("crown", 0), w.guild.NewChannel("log")
		bots := w.guild.NewRole("bots", discordtest.PermissionManageRoles)
		w.guild.Give(w.app.User, bots)
		carol := w.manages("carol")
		w.guild.Grant(w.users["carol"], discordtest.PermissionManageRoles)
		page := carol.Uses("/config")
		w.selects(carol, page, "/config/log", log.ID)
		w.selects(carol, page, "/config/leader_role", crown.ID)
		bots.Move(1)
		for range 5 {
			w.beats("alice", "bob")
			settles(time.Minute)
		}
		settles(10 * time.Minute)
		w.wears(crown)
		w.says(w.at("carol", log).Sees("couldn't give or take the role"), "<@"+w.users["alice"].ID+">")
		bots.Move(len(w.guild.Roles()))
		settles(2 * time.Hour)
		w.wears(crown, "alice")
	})
}
