package e2e

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
)

func (w *world) manages(name string) *discordtest.Player {
	w.guild.Give(w.users[name], w.guild.NewRole("managers of "+name, manageServer))
	return w.player(name)
}

// manageServer is the permission to manage a server.
const manageServer = discordtest.Permissions(1 << 5)

// tab presses the tabs of a settings page one after another until the page shows a component for which the function
// `has` is true. It returns that page. If no tab has such a component, it returns the page as the last tab left it.
func (w *world) tab(p *discordtest.Player, page discordtest.Message, has func(discordtest.Component) bool) discordtest.Message {
	w.t.Helper()
	page = p.Message(page.ID)
	for _, tab := range parts(page.Components) {
		if slices.ContainsFunc(parts(page.Components), has) {
			break
		}
		if strings.Contains(tab.CustomID, "/tab/") {
			page = p.PressesIDOn(page.ID, tab.CustomID)
		}
	}
	return page
}

func (w *world) pressesIn(p *discordtest.Player, page discordtest.Message, label string) discordtest.Message {
	w.t.Helper()
	page = w.tab(p, page, func(c discordtest.Component) bool { return c.Label == label })
	return p.PressesOn(page.ID, label)
}

func (w *world) hasIn(p *discordtest.Player, page discordtest.Message, label string) bool {
	w.t.Helper()
	return labelled(w.tab(p, page, func(c discordtest.Component) bool { return c.Label == label }), label)
}

// selects chooses values in the menu with a custom id on a settings page, on the tab that has the menu. It
// returns the page after that.
func (w *world) selects(p *discordtest.Player, on discordtest.Message, customID string, values ...string) discordtest.Message {
	w.t.Helper()
	w.tab(p, on, func(c discordtest.Component) bool { return c.CustomID == customID })
	p.ChoosesOn(on.ID, customID, values...)
	return p.Message(on.ID)
}

func TestGamesAreKeptToTheirChannels(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, _ store.Store) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.manages("carol")
		alice.Uses("/challenge member:@bob")
		alice.Uses("/challenge size:4") // to anyone
		lounge := w.guild.NewChannel("lounge")
		page := carol.Uses("/config")
		if !page.Ephemeral() {
			t.Error("everybody sees the page")
		}
		page = w.selects(carol, page, "/config/channels", lounge.ID)
		if chosen := component(page, "/config/channels").DefaultValues; len(chosen) != 1 || chosen[0].ID != lounge.ID {
			t.Errorf("the page shows %v", chosen)
		}
		here := "Games are played in #lounge."
		for _, refused := range []discordtest.Message{
			alice.Uses("/classic"), alice.Uses("/ultimate"), alice.Uses("/watch"), alice.Uses("/challenge"), bob.PressesID("/accept"),
			carol.Uses("/classic"), alice.UsesOn("Challenge to tic-tac-toe", w.users["carol"]),
		} {
			w.privately(refused, here)
		}
		inThread := w.users["alice"].In(lounge.NewThread("a game", w.users["alice"]))
		for _, there := range []*discordtest.Player{w.at("alice", lounge), discordtest.Play(t, inThread)} {
			w.says(there.Uses("/classic level:random first:me"), "@alice against")
			there.PressesID("/a1")
		}
		w.selects(carol, page, "/config/channels")
		alice.Uses("/classic level:random first:me")
	})
}

func TestGamesThatRunAreFinished(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.manages("carol")
		begins(alice, bob, "/classic opponent:@bob")
		role := w.guild.NewRole("players", 0)
		page := carol.Uses("/config")
		w.selects(carol, page, "/config/channels", w.guild.NewChannel("lounge").ID)
		w.selects(carol, page, "/config/roles", role.ID)
		board := w.winsQuickly(alice, bob)
		w.says(board, "@alice wins")
		w.says(alice.PressesOn(board.ID, "Rematch"), "Games are played in #lounge")
		w.says(w.behindMore(alice, board.ID, "Share"), "@alice wins")
	})
}

