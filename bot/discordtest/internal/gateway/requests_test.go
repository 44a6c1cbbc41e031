package gateway_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/testbot"
)

// A chunk has the fields of GUILD_MEMBERS_CHUNK that the tests check.
type chunk struct {
	GuildID string `json:"guild_id"`
	Members []struct {
		User struct{ ID, Username string }
	}
	Index     int      `json:"chunk_index"`
	Count     int      `json:"chunk_count"`
	NotFound  []string `json:"not_found"`
	Presences []struct {
		User   struct{ ID string }
		Status string
	}
	Nonce *string
}

// names returns the usernames in the chunk, in order.
func (c chunk) names() string {
	var names []string
	for _, m := range c.Members {
		names = append(names, m.User.Username)
	}
	return strings.Join(names, " ")
}

// requestMembers sends Request Guild Members (opcode 8) for guild g. `fields` are the payload's other fields, as JSON.
func requestMembers(l *testbot.Line, g *discordtest.Guild, fields string) {
	l.T.Helper()
	l.Send(gateway.OpRequestMembers, `{"guild_id":"`+g.ID+`",`+fields+`}`)
}

func TestMembersAreRequested(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		b.App.AllowIntents(discordtest.IntentGuildMembers, discordtest.IntentGuildPresences)
		alan, bob := b.Server.NewUser("Alan"), b.Server.NewUser("bob")
		b.Guild.Add(alan, bob)
		l := b.Connect(b.App, testbot.Bits(discordtest.IntentGuildMembers, discordtest.IntentGuildPresences), "")
		stranger := b.Server.NewUser("alison")
		nonce := strings.Repeat("é", 16)
		for _, c := range []struct {
			fields, want string
			notFound     string
		}{
			{`"query":"","limit":0`, "noughts alice Alan bob", ""},
			{`"query":"","limit":2`, "noughts alice", ""},
			{`"query":"al","limit":0`, "alice Alan", ""},
			{`"query":"AL","limit":1`, "alice", ""},
			{`"query":"x","limit":1`, "", ""},
			{`"user_ids":"` + bob.ID + `"`, "bob", ""},
			{`"user_ids":` + bob.ID, "bob", ""},
			{`"user_ids":["` + bob.ID + `","` + stranger.ID + `","` + b.Alice.ID + `","1","wrong","1"],"limit":0`, "alice bob", stranger.ID + " 1 wrong"},
			{`"user_ids":[],"query":"","limit":0`, "", ""},
			{`"user_ids":["` + bob.ID + `"],"query":"al","limit":1`, "bob", ""},
			{`"query":"bob","limit":1,"presences":true,"user_ids":null`, "bob", ""},
			{`"query":"bob","limit":1,"nonce":"` + nonce + `"`, "bob", ""},
			{`"query":"bob","limit":1,"nonce":"` + nonce + `x"`, "bob", ""},
			{`"query":"bob","limit":1,"nonce":5`, "bob", ""},
		} {
			var got chunk
			requestMembers(l, b.Guild, c.fields)
			l.Hears("GUILD_MEMBERS_CHUNK", &got)
			if got.names() != c.want || strings.Join(got.NotFound, " ") != c.notFound || got.GuildID != b.Guild.ID || got.Index != 0 || got.Count != 1 {
				b.T.Errorf("%s: %+v, want %q and not %q", c.fields, got, c.want, c.notFound)
			}
			if asked := strings.Contains(c.fields, "presences"); asked != (len(got.Presences) == 1 && got.Presences[0].User.ID == bob.ID && got.Presences[0].Status == "online") {
				b.T.Errorf("%s: presences %+v", c.fields, got.Presences)
			}
			if valid := strings.Contains(c.fields, nonce+`"`); valid != (got.Nonce != nil && *got.Nonce == nonce) {
				b.T.Errorf("%s: nonce %v", c.fields, got.Nonce)
			}
		}
		l.Silent()
	})
}

