package discordtest_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

// plain are the permissions of a new guild's @everyone that the tests need.
const plain = discordtest.PermissionViewChannel | discordtest.PermissionSendMessages | object.PermissionUseCommands | discordtest.PermissionAttachFiles

func TestPermissions(t *testing.T) {
	t.Parallel()
	s := discordtest.NewServer()
	guild := s.NewGuild("Guild")
	channel := guild.NewChannel("general")
	alice, stranger := s.NewUser("alice"), s.NewUser("stranger")
	guild.Add(alice)
	players := guild.NewRole("players", 0)
	muted := guild.NewRole("muted", 0)
	guild.Give(alice, players, muted)
	bosses := guild.NewRole("bosses", discordtest.PermissionAdministrator)
	const view, send, embed = discordtest.PermissionViewChannel, discordtest.PermissionSendMessages, discordtest.PermissionEmbedLinks
	thread := channel.NewThread("thread", alice)
	for _, c := range []struct {
		name       string
		set        func()
		has, hasnt discordtest.Permissions
		inThread   discordtest.Permissions
	}{
		{"everyone", func() {}, plain, discordtest.PermissionManageMessages, plain},
		{"a role", func() { players.SetPermissions(discordtest.PermissionManageMessages) }, plain | discordtest.PermissionManageMessages, 0, discordtest.PermissionManageMessages},
		{"denied to everyone", func() { channel.Overwrite(guild.Everyone(), 0, send) }, view, send | embed | discordtest.PermissionAttachFiles, view | discordtest.PermissionSendInThreads | embed},
		{"allowed to a role", func() { channel.Overwrite(players, send, 0) }, view | send | embed, 0, embed},
		{"denied to one role, allowed to another", func() { channel.Overwrite(muted, 0, send) }, view | send, 0, view},
		{"denied to the member", func() { channel.Overwrite(alice, 0, send) }, view, send | embed, view | embed},
		{"invisible", func() { channel.Overwrite(alice, send, view) }, 0, discordtest.Permissions(1<<53 - 1), 0},
		{"visible again", func() { channel.Overwrite(alice, send|discordtest.PermissionManageThreads, 0) }, send | discordtest.PermissionManageThreads, 0, view},
		{"silenced", func() { guild.TimeOut(alice, time.Hour) }, (discordtest.PermissionViewChannel | object.PermissionReadMessageHistory), send | discordtest.PermissionUseCommands, (discordtest.PermissionViewChannel | object.PermissionReadMessageHistory)},
		{"administrator", func() { guild.Give(alice, bosses) }, discordtest.Permissions(1<<53 - 1), 0, discordtest.Permissions(1<<53 - 1)},
	} {
		c.set()
		got := channel.Permissions(alice)
		if got&c.has != c.has || got&c.hasnt != 0 {
			t.Errorf("%s: %b, want %b and not %b", c.name, got, c.has, c.hasnt)
		}
		if got := thread.Permissions(alice); got&c.inThread != c.inThread {
			t.Errorf("%s, in the thread: %b, want %b", c.name, got, c.inThread)
		}
	}
	if got := channel.Permissions(stranger); got != 0 {
		t.Errorf("somebody from elsewhere: %b", got)
	}
	guild.Add(stranger)
	guild.SetOwner(stranger)
	channel.Overwrite(stranger, 0, view)
	if got := channel.Permissions(stranger); got != discordtest.Permissions(1<<53-1) {
		t.Errorf("the owner: %b", got)
	}
	guild.Take(alice, bosses, players, muted)
	if got := channel.Permissions(alice); got.Has(discordtest.PermissionAdministrator) {
		t.Errorf("without roles: %b", got)
	}
}

func TestWhatABotMaySend(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		path := "/channels/" + sc.Channel.ID + "/messages"
		everyone := sc.Guild.Everyone()
		for _, c := range []struct {
			denied discordtest.Permissions
			body   string
			want   string
		}{
			{discordtest.PermissionSendMessages, `{"content":"x"}`, "50013"},
			{discordtest.PermissionEmbedLinks, `{"content":"x"}`, ""},
			{discordtest.PermissionViewChannel, `{"content":"x"}`, "50001"},
		} {
			sc.Channel.Overwrite(everyone, 0, c.denied)
			status, body := sc.Bot.Do("POST", path, c.body)
			if c.want == "" && status != 200 || c.want != "" && (status != 403 || HasError(body, c.want) != nil) {
				t.Errorf("%s without %b: %d %s", c.body, c.denied, status, body)
			}
		}
		sc.Channel.Overwrite(everyone, 0, discordtest.PermissionAttachFiles)
		time.Sleep(5 * time.Second) // fake time, so that the route's rate limit resets
		if status, body := sc.Multipart(`{}`, "a.png", 1); status != 403 || HasError(body, "50013") != nil {
			t.Errorf("a file: %d %s", status, body)
		}
		sc.Channel.Overwrite(everyone, 0, object.PermissionReadMessageHistory)
		if status, body := sc.Bot.Do("GET", path, nil); status != 200 || body != "[]" {
			t.Errorf("the list without history: %d %s", status, body)
		}
	})
}

