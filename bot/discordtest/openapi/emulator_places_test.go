package openapi_test

import (
	"encoding/json"
	"testing"

	"noughts/bot/discordtest"
)

// id returns the value of an answer's field "id".
func id(t *testing.T, answer string) string {
	t.Helper()
	var o struct{ ID string }
	if err := json.Unmarshal([]byte(answer), &o); err != nil {
		t.Fatal(err)
	}
	return o.ID
}

func TestGuildsAndThreadsKeepTheDocument(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	b, user := st.bot, st.alice.User()
	role := st.guild.NewRole("players", discordtest.PermissionManageThreads)
	st.guild.Give(user, role)
	st.guild.Give(b.app.User, role)
	st.channel.Overwrite(role, discordtest.PermissionSendMessages, 0)
	guild, channel := "/guilds/"+st.guild.ID, "/channels/"+st.channel.ID
	for _, path := range []string{
		guild, guild + "/roles", guild + "/channels", guild + "/members/" + user.ID, "/users/" + user.ID, channel,
	} {
		b.ask("GET", path, "")
	}
	thread := "/channels/" + id(t, b.ask("POST", channel+"/threads", `{"name":"a game","type":11,"auto_archive_duration":60}`))
	b.ask("PUT", thread+"/thread-members/@me", "")
	b.ask("POST", thread+"/messages", `{"content":"x"}`)
	b.ask("GET", guild+"/threads/active", "")
	b.ask("PATCH", thread, `{"name":"over","archived":true,"locked":true}`)
	b.ask("GET", thread, "")
	message := channel + "/messages/" + id(t, b.ask("POST", channel+"/messages", `{"content":"x"}`))
	b.ask("POST", message+"/threads", `{"name":"another"}`)
	direct := "/channels/" + id(t, b.ask("POST", "/users/@me/channels", `{"recipient_id":"`+user.ID+`"}`))
	b.ask("POST", direct+"/messages", `{"content":"hello"}`)
	b.ask("GET", direct, "")
}

func TestEmojisAndMenusKeepTheDocument(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	b := st.bot
	emojis := "/applications/" + b.app.ID + "/emojis"
	cross := id(t, b.ask("POST", emojis, `{"name":"cross","image":"data:image/png;base64,iVBORw0KGgo="}`))
	b.ask("PATCH", emojis+"/"+cross, `{"name":"nought"}`)
	b.ask("GET", emojis+"/"+cross, "")
	b.ask("GET", emojis, "")
	b.ask("POST", "/channels/"+st.channel.ID+"/messages", `{"components":[
		{"type":1,"components":[{"type":2,"style":1,"custom_id":"/a","emoji":{"id":"`+cross+`","name":"nought"}}]},
		{"type":1,"components":[{"type":5,"custom_id":"/who","default_values":[{"id":"`+st.alice.User().ID+`","type":"user"}]}]},
		{"type":1,"components":[{"type":8,"custom_id":"/where","channel_types":[0,11]}]}]}`)
	b.ask("DELETE", emojis+"/"+cross, "")
	commands := "/applications/" + b.app.ID + "/commands"
	b.ask("PUT", commands, `[{"name":"go","description":"Go on","name_localizations":{"de":"los","en-GB":"proceed"},"options":[
		{"type":3,"name":"how","description":"How","choices":[{"name":"Fast","value":"f","name_localizations":{"en-GB":"Swift"}}]}]}]`)
	b.ask("GET", commands, "")
	b.ask("GET", commands+"?with_localizations=true", "")
}
