package rest_test

import (
	"fmt"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func TestWebhooksAreManaged(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		_, hears := sc.Listener(object.IntentGuildWebhooks)
		path := "/channels/" + sc.Channel.ID + "/webhooks"
		other := sc.Guild.NewChannel("other")
		thread := sc.Channel.NewThread("thread", sc.Alice)
		sc.Refused([]testbot.RefusedRequest{
			{"without permission", "POST", path, `{"name":"x"}`, 403, "50013"}, {"list without permission", "GET", path, "", 403, "50013"},
			{"guild's without permission", "GET", "/guilds/" + sc.Guild.ID + "/webhooks", "", 403, "50013"},
		})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageWebhooks)
		var made, got world.WebhookObject
		sc.Slowly("POST", path, `{"name":"Score","avatar":"`+aPNG+`"}`, &made)
		hears("WEBHOOKS_UPDATE", `{"channel_id":"`+sc.Channel.ID+`","guild_id":"`+sc.Guild.ID+`"}`)
		if made.Name != "Score" || made.Token == "" || made.Avatar == nil || made.User == nil || made.Type != 1 || !strings.HasSuffix(made.URL, made.ID+"/"+made.Token) {
			t.Errorf("made %+v", made)
		}
		sc.Slowly("PATCH", "/webhooks/"+made.ID, `{"name":"Table","channel_id":"`+other.ID+`"}`, &got)
		hears("WEBHOOKS_UPDATE")
		hears("WEBHOOKS_UPDATE", other.ID)
		sc.Bot.Must("GET", "/webhooks/"+made.ID, nil, &got)
		if got.Name != "Table" || got.ChannelID != other.ID || *got.Avatar != *made.Avatar {
			t.Errorf("changed %+v", got)
		}
		token := "/webhooks/" + made.ID + "/" + made.Token
		var known world.WebhookObject
		sc.Slowly("PATCH", token, `{"name":"Known","avatar":null}`, &known)
		hears("WEBHOOKS_UPDATE")
		sc.Bot.Must("GET", token, nil, &known)
		if known.Name != "Known" || known.Avatar != nil || known.User != nil {
			t.Errorf("by its token %+v", known)
		}
		for list, want := range map[string]int{"/guilds/" + sc.Guild.ID: 1, "/channels/" + other.ID: 1, "/channels/" + sc.Channel.ID: 0} {
			var all []world.WebhookObject
			sc.Bot.Must("GET", list+"/webhooks", nil, &all)
			if len(all) != want {
				t.Errorf("%s has %d webhooks", list, len(all))
			}
		}
		sc.Refused([]testbot.RefusedRequest{
			{"no name", "POST", path, `{}`, 400, "name BASE_TYPE_REQUIRED"}, {"name", "POST", path, `{"name":"` + testbot.X(81) + `"}`, 400, "name BASE_TYPE_BAD_LENGTH"},
			{"Discord's name", "POST", path, `{"name":"My Discord"}`, 400, "name USERNAME_INVALID_CONTAINS"},
			{"picture", "POST", path, `{"name":"x","avatar":"x"}`, 400, "avatar BASE_TYPE_INVALID_IMAGE"},
			{"in a thread", "POST", "/channels/" + thread.ID + "/webhooks", `{"name":"x"}`, 400, "50024"},
			{"in direct messages", "POST", "/channels/" + sc.Server.DirectMessage(sc.Alice, sc.Bot.App.User).ID + "/webhooks", `{"name":"x"}`, 403, "50003"},
			{"unknown", "GET", "/webhooks/1", "", 404, "10015"}, {"wrong token", "GET", "/webhooks/" + made.ID + "/x", "", 401, "50027"},
			{"to another server", "PATCH", "/webhooks/" + made.ID, `{"channel_id":"1"}`, 404, "10003"},
		})
		for i := range world.MaxWebhooks {
			sc.Slowly("POST", path, fmt.Sprintf(`{"name":"w%d"}`, i), nil)
		}
		sc.Refused([]testbot.RefusedRequest{{"the sixteenth", "POST", path, `{"name":"x"}`, 400, "30007"}})
		sc.Slowly("DELETE", token, nil, nil)
		sc.Refused([]testbot.RefusedRequest{{"deleted", "GET", token, "", 404, "10015"}})
	})
}

