package clients

import (
	"slices"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

// botMay is the set of permissions that the bot of playFeatures has in its guild.
const botMay = discordtest.PermissionManageChannels | discordtest.PermissionManageGuild | discordtest.PermissionAddReactions |
	discordtest.PermissionManageMessages | discordtest.PermissionPinMessages | discordtest.PermissionManageRoles |
	discordtest.PermissionManageWebhooks | discordtest.PermissionManageThreads | discordtest.PermissionCreatePublicThreads | discordtest.PermissionCreatePrivateThreads |
	discordtest.PermissionSendInThreads | discordtest.PermissionModerateMembers | discordtest.PermissionSendPolls |
	discordtest.PermissionChangeNickname | discordtest.PermissionManageNicknames | discordtest.PermissionCreateInvite |
	discordtest.PermissionEmbedLinks | discordtest.PermissionAttachFiles | discordtest.PermissionReadMessageHistory

// playFeatures tests the features of a library besides commands, on a new server. Its bot has these commands:
//
//	/do step     does a step and reports the result that its library has seen
//	/heard       lists the events since the last /heard, one in each line: the
//	             library's name of the event, and its subject
//	/choose      a message in Components V2 with one menu of each kind that
//	             Discord fills (such as users); reports the choice
//	/ask         a form with a text, a menu and a menu of users
//	/apply       a form with a file, a radio group, checkboxes and a checkbox
//	Quote        a command in the menu of messages; replies with the author and
//	             the text, such as "bob: Good game"
//
// The test consists of parts, which are methods of the type part. A part passes the names of steps to /do. The bots for
// discord.js and disgo show what each step does. leftOut names the parts that are skipped, because the library does not
// support them. Every bot needs /do and /heard; it needs the other commands only for the parts that use them.
//
// The application has the privileged intent for members. Without this intent, Discord lists neither the members of a
// guild nor those of a thread.
func playFeatures(t *testing.T, start botStarter, leftOut ...string) {
	t.Helper()
	sc := newScene(t)
	sc.guild.Install(sc.app, botMay)
	sc.app.AllowIntents(discordtest.IntentGuildMembers)
	start(t, sc.account())
	if !sc.plays(t, "logs in", part.isReady) {
		return
	}
	for _, p := range []struct {
		name string
		play func(part)
	}{
		{"messages", part.messages},
		{"reactions", part.reactions},
		{"pins", part.pins},
		{"bulk deletion and typing", part.bulkAndTyping},
		{"polls", part.polls},
		{"votes", part.votes},
		{"threads", part.threads},
		{"members", part.members},
		{"roles", part.roles},
		{"channels", part.channels},
		{"webhooks", part.webhooks},
		{"invites", part.invites},
		{"the bot's account", part.ownAccount},
		{"people", part.people},
		{"commands of the guild", part.guildCommands},
		{"menus that Discord fills", part.menus},
		{"forms", part.asks},
		{"forms with files", part.applies},
		{"quotes", part.quotes},
		{"files", part.files},
		{"private threads", part.privateThreads},
	} {
		if i := slices.Index(leftOut, p.name); i >= 0 {
			leftOut = slices.Delete(slices.Clone(leftOut), i, i+1)
			continue
		}
		sc.plays(t, p.name, p.play)
	}
	if len(leftOut) > 0 {
		t.Errorf("no such parts to leave out: %q", leftOut)
	}
	sc.nothingRefused(t)
}

// isReady waits until the bot has registered its commands, and fails the test if /do or /heard is missing. See
// playFeatures for these commands.
func (p part) isReady() {
	names := p.registers()
	for _, want := range []string{"do", "heard"} {
		if !slices.Contains(names, want) {
			p.t.Fatalf("the commands are %q, without %q", names, want)
		}
	}
}

// does has alice use /do with a step, an action of the bot, and fails the test unless the bot reports exactly `want`.
func (p part) does(step, want string) {
	p.t.Helper()
	m := p.alice.Uses("/do step:" + step)
	p.answered()
	if got := discordtest.Text(m); got != want {
		p.t.Errorf("%s: the bot says %q, want %q", step, got, want)
	}
}

// heard fails the test unless the bot has received these events, among others, since the last use of the command
// /heard.
func (p part) heard(want ...string) {
	p.t.Helper()
	heard := strings.Split(discordtest.Text(p.alice.Uses("/heard")), "\n")
	p.answered()
	for _, line := range want {
		if !slices.Contains(heard, line) {
			p.t.Errorf("the bot has not heard %q, but %q", line, heard)
		}
	}
}
