package discordtest_test

import (
	"testing"

	"noughts/bot/discordtest"
)

func TestMentions(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		at := "<@" + sc.alice.ID + ">"
		for _, c := range []struct {
			name, body string
			mentions   int
			pings      int
		}{
			{"content", `{"content":"` + at + `"}`, 1, 1},
			{"twice", `{"content":"` + at + ` <@!` + sc.alice.ID + `>"}`, 1, 1},
			{"text display", v2(`{"type":17,"components":[{"type":10,"content":"` + at + `"}]}`), 1, 1},
			{"nobody allowed", `{"content":"` + at + `","allowed_mentions":{"parse":[]}}`, 0, 0},
			{"her alone", `{"content":"` + at + `<@` + sc.bob.ID + `>","allowed_mentions":{"users":["` + sc.alice.ID + `"]}}`, 1, 1},
			{"him alone", `{"content":"` + at + `<@` + sc.bob.ID + `>","allowed_mentions":{"users":["` + sc.bob.ID + `"]}}`, 1, 0},
			{"code", "{\"content\":\"`" + at + "`\"}", 0, 0},
			{"code block", "{\"content\":\"```\\n" + at + "\\n```\"}", 0, 0},
			{"stranger", `{"content":"<@12>"}`, 0, 0},
			{"silent", `{"content":"` + at + `","flags":4096}`, 1, 0},
			{"everyone", `{"content":"@everyone"}`, 0, 1},
			{"everyone, not allowed", `{"content":"@everyone","allowed_mentions":{"parse":["users"]}}`, 0, 0},
		} {
			channel := sc.guild.NewChannel(c.name)
			var m discordtest.Message
			sc.bot.must("POST", "/channels/"+channel.ID+"/messages", c.body, &m)
			if pings := sc.alice.In(channel).Pings(); len(m.Mentions) != c.mentions || pings != c.pings {
				t.Errorf("%s: %d mentions, %d pings; want %d and %d", c.name, len(m.Mentions), pings, c.mentions, c.pings)
			}
		}
	})
}

func TestInteractionsMentionUsersOnly(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.withAnswer(`{"type":4,"data":{"content":"@everyone <@` + sc.bob.ID + `>"}}`)
		a, err := sc.alice.In(sc.channel).Use(sc.ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		if a.Message.MentionEveryone || len(a.Message.Mentions) != 1 {
			t.Errorf("message %+v", a.Message)
		}
		if alice, bob := sc.alice.In(sc.channel).Pings(), sc.bob.In(sc.channel).Pings(); alice != 0 || bob != 1 {
			t.Errorf("alice %d, bob %d pings", alice, bob)
		}
	})
}

func TestEditsDoNotPing(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/channels/" + sc.channel.ID + "/messages"
		var m discordtest.Message
		sc.bot.must("POST", path, `{"content":"x"}`, &m)
		sc.bot.must("PATCH", path+"/"+m.ID, `{"content":"<@`+sc.alice.ID+`>"}`, &m)
		if len(m.Mentions) != 1 || sc.alice.In(sc.channel).Pings() != 0 {
			t.Errorf("%d mentions, %d pings", len(m.Mentions), sc.alice.In(sc.channel).Pings())
		}
	})
}
