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

// manages gives a member a role with the permission to manage the server, and returns the member as a player.
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

// pressesIn presses the button with a label on a settings page, on the tab that has the button.
func (w *world) pressesIn(p *discordtest.Player, page discordtest.Message, label string) discordtest.Message {
	w.t.Helper()
	page = w.tab(p, page, func(c discordtest.Component) bool { return c.Label == label })
	return p.PressesOn(page.ID, label)
}

// hasIn reports whether any tab of a settings page has a button with a label.
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

// TestGamesAreKeptToTheirChannels restricts games to one channel by /config. Commands and presses that
// would start a game are then refused privately in other channels. Games start in the chosen channel and in
// its threads, and everywhere again once the restriction is removed.
func TestGamesAreKeptToTheirChannels(t *testing.T) {
	t.Parallel()
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
			if w.says(refused, here); !refused.Ephemeral() {
				t.Error("everybody is told")
			}
		}
		inThread := w.users["alice"].In(lounge.NewThread("a game", w.users["alice"]))
		for _, there := range []*discordtest.Player{discordtest.Play(t, w.users["alice"].In(lounge)), discordtest.Play(t, inThread)} {
			w.says(there.Uses("/classic level:random first:me"), "@alice against")
			there.PressesID("/a1")
		}
		w.selects(carol, page, "/config/channels")
		alice.Uses("/classic level:random first:me")
	})
}

// TestGamesThatRunAreFinished restricts games to another channel and to a role during a game. The members
// can finish that game, but cannot play a rematch.
func TestGamesThatRunAreFinished(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.manages("carol")
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
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

// TestGamesAreForARole restricts games to a role. A member without the role can neither start a game nor
// accept a challenge; with the role the member can.
func TestGamesAreForARole(t *testing.T) {
	t.Parallel()
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

// TestOnlyManagersChangeTheServer checks that Discord offers /config to managers of the server only, and
// that a member who is no longer a manager cannot change settings on an open page.
func TestOnlyManagersChangeTheServer(t *testing.T) {
	t.Parallel()
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
		direct := discordtest.Play(t, w.users["carol"].In(w.discord.DirectMessage(w.users["carol"], w.app.User)))
		if slices.ContainsFunc(direct.Client().Commands(), func(c discordtest.Command) bool { return c.Name == "config" }) {
			t.Error("/config is offered where there is no server")
		}
	})
}

// TestConfigIsKept changes settings by /config and checks that the store has the new values. It checks the page for the
// settings that have a button.
func TestConfigIsKept(t *testing.T) {
	t.Parallel()
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

// TestThePageSaysWhatTheBotLacks removes permissions of the bot in a channel. The page of /config warns that the bot
// cannot open threads or post there, and the warnings disappear once the bot has the permissions again.
func TestThePageSaysWhatTheBotLacks(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		carol := w.manages("carol")
		silent, open := w.guild.NewChannel("silent"), w.guild.NewChannel("open")
		silent.Overwrite(w.app.User, 0, discordtest.PermissionSendMessages|discordtest.PermissionCreatePublicThreads)
		page := carol.Uses("/config")
		w.selects(carol, page, "/config/channels", silent.ID, open.ID)
		if text := discordtest.Text(w.pressesIn(carol, page, "Threads: off")); !strings.Contains(text, "can't open threads in <#"+silent.ID+">,") {
			t.Errorf("it says\n%s", text)
		}
		w.says(w.selects(carol, page, "/config/log", silent.ID), "The bot can't post in #silent.")
		silent.Overwrite(w.app.User, 0, 0)
		settles(5 * time.Second) // the bot remembers permissions for some seconds
		if text := discordtest.Text(w.selects(carol, page, "/config/log", silent.ID)); strings.Contains(text, "⚠") {
			t.Errorf("it complains still:\n%s", text)
		}
	})
}

// component returns the component of a message with a custom id, or an empty component if there is none.
func component(m discordtest.Message, customID string) discordtest.Component {
	for _, c := range parts(m.Components) {
		if c.CustomID == customID {
			return c
		}
	}
	return discordtest.Component{}
}

// labelled reports whether a message has a button with a label.
func labelled(m discordtest.Message, label string) bool {
	return slices.Contains(labels(m), label)
}

// TestTheLogSaysWhatWasChanged checks the log channel of a server. Each change has a line with the value
// before and after the change, however quickly changes follow each other, even under a rate limit. A choice
// that changes nothing gets no line, and a thread that the bot cannot open is reported.
func TestTheLogSaysWhatWasChanged(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		carol := w.manages("carol")
		posts := w.guild.NewChannel("posts")
		reader := discordtest.Play(t, w.users["carol"].In(posts))
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
		said = texts(reader.Client().Messages())
		if last := said[len(said)-1]; !strings.Contains(last, "couldn't open a thread in <#"+w.channel.ID+">") {
			t.Errorf("the log says %q", last)
		}
	})
}
