package world_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

func TestPrivilegedIntentsAreSwitchedOn(t *testing.T) {
	all := []discordtest.Intents{discordtest.IntentGuildMembers, discordtest.IntentGuildPresences, discordtest.IntentMessageContent}
	for i, intent := range all {
		t.Run(fmt.Sprint(intent), func(t *testing.T) {
			testbot.InBox(t, func(b *testbot.Box) {
				refused := func() {
					b.T.Helper()
					l := b.Call("")
					l.Identify(b.App, testbot.Bits(intent), "")
					l.Closed(4014)
				}
				refused()
				b.App.AllowIntents(all[(i+1)%3], all[(i+2)%3])
				refused()
				b.App.AllowIntents(intent)
				b.Connect(b.App, testbot.Bits(intent), "")
				time.Sleep(5 * time.Second) // so that the next IDENTIFY is not too soon
				b.App.AllowIntents()
				refused()
			})
		})
	}
}

func TestFlagsShowPrivilegedIntents(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		flags := func() (out struct {
			Flags int
			New   string `json:"flags_new"`
		}) {
			b.T.Helper()
			b.Ask(b.App, "GET", "/applications/@me", "", &out)
			return out
		}
		if f := flags(); f.Flags != 0 || f.New != "0" {
			b.T.Errorf("a new application has the flags %+v", f)
		}
		b.App.AllowIntents(discordtest.IntentGuildPresences, discordtest.IntentGuildMembers, discordtest.IntentMessageContent)
		const every = 1<<13 | 1<<15 | 1<<19
		if f := flags(); f.Flags != every || f.New != fmt.Sprint(every) {
			b.T.Errorf("flags %+v, want %d", f, every)
		}
		l := b.Call("")
		l.Next()
		l.Identify(b.App, 0, "")
		l.Hears("READY", nil, fmt.Sprintf(`"application":{"id":"%s","flags":%d}`, b.App.ID, every))
		// As on Discord, a bot may change the flags for its privileged intents itself, but no other flags.
		if status, body := b.Ask(b.App, "PATCH", "/applications/@me", `{"flags":`+fmt.Sprint(1<<15|1<<12)+`}`, nil); status != 200 || !strings.Contains(body, `"flags":32768`) {
			b.T.Errorf("flags set: %d %s", status, body)
		}
		if status, body := b.Ask(b.App, "PATCH", "/applications/@me", `{"flags":"many"}`, nil); status != 400 || !strings.Contains(body, `"flags":{"_errors":[{"code":"NUMBER_TYPE_COERCE"`) {
			b.T.Errorf("flags of letters: %d %s", status, body)
		}
		if f := flags(); f.Flags != 1<<15 {
			b.T.Errorf("flags %+v", f)
		}
	})
}

// TestMessageContent checks the REST routes that return a message, with and without the privileged intent for message
// content.
func TestMessageContent(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		other := b.Server.NewApplication("other")
		b.Guild.Install(other)
		path := "/channels/" + b.Channel.ID + "/messages"
		var posted struct{ ID string }
		const secrets = `{"content":"secret","embeds":[{"title":"secret"}],"components":[{"type":1,"components":[{"type":2,"style":1,"label":"secret","custom_id":"secret"}]}]}`
		b.Ask(other, "POST", path, secrets, &posted)
		b.Guild.Grant(b.App.User, discordtest.PermissionPinMessages)
		b.Ask(b.App, "PUT", path+"/pins/"+posted.ID, "", nil)
		reads := func(want bool) {
			b.T.Helper()
			for _, p := range []string{
				path, path + "?around=" + posted.ID, path + "/" + posted.ID, path + "/pins", "/channels/" + b.Channel.ID + "/pins",
			} {
				status, body := b.Ask(b.App, "GET", p, "", nil)
				if n := strings.Count(body, "secret"); status != 200 || n > 0 != want || want && n != 4 {
					b.T.Errorf("GET %s: %d %s, want it to be read: %t", p, status, body, want)
				}
			}
		}
		reads(false)
		b.App.AllowIntents(discordtest.IntentMessageContent)
		reads(true)
		b.App.AllowIntents()
		reads(false)
	})
}

// TestMessageContentOfEvents checks that the intents in IDENTIFY decide whether a session's events
// include the content of messages.
func TestMessageContentOfEvents(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		b.App.AllowIntents(discordtest.IntentMessageContent)
		with := b.Connect(b.App, testbot.GuildMessagesIntent|testbot.Bits(discordtest.IntentMessageContent), "")
		time.Sleep(5 * time.Second)
		without := b.Connect(b.App, testbot.GuildMessagesIntent, "")
		b.Says("secret")
		with.Hears("MESSAGE_CREATE", nil, `"content":"secret"`)
		without.Hears("MESSAGE_CREATE", nil, `"content":""`)
		b.Says("<@" + b.App.User.ID + "> is meant")
		with.Hears("MESSAGE_CREATE", nil, `is meant"`)
		without.Hears("MESSAGE_CREATE", nil, `is meant"`)
		with.Silent()
		without.Silent()
	})
}

func TestListsThatTakeThePrivilegedIntent(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		thread := b.Channel.NewThread("thread", b.Alice)
		members := "/guilds/" + b.Guild.ID + "/members"
		for _, path := range []string{members + "?limit=5", "/channels/" + thread.ID + "/thread-members"} {
			b.App.AllowIntents(discordtest.IntentGuildPresences, discordtest.IntentMessageContent)
			if status, body := b.Ask(b.App, "GET", path, "", nil); status != 403 || !strings.Contains(body, `"code":50001`) {
				b.T.Errorf("GET %s without it: %d %s", path, status, body)
			}
			b.App.AllowIntents(discordtest.IntentGuildMembers)
			if status, body := b.Ask(b.App, "GET", path, "", nil); status != 200 || !strings.Contains(body, b.Alice.ID) {
				b.T.Errorf("GET %s: %d %s", path, status, body)
			}
		}
		b.App.AllowIntents()
		if status, body := b.Ask(b.App, "GET", members+"/search?query=al", "", nil); status != 200 || !strings.Contains(body, b.Alice.ID) {
			b.T.Errorf("a search, which takes none: %d %s", status, body)
		}
	})
}
