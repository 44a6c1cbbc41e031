package world_test

import (
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

func TestMentions(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		at := "<@" + sc.Alice.ID + ">"
		for _, c := range []struct {
			name, body string
			mentions   int
			pings      int
		}{
			{"content", `{"content":"` + at + `"}`, 1, 1},
			{"twice", `{"content":"` + at + ` <@!` + sc.Alice.ID + `>"}`, 1, 1},
			{"text display", testbot.V2(`{"type":17,"components":[{"type":10,"content":"` + at + `"}]}`), 1, 1},
			{"nobody allowed", `{"content":"` + at + `","allowed_mentions":{"parse":[]}}`, 0, 0},
			{"her alone", `{"content":"` + at + `<@` + sc.Bob.ID + `>","allowed_mentions":{"users":["` + sc.Alice.ID + `"]}}`, 1, 1},
			{"him alone", `{"content":"` + at + `<@` + sc.Bob.ID + `>","allowed_mentions":{"users":["` + sc.Bob.ID + `"]}}`, 1, 0},
			{"code", "{\"content\":\"`" + at + "`\"}", 0, 0},
			{"code block", "{\"content\":\"```\\n" + at + "\\n```\"}", 0, 0},
			{"stranger", `{"content":"<@12>"}`, 0, 0},
			{"silent", `{"content":"` + at + `","flags":4096}`, 1, 0},
			{"everyone", `{"content":"@everyone"}`, 0, 1},
			{"everyone, not allowed", `{"content":"@everyone","allowed_mentions":{"parse":["users"]}}`, 0, 0},
		} {
			channel := sc.Guild.NewChannel(c.name)
			var m discordtest.Message
			sc.Bot.Must("POST", "/channels/"+channel.ID+"/messages", c.body, &m)
			if pings := sc.Alice.In(channel).Pings(); len(m.Mentions) != c.mentions || pings != c.pings {
				t.Errorf("%s: %d mentions, %d pings; want %d and %d", c.name, len(m.Mentions), pings, c.mentions, c.pings)
			}
		}
	})
}

func TestInteractionsMentionUsersOnly(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.WithAnswer(`{"type":4,"data":{"content":"@everyone <@` + sc.Bob.ID + `>"}}`)
		a, err := sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		if a.Message.MentionEveryone || len(a.Message.Mentions) != 1 {
			t.Errorf("message %+v", a.Message)
		}
		if alice, bob := sc.Alice.In(sc.Channel).Pings(), sc.Bob.In(sc.Channel).Pings(); alice != 0 || bob != 1 {
			t.Errorf("alice %d, bob %d pings", alice, bob)
		}
	})
}

func TestEditsDoNotPing(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/channels/" + sc.Channel.ID + "/messages"
		var m discordtest.Message
		sc.Bot.Must("POST", path, `{"content":"x"}`, &m)
		sc.Bot.Must("PATCH", path+"/"+m.ID, `{"content":"<@`+sc.Alice.ID+`>"}`, &m)
		if len(m.Mentions) != 1 || sc.Alice.In(sc.Channel).Pings() != 0 {
			t.Errorf("%d mentions, %d pings", len(m.Mentions), sc.Alice.In(sc.Channel).Pings())
		}
	})
}
