package discordtest_test

import (
	"fmt"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func TestWebhooksAreManaged(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		_, hears := sc.listener(object.IntentGuildWebhooks)
		path := "/channels/" + sc.channel.ID + "/webhooks"
		other := sc.guild.NewChannel("other")
		thread := sc.channel.NewThread("thread", sc.alice)
		sc.refused([]refusedRequest{
			{"without permission", "POST", path, `{"name":"x"}`, 403, "50013"}, {"list without permission", "GET", path, "", 403, "50013"},
			{"guild's without permission", "GET", "/guilds/" + sc.guild.ID + "/webhooks", "", 403, "50013"},
		})
		sc.guild.Grant(sc.bot.app.User, discordtest.PermissionManageWebhooks)
		var made, got world.WebhookObject
		sc.slowly("POST", path, `{"name":"Score","avatar":"`+aPNG+`"}`, &made)
		hears("WEBHOOKS_UPDATE", `{"channel_id":"`+sc.channel.ID+`","guild_id":"`+sc.guild.ID+`"}`)
		if made.Name != "Score" || made.Token == "" || made.Avatar == nil || made.User == nil || made.Type != 1 || !strings.HasSuffix(made.URL, made.ID+"/"+made.Token) {
			t.Errorf("made %+v", made)
		}
		sc.slowly("PATCH", "/webhooks/"+made.ID, `{"name":"Table","channel_id":"`+other.ID+`"}`, &got)
		hears("WEBHOOKS_UPDATE")
		hears("WEBHOOKS_UPDATE", other.ID)
		sc.bot.must("GET", "/webhooks/"+made.ID, nil, &got)
		if got.Name != "Table" || got.ChannelID != other.ID || *got.Avatar != *made.Avatar {
			t.Errorf("changed %+v", got)
		}
		token := "/webhooks/" + made.ID + "/" + made.Token
		var known world.WebhookObject
		sc.slowly("PATCH", token, `{"name":"Known","avatar":null}`, &known)
		hears("WEBHOOKS_UPDATE")
		sc.bot.must("GET", token, nil, &known)
		if known.Name != "Known" || known.Avatar != nil || known.User != nil {
			t.Errorf("by its token %+v", known)
		}
		for list, want := range map[string]int{"/guilds/" + sc.guild.ID: 1, "/channels/" + other.ID: 1, "/channels/" + sc.channel.ID: 0} {
			var all []world.WebhookObject
			sc.bot.must("GET", list+"/webhooks", nil, &all)
			if len(all) != want {
				t.Errorf("%s has %d webhooks", list, len(all))
			}
		}
		sc.refused([]refusedRequest{
			{"no name", "POST", path, `{}`, 400, "name BASE_TYPE_REQUIRED"}, {"name", "POST", path, `{"name":"` + x(81) + `"}`, 400, "name BASE_TYPE_BAD_LENGTH"},
			{"Discord's name", "POST", path, `{"name":"My Discord"}`, 400, "name USERNAME_INVALID_CONTAINS"},
			{"picture", "POST", path, `{"name":"x","avatar":"x"}`, 400, "avatar BASE_TYPE_INVALID_IMAGE"},
			{"in a thread", "POST", "/channels/" + thread.ID + "/webhooks", `{"name":"x"}`, 400, "50024"},
			{"in direct messages", "POST", "/channels/" + sc.server.DirectMessage(sc.alice, sc.bot.app.User).ID + "/webhooks", `{"name":"x"}`, 403, "50003"},
			{"unknown", "GET", "/webhooks/1", "", 404, "10015"}, {"wrong token", "GET", "/webhooks/" + made.ID + "/x", "", 401, "50027"},
			{"to another server", "PATCH", "/webhooks/" + made.ID, `{"channel_id":"1"}`, 404, "10003"},
		})
		for i := range world.MaxWebhooks {
			sc.slowly("POST", path, fmt.Sprintf(`{"name":"w%d"}`, i), nil)
		}
		sc.refused([]refusedRequest{{"the sixteenth", "POST", path, `{"name":"x"}`, 400, "30007"}})
		sc.slowly("DELETE", token, nil, nil)
		sc.refused([]refusedRequest{{"deleted", "GET", token, "", 404, "10015"}})
	})
}

func TestWebhooksPost(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.guild.Grant(sc.bot.app.User, discordtest.PermissionManageWebhooks)
		var h world.WebhookObject
		sc.bot.must("POST", "/channels/"+sc.channel.ID+"/webhooks", `{"name":"Score"}`, &h)
		_, hears := sc.listener(object.IntentGuildMessages)
		path := "/webhooks/" + h.ID + "/" + h.Token
		alice := discordtest.Play(t, sc.alice.In(sc.channel))
		status, body := sc.bot.do("POST", path, `{"content":"one"}`)
		hears("MESSAGE_CREATE", `"webhook_id":"`+h.ID, `"username":"Score"`)
		if status != 204 || body != "" {
			t.Errorf("without waiting: %d %q", status, body)
		}
		var m discordtest.Message
		sc.slowly("POST", path+"?wait=true", `{"content":"two","username":"Referee","components":[`+row(aButton)+`]}`, &m)
		hears("MESSAGE_CREATE", `"username":"Referee"`)
		if m.Author.ID != h.ID || m.Author.Username != "Referee" || !m.Author.Bot || m.WebhookID != h.ID {
			t.Errorf("posted %+v", m)
		}
		sc.slowly("PATCH", path+"/messages/"+m.ID, `{"content":"three"}`, nil)
		hears("MESSAGE_UPDATE", m.ID)
		sc.bot.must("GET", path+"/messages/"+m.ID, nil, &m)
		if seen, _ := alice.Client().Message(m.ID); seen.Content != "three" || m.Content != "three" {
			t.Errorf("alice sees %+v", seen)
		}
		thread := sc.channel.NewThread("thread", sc.alice)
		var inThread discordtest.Message
		sc.slowly("POST", path+"?wait=true&thread_id="+thread.ID, `{"content":"there"}`, &inThread)
		hears("MESSAGE_CREATE", thread.ID)
		channel := "/channels/" + sc.channel.ID + "/messages/"
		away := sc.guild.NewChannel("away")
		sc.refused([]refusedRequest{
			{"nothing", "POST", path, `{"content":""}`, 400, "50006"}, {"name", "POST", path, `{"content":"x","username":"Clyde"}`, 400, "username USERNAME_INVALID_CONTAINS"},
			{"picture's address", "POST", path, `{"content":"x","avatar_url":"here"}`, 400, "avatar_url URL_TYPE_INVALID_SCHEME"},
			{"in another channel", "POST", path + "?thread_id=" + away.ID, `{"content":"x"}`, 404, "10003"},
			{"in a forum", "POST", path, `{"content":"x","thread_name":"x"}`, 400, "220003"},
			{"wrong token", "POST", path + "x", `{"content":"x"}`, 401, "50027"},
			{"by the bot", "PATCH", channel + m.ID, `{"content":"x"}`, 403, "50005"}, {"deletion by the bot", "DELETE", channel + m.ID, ``, 403, "50013"},
			{"in a thread that is not told", "GET", path + "/messages/" + inThread.ID, ``, 404, "10008"},
			{"no id", "GET", path + "/messages/x", ``, 400, "message_id NUMBER_TYPE_COERCE"},
		})
		sc.slowly("DELETE", path+"/messages/"+inThread.ID+"?thread_id="+thread.ID, nil, nil)
		sc.slowly("DELETE", path+"/messages/"+m.ID, nil, nil)
		hears("MESSAGE_DELETE")
		hears("MESSAGE_DELETE", m.ID)
	})
}
