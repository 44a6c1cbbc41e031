package discordtest_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// listener returns a second bot's connection with some intents, past its
// GUILD_CREATE if it asks for guilds, and a function that checks what it hears
// next and returns it.
func (sc *scene) listener(intents discordtest.Intents) (*discordtest.Application, func(event string, wants ...string) string) {
	sc.t.Helper()
	ear := sc.server.NewApplication("listener")
	sc.guild.Install(ear)
	c, _ := login(sc.t, sc.server, ear, intents)
	if intents&object.IntentGuilds != 0 {
		c.wantEvent("GUILD_CREATE")
	}
	return ear, func(event string, wants ...string) string {
		sc.t.Helper()
		got := string(c.wantEvent(event).D)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				sc.t.Errorf("%s: no %s in %s", event, want, got)
			}
		}
		return got
	}
}

// slowly makes a request that must succeed, after a second of the bubble: for
// the routes' rate limits.
func (sc *scene) slowly(method, path string, body, out any) {
	sc.t.Helper()
	time.Sleep(time.Second)
	sc.bot.must(method, path, body, out)
}

// refused makes requests that must all be refused, and as it is said.
func (sc *scene) refused(requests []refusedRequest) {
	sc.t.Helper()
	for _, c := range requests {
		time.Sleep(5 * time.Second) // of the bubble: for the routes' rate limits
		if status, body := sc.bot.do(c.method, c.path, c.body); status != c.status || hasError(body, c.want) != nil {
			sc.t.Errorf("%s: %d %s, want %d with %s", c.name, status, body, c.status, c.want)
		}
	}
}

type refusedRequest struct {
	name, method, path, body string
	status                   int
	want                     string // as hasError takes it
}

func TestReactions(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		_, hears := sc.listener(object.IntentGuildMessageReactions)
		alice := sc.alice.In(sc.channel)
		m, err := alice.Say("x")
		if err != nil {
			t.Fatal(err)
		}
		path := "/channels/" + sc.channel.ID + "/messages/" + m.ID
		heart := path + "/reactions/%E2%9D%A4%EF%B8%8F"
		sc.bot.must("PUT", heart+"/@me", nil, nil)
		hears("MESSAGE_REACTION_ADD", `"user_id":"`+sc.bot.app.User.ID, `"emoji":{"id":null,"name":"❤️"}`, `"message_id":"`+m.ID, `"burst":false`,
			`"message_author_id":"`+sc.alice.ID, `"member":{"user":{"id":"`+sc.bot.app.User.ID, `"guild_id":"`+sc.guild.ID)
		if err := alice.React(m.ID, "❤"); err != nil { // the same, whatever its picture
			t.Fatal(err)
		}
		hears("MESSAGE_REACTION_ADD", `"user_id":"`+sc.alice.ID)
		if err := alice.React(m.ID, "❤️"); err != nil {
			t.Fatal(err)
		}
		var got discordtest.Message
		sc.bot.must("GET", path, nil, &got)
		if r := got.Reactions; len(r) != 1 || r[0].Count != 2 || !r[0].Me || r[0].Emoji.Name != "❤️" || r[0].CountDetails.Normal != 2 {
			t.Errorf("reactions %+v", r)
		}
		if seen, _ := sc.bob.In(sc.channel).Message(m.ID); len(seen.Reactions) != 1 || seen.Reactions[0].Me {
			t.Errorf("bob sees %+v", seen.Reactions)
		}
		var users []discordtest.UserObject
		sc.bot.must("GET", heart, nil, &users)
		if len(users) != 2 || users[0].ID != sc.alice.ID {
			t.Errorf("users %+v", users)
		}
		sc.bot.must("GET", heart+"?limit=1&after="+sc.alice.ID, nil, &users)
		if len(users) != 1 || users[0].ID != sc.bot.app.User.ID {
			t.Errorf("users after alice %+v", users)
		}
		sc.slowly("DELETE", heart+"/@me", nil, nil)
		hears("MESSAGE_REACTION_REMOVE", `"user_id":"`+sc.bot.app.User.ID, `"emoji"`)
		sc.slowly("DELETE", heart+"/@me", nil, nil) // which is not there, and no event
		if err := alice.Unreact(m.ID, "❤️"); err != nil {
			t.Fatal(err)
		}
		hears("MESSAGE_REACTION_REMOVE", `"user_id":"`+sc.alice.ID)
		if got, _ := alice.Message(m.ID); len(got.Reactions) != 0 {
			t.Errorf("at last %+v", got.Reactions)
		}
	})
}