func TestWhoMayUseCommands(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.WithAnswer(Pad)
		alice := sc.Alice.In(sc.Channel)
		made := sc.OK(alice.Use(sc.Ctx, "ask", nil))
		sc.Bot.Answer = func(Received) any { return `{"type":6}` }
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionUseCommands)
		if _, err := alice.Use(sc.Ctx, "ask", nil); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("without the permission: %v", err)
		}
		if _, err := alice.Press(sc.Ctx, made.Message.ID, "/a"); err != nil {
			t.Errorf("buttons need none: %v", err)
		}
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionSendMessages)
		if _, err := alice.UseOn(sc.Ctx, "Poke", sc.Bob); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("a user command where alice cannot write: %v", err)
		}
		if _, err := alice.Complete(sc.Ctx, "look", "what", "x", nil); !errors.Is(err, discordtest.ErrFailed) {
			t.Errorf("a slash command there is offered, and only answered wrongly: %v", err)
		}
		sc.Guild.TimeOut(sc.Alice, time.Minute)
		if _, err := alice.Press(sc.Ctx, made.Message.ID, "/a"); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("silenced: %v", err)
		}
		time.Sleep(time.Minute) // fake time: the test runs in a synctest bubble
		if _, err := alice.Press(sc.Ctx, made.Message.ID, "/a"); err != nil {
			t.Errorf("no longer silenced: %v", err)
		}
	})
}

func TestExternalAppsCanBeHushed(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(Pad)
		sc.Bot.App.InstallFor(sc.Alice)
		away := sc.Server.NewGuild("Away")
		away.Add(sc.Alice)
		channel := away.NewChannel("far")
		alice := sc.Alice.In(channel)
		a, err := alice.Use(sc.Ctx, "ask", nil)
		if err != nil || a.Message.Ephemeral() {
			t.Fatalf("%+v %v", a, err)
		}
		channel.Overwrite(away.Everyone(), 0, discordtest.PermissionUseExternalApps)
		if a, err = alice.Use(sc.Ctx, "ask", nil); err != nil || !a.Message.Ephemeral() {
			t.Errorf("the answer is public: %v", err)
		}
		var next discordtest.Message
		sc.Bot.Must("POST", sc.Bot.Hook(it), `{"content":"x"}`, &next)
		if !next.Ephemeral() || it.Owners["1"] != sc.Alice.ID || len(it.Owners) != 1 {
			t.Errorf("follow-up %+v, owners %v", next, it.Owners)
		}
		sc.Bot.Answer = func(Received) any { return `{"type":5}` }
		if a, err = alice.Use(sc.Ctx, "ask", nil); err != nil || !a.Message.Ephemeral() {
			t.Errorf("it thinks in public: %v", err)
		}
	})
}

func TestRoleMentions(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		role := sc.Guild.NewRole("players", 0)
		sc.Guild.Give(sc.Alice, role)
		path := "/channels/" + sc.Channel.ID + "/messages"
		at := fmt.Sprintf(`<@&%s> <@&12>`, role.ID)
		for _, c := range []struct {
			name, body string
			prepare    func()
			pings      int
		}{
			{"who may mention everyone", `{"content":"` + at + `"}`, func() {}, 1},
			{"not allowed", `{"content":"` + at + `","allowed_mentions":{"parse":[]}}`, func() {}, 1},
			{"listed", `{"content":"` + at + `","allowed_mentions":{"roles":["` + role.ID + `"]}}`, func() {}, 2},
			{"without the permission", `{"content":"` + at + ` @everyone"}`, func() { sc.Channel.Overwrite(sc.Bot.App.User, 0, discordtest.PermissionMentionEveryone) }, 2},
			{"mentionable", `{"content":"` + at + ` @everyone"}`, func() { role.SetMentionable(true) }, 3},
		} {
			c.prepare()
			sc.Bot.Must("POST", path, c.body, nil)
			if got := sc.Alice.In(sc.Channel).Pings(); got != c.pings || sc.Bob.In(sc.Channel).Pings() != 0 {
				t.Errorf("%s: alice has %d pings, want %d", c.name, got, c.pings)
			}
		}
	})
}

