package openapi_test

import (
	"encoding/json"
	"testing"

	"noughts/bot/discordtest"
)

// allowed gives the stage's bot all permissions and two privileged intents, and returns the bot.
func (st *stage) allowed() *plainBot {
	st.guild.SetOwner(st.bot.app.User)
	st.bot.app.AllowIntents(discordtest.IntentGuildMembers, discordtest.IntentMessageContent)
	return st.bot
}

func TestReactionsAndPinsKeepTheDocument(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	b, channel := st.allowed(), "/channels/"+st.channel.ID
	first, second := id(t, b.ask("POST", channel+"/messages", `{"content":"x","nonce":"n"}`)), id(t, b.ask("POST", channel+"/messages", `{"content":"y"}`))
	message := channel + "/messages/" + first
	b.ask("PUT", message+"/reactions/%F0%9F%91%8D/@me", "")
	b.ask("GET", message, "")
	b.ask("GET", message+"/reactions/%F0%9F%91%8D?limit=5", "")
	b.ask("DELETE", message+"/reactions/%F0%9F%91%8D/@me", "")
	b.ask("DELETE", message+"/reactions/%F0%9F%91%8D/"+st.alice.User().ID, "")
	b.ask("DELETE", message+"/reactions/%F0%9F%91%8D", "")
	b.ask("DELETE", message+"/reactions", "")
	b.ask("PUT", channel+"/messages/pins/"+first, "")
	b.ask("PUT", channel+"/pins/"+second, "")
	b.ask("GET", channel+"/messages/pins?limit=5", "")
	b.ask("GET", channel+"/pins", "")
	b.ask("DELETE", channel+"/messages/pins/"+first, "")
	b.ask("DELETE", channel+"/pins/"+second, "")
	b.ask("GET", channel+"/messages?around="+first, "")
	b.ask("GET", channel, "")
	b.ask("POST", channel+"/typing", "")
	b.ask("POST", channel+"/messages/bulk-delete", `{"messages":["`+first+`","`+second+`"]}`)
}

func TestPollsAndWebhooksKeepTheDocument(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	b, channel := st.allowed(), "/channels/"+st.channel.ID
	poll := id(t, b.ask("POST", channel+"/messages", `{"poll":{"question":{"text":"Who?"},"duration":2,
		"answers":[{"poll_media":{"text":"X","emoji":{"name":"❌"}}},{"poll_media":{"text":"O"}}]}}`))
	if err := st.alice.Vote(poll, 1); err != nil {
		t.Fatal(err)
	}
	b.ask("GET", channel+"/polls/"+poll+"/answers/1", "")
	b.ask("POST", channel+"/polls/"+poll+"/expire", "")
	b.ask("GET", channel+"/messages?limit=1", "") // contains the message with the poll's result
	b.ask("GET", channel+"/messages", "")
	var h struct{ ID, Token string }
	if err := json.Unmarshal([]byte(b.ask("POST", channel+"/webhooks", `{"name":"Score"}`)), &h); err != nil {
		t.Fatal(err)
	}
	hook := "/webhooks/" + h.ID + "/" + h.Token
	b.ask("PATCH", "/webhooks/"+h.ID, `{"name":"Table"}`)
	for _, path := range []string{hook, "/webhooks/" + h.ID, channel + "/webhooks", "/guilds/" + st.guild.ID + "/webhooks"} {
		b.ask("GET", path, "")
	}
	m := id(t, b.ask("POST", hook+"?wait=true", `{"content":"x","username":"Referee"}`))
	b.ask("POST", hook, `{"content":"x"}`)
	b.ask("PATCH", hook+"/messages/"+m, `{"content":"y"}`)
	b.ask("GET", hook+"/messages/"+m, "")
	b.ask("DELETE", hook+"/messages/"+m, "")
	b.ask("DELETE", hook, "")
}

