package clients

import (
	"slices"
	"strings"

	"noughts/bot/discordtest"
)

func (p part) threads() {
	p.does("openThread", "replay of 2, active: replay")
	thread := p.channel.Threads()[0]
	discordtest.Play(p.t, p.aliceUser.In(thread)).Sees("Let us talk")
	p.does("threadOfMessage", "its id")
	p.does("leaveThread", "members: 1")
	p.heard("threadCreate replay", "threadCreate about it", "deleted about it")
	p.does("archive", "archived: replayed")
	if !thread.Archived() {
		p.t.Error("the thread is not archived")
	}
	p.does("reopen", "open")
	p.heard("threadUpdate replayed archived", "threadUpdate replayed open")
	p.does("deleteThread", "active: none")
	if got := p.channel.Threads(); len(got) != 0 {
		p.t.Errorf("%d threads are left", len(got))
	}
}

func (p part) members() {
	p.does("members", "alice, bob, bot; found 1: alice")
	p.does("nicknames", "Referee, Champion")
	p.does("timeOut", "true, false")
}

func (p part) roles() {
	p.does("role", "winners, true")
	p.heard("roleCreate players", "roleUpdate players to winners")
	if may := p.channel.Permissions(p.aliceUser); may&discordtest.PermissionManageMessages == 0 {
		p.t.Error("alice may not do what her role says")
	}
	p.does("unrole", "false, false")
	p.heard("roleDelete winners")
	if may := p.channel.Permissions(p.aliceUser); may&discordtest.PermissionManageMessages != 0 {
		p.t.Error("alice may still do what her role said")
	}
}

func (p part) channels() {
	p.does("channel", "arena, games; Games of today; false")
	all := p.guild.Channels()
	arena := all[slices.IndexFunc(all, func(c *discordtest.Channel) bool { return c.Name() == "arena" })]
	if _, err := p.aliceUser.In(arena).Say("Hello"); err == nil {
		p.t.Error("alice can write where she may not")
	}
	if _, err := p.bobUser.In(arena).Say("Hello"); err != nil {
		p.t.Errorf("bob cannot write: %v", err)
	}
	p.does("removeChannel", "games")
	p.heard("channelCreate arena", "channelUpdate Games of today", "deleted arena")
	if got := len(p.guild.Channels()); got != 1 {
		p.t.Errorf("%d channels are left", got)
	}
}

func (p part) webhooks() {
	p.does("webhook", "News; News; Better news")
	m := p.posted("Better news")
	if m.Author.Username != "Herald" || m.WebhookID == "" {
		p.t.Errorf("the news are by %+v of the webhook %q", m.Author, m.WebhookID)
	}
	p.heard("webhooksUpdate games")
	p.does("removeWebhook", "Old news")
	if _, ok := p.bob.Client().Message(m.ID); ok {
		p.t.Error("bob still sees the news")
	}
}

func (p part) invites() {
	said := discordtest.Text(p.alice.Uses("/do step:invite"))
	code, ok := strings.CutPrefix(said, "true ")
	if !ok {
		p.t.Fatalf("the bot says %q", said)
	}
	carol := p.server.NewUser("carol")
	if _, err := carol.Join(code); err != nil {
		p.t.Fatal(err)
	}
	discordtest.Play(p.t, carol.In(p.channel)).Says("Here I am")
	p.does("uninvite", "used 1, left 0")
	p.heard("inviteCreate games", "inviteDelete games")
	if _, err := p.server.NewUser("dave").Join(code); err == nil {
		p.t.Error("the invite still works")
	}
}
