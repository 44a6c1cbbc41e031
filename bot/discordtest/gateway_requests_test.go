package discordtest_test

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
)

// A chunk is what a bot reads of GUILD_MEMBERS_CHUNK.
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

// names returns who is in the chunk, in order.
func (c chunk) names() string {
	var names []string
	for _, m := range c.Members {
		names = append(names, m.User.Username)
	}
	return strings.Join(names, " ")
}

// requests sends op 8 for the box's guild, with more fields.
func (l *line) requests(g *discordtest.Guild, fields string) {
	l.t.Helper()
	l.send(requestsMembers, `{"guild_id":"`+g.ID+`",`+fields+`}`)
}

func TestMembersAreRequested(t *testing.T) {
	inBox(t, func(b *box) {
		b.app.AllowIntents(discordtest.IntentGuildMembers, discordtest.IntentGuildPresences)
		alan, bob := b.server.NewUser("Alan"), b.server.NewUser("bob")
		b.guild.Add(alan, bob)
		l := b.connect(b.app, of(discordtest.IntentGuildMembers, discordtest.IntentGuildPresences), "")
		stranger := b.server.NewUser("alison")
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
			{`"user_ids":["` + bob.ID + `","` + stranger.ID + `","` + b.alice.ID + `","1","wrong","1"],"limit":0`, "alice bob", stranger.ID + " 1 wrong"},
			{`"user_ids":[],"query":"","limit":0`, "", ""},
			{`"user_ids":["` + bob.ID + `"],"query":"al","limit":1`, "bob", ""},
			{`"query":"bob","limit":1,"presences":true,"user_ids":null`, "bob", ""},
			{`"query":"bob","limit":1,"nonce":"` + nonce + `"`, "bob", ""},
			{`"query":"bob","limit":1,"nonce":"` + nonce + `x"`, "bob", ""},
			{`"query":"bob","limit":1,"nonce":5`, "bob", ""},
		} {
			var got chunk
			l.requests(b.guild, c.fields)
			l.hears("GUILD_MEMBERS_CHUNK", &got)
			if got.names() != c.want || strings.Join(got.NotFound, " ") != c.notFound || got.GuildID != b.guild.ID || got.Index != 0 || got.Count != 1 {
				b.t.Errorf("%s: %+v, want %q and not %q", c.fields, got, c.want, c.notFound)
			}
			if asked := strings.Contains(c.fields, "presences"); asked != (len(got.Presences) == 1 && got.Presences[0].User.ID == bob.ID && got.Presences[0].Status == "online") {
				b.t.Errorf("%s: presences %+v", c.fields, got.Presences)
			}
			if valid := strings.Contains(c.fields, nonce+`"`); valid != (got.Nonce != nil && *got.Nonce == nonce) {
				b.t.Errorf("%s: nonce %v", c.fields, got.Nonce)
			}
		}
		l.silent()
	})
}

// TestMembersComeInChunks counts what a large guild sends.
func TestMembersComeInChunks(t *testing.T) {
	inBox(t, func(b *box) {
		b.app.AllowIntents(discordtest.IntentGuildMembers)
		var ids []string
		for i := range 2498 {
			u := b.server.NewUser("member" + strconv.Itoa(i))
			b.guild.Add(u)
			ids = append(ids, `"`+u.ID+`"`)
		}
		l := b.connect(b.app, of(discordtest.IntentGuildMembers), "")
		seen := map[string]bool{}
		l.requests(b.guild, `"query":"","limit":0,"nonce":"n"`)
		for i, want := range []int{1000, 1000, 500} {
			var got chunk
			l.hears("GUILD_MEMBERS_CHUNK", &got)
			if len(got.Members) != want || got.Index != i || got.Count != 3 || got.Nonce == nil || *got.Nonce != "n" {
				b.t.Errorf("chunk %d: %d of %d with %d members, nonce %v", i, got.Index, got.Count, len(got.Members), got.Nonce)
			}
			for _, m := range got.Members {
				seen[m.User.ID] = true
			}
		}
		if len(seen) != 2500 {
			b.t.Errorf("%d different members", len(seen))
		}
		for _, fields := range []string{
			`"query":"member","limit":0`, `"query":"member","limit":1000`, `"user_ids":[` + strings.Join(ids[:101], ",") + `]`,
		} {
			var got chunk
			l.requests(b.guild, fields)
			l.hears("GUILD_MEMBERS_CHUNK", &got)
			if len(got.Members) != 100 || got.Count != 1 {
				b.t.Errorf("%.40s: %d members in %d chunks, want 100 in 1", fields, len(got.Members), got.Count)
			}
		}
		l.silent()
	})
}

