package discordtest_test

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

const (
	pollsIntents = 1<<24 | guildMessagesIntent
	hourPoll     = `{"poll":{"duration":1,"question":{"text":"Who begins?"},"allow_multiselect":true,` +
		`"answers":[{"poll_media":{"emoji":{"name":"❌"}}},{"poll_media":{"text":"O"}},{"poll_media":{"text":"both","emoji":{"name":"🎲"}}}]}}`
)

// poll posts a poll and returns its id.
func (b *box) poll(channel, body string) string {
	b.t.Helper()
	var m struct{ ID string }
	if status, text := b.ask(b.app, "POST", "/channels/"+channel+"/messages", body, &m); status != 200 {
		b.t.Fatalf("%d %s", status, text)
	}
	return m.ID
}

// votes makes alice vote.
func (b *box) votes(c *discordtest.Channel, message string, answers ...int) {
	b.t.Helper()
	if err := b.alice.In(c).Vote(message, answers...); err != nil {
		b.t.Fatal(err)
	}
}

// TestPollsEndWithAMessage, by their time, whatever has become of them.
func TestPollsEndWithAMessage(t *testing.T) {
	for name, c := range map[string]struct {
		votes []int
		want  string // the fields after those that are always there
	}{
		"a text":     {[]int{2}, `{"name":"victor_answer_id","value":"2","inline":false},{"name":"victor_answer_text","value":"O","inline":false}]`},
		"an emoji":   {[]int{1}, `{"name":"victor_answer_id","value":"1","inline":false},{"name":"victor_answer_emoji_name","value":"❌","inline":false},{"name":"victor_answer_emoji_animated","value":"false","inline":false}]`},
		"both":       {[]int{3}, `{"name":"victor_answer_id","value":"3","inline":false},{"name":"victor_answer_text","value":"both","inline":false},{"name":"victor_answer_emoji_name","value":"🎲"`},
		"a tie":      {[]int{1, 2}, `{"name":"total_votes","value":"2","inline":false}]`},
		"no votes":   {nil, `{"name":"victor_answer_votes","value":"0","inline":false},{"name":"total_votes","value":"0","inline":false}]`},
		"a question": {nil, `"embeds":[{"fields":[{"name":"poll_question_text","value":"Who begins?","inline":false}`},
	} {
		t.Run(name, func(t *testing.T) {
			inBox(t, func(b *box) {
				l := b.connect(b.app, pollsIntents, "")
				id := b.poll(b.channel.ID, hourPoll)
				l.hears("MESSAGE_CREATE", nil, `"is_finalized":false`)
				b.votes(b.channel, id, c.votes...)
				for range c.votes {
					l.hears("MESSAGE_POLL_VOTE_ADD", nil)
				}
				b.wait(l, time.Hour-time.Second)
				l.silent()
				b.wait(l, time.Second)
				l.hears("MESSAGE_UPDATE", nil, `"id":"`+id, `"is_finalized":true`)
				l.hears("MESSAGE_CREATE", nil, c.want, `"type":46`, `"type":"poll_result"`, `"message_reference":{"type":0,"message_id":"`+id+`","channel_id":"`+b.channel.ID+`"`,
					`"author":{"id":"`+b.app.User.ID)
				l.silent()
			})
		})
	}
}

// wait lets time pass, with heartbeats.
func (b *box) wait(l *line, d time.Duration) {
	b.t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); {
		time.Sleep(min(time.Until(end), 40*time.Second))
		if time.Now().Before(end) {
			l.silent()
		}
	}
}

// TestPollsThatEndOtherwise: each tells of its end at most once.
func TestPollsThatEndOtherwise(t *testing.T) {
	inBox(t, func(b *box) {
		b.guild.Grant(b.app.User, discordtest.PermissionManageThreads|discordtest.PermissionManageChannels)
		l := b.connect(b.app, pollsIntents, "")
		early := b.poll(b.channel.ID, hourPoll)
		l.hears("MESSAGE_CREATE", nil)
		b.ask(b.app, "POST", "/channels/"+b.channel.ID+"/polls/"+early+"/expire", "", nil)
		l.hears("MESSAGE_UPDATE", nil, `"is_finalized":true`)
		l.hears("MESSAGE_CREATE", nil, `"type":46`)

		gone := b.poll(b.channel.ID, hourPoll)
		l.hears("MESSAGE_CREATE", nil)
		b.ask(b.app, "DELETE", "/channels/"+b.channel.ID+"/messages/"+gone, "", nil)
		l.hears("MESSAGE_DELETE", nil)

		room := b.guild.NewChannel("room")
		b.poll(room.ID, hourPoll)
		l.hears("MESSAGE_CREATE", nil)
		b.ask(b.app, "DELETE", "/channels/"+room.ID, "", nil)

		thread := b.channel.NewThread("thread", b.alice)
		b.poll(thread.ID, hourPoll)
		l.hears("MESSAGE_CREATE", nil)
		thread.SetArchived(true)
		b.wait(l, time.Hour)
		l.hears("MESSAGE_UPDATE", nil, thread.ID)
		l.hears("MESSAGE_CREATE", nil, thread.ID, `"type":46`)
		b.wait(l, time.Second)
		l.silent()
		if all := b.alice.In(b.channel).Messages(); len(all) != 2 {
			b.t.Errorf("%d messages, want the poll that ended early and one that tells of it", len(all))
		}
		if status, body := b.ask(b.app, "GET", "/channels/"+thread.ID, "", nil); status != 200 || !strings.Contains(body, `"archived":false`) {
			b.t.Errorf("the thread sleeps on: %d %s", status, body)
		}
	})
}

// TestNoPollEndsAfterClose: a server that is closed does nothing more.
func TestNoPollEndsAfterClose(t *testing.T) {
	inBox(t, func(b *box) {
		id := b.poll(b.channel.ID, hourPoll)
		b.server.Close()
		time.Sleep(2 * time.Hour)
		if all := b.alice.In(b.channel).Messages(); len(all) != 1 || all[0].ID != id {
			b.t.Errorf("messages %+v", all)
		}
	})
}

// TestWebhooksPollsEnd: in the webhook's name.
func TestWebhooksPollsEnd(t *testing.T) {
	inBox(t, func(b *box) {
		b.guild.Grant(b.app.User, discordtest.PermissionManageWebhooks)
		var hook struct{ ID, Token string }
		b.ask(b.app, "POST", "/channels/"+b.channel.ID+"/webhooks", `{"name":"Herald"}`, &hook)
		if status, body := b.ask(b.app, "POST", "/webhooks/"+hook.ID+"/"+hook.Token+"?wait=true", hourPoll, nil); status != 200 {
			b.t.Fatalf("%d %s", status, body)
		}
		time.Sleep(2 * time.Hour) // and not just one, when the poll may still be ending
		all := b.alice.In(b.channel).Messages()
		if len(all) != 2 || all[1].Type != 46 || all[1].Author.Username != "Herald" || all[1].WebhookID != hook.ID {
			b.t.Errorf("messages %+v", all)
		}
	})
}