func TestReadingAGuild(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.Guild.NewRole("players", 0)
		stranger := sc.Server.NewUser("stranger")
		for _, c := range []struct {
			path   string
			status int
			want   string
		}{
			{"/guilds/" + sc.Guild.ID, 200, `"name":"@everyone"`},
			{"/guilds/" + sc.Guild.ID + "/roles", 200, `"name":"players"`},
			{"/guilds/" + sc.Guild.ID + "/channels", 200, `"name":"games"`},
			{"/guilds/" + sc.Guild.ID + "/members/" + sc.Alice.ID, 200, `"username":"alice"`},
			{"/guilds/" + sc.Guild.ID + "/members/" + stranger.ID, 404, `10007`},
			{"/guilds/" + sc.Guild.ID + "/members/1", 404, `10013`},
			{"/guilds/1/roles", 404, `10004`},
			{"/users/" + stranger.ID, 200, `"username":"stranger"`},
			{"/users/1", 404, `10013`},
		} {
			if status, body := sc.Bot.Do("GET", c.path, nil); status != c.status || !strings.Contains(body, c.want) {
				t.Errorf("%s: %d %s", c.path, status, body)
			}
		}
	})
}

func TestWritingToAUser(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		stranger := sc.Server.NewUser("stranger")
		type opened struct {
			ID         discordtest.Snowflake
			Recipients []discordtest.UserObject
		}
		open := func(u *discordtest.User) (c opened) {
			sc.Bot.Must("POST", "/users/@me/channels", `{"recipient_id":"`+u.ID+`"}`, &c)
			return c
		}
		if c := open(sc.Alice); c.ID != sc.Server.DirectMessage(sc.Alice, sc.Bot.App.User).ID || len(c.Recipients) != 1 {
			t.Errorf("channel %+v", c)
		}
		sc.Bot.Must("POST", "/channels/"+open(sc.Alice).ID+"/messages", `{"content":"hello"}`, nil)
		sc.Alice.AllowDirectMessages(false)
		if status, body := sc.Bot.Do("POST", "/channels/"+open(sc.Alice).ID+"/messages", `{"content":"x"}`); status != 403 || HasError(body, "50007") != nil {
			t.Errorf("to somebody who takes none: %d %s", status, body)
		}
		far := open(stranger).ID
		if status, body := sc.Bot.Do("POST", "/channels/"+far+"/messages", `{"content":"x"}`); status != 403 || HasError(body, "50007") != nil {
			t.Errorf("to a stranger: %d %s", status, body)
		}
		sc.Bot.App.InstallFor(stranger)
		sc.Bot.Must("POST", "/channels/"+far+"/messages", `{"content":"x"}`, nil)
		if status, body := sc.Bot.Do("POST", "/users/@me/channels", `{"recipient_id":"1"}`); status != 400 || HasError(body, "50033") != nil {
			t.Errorf("to nobody: %d %s", status, body)
		}
	})
}

// TestLoweredRoles checks that a bot gives and takes only roles below its own.
func TestLoweredRoles(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		own := sc.Guild.NewRole("bots", discordtest.PermissionManageRoles)
		sc.Guild.Give(sc.Bot.App.User, own)
		prize := sc.Guild.NewRole("prize", 0)
		path := "/guilds/" + sc.Guild.ID + "/members/" + sc.Alice.ID + "/roles/" + prize.ID
		if status, body := sc.Bot.Do("PUT", path, nil); status != 403 || HasError(body, "50013") != nil {
			t.Errorf("a higher role: %d %s", status, body)
		}
		own.Move(2)
		sc.Bot.Must("PUT", path, nil, nil)
		if roles := sc.Guild.RolesOf(sc.Alice); len(roles) != 1 || roles[0] != prize {
			t.Errorf("alice has %v", roles)
		}
		own.Move(1)
		if status, _ := sc.Bot.Do("DELETE", path, nil); status != 403 {
			t.Errorf("lowered: %d", status)
		}
	})
}

func TestCategories(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		games := sc.Guild.NewCategory("games")
		sc.Channel.MoveTo(games)
		parent := func() string {
			var c struct {
				Parent string `json:"parent_id"`
			}
			sc.Bot.Must("GET", "/channels/"+sc.Channel.ID, nil, &c)
			return c.Parent
		}
		if got := parent(); got != games.ID {
			t.Errorf("in the category %q", got)
		}
		if status, _ := sc.Bot.Do("POST", "/channels/"+games.ID+"/messages", `{"content":"x"}`); status != 400 {
			t.Errorf("a message in a category: %d", status)
		}
		games.Delete()
		if got := parent(); got != "" {
			t.Errorf("in the deleted category %q", got)
		}
	})
}