func TestMembersAndRolesKeepTheDocument(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	b, guild, alice := st.allowed(), "/guilds/"+st.guild.ID, st.alice.User().ID
	role := id(t, b.ask("POST", guild+"/roles", `{"name":"players","permissions":"8192","color":255}`))
	b.ask("PATCH", guild+"/roles/"+role, `{"hoist":true,"mentionable":true}`)
	b.ask("GET", guild+"/roles/"+role, "")
	b.ask("PATCH", guild+"/roles", `[{"id":"`+role+`","position":1}]`)
	member := guild + "/members/" + alice
	b.ask("PUT", member+"/roles/"+role, "")
	b.ask("PATCH", member, `{"nick":"Queen","communication_disabled_until":null}`)
	b.ask("PATCH", guild+"/members/@me", `{"nick":"Referee"}`)
	for _, path := range []string{
		member, guild + "/members?limit=10", guild + "/members/search?query=al", guild + "?with_counts=true", "/users/@me/guilds?with_counts=true",
	} {
		b.ask("GET", path, "")
	}
	b.ask("DELETE", member+"/roles/"+role, "")
	b.ask("DELETE", guild+"/roles/"+role, "")
	b.ask("PATCH", "/users/@me", `{"username":"Referee"}`)
	b.ask("PATCH", "/applications/@me", `{"tags":["games"],"flags":32768}`)
	invite := "/invites/" + code(t, b.ask("POST", "/channels/"+st.channel.ID+"/invites", `{"max_age":60,"max_uses":3}`))
	for _, path := range []string{invite + "?with_counts=true", guild + "/invites", "/channels/" + st.channel.ID + "/invites"} {
		b.ask("GET", path, "")
	}
	b.ask("DELETE", invite, "")
	b.ask("DELETE", member, "")
}

// code returns the value of an answer's field "code".
func code(t *testing.T, answer string) string {
	t.Helper()
	var o struct{ Code string }
	if err := json.Unmarshal([]byte(answer), &o); err != nil {
		t.Fatal(err)
	}
	return o.Code
}

func TestChangesOfChannelsKeepTheDocument(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	b, guild, alice := st.allowed(), "/guilds/"+st.guild.ID, st.alice.User()
	channel := "/channels/" + id(t, b.ask("POST", guild+"/channels", `{"name":"table","topic":"Games","nsfw":true,
		"permission_overwrites":[{"id":"`+alice.ID+`","type":1,"deny":"2048"}]}`))
	b.ask("PATCH", channel, `{"name":"tables","rate_limit_per_user":5}`)
	b.ask("PUT", channel+"/permissions/"+alice.ID, `{"type":1,"allow":"2048"}`)
	b.ask("GET", channel, "")
	b.ask("DELETE", channel+"/permissions/"+alice.ID, "")
	b.ask("PATCH", guild+"/channels", `[{"id":"`+st.channel.ID+`","position":2}]`)
	thread := "/channels/" + id(t, b.ask("POST", channel+"/threads", `{"name":"a game","type":11}`))
	b.ask("PUT", thread+"/thread-members/"+alice.ID, "")
	for _, path := range []string{
		"/thread-members", "/thread-members?with_member=true&limit=5", "/thread-members/" + alice.ID, "",
	} {
		b.ask("GET", thread+path, "")
	}
	b.ask("DELETE", thread+"/thread-members/"+alice.ID, "")
	b.ask("DELETE", thread+"/thread-members/@me", "")
	private := "/channels/" + id(t, b.ask("POST", channel+"/threads", `{"name":"for us","type":12,"invitable":false}`))
	b.ask("PUT", private+"/thread-members/"+alice.ID, "")
	b.ask("PATCH", private, `{"invitable":true,"archived":true}`)
	channelOf(st, channel).NewThread("over", alice).SetArchived(true)
	for _, path := range []string{"/threads/archived/public", "/threads/archived/private", "/users/@me/threads/archived/private"} {
		b.ask("GET", channel+path, "")
	}
	b.ask("DELETE", thread, "")
	b.ask("DELETE", channel, "")
}

// channelOf returns the guild's channel for a path "/channels/ID".
func channelOf(st *stage, path string) *discordtest.Channel {
	for _, c := range st.guild.Channels() {
		if "/channels/"+c.ID == path {
			return c
		}
	}
	return nil
}
