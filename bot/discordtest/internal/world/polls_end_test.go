package world_test

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

const (
	pollsIntents = 1<<24 | testbot.GuildMessagesIntent
	hourPoll     = `{"poll":{"duration":1,"question":{"text":"Who begins?"},"allow_multiselect":true,` +
		`"answers":[{"poll_media":{"emoji":{"name":"❌"}}},{"poll_media":{"text":"O"}},{"poll_media":{"text":"both","emoji":{"name":"🎲"}}}]}}`
)

// poll posts a message with a poll and returns its id.
func poll(b *testbot.Box, channel, body string) string {
	b.T.Helper()
	var m struct{ ID string }
	if status, text := b.Ask(b.App, "POST", "/channels/"+channel+"/messages", body, &m); status != 200 {
		b.T.Fatalf("%d %s", status, text)
	}
	return m.ID
}

// votes makes alice vote for the given answers.
func votes(b *testbot.Box, c *discordtest.Channel, message string, answers ...int) {
	b.T.Helper()
	if err := b.Alice.In(c).Vote(message, answers...); err != nil {
		b.T.Fatal(err)
	}
}

// TestPollsEndWithAMessage checks that a poll which expires dispatches its end and posts a message with the result.
func TestPollsEndWithAMessage(t *testing.T) {
	for name, c := range map[string]struct {
		votes []int
		want  string // a part of the message with the result
	}{
		"a text":     {[]int{2}, `{"name":"victor_answer_id","value":"2","inline":false},{"name":"victor_answer_text","value":"O","inline":false}]`},
		"an emoji":   {[]int{1}, `{"name":"victor_answer_id","value":"1","inline":false},{"name":"victor_answer_emoji_name","value":"❌","inline":false},{"name":"victor_answer_emoji_animated","value":"false","inline":false}]`},
		"both":       {[]int{3}, `{"name":"victor_answer_id","value":"3","inline":false},{"name":"victor_answer_text","value":"both","inline":false},{"name":"victor_answer_emoji_name","value":"🎲"`},
		"a tie":      {[]int{1, 2}, `{"name":"total_votes","value":"2","inline":false}]`},
		"no votes":   {nil, `{"name":"victor_answer_votes","value":"0","inline":false},{"name":"total_votes","value":"0","inline":false}]`},
		"a question": {nil, `"embeds":[{"fields":[{"name":"poll_question_text","value":"Who begins?","inline":false}`},
	} {
		t.Run(name, func(t *testing.T) {
			testbot.InBox(t, func(b *testbot.Box) {
				l := b.Connect(b.App, pollsIntents, "")
				id := poll(b, b.Channel.ID, hourPoll)
				l.Hears("MESSAGE_CREATE", nil, `"is_finalized":false`)
				votes(b, b.Channel, id, c.votes...)
				for range c.votes {
					l.Hears("MESSAGE_POLL_VOTE_ADD", nil)
				}
				wait(b, l, time.Hour-time.Second)
				l.Silent()
				wait(b, l, time.Second)
				l.Hears("MESSAGE_UPDATE", nil, `"id":"`+id, `"is_finalized":true`)
				l.Hears("MESSAGE_CREATE", nil, c.want, `"type":46`, `"type":"poll_result"`, `"message_reference":{"type":0,"message_id":"`+id+`","channel_id":"`+b.Channel.ID+`"`,
					`"author":{"id":"`+b.App.User.ID)
				l.Silent()
			})
		})
	}
}

// wait lets d of fake time pass and sends heartbeats, so that the session stays alive.
func wait(b *testbot.Box, l *testbot.Line, d time.Duration) {
	b.T.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); {
		time.Sleep(min(time.Until(end), 40*time.Second))
		if time.Now().Before(end) {
			l.Silent()
		}
	}
}

// TestPollsThatEndOtherwise checks that a poll which was ended early does not end again at its expiry, that a poll
// whose message or channel was deleted does not end at all, and that a poll in an archived thread ends and unarchives
// the thread.
func TestPollsThatEndOtherwise(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		b.Guild.Grant(b.App.User, discordtest.PermissionManageThreads|discordtest.PermissionManageChannels)
		l := b.Connect(b.App, pollsIntents, "")
		early := poll(b, b.Channel.ID, hourPoll)
		l.Hears("MESSAGE_CREATE", nil)
		b.Ask(b.App, "POST", "/channels/"+b.Channel.ID+"/polls/"+early+"/expire", "", nil)
		l.Hears("MESSAGE_UPDATE", nil, `"is_finalized":true`)
		l.Hears("MESSAGE_CREATE", nil, `"type":46`)

		gone := poll(b, b.Channel.ID, hourPoll)
		l.Hears("MESSAGE_CREATE", nil)
		b.Ask(b.App, "DELETE", "/channels/"+b.Channel.ID+"/messages/"+gone, "", nil)
		l.Hears("MESSAGE_DELETE", nil)

		room := b.Guild.NewChannel("room")
		poll(b, room.ID, hourPoll)
		l.Hears("MESSAGE_CREATE", nil)
		b.Ask(b.App, "DELETE", "/channels/"+room.ID, "", nil)

		thread := b.Channel.NewThread("thread", b.Alice)
		poll(b, thread.ID, hourPoll)
		l.Hears("MESSAGE_CREATE", nil)
		thread.SetArchived(true)
		wait(b, l, time.Hour)
		l.Hears("MESSAGE_UPDATE", nil, thread.ID)
		l.Hears("MESSAGE_CREATE", nil, thread.ID, `"type":46`)
		wait(b, l, time.Second)
		l.Silent()
		if all := b.Alice.In(b.Channel).Messages(); len(all) != 2 {
			b.T.Errorf("%d messages, want the poll that ended early and one that tells of it", len(all))
		}
		if status, body := b.Ask(b.App, "GET", "/channels/"+thread.ID, "", nil); status != 200 || !strings.Contains(body, `"archived":false`) {
			b.T.Errorf("the thread sleeps on: %d %s", status, body)
		}
	})
}

// TestNoPollEndsAfterClose checks that no poll ends after the server was closed.
func TestNoPollEndsAfterClose(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		id := poll(b, b.Channel.ID, hourPoll)
		b.Server.Close()
		time.Sleep(2 * time.Hour)
		if all := b.Alice.In(b.Channel).Messages(); len(all) != 1 || all[0].ID != id {
			b.T.Errorf("messages %+v", all)
		}
	})
}

// TestWebhooksPollsEnd checks that the result of a webhook's poll is posted with the webhook as its author.
func TestWebhooksPollsEnd(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		b.Guild.Grant(b.App.User, discordtest.PermissionManageWebhooks)
		var hook struct{ ID, Token string }
		b.Ask(b.App, "POST", "/channels/"+b.Channel.ID+"/webhooks", `{"name":"Herald"}`, &hook)
		if status, body := b.Ask(b.App, "POST", "/webhooks/"+hook.ID+"/"+hook.Token+"?wait=true", hourPoll, nil); status != 200 {
			b.T.Fatalf("%d %s", status, body)
		}
		time.Sleep(2 * time.Hour) // longer than the poll's hour, so that the poll has certainly ended
		all := b.Alice.In(b.Channel).Messages()
		if len(all) != 2 || all[1].Type != 46 || all[1].Author.Username != "Herald" || all[1].WebhookID != hook.ID {
			b.T.Errorf("messages %+v", all)
		}
	})
}