func TestAllMembersAreRequestedSeldom(t *testing.T) {
	inBox(t, func(b *box) {
		b.app.AllowIntents(discordtest.IntentGuildMembers)
		second := b.server.NewGuild("Second")
		second.Install(b.app)
		l := b.connect(b.app, of(discordtest.IntentGuildMembers), "")
		const all = `"query":"","limit":0,"nonce":"n"`
		asks := func(g *discordtest.Guild, event string, texts ...string) {
			b.t.Helper()
			l.requests(g, all)
			l.hears(event, nil, texts...)
		}
		asks(b.guild, "GUILD_MEMBERS_CHUNK")
		asks(second, "GUILD_MEMBERS_CHUNK")
		time.Sleep(10 * time.Second)
		asks(b.guild, "RATE_LIMITED", `{"opcode":8,"retry_after":20,"meta":{"guild_id":"`+b.guild.ID+`","nonce":"n"}}`)
		l.requests(b.guild, `"query":"a","limit":0`) // which is not for all
		l.hears("GUILD_MEMBERS_CHUNK", nil)
		time.Sleep(20 * time.Second)
		asks(b.guild, "GUILD_MEMBERS_CHUNK")
	})
}

// TestRequestsWithoutAnswer: what Discord is silent about, the log is not.
func TestRequestsWithoutAnswer(t *testing.T) {
	var log bytes.Buffer
	inBox(t, func(b *box) {
		b.app.AllowIntents(discordtest.IntentGuildMembers)
		foreign := b.server.NewGuild("Foreign")
		l := b.connect(b.app, 0, "")
		said := func(want string) {
			b.t.Helper()
			l.silent()
			if got := log.String(); !strings.Contains(got, want) {
				b.t.Errorf("log %q, want %q", got, want)
			}
			log.Reset()
		}
		l.requests(b.guild, `"query":"","limit":0`)
		said("without the intent GUILD_MEMBERS")
		l.requests(b.guild, `"query":"","limit":5`)
		said("without the intent GUILD_MEMBERS")
		l.requests(foreign, `"query":"a","limit":5`)
		said("in which the bot is not")
		l.send(requestsMembers, `{"guild_id":"1","user_ids":"1"}`)
		said("in which the bot is not")
		l.send(setsVoice, `{"guild_id":"`+b.guild.ID+`","channel_id":null,"self_mute":false,"self_deaf":false}`)
		said("discordtest has no voice")

		l.requests(b.guild, `"query":"al","limit":5,"presences":true`)
		var got chunk
		l.hears("GUILD_MEMBERS_CHUNK", &got)
		if got.names() != "alice" || got.Presences != nil {
			b.t.Errorf("without the intents: %+v", got)
		}
		time.Sleep(5 * time.Second)
		id, err := strconv.ParseUint(b.guild.ID, 10, 64)
		if err != nil {
			b.t.Fatal(err)
		}
		l = b.connect(b.app, 0, fmt.Sprintf(`,"shard":[%d,2]`, 1-(id>>22)%2))
		l.requests(b.guild, `"query":"al","limit":5`)
		said("another shard's guild")
		l.send(requestsSounds, `{"guild_ids":["`+b.guild.ID+`"]}`)
		l.silent()
	}, discordtest.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
}

func TestSoundsAreRequested(t *testing.T) {
	inBox(t, func(b *box) {
		second := b.server.NewGuild("Second")
		second.Install(b.app)
		l := b.connect(b.app, 0, "")
		l.send(requestsSounds, `{"guild_ids":["`+second.ID+`","1",`+b.guild.ID+`]}`)
		l.hears("SOUNDBOARD_SOUNDS", nil, `{"guild_id":"`+second.ID+`","soundboard_sounds":[]}`)
		l.hears("SOUNDBOARD_SOUNDS", nil, `{"guild_id":"`+b.guild.ID+`","soundboard_sounds":[]}`)
		l.silent()
	})
}

// TestWrongRequestsClose sends payloads of which each must end the connection.
func TestWrongRequestsClose(t *testing.T) {
	const query = `"query":"","limit":0`
	for op, payloads := range map[int][]string{
		requestsMembers: {
			`null`, `[]`, `"x"`, `{}`, `{"guild_id":"1"}`, `{"guild_id":"1","query":""}`, `{"guild_id":"1","limit":0}`, `{` + query + `}`,
			`{"guild_id":"1","query":"","limit":-1}`, `{"guild_id":"1","query":"","limit":"0"}`, `{"guild_id":"1","query":"","limit":1.5}`,
			`{"guild_id":"1","query":5,"limit":0}`, `{"guild_id":["1"],` + query + `}`, `{"guild_id":"x",` + query + `}`, `{"guild_id":null,` + query + `}`,
			`{"guild_id":-1,` + query + `}`, `{"guild_id":"18446744073709551616",` + query + `}`, `{"guild_id":"1","user_ids":{}}`, `{"guild_id":"1","user_ids":[true]}`,
			`{"guild_id":"1","user_ids":[["1"]]}`, `{"guild_id":"1","user_ids":[null]}`, `{"guild_id":"1","presences":1,` + query + `}`,
		},
		requestsSounds: {`null`, `{}`, `{"guild_ids":null}`, `{"guild_ids":"1"}`, `{"guild_ids":["x"]}`, `{"guild_ids":[null]}`, `["1"]`},
		setsPresence: {
			`null`, `{}`, `[]`, `{"status":"online"}`, `{"activities":null,"status":"online"}`, `{"activities":[],"status":"away"}`, `{"activities":[]}`,
			`{"activities":{},"status":"online"}`, `{"activities":[null],"status":"online"}`, `{"activities":[{"name":"x"}],"status":"online"}`,
			`{"activities":[{"type":0}],"status":"online"}`, `{"activities":[{"name":5,"type":0}],"status":"online"}`, `{"activities":[],"status":5}`,
			`{"activities":[],"status":"online","afk":"no"}`, `{"activities":[],"status":"online","since":"now"}`,
		},
		setsVoice: {
			`null`, `{}`, `{"channel_id":null}`, `{"guild_id":null,"channel_id":null}`, `{"guild_id":"1","channel_id":"x"}`, `{"guild_id":"1","self_mute":"no"}`,
			`{"guild_id":"1","self_deaf":1}`, `{"guild_id":{}}`,
		},
	} {
		for _, d := range payloads {
			t.Run(fmt.Sprint(op, " ", d), func(t *testing.T) {
				inBox(t, func(b *box) {
					l := b.connect(b.app, 0, "")
					l.send(op, d)
					l.closed(4002)
				})
			})
		}
	}
}

func TestPresencesAreTaken(t *testing.T) {
	inBox(t, func(b *box) {
		// So discordgo sends it when nobody has set one.
		l := b.connect(b.app, 0, `,"presence":{"since":0,"game":{"name":"","type":0},"status":"","afk":false}`)
		for _, d := range []string{
			`{"since":null,"activities":[],"status":"online","afk":false}`, `{"since":0.0,"activities":[{"name":"chess","type":0,"url":null}],"status":"idle"}`,
			`{"activities":[{"name":"Custom Status","type":4,"state":"thinking"}],"status":"invisible","afk":true}`,
		} {
			l.send(setsPresence, d)
		}
		l.silent()
		time.Sleep(5 * time.Second)
		wrong := b.call("")
		wrong.next()
		wrong.identify(b.app, 0, `,"presence":{"status":"away","activities":[]}`)
		wrong.closed(4002)
	})
}

// created is what a bot reads of GUILD_CREATE.
type created struct {
	Large     bool
	Members   []struct{ User struct{ ID string } }
	Presences []struct{ User struct{ ID string } }
	Count     int `json:"member_count"`
}

// TestGuildsComeWithTheirMembers: with the intent of presences.
func TestGuildsComeWithTheirMembers(t *testing.T) {
	inBox(t, func(b *box) {
		b.app.AllowIntents(discordtest.IntentGuildPresences, discordtest.IntentGuildMembers)
		for i := range 48 {
			b.guild.Add(b.server.NewUser(strconv.Itoa(i)))
		}
		var lines []*line
		for i, c := range []struct {
			intents, threshold, members int
			more, large                 bool
		}{
			{of(discordtest.IntentGuildMembers), 0, 1, false, false}, {of(discordtest.IntentGuildPresences), 0, 50, false, false},
			{of(discordtest.IntentGuildPresences), 0, 51, true, true}, {0, 51, 1, false, false}, {0, 1, 1, false, true},
		} {
			time.Sleep(5 * time.Second)
			if c.more {
				b.guild.Add(b.server.NewUser("one more"))
			}
			fields := ""
			if c.threshold > 0 {
				fields = fmt.Sprintf(`,"large_threshold":%d`, c.threshold)
			}
			l := b.connect(b.app, guildsIntent|c.intents, fields)
			var got created
			l.hears("GUILD_CREATE", &got)
			present := c.members
			if c.members == 1 {
				present = 0
			}
			if len(got.Members) != c.members || len(got.Presences) != present || got.Large != c.large || got.Count != len(b.guild.Members()) {
				b.t.Errorf("session %d: %d members, %d presences, large: %t, count %d; want %+v", i, len(got.Members), len(got.Presences), got.Large, got.Count, c)
			}
			if c.members == 1 && (len(got.Members) != 1 || got.Members[0].User.ID != b.app.User.ID) {
				b.t.Errorf("session %d gets %+v, and not the bot", i, got.Members)
			}
			lines = slices.Insert(lines, 0, l)
		}
		second := b.server.NewGuild("Second")
		second.Add(b.alice)
		second.Install(b.app)
		lines[4].hears("GUILD_MEMBER_ADD", nil, `"one more"`)
		for i, want := range []int{1, 1, 2, 2, 1} { // newest session first
			var got created
			lines[i].hears("GUILD_CREATE", &got)
			if len(got.Members) != want {
				b.t.Errorf("a guild that is joined: session %d gets %+v, want %d", i, got, want)
			}
		}
	})
}
