package rest_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

const aPoll = `{"poll":{"question":{"text":"Who begins?"},"answers":[{"poll_media":{"text":"X","emoji":{"name":"❌"}}},{"poll_media":{"text":"O"}}]}}`

func TestPolls(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		_, hears := sc.Listener(object.IntentGuildPolls | object.IntentGuildMessages)
		path := "/channels/" + sc.Channel.ID
		var m discordtest.Message
		sc.Bot.Must("POST", path+"/messages", aPoll, &m)
		if strings.Contains(hears("MESSAGE_CREATE"), "Who begins") {
			t.Error("a bot without the privileged intent reads the poll")
		}
		if p := m.Poll; p == nil || p.Question.Text != "Who begins?" || len(p.Answers) != 2 || p.Answers[0].ID != 1 || p.Answers[0].Media.Emoji.Name != "❌" ||
			p.Results.Final || time.Until(p.Expiry.Time).Round(time.Hour) != 24*time.Hour {
			t.Errorf("poll %+v", m.Poll)
		}
		alice, bob := sc.Alice.In(sc.Channel), sc.Bob.In(sc.Channel)
		vote := func(c *discordtest.Client, answers ...int) {
			t.Helper()
			if err := c.Vote(m.ID, answers...); err != nil {
				t.Fatal(err)
			}
		}
		vote(alice, 1)
		hears("MESSAGE_POLL_VOTE_ADD", `{"user_id":"`+sc.Alice.ID+`","channel_id":"`+sc.Channel.ID+`","message_id":"`+m.ID+`","guild_id":"`+sc.Guild.ID+`","answer_id":1}`)
		vote(alice, 2)
		hears("MESSAGE_POLL_VOTE_REMOVE", `"answer_id":1`)
		hears("MESSAGE_POLL_VOTE_ADD", `"answer_id":2`)
		vote(bob, 2)
		hears("MESSAGE_POLL_VOTE_ADD")
		for i, c := range []struct{ got, want error }{
			{alice.Vote(m.ID, 1, 2), discordtest.ErrBadValue}, {alice.Vote(m.ID, 3), discordtest.ErrNotThere}, {alice.Vote("1", 1), discordtest.ErrNotVisible},
		} {
			if !errors.Is(c.got, c.want) {
				t.Errorf("case %d: %v, want %v", i, c.got, c.want)
			}
		}
		seen, _ := alice.Message(m.ID)
		if r := seen.Poll.Results; len(r.Counts) != 1 || r.Counts[0] != (discordtest.PollCount{ID: 2, Count: 2, Me: true}) {
			t.Errorf("alice sees %+v", r)
		}
		var voters struct{ Users []discordtest.UserObject }
		sc.Bot.Must("GET", path+"/polls/"+m.ID+"/answers/2?limit=1&after="+sc.Alice.ID, nil, &voters)
		if len(voters.Users) != 1 || voters.Users[0].ID != sc.Bob.ID {
			t.Errorf("voters %+v", voters)
		}
		sc.Slowly("POST", path+"/polls/"+m.ID+"/expire", nil, &m)
		hears("MESSAGE_UPDATE")
		hears("MESSAGE_CREATE", `"type":46`)
		if !m.Poll.Results.Final {
			t.Errorf("after the end %+v", m.Poll)
		}
		all := alice.Messages()
		if told := string(all[1].Embeds[0]); all[1].Type != 46 || !strings.Contains(told, `"name":"victor_answer_text","value":"O"`) || !strings.Contains(told, `"name":"total_votes","value":"2"`) {
			t.Errorf("told: %+v", all[1])
		}
		if err := alice.Vote(m.ID, 1); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("after the end: %v", err)
		}
		said, err := alice.Say("x")
		if err != nil {
			t.Fatal(err)
		}
		sc.Refused([]testbot.RefusedRequest{
			{"ended", "POST", path + "/polls/" + m.ID + "/expire", "", 400, "520001"}, {"no poll", "POST", path + "/polls/" + said.ID + "/expire", "", 400, "520006"},
			{"an edit", "PATCH", path + "/messages/" + m.ID, `{"content":"x"}`, 400, "520003"},
			{"no answer", "GET", path + "/polls/" + m.ID + "/answers/3", "", 400, "answer_id BASE_TYPE_CHOICES"},
		})
	})
}

