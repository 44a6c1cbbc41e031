package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// TestRestrictionsToWhatIsDeletedCountForNothing restricts games to channels and roles, which are then deleted. While one
// is left, a refusal names only that; when all are gone, everybody plays. /config says so.
func TestRestrictionsToWhatIsDeletedCountForNothing(t *testing.T) {
	t.Parallel()
	for name, restrict := range map[string]func(w *world) (ids []string, left string, remove []func()){
		"channels": func(w *world) ([]string, string, []func()) {
			a, b := w.guild.NewChannel("arena"), w.guild.NewChannel("court")
			return []string{a.ID, b.ID}, "<#" + b.ID + ">", []func(){a.Delete, b.Delete}
		},
		"roles": func(w *world) ([]string, string, []func()) {
			a, b := w.guild.NewRole("judges", 0), w.guild.NewRole("bards", 0)
			return []string{a.ID, b.ID}, "<@&" + b.ID + ">", []func(){a.Delete, b.Delete}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, w *world) {
				carol, alice := w.manages("carol"), w.player("alice")
				ids, left, remove := restrict(w)
				w.selects(carol, carol.Uses("/config"), "/config/"+name, ids...)
				for command, begins := range map[string]string{"/classic": "Tic-tac-toe", "/team level:random": "Tic-tac-toe", "/challenge": "Tic-tac-toe"} {
					if said := discordtest.Text(alice.Uses(command)); strings.Contains(said, begins) {
						t.Errorf("%s is allowed:\n%s", command, said)
					}
				}
				w.doesNotSay(alice.Uses("/classic"), "/config")
				w.says(carol.Uses("/classic"), "You can change that in ")
				remove[0]()
				settles(time.Minute)
				said := alice.Uses("/classic")
				if text := discordtest.Text(said); !strings.Contains(text, left) || strings.Contains(text, ids[0]) {
					t.Errorf("with one left:\n%s", text)
				}
				w.says(carol.Uses("/config"), "Deleted, so they count as not chosen")
				remove[1]()
				w.says(alice.Uses("/classic"), "Tic-tac-toe")
			})
		})
	}
}

// TestADeletedRoleIsSaidToBeDeleted deletes the role for leaders. The log channel says that, and asks for no permission.
func TestADeletedRoleIsSaidToBeDeleted(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		crown, log := w.guild.NewRole("crown", 0), w.guild.NewChannel("log")
		w.guild.Give(w.app.User, w.guild.NewRole("bots", discordtest.PermissionManageRoles))
		carol := w.manages("carol")
		w.guild.Grant(w.users["carol"], discordtest.PermissionManageRoles)
		page := carol.Uses("/config")
		w.selects(carol, page, "/config/log", log.ID)
		w.selects(carol, page, "/config/leader_role", crown.ID)
		for range 4 {
			w.beats("alice", "bob")
			settles(time.Minute)
		}
		crown.Delete()
		w.beats("alice", "bob") // with a fifth game alice leads
		settles(10 * time.Minute)
		there := w.at("carol", log)
		w.says(there.Sees("is deleted"), "Choose another one in `/config`")
		there.DoesNotSee("It needs Manage Roles")
	})
}

// TestADeletedCategoryLeavesItsChannels plays in a channel of a category, which is then deleted: Discord moves the channel
// out of it.
func TestADeletedCategoryLeavesItsChannels(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		games := w.guild.NewCategory("games")
		w.channel.MoveTo(games)
		carol, alice := w.manages("carol"), w.player("alice")
		w.selects(carol, carol.Uses("/config"), "/config/channels", w.channel.ID)
		board := alice.Uses("/classic level:random first:me")
		alice.PressesIDOn(board.ID, "/b2")
		games.Delete()
		settles(time.Minute)
		w.doesNotSay(carol.Uses("/config"), "Deleted")
		w.says(alice.Uses("/classic"), "Tic-tac-toe")
	})
}