// TestMembersComeInChunks checks the number and size of the chunks for a large guild.
func TestMembersComeInChunks(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		b.App.AllowIntents(discordtest.IntentGuildMembers)
		var ids []string
		for i := range 2498 {
			u := b.Server.NewUser("member" + strconv.Itoa(i))
			b.Guild.Add(u)
			ids = append(ids, `"`+u.ID+`"`)
		}
		l := b.Connect(b.App, testbot.Bits(discordtest.IntentGuildMembers), "")
		seen := map[string]bool{}
		requestMembers(l, b.Guild, `"query":"","limit":0,"nonce":"n"`)
		for i, want := range []int{1000, 1000, 500} {
			var got chunk
			l.Hears("GUILD_MEMBERS_CHUNK", &got)
			if len(got.Members) != want || got.Index != i || got.Count != 3 || got.Nonce == nil || *got.Nonce != "n" {
				b.T.Errorf("chunk %d: %d of %d with %d members, nonce %v", i, got.Index, got.Count, len(got.Members), got.Nonce)
			}
			for _, m := range got.Members {
				seen[m.User.ID] = true
			}
		}
		if len(seen) != 2500 {
			b.T.Errorf("%d different members", len(seen))
		}
		for _, fields := range []string{
			`"query":"member","limit":0`, `"query":"member","limit":1000`, `"user_ids":[` + strings.Join(ids[:101], ",") + `]`,
		} {
			var got chunk
			requestMembers(l, b.Guild, fields)
			l.Hears("GUILD_MEMBERS_CHUNK", &got)
			if len(got.Members) != 100 || got.Count != 1 {
				b.T.Errorf("%.40s: %d members in %d chunks, want 100 in 1", fields, len(got.Members), got.Count)
			}
		}
		l.Silent()
	})
}

func TestAllMembersAreRequestedSeldom(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		b.App.AllowIntents(discordtest.IntentGuildMembers)
		second := b.Server.NewGuild("Second")
		second.Install(b.App)
		l := b.Connect(b.App, testbot.Bits(discordtest.IntentGuildMembers), "")
		const all = `"query":"","limit":0,"nonce":"n"`
		asks := func(g *discordtest.Guild, event string, texts ...string) {
			b.T.Helper()
			requestMembers(l, g, all)
			l.Hears(event, nil, texts...)
		}
		asks(b.Guild, "GUILD_MEMBERS_CHUNK")
		asks(second, "GUILD_MEMBERS_CHUNK")
		time.Sleep(10 * time.Second)
		asks(b.Guild, "RATE_LIMITED", `{"opcode":8,"retry_after":20,"meta":{"guild_id":"`+b.Guild.ID+`","nonce":"n"}}`)
		requestMembers(l, b.Guild, `"query":"a","limit":0`) // not a request for all members
		l.Hears("GUILD_MEMBERS_CHUNK", nil)
		time.Sleep(20 * time.Second)
		asks(b.Guild, "GUILD_MEMBERS_CHUNK")
	})
}