func TestPollsEndByTheirTime(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		var m discordtest.Message
		poll := strings.Replace(aPoll, `"answers"`, `"duration":1,"allow_multiselect":true,"answers"`, 1)
		sc.Bot.Must("POST", "/channels/"+sc.Channel.ID+"/messages", poll, &m)
		alice := sc.Alice.In(sc.Channel)
		if err := alice.Vote(m.ID, 1, 2); err != nil {
			t.Fatal(err)
		}
		if err := alice.Vote(m.ID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour) // fake time: the test runs in a synctest bubble
		seen, _ := alice.Message(m.ID)
		if err := alice.Vote(m.ID, 1); !errors.Is(err, discordtest.ErrNotAllowed) || !seen.Poll.Results.Final || len(seen.Poll.Results.Counts) != 0 {
			t.Errorf("after an hour: %v, %+v", err, seen.Poll)
		}
	})
}

func TestPollRules(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/channels/" + sc.Channel.ID + "/messages"
		poll := func(fields string) string { return `{"poll":{` + fields + `}}` }
		const question, answers = `"question":{"text":"q"}`, `"answers":[{"poll_media":{"text":"a"}}]`
		sc.Refused([]testbot.RefusedRequest{
			{"no question", "POST", path, poll(answers), 400, "poll.question BASE_TYPE_REQUIRED"},
			{"long question", "POST", path, poll(`"question":{"text":"` + testbot.X(301) + `"},` + answers), 400, "poll.question.text BASE_TYPE_BAD_LENGTH"},
			{"no answers", "POST", path, poll(question), 400, "poll.answers BASE_TYPE_REQUIRED"},
			{"eleven answers", "POST", path, poll(question + `,"answers":` + testbot.Times(11, `{"poll_media":{"text":"a"}}`)), 400, "poll.answers BASE_TYPE_BAD_LENGTH"},
			{"long answer", "POST", path, poll(question + `,"answers":[{"poll_media":{"text":"` + testbot.X(56) + `"}}]`), 400, "poll.answers.0.poll_media.text BASE_TYPE_BAD_LENGTH"},
			{"empty answer", "POST", path, poll(question + `,"answers":[{"poll_media":{}}]`), 400, "poll.answers.0.poll_media.text BASE_TYPE_REQUIRED"},
			{"no emoji", "POST", path, poll(question + `,"answers":[{"poll_media":{"text":"a","emoji":{"name":"x"}}}]`), 400, "poll.answers.0.poll_media.emoji POLL_INVALID_EMOJI"},
			{"long", "POST", path, poll(question + `,"duration":769,` + answers), 400, "poll.duration NUMBER_TYPE_MAX"},
			{"layout", "POST", path, poll(question + `,"layout_type":2,` + answers), 400, "poll.layout_type BASE_TYPE_CHOICES"},
			{"in Components V2", "POST", path, `{"flags":32768,"components":[{"type":10,"content":"x"}],"poll":{` + question + `,` + answers + `}}`, 400, "poll MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
		})
		var m discordtest.Message
		sc.Slowly("POST", path, `{"content":"beside",`+aPoll[1:], &m)
		if m.Content != "beside" || m.Poll == nil {
			t.Errorf("beside content: %+v", m)
		}
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionSendPolls)
		sc.Refused([]testbot.RefusedRequest{{"without permission", "POST", path, aPoll, 403, "50013"}})
	})
}

// TestPollsAnswerInteractions checks that an answer to an interaction can contain a poll, at once
// or after a deferred response.
func TestPollsAnswerInteractions(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		alice := sc.Alice.In(sc.Channel)
		sc.WithAnswer(`{"type":4,"data":` + aPoll + `}`)
		if a, err := alice.Use(sc.Ctx, "ask", nil); err != nil || a.Message.Poll == nil {
			t.Errorf("at once: %+v %v", a, err)
		}
		it := sc.WithAnswer(`{"type":5}`)
		a, err := alice.Use(sc.Ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		sc.Bot.Must("PATCH", sc.Bot.Hook(it)+"/messages/@original", aPoll, nil)
		if m, _ := alice.Message(a.Message.ID); m.Poll == nil || m.Loading() {
			t.Errorf("later: %+v", m)
		}
		time.Sleep(25 * time.Hour) // fake time: the test runs in a synctest bubble
		ends := 0
		for _, m := range alice.Messages() {
			if m.Type == object.MessagePollResult {
				ends++
			}
		}
		if ends != 2 {
			t.Errorf("%d messages tell of the ends of two polls", ends)
		}
	})
}
