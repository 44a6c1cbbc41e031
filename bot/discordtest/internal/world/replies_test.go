package world_test

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

func TestReplies(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/channels/" + sc.Channel.ID + "/messages"
		var first, second discordtest.Message
		sc.Bot.Must("POST", path, `{"content":"x"}`, &first)
		sc.Bot.Must("POST", path, `{"content":"y","message_reference":{"message_id":"`+first.ID+`"}}`, &second)
		if second.Type != object.MessageReply || second.Reference == nil || second.Reference.MessageID != first.ID {
			t.Errorf("reply %+v", second)
		}
		var third discordtest.Message
		sc.Bot.Must("POST", path, `{"content":"y","message_reference":{"message_id":"1","fail_if_not_exists":false}}`, &third)
		if third.Type != object.MessageDefault || third.Reference != nil {
			t.Errorf("reply to nothing %+v", third)
		}
		time.Sleep(5 * time.Second) // fake time, so that the route's rate limit resets
		for _, c := range []struct{ reference, want string }{
			{`{}`, "message_reference.message_id BASE_TYPE_REQUIRED"},
			{`{"message_id":"1"}`, "message_reference REPLIES_UNKNOWN_MESSAGE"},
			{`{"message_id":"` + first.ID + `","channel_id":"1"}`, "message_reference.channel_id MESSAGE_REFERENCE_INVALID"},
			{`{"message_id":"` + first.ID + `","type":2}`, "message_reference.type BASE_TYPE_CHOICES"},
		} {
			if status, body := sc.Bot.Do("POST", path, `{"content":"x","message_reference":`+c.reference+`}`); status != 400 || testbot.HasError(body, c.want) != nil {
				t.Errorf("%s: %d %s", c.reference, status, body)
			}
		}
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionReadMessageHistory)
		want := "message_reference REPLIES_CANNOT_REPLY_WITHOUT_READ_MESSAGE_HISTORY"
		if status, body := sc.Bot.Do("POST", path, `{"content":"x","message_reference":{"message_id":"`+first.ID+`"}}`); status != 400 || testbot.HasError(body, want) != nil {
			t.Errorf("without history: %d %s", status, body)
		}
	})
}