func TestGamesAreForARole(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.manages("carol")
		role := w.guild.NewRole("players", 0)
		w.guild.Give(w.users["alice"], role)
		toBob := bob.Client().Pings()
		w.selects(carol, carol.Uses("/config"), "/config/roles", role.ID)
		refused := bob.Uses("/classic")
		if text := discordtest.Text(refused); text != "Games here are for <@&"+role.ID+">." || !refused.Ephemeral() {
			t.Errorf("it says %q", text)
		}
		w.mentioned(bob, &toBob, 0)
		alice.Uses("/challenge")
		w.says(bob.PressesID("/accept"), "Games here are for")
		w.guild.Give(w.users["bob"], role)
		bob.PressesID("/accept")
		alice.PressesID("/a1")
	})
}

func TestOnlyManagersChangeTheServer(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, carol := w.player("alice"), w.player("carol")
		role := w.guild.NewRole("managers", manageServer)
		w.guild.Give(w.users["carol"], role)
		if slices.ContainsFunc(alice.Client().Commands(), func(c discordtest.Command) bool { return c.Name == "config" }) {
			t.Error("Discord offers /config to everybody")
		}
		carol.Uses("/config")
		page := carol.PressesID("/config/tab/games")
		w.guild.Take(w.users["carol"], role)
		w.says(carol.PressesOn(page.ID, "Threads: off"), "Only members who may manage this server can change this")
		w.guild.Give(w.users["carol"], role)
		w.says(w.pressesIn(carol, page, "Threads: off"), "Games in this server")
		if !w.hasIn(carol, page, "Threads: on") {
			t.Error("threads are off")
		}
		direct := w.direct("carol")
		if slices.ContainsFunc(direct.Client().Commands(), func(c discordtest.Command) bool { return c.Name == "config" }) {
			t.Error("/config is offered where there is no server")
		}
	})
}

func TestConfigIsKept(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		carol := w.manages("carol")
		posts := w.guild.NewChannel("posts")
		page := carol.Uses("/config")
		for _, label := range []string{"Threads: off", "Rated: on", "Quiet: off"} {
			w.pressesIn(carol, page, label)
		}
		for customID, value := range map[string]string{
			"/config/style": "emoji", "/config/clock": "3600", "/config/language": "en-GB", "/config/daily": posts.ID, "/config/log": posts.ID, "/config/keep": "90",
		} {
			w.selects(carol, page, customID, value)
		}
		w.selects(carol, page, "/config/hour", "18")
		settles(time.Second)
		want := match.Server{
			ID: w.guild.ID, Threads: true, Casual: true, Quiet: true, Style: "emoji", Clock: time.Hour, Locale: "en-GB",
			DailyChannel: posts.ID, DailyHour: 18, LogChannel: posts.ID, RetentionDays: 90,
		}
		got, err := kept.Server(context.Background(), w.guild.ID)
		if err != nil || got.Style != want.Style || !got.Threads || !got.Casual || !got.Quiet || got.Clock != want.Clock || got.Locale != "en-GB" ||
			got.DailyChannel != posts.ID || got.DailyHour != 18 || got.LogChannel != posts.ID || got.RetentionDays != 90 {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
		for _, label := range []string{"Threads: on", "Rated: off", "Quiet: on"} {
			if !w.hasIn(carol, page, label) {
				t.Errorf("the page does not say %q", label)
			}
		}
	})
}