// TestRequestsWithoutAnswer checks requests that get no answer. All of them except a request for sounds are logged.
func TestRequestsWithoutAnswer(t *testing.T) {
	var log bytes.Buffer
	testbot.InBox(t, func(b *testbot.Box) {
		b.App.AllowIntents(discordtest.IntentGuildMembers)
		foreign := b.Server.NewGuild("Foreign")
		l := b.Connect(b.App, 0, "")
		said := func(want string) {
			b.T.Helper()
			l.Silent()
			if got := log.String(); !strings.Contains(got, want) {
				b.T.Errorf("log %q, want %q", got, want)
			}
			log.Reset()
		}
		requestMembers(l, b.Guild, `"query":"","limit":0`)
		said("without the intent GUILD_MEMBERS")
		requestMembers(l, b.Guild, `"query":"","limit":5`)
		said("without the intent GUILD_MEMBERS")
		requestMembers(l, foreign, `"query":"a","limit":5`)
		said("in which the bot is not")
		l.Send(gateway.OpRequestMembers, `{"guild_id":"1","user_ids":"1"}`)
		said("in which the bot is not")
		l.Send(gateway.OpVoiceState, `{"guild_id":"`+b.Guild.ID+`","channel_id":null,"self_mute":false,"self_deaf":false}`)
		said("discordtest has no voice channels")

		requestMembers(l, b.Guild, `"query":"al","limit":5,"presences":true`)
		var got chunk
		l.Hears("GUILD_MEMBERS_CHUNK", &got)
		if got.names() != "alice" || got.Presences != nil {
			b.T.Errorf("without the intents: %+v", got)
		}
		time.Sleep(5 * time.Second)
		id, err := strconv.ParseUint(b.Guild.ID, 10, 64)
		if err != nil {
			b.T.Fatal(err)
		}
		l = b.Connect(b.App, 0, fmt.Sprintf(`,"shard":[%d,2]`, 1-(id>>22)%2))
		requestMembers(l, b.Guild, `"query":"al","limit":5`)
		said("another shard's guild")
		l.Send(gateway.OpSoundboard, `{"guild_ids":["`+b.Guild.ID+`"]}`)
		l.Silent()
	}, discordtest.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
}

func TestSoundsAreRequested(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		second := b.Server.NewGuild("Second")
		second.Install(b.App)
		l := b.Connect(b.App, 0, "")
		l.Send(gateway.OpSoundboard, `{"guild_ids":["`+second.ID+`","1",`+b.Guild.ID+`]}`)
		l.Hears("SOUNDBOARD_SOUNDS", nil, `{"guild_id":"`+second.ID+`","soundboard_sounds":[]}`)
		l.Hears("SOUNDBOARD_SOUNDS", nil, `{"guild_id":"`+b.Guild.ID+`","soundboard_sounds":[]}`)
		l.Silent()
	})
}

// TestWrongRequestsClose checks that each malformed request closes the connection.
func TestWrongRequestsClose(t *testing.T) {
	const query = `"query":"","limit":0`
	for op, payloads := range map[int][]string{
		gateway.OpRequestMembers: {
			`null`, `[]`, `"x"`, `{}`, `{"guild_id":"1"}`, `{"guild_id":"1","query":""}`, `{"guild_id":"1","limit":0}`, `{` + query + `}`,
			`{"guild_id":"1","query":"","limit":-1}`, `{"guild_id":"1","query":"","limit":"0"}`, `{"guild_id":"1","query":"","limit":1.5}`,
			`{"guild_id":"1","query":5,"limit":0}`, `{"guild_id":["1"],` + query + `}`, `{"guild_id":"x",` + query + `}`, `{"guild_id":null,` + query + `}`,
			`{"guild_id":-1,` + query + `}`, `{"guild_id":"18446744073709551616",` + query + `}`, `{"guild_id":"1","user_ids":{}}`, `{"guild_id":"1","user_ids":[true]}`,
			`{"guild_id":"1","user_ids":[["1"]]}`, `{"guild_id":"1","user_ids":[null]}`, `{"guild_id":"1","presences":1,` + query + `}`,
		},
		gateway.OpSoundboard: {`null`, `{}`, `{"guild_ids":null}`, `{"guild_ids":"1"}`, `{"guild_ids":["x"]}`, `{"guild_ids":[null]}`, `["1"]`},
		gateway.OpPresence: {
			`null`, `{}`, `[]`, `{"status":"online"}`, `{"activities":null,"status":"online"}`, `{"activities":[],"status":"away"}`, `{"activities":[]}`,
			`{"activities":{},"status":"online"}`, `{"activities":[null],"status":"online"}`, `{"activities":[{"name":"x"}],"status":"online"}`,
			`{"activities":[{"type":0}],"status":"online"}`, `{"activities":[{"name":5,"type":0}],"status":"online"}`, `{"activities":[],"status":5}`,
			`{"activities":[],"status":"online","afk":"no"}`, `{"activities":[],"status":"online","since":"now"}`,
		},
		gateway.OpVoiceState: {
			`null`, `{}`, `{"channel_id":null}`, `{"guild_id":null,"channel_id":null}`, `{"guild_id":"1","channel_id":"x"}`, `{"guild_id":"1","self_mute":"no"}`,
			`{"guild_id":"1","self_deaf":1}`, `{"guild_id":{}}`,
		},
	} {
		for _, d := range payloads {
			t.Run(fmt.Sprint(op, " ", d), func(t *testing.T) {
				testbot.InBox(t, func(b *testbot.Box) {
					l := b.Connect(b.App, 0, "")
					l.Send(op, d)
					l.Closed(4002)
				})
			})
		}
	}
}