func TestReactionsOfOthersAreCleared(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		_, hears := sc.listener(object.IntentGuildMessageReactions)
		alice, bob := sc.alice.In(sc.channel), sc.bob.In(sc.channel)
		m, err := alice.Say("x")
		if err != nil {
			t.Fatal(err)
		}
		path := "/channels/" + sc.channel.ID + "/messages/" + m.ID + "/reactions"
		react := func() {
			t.Helper()
			for _, c := range []*discordtest.Client{alice, bob} {
				for _, e := range []string{"👍", "👎"} {
					if err := c.React(m.ID, e); err != nil {
						t.Fatal(err)
					}
					hears("MESSAGE_REACTION_ADD")
				}
			}
		}
		left := func(want string) {
			t.Helper()
			seen, _ := alice.Message(m.ID)
			got := ""
			for _, r := range seen.Reactions {
				got += fmt.Sprint(r.Emoji.Name, r.Count)
			}
			if got != want {
				t.Errorf("left: %s, want %s", got, want)
			}
		}
		react()
		up := path + "/%F0%9F%91%8D"
		dm := sc.server.DirectMessage(sc.alice, sc.bot.app.User)
		said, err := sc.alice.In(dm).Say("x")
		if err != nil {
			t.Fatal(err)
		}
		sc.refused([]refusedRequest{
			{"of a user", "DELETE", up + "/" + sc.bob.ID, "", 403, "50013"}, {"of an emoji", "DELETE", up, "", 403, "50013"},
			{"all", "DELETE", path, "", 403, "50013"}, {"in direct messages", "DELETE", "/channels/" + dm.ID + "/messages/" + said.ID + "/reactions", "", 403, "50003"},
		})
		sc.guild.Grant(sc.bot.app.User, discordtest.PermissionManageMessages)
		sc.slowly("DELETE", up+"/"+sc.bob.ID, nil, nil)
		hears("MESSAGE_REACTION_REMOVE", `"user_id":"`+sc.bob.ID)
		left("👍1👎2")
		sc.slowly("DELETE", up, nil, nil)
		hears("MESSAGE_REACTION_REMOVE_EMOJI", `"emoji":{"id":null,"name":"👍"}`, `"message_id":"`+m.ID)
		left("👎2")
		sc.slowly("DELETE", path, nil, nil)
		hears("MESSAGE_REACTION_REMOVE_ALL", `{"channel_id":"`+sc.channel.ID+`","message_id":"`+m.ID+`","guild_id":"`+sc.guild.ID+`"}`)
		left("")
	})
}

func TestWhoMayReact(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		alice := sc.alice.In(sc.channel)
		m, err := alice.Say("x")
		if err != nil {
			t.Fatal(err)
		}
		path := "/channels/" + sc.channel.ID + "/messages/" + m.ID + "/reactions/"
		own := sc.bot.app.AddEmoji(sc.alice, "cross")
		sc.slowly("PUT", path+"cross:"+own+"/@me", nil, nil)
		for _, c := range []struct {
			emoji string
			want  error
		}{
			{"cross:" + own, nil}, {"nought:1", discordtest.ErrBadValue}, {"x", discordtest.ErrBadValue}, {"", discordtest.ErrBadValue}, {"👍", nil},
		} {
			if err := alice.React(m.ID, c.emoji); !errors.Is(err, c.want) {
				t.Errorf("%q: %v, want %v", c.emoji, err, c.want)
			}
		}
		if err := alice.React("1", "👍"); !errors.Is(err, discordtest.ErrNotVisible) {
			t.Errorf("at no message: %v", err)
		}
		sc.refused([]refusedRequest{
			{"no emoji", "PUT", path + "x/@me", "", 400, "10014"}, {"another's emoji", "PUT", path + "a:b:1/@me", "", 400, "10014"},
			{"limit", "GET", path + "%F0%9F%91%8D?limit=101", "", 400, "limit NUMBER_TYPE_MAX"},
			{"no message", "PUT", "/channels/" + sc.channel.ID + "/messages/1/reactions/%F0%9F%91%8D/@me", "", 404, "10008"},
			{"nobody", "DELETE", path + "%F0%9F%91%8D/x", "", 400, "user_id NUMBER_TYPE_COERCE"},
		})
		for i := range world.MaxReactions - 2 {
			if err := alice.React(m.ID, string(rune(0x1F600+i))); err != nil {
				t.Fatal(err)
			}
		}
		sc.refused([]refusedRequest{{"the 21st", "PUT", path + "%F0%9F%91%8E/@me", "", 400, "30010"}})
		sc.channel.Overwrite(sc.guild.Everyone(), 0, discordtest.PermissionAddReactions)
		sc.slowly("PUT", path+"%F0%9F%91%8D/@me", nil, nil) // which is there
		if err := sc.bob.In(sc.channel).React(m.ID, "🎲"); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("a new one without permission: %v", err)
		}
		sc.channel.Overwrite(sc.guild.Everyone(), 0, discordtest.PermissionReadMessageHistory)
		sc.refused([]refusedRequest{{"without history", "PUT", path + "%F0%9F%91%8D/@me", "", 403, "50013"}})
	})
}

func TestReactionLimit(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		var m discordtest.Message
		sc.bot.must("POST", "/channels/"+sc.channel.ID+"/messages", `{"content":"x"}`, &m)
		path := "/channels/" + sc.channel.ID + "/messages/" + m.ID + "/reactions/"
		sc.bot.must("PUT", path+"%F0%9F%91%8D/@me", nil, nil)
		if status, body := sc.bot.do("PUT", path+"%F0%9F%91%8E/@me", nil); status != 429 || !strings.Contains(body, `"retry_after":0.25`) {
			t.Errorf("at once: %d %s", status, body)
		}
	})
}