func TestThePageSaysWhatTheBotLacks(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		carol := w.manages("carol")
		silent, open := w.guild.NewChannel("silent"), w.guild.NewChannel("open")
		silent.Overwrite(w.app.User, 0, discordtest.PermissionSendMessages|discordtest.PermissionCreatePublicThreads)
		page := carol.Uses("/config")
		w.selects(carol, page, "/config/channels", silent.ID, open.ID)
		w.says(w.pressesIn(carol, page, "Threads: off"), "can't open threads in <#"+silent.ID+">,")
		w.says(w.selects(carol, page, "/config/log", silent.ID), "The bot can't post in #silent.")
		silent.Overwrite(w.app.User, 0, 0)
		settles(5 * time.Second) // the bot remembers permissions for some seconds
		w.doesNotSay(w.selects(carol, page, "/config/log", silent.ID), "⚠")
	})
}

func component(m discordtest.Message, customID string) discordtest.Component {
	for _, c := range parts(m.Components) {
		if c.CustomID == customID {
			return c
		}
	}
	return discordtest.Component{}
}

func labelled(m discordtest.Message, label string) bool {
	return slices.Contains(labels(m), label)
}

func TestTheLogSaysWhatWasChanged(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		carol := w.manages("carol")
		posts := w.guild.NewChannel("posts")
		reader := w.at("carol", posts)
		page := carol.Uses("/config")
		w.pressesIn(carol, page, "Quiet: off") // no log channel is chosen yet
		toCarol := reader.Client().Pings()
		w.selects(carol, page, "/config/log", posts.ID)
		w.pressesIn(carol, page, "Threads: off")
		settles(time.Second)
		said := texts(reader.Client().Messages())
		by := "<@" + w.users["carol"].ID + "> changed "
		if len(said) != 1 || said[0] != by+"the log channel in `/config`: Nowhere → <#"+posts.ID+">" {
			t.Errorf("the log says %q", said)
		}
		settles(10 * time.Second)
		w.suffers(discordtest.Fault{Kind: discordtest.FaultLimit, Route: "POST /channels/{channel}/messages", Wait: time.Second})
		want := []string{by + "the log channel in `/config`: Nowhere → <#" + posts.ID + ">", by + "whether games get their own threads in `/config`: off → on"}
		for range 10 {
			w.pressesIn(carol, page, "Quiet: on")
			w.pressesIn(carol, page, "Quiet: off")
			want = append(want, by+"whether games are quiet in `/config`: on → off", by+"whether games are quiet in `/config`: off → on")
		}
		w.selects(carol, page, "/config/clock", "60")
		w.selects(carol, page, "/config/clock", "60")
		want = append(want, by+"the time for each move in `/config`: no clock → 1 minute")
		settles(time.Minute)
		if lines := strings.Split(strings.Join(texts(reader.Client().Messages()), "\n"), "\n"); !slices.Equal(lines, want) {
			t.Errorf("the log says\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
		}
		w.mentioned(reader, &toCarol, 0)

		settles(time.Minute)
		start := carol.Uses("/classic opponent:@alice")
		w.channel.Overwrite(w.app.User, 0, discordtest.PermissionCreatePublicThreads)
		w.player("alice").PressesOn(start.ID, "Accept")
		settles(time.Second)
		carol.PressesIDOn(start.ID, "/a1") // the board is in the channel
		said = texts(reader.Client().Messages())
		if last := said[len(said)-1]; !strings.Contains(last, "couldn't open a thread in <#"+w.channel.ID+">") {
			t.Errorf("the log says %q", last)
		}
	})
}

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
			overBoth(t, func(t *testing.T, w *world) {
				carol, alice := w.manages("carol"), w.player("alice")
				ids, left, remove := restrict(w)
				w.selects(carol, carol.Uses("/config"), "/config/"+name, ids...)
				for command, begins := range map[string]string{"/classic": "Tic-tac-toe", "/team level:random": "Tic-tac-toe", "/challenge": "Tic-tac-toe"} {
					w.doesNotSay(alice.Uses(command), begins)
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

func TestADeletedRoleIsSaidToBeDeleted(t *testing.T) {
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

// Discord moves the channels of a deleted category out of it.
func TestADeletedCategoryLeavesItsChannels(t *testing.T) {
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