func TestWebhooksPost(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageWebhooks)
		var h world.WebhookObject
		sc.Bot.Must("POST", "/channels/"+sc.Channel.ID+"/webhooks", `{"name":"Score"}`, &h)
		_, hears := sc.Listener(object.IntentGuildMessages)
		path := "/webhooks/" + h.ID + "/" + h.Token
		alice := discordtest.Play(t, sc.Alice.In(sc.Channel))
		status, body := sc.Bot.Do("POST", path, `{"content":"one"}`)
		hears("MESSAGE_CREATE", `"webhook_id":"`+h.ID, `"username":"Score"`)
		if status != 204 || body != "" {
			t.Errorf("without waiting: %d %q", status, body)
		}
		var m discordtest.Message
		sc.Slowly("POST", path+"?wait=true", `{"content":"two","username":"Referee","components":[`+testbot.Row(testbot.AButton)+`]}`, &m)
		hears("MESSAGE_CREATE", `"username":"Referee"`)
		if m.Author.ID != h.ID || m.Author.Username != "Referee" || !m.Author.Bot || m.WebhookID != h.ID {
			t.Errorf("posted %+v", m)
		}
		sc.Slowly("PATCH", path+"/messages/"+m.ID, `{"content":"three"}`, nil)
		hears("MESSAGE_UPDATE", m.ID)
		sc.Bot.Must("GET", path+"/messages/"+m.ID, nil, &m)
		if seen, _ := alice.Client().Message(m.ID); seen.Content != "three" || m.Content != "three" {
			t.Errorf("alice sees %+v", seen)
		}
		thread := sc.Channel.NewThread("thread", sc.Alice)
		var inThread discordtest.Message
		sc.Slowly("POST", path+"?wait=true&thread_id="+thread.ID, `{"content":"there"}`, &inThread)
		hears("MESSAGE_CREATE", thread.ID)
		channel := "/channels/" + sc.Channel.ID + "/messages/"
		away := sc.Guild.NewChannel("away")
		sc.Refused([]testbot.RefusedRequest{
			{"nothing", "POST", path, `{"content":""}`, 400, "50006"}, {"name", "POST", path, `{"content":"x","username":"Clyde"}`, 400, "username USERNAME_INVALID_CONTAINS"},
			{"picture's address", "POST", path, `{"content":"x","avatar_url":"here"}`, 400, "avatar_url URL_TYPE_INVALID_SCHEME"},
			{"in another channel", "POST", path + "?thread_id=" + away.ID, `{"content":"x"}`, 404, "10003"},
			{"in a forum", "POST", path, `{"content":"x","thread_name":"x"}`, 400, "220003"},
			{"wrong token", "POST", path + "x", `{"content":"x"}`, 401, "50027"},
			{"by the bot", "PATCH", channel + m.ID, `{"content":"x"}`, 403, "50005"}, {"deletion by the bot", "DELETE", channel + m.ID, ``, 403, "50013"},
			{"in a thread that is not told", "GET", path + "/messages/" + inThread.ID, ``, 404, "10008"},
			{"no id", "GET", path + "/messages/x", ``, 400, "message_id NUMBER_TYPE_COERCE"},
		})
		sc.Slowly("DELETE", path+"/messages/"+inThread.ID+"?thread_id="+thread.ID, nil, nil)
		sc.Slowly("DELETE", path+"/messages/"+m.ID, nil, nil)
		hears("MESSAGE_DELETE")
		hears("MESSAGE_DELETE", m.ID)
	})
}