func TestPresencesAreTaken(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		// discordgo sends this presence if the bot has set none.
		l := b.Connect(b.App, 0, `,"presence":{"since":0,"game":{"name":"","type":0},"status":"","afk":false}`)
		for _, d := range []string{
			`{"since":null,"activities":[],"status":"online","afk":false}`, `{"since":0.0,"activities":[{"name":"chess","type":0,"url":null}],"status":"idle"}`,
			`{"activities":[{"name":"Custom Status","type":4,"state":"thinking"}],"status":"invisible","afk":true}`,
		} {
			l.Send(gateway.OpPresence, d)
		}
		l.Silent()
		time.Sleep(5 * time.Second)
		wrong := b.Call("")
		wrong.Next()
		wrong.Identify(b.App, 0, `,"presence":{"status":"away","activities":[]}`)
		wrong.Closed(4002)
	})
}

// created has the fields of GUILD_CREATE that the tests check.
type created struct {
	Large     bool
	Members   []struct{ User struct{ ID string } }
	Presences []struct{ User struct{ ID string } }
	Count     int `json:"member_count"`
}

// TestGuildsComeWithTheirMembers checks GUILD_CREATE. Only a session with the presences intent gets all members and
// their presences. Other sessions get only the bot's own member.
func TestGuildsComeWithTheirMembers(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		b.App.AllowIntents(discordtest.IntentGuildPresences, discordtest.IntentGuildMembers)
		for i := range 48 {
			b.Guild.Add(b.Server.NewUser(strconv.Itoa(i)))
		}
		var lines []*testbot.Line
		for i, c := range []struct {
			intents, threshold, members int
			more, large                 bool
		}{
			{testbot.Bits(discordtest.IntentGuildMembers), 0, 1, false, false}, {testbot.Bits(discordtest.IntentGuildPresences), 0, 50, false, false},
			{testbot.Bits(discordtest.IntentGuildPresences), 0, 51, true, true}, {0, 51, 1, false, false}, {0, 1, 1, false, true},
		} {
			time.Sleep(5 * time.Second)
			if c.more {
				b.Guild.Add(b.Server.NewUser("one more"))
			}
			fields := ""
			if c.threshold > 0 {
				fields = fmt.Sprintf(`,"large_threshold":%d`, c.threshold)
			}
			l := b.Connect(b.App, testbot.GuildsIntent|c.intents, fields)
			var got created
			l.Hears("GUILD_CREATE", &got)
			present := c.members
			if c.members == 1 {
				present = 0
			}
			if len(got.Members) != c.members || len(got.Presences) != present || got.Large != c.large || got.Count != len(b.Guild.Members()) {
				b.T.Errorf("session %d: %d members, %d presences, large: %t, count %d; want %+v", i, len(got.Members), len(got.Presences), got.Large, got.Count, c)
			}
			if c.members == 1 && (len(got.Members) != 1 || got.Members[0].User.ID != b.App.User.ID) {
				b.T.Errorf("session %d gets %+v, and not the bot", i, got.Members)
			}
			lines = slices.Insert(lines, 0, l)
		}
		second := b.Server.NewGuild("Second")
		second.Add(b.Alice)
		second.Install(b.App)
		lines[4].Hears("GUILD_MEMBER_ADD", nil, `"one more"`)
		for i, want := range []int{1, 1, 2, 2, 1} { // the expected number of members in each session's GUILD_CREATE, newest session first
			var got created
			lines[i].Hears("GUILD_CREATE", &got)
			if len(got.Members) != want {
				b.T.Errorf("a guild that is joined: session %d gets %+v, want %d", i, got, want)
			}
		}
	})
}
