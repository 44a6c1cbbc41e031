package discordtest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// Intents that are not privileged.
const (
	guildsIntent, guildMessagesIntent = 1 << 0, 1 << 9
)

// of returns intents as IDENTIFY has them.
func of(intents ...discordtest.Intents) int {
	bits := 0
	for _, i := range intents {
		bits |= int(i)
	}
	return bits
}

func TestPrivilegedIntentsAreSwitchedOn(t *testing.T) {
	all := []discordtest.Intents{discordtest.IntentGuildMembers, discordtest.IntentGuildPresences, discordtest.IntentMessageContent}
	for i, intent := range all {
		t.Run(fmt.Sprint(intent), func(t *testing.T) {
			inBox(t, func(b *box) {
				refused := func() {
					b.t.Helper()
					l := b.call("")
					l.identify(b.app, of(intent), "")
					l.closed(4014)
				}
				refused()
				b.app.AllowIntents(all[(i+1)%3], all[(i+2)%3])
				refused()
				b.app.AllowIntents(intent)
				b.connect(b.app, of(intent), "")
				time.Sleep(5 * time.Second) // until the next IDENTIFY
				b.app.AllowIntents()
				refused()
			})
		})
	}
}

func TestFlagsShowPrivilegedIntents(t *testing.T) {
	inBox(t, func(b *box) {
		flags := func() (out struct {
			Flags int
			New   string `json:"flags_new"`
		}) {
			b.t.Helper()
			b.ask(b.app, "GET", "/applications/@me", "", &out)
			return out
		}
		if f := flags(); f.Flags != 0 || f.New != "0" {
			b.t.Errorf("a new application has the flags %+v", f)
		}
		b.app.AllowIntents(discordtest.IntentGuildPresences, discordtest.IntentGuildMembers, discordtest.IntentMessageContent)
		const every = 1<<13 | 1<<15 | 1<<19
		if f := flags(); f.Flags != every || f.New != fmt.Sprint(every) {
			b.t.Errorf("flags %+v, want %d", f, every)
		}
		l := b.call("")
		l.next()
		l.identify(b.app, 0, "")
		l.hears("READY", nil, fmt.Sprintf(`"application":{"id":"%s","flags":%d}`, b.app.ID, every))
		// A bot may change the switches itself, as on Discord, and those only.
		if status, body := b.ask(b.app, "PATCH", "/applications/@me", `{"flags":`+fmt.Sprint(1<<15|1<<12)+`}`, nil); status != 200 || !strings.Contains(body, `"flags":32768`) {
			b.t.Errorf("flags set: %d %s", status, body)
		}
		if status, body := b.ask(b.app, "PATCH", "/applications/@me", `{"flags":"many"}`, nil); status != 400 || !strings.Contains(body, `"flags":{"_errors":[{"code":"NUMBER_TYPE_COERCE"`) {
			b.t.Errorf("flags of letters: %d %s", status, body)
		}
		if f := flags(); f.Flags != 1<<15 {
			b.t.Errorf("flags %+v", f)
		}
	})
}

// TestMessageContent looks at one message with each way to read it, without the
// intent and with it.
func TestMessageContent(t *testing.T) {
	inBox(t, func(b *box) {
		other := b.server.NewApplication("other")
		b.guild.Install(other)
		path := "/channels/" + b.channel.ID + "/messages"
		var posted struct{ ID string }
		const secrets = `{"content":"secret","embeds":[{"title":"secret"}],"components":[{"type":1,"components":[{"type":2,"style":1,"label":"secret","custom_id":"secret"}]}]}`
		b.ask(other, "POST", path, secrets, &posted)
		b.guild.Grant(b.app.User, discordtest.PermissionPinMessages)
		b.ask(b.app, "PUT", path+"/pins/"+posted.ID, "", nil)
		reads := func(want bool) {
			b.t.Helper()
			for _, p := range []string{
				path, path + "?around=" + posted.ID, path + "/" + posted.ID, path + "/pins", "/channels/" + b.channel.ID + "/pins",
			} {
				status, body := b.ask(b.app, "GET", p, "", nil)
				if n := strings.Count(body, "secret"); status != 200 || n > 0 != want || want && n != 4 {
					b.t.Errorf("GET %s: %d %s, want it to be read: %t", p, status, body, want)
				}
			}
		}
		reads(false)
		b.app.AllowIntents(discordtest.IntentMessageContent)
		reads(true)
		b.app.AllowIntents()
		reads(false)
	})
}

// TestMessageContentOfEvents: what a session reads, it says in IDENTIFY.
func TestMessageContentOfEvents(t *testing.T) {
	inBox(t, func(b *box) {
		b.app.AllowIntents(discordtest.IntentMessageContent)
		with := b.connect(b.app, guildMessagesIntent|of(discordtest.IntentMessageContent), "")
		time.Sleep(5 * time.Second)
		without := b.connect(b.app, guildMessagesIntent, "")
		b.says("secret")
		with.hears("MESSAGE_CREATE", nil, `"content":"secret"`)
		without.hears("MESSAGE_CREATE", nil, `"content":""`)
		b.says("<@" + b.app.User.ID + "> is meant")
		with.hears("MESSAGE_CREATE", nil, `is meant"`)
		without.hears("MESSAGE_CREATE", nil, `is meant"`)
		with.silent()
		without.silent()
	})
}

func TestListsThatTakeThePrivilegedIntent(t *testing.T) {
	inBox(t, func(b *box) {
		thread := b.channel.NewThread("thread", b.alice)
		members := "/guilds/" + b.guild.ID + "/members"
		for _, path := range []string{members + "?limit=5", "/channels/" + thread.ID + "/thread-members"} {
			b.app.AllowIntents(discordtest.IntentGuildPresences, discordtest.IntentMessageContent)
			if status, body := b.ask(b.app, "GET", path, "", nil); status != 403 || !strings.Contains(body, `"code":50001`) {
				b.t.Errorf("GET %s without it: %d %s", path, status, body)
			}
			b.app.AllowIntents(discordtest.IntentGuildMembers)
			if status, body := b.ask(b.app, "GET", path, "", nil); status != 200 || !strings.Contains(body, b.alice.ID) {
				b.t.Errorf("GET %s: %d %s", path, status, body)
			}
		}
		b.app.AllowIntents()
		if status, body := b.ask(b.app, "GET", members+"/search?query=al", "", nil); status != 200 || !strings.Contains(body, b.alice.ID) {
			b.t.Errorf("a search, which takes none: %d %s", status, body)
		}
	})
}
