package limits_test

import (
	"context"
	"strings"

	"noughts/bot/discordtest"
)

// fixed returns a function for the field path of a base, an accepted request. The function gives the same path each
// time. "{user}" and similar parts of the path are replaced with ids of the stage, the test's Discord.
func fixed(path string) func(*stage) string {
	return func(st *stage) string { return st.filled(path) }
}

// one returns the bases of an operation that needs only one accepted request, with this path and body.
func one(path func(*stage) string, body string) []base { return []base{{"", path, body, 0}} }

// onApp returns a path function for a path below that of the stage's application.
func onApp(path string) func(*stage) string {
	return func(st *stage) string { return st.filled("/applications/" + st.app.ID + path) }
}

// onMessage returns a path function that sends a new message and gives a path below that message.
func onMessage(path string) func(*stage) string {
	return func(st *stage) string {
		return "/channels/" + st.channel.ID + "/messages/" + st.message(plainBody) + path
	}
}

// onThread opens a new thread and returns its path.
func onThread(st *stage) string {
	return "/channels/" + st.send("POST", "/channels/"+st.channel.ID+"/threads", `{"name":"t","type":11}`).id(st.t)
}

// webhook returns the path, with the token, of the channel's webhook. It creates the webhook if necessary.
func webhook(st *stage) string {
	var h struct{ ID, Token string }
	if hooks := st.send("GET", "/channels/"+st.channel.ID+"/webhooks", ""); string(hooks.body) == "[]" {
		st.send("POST", "/channels/"+st.channel.ID+"/webhooks", `{"name":"Score"}`).into(st.t, &h)
	} else {
		var all []struct{ ID, Token string }
		hooks.into(st.t, &all)
		h = all[0]
	}
	return "/webhooks/" + h.ID + "/" + h.Token
}

// hookMessage sends a new message by a webhook and returns the path of the message.
func hookMessage(st *stage) string {
	hook := webhook(st)
	return hook + "/messages/" + st.send("POST", hook+"?wait=true", plainBody).id(st.t)
}

// onRole creates a role and returns its path.
func onRole(st *stage) string {
	return st.filled("/guilds/{guild}/roles/") + st.send("POST", st.filled("/guilds/{guild}/roles"), `{"name":"r"}`).id(st.t)
}

// onCommand returns a path function that creates a command and gives its path. `path` is the path of the list of
// commands.
func onCommand(path string) func(*stage) string {
	return func(st *stage) string {
		path := onApp(path)(st)
		return path + "/" + st.send("POST", path, `{"name":"go","description":"x"}`).id(st.t)
	}
}

// onEmoji creates an emoji and returns its path.
func onEmoji(st *stage) string {
	return onApp("/emojis/")(st) + st.app.AddEmoji(st.app.User, "cross")
}

// toCommand has the member use a slash command and returns the path of the callback, the request that answers the
// interaction.
func toCommand(st *stage) string {
	st.commands()
	return st.callback(func(ctx context.Context, c *discordtest.Client) { _, _ = c.Use(ctx, "go", nil) })
}

// toPress has the member press a button of a new message and returns the path of the callback, the request that
// answers the interaction.
func toPress(st *stage) string {
	m := st.message(`{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"a","label":"x"}]}]}`)
	return st.callback(func(ctx context.Context, c *discordtest.Client) { _, _ = c.Press(ctx, m, "a") })
}

// toCompletion returns a path function that has the member type into an option with autocomplete, and gives the path
// of the callback. `option` is "text", "whole" or "number".
func toCompletion(option string) func(*stage) string {
	return func(st *stage) string {
		st.commands()
		return st.callback(func(ctx context.Context, c *discordtest.Client) { _, _ = c.Complete(ctx, "find", option, "", nil) })
	}
}

// toOriginal has the bot answer a slash command and returns the path of the answer.
func toOriginal(st *stage) string { return st.answeredCommand() + "/messages/@original" }

// toDeferred has the bot defer the answer to a slash command and returns the path of the deferred answer.
func toDeferred(st *stage) string {
	path := toCommand(st)
	if a := st.send("POST", path, `{"type":5}`); a.status >= 300 {
		st.t.Fatal(a)
	}
	return "/webhooks/" + st.app.ID + "/" + strings.Split(path, "/")[3] + "/messages/@original"
}

// commands registers the commands of toCommand and toCompletion, if they are not registered yet.
func (st *stage) commands() {
	if len(st.user.In(st.channel).Commands()) > 0 {
		return
	}
	a := st.send("PUT", "/applications/"+st.app.ID+"/commands", `[{"name":"go","description":"x"},{"name":"find","description":"x","options":[
		{"type":3,"name":"text","description":"x","autocomplete":true},{"type":4,"name":"whole","description":"x","autocomplete":true},
		{"type":10,"name":"number","description":"x","autocomplete":true}]}]`)
	if a.status != 200 {
		st.t.Fatal(a)
	}
}

// operations are the operations with a body or a query that discordtest serves, each with its accepted requests.
var operations = []operation{
	{"PATCH /applications/@me", one(fixed("/applications/@me"), `{"description":"x"}`)},
	{"PATCH /applications/{application_id}", one(onApp(""), `{"description":"x"}`)},
	{"GET /applications/{application_id}/commands", one(onApp("/commands"), "")},
	{"PUT /applications/{application_id}/commands", commandBodies(onApp("/commands"), "[", "]")},
	{"POST /applications/{application_id}/commands", commandBodies(onApp("/commands"), "", "")},
	{"PATCH /applications/{application_id}/commands/{command_id}", commandBodies(onCommand("/commands"), "", "")},
	{"GET /applications/{application_id}/guilds/{guild_id}/commands", one(onApp("/guilds/{guild}/commands"), "")},
	{"PUT /applications/{application_id}/guilds/{guild_id}/commands", commandBodies(onApp("/guilds/{guild}/commands"), "[", "]")},
	{"POST /applications/{application_id}/guilds/{guild_id}/commands", commandBodies(onApp("/guilds/{guild}/commands"), "", "")},
	{"PATCH /applications/{application_id}/guilds/{guild_id}/commands/{command_id}", commandBodies(onCommand("/guilds/{guild}/commands"), "", "")},
	{"POST /applications/{application_id}/emojis", one(onApp("/emojis"), `{"name":"cross","image":"data:image/png;base64,iVBORw0KGgo="}`)},
	{"PATCH /applications/{application_id}/emojis/{emoji_id}", one(onEmoji, `{"name":"nought"}`)},
	{"PATCH /channels/{channel_id}", []base{
		{"UpdateGuildChannelRequestPartial", fixed("/channels/{channel}"), `{"name":"x","permission_overwrites":[{"id":"{role}","type":0,"allow":"0","deny":"0"}]}`, 0},
		{"UpdateThreadRequestPartial", onThread, `{"name":"x"}`, 0},
	}},
	{"POST /channels/{channel_id}/invites", []base{
		{"CreateGuildInviteRequest", fixed("/channels/{channel}/invites"), `{"max_age":60,"role_ids":["{role}"]}`, 0},
		{"CreateGuildInviteRequest", fixed("/channels/{channel}/invites"), `{"role_ids":"{role}"}`, 0},
	}},
	{"GET /channels/{channel_id}/messages", one(fixed("/channels/{channel}/messages"), "")},
	{"POST /channels/{channel_id}/messages", messageBodies("", fixed("/channels/{channel}/messages"), "", "")},
	{"PATCH /channels/{channel_id}/messages/{message_id}", editBodies("", onMessage(""), "", "")},
	{"POST /channels/{channel_id}/messages/bulk-delete", one(fixed("/channels/{channel}/messages/bulk-delete"), `{"messages":["175928847299117063","175928847299117064"]}`)},
	{"GET /channels/{channel_id}/messages/pins", one(fixed("/channels/{channel}/messages/pins"), "")},
	{"GET /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}", one(onMessage("/reactions/%F0%9F%91%8D"), "")},
	{"POST /channels/{channel_id}/messages/{message_id}/threads", one(onMessage("/threads"), `{"name":"t"}`)},
	{"PUT /channels/{channel_id}/permissions/{overwrite_id}", one(fixed("/channels/{channel}/permissions/{role}"), `{"type":0,"allow":"0","deny":"0"}`)},
	{"GET /channels/{channel_id}/polls/{message_id}/answers/{answer_id}", one(func(st *stage) string {
		return "/channels/" + st.channel.ID + "/polls/" + st.message(pollBody) + "/answers/1"
	}, "")},
	{"GET /channels/{channel_id}/thread-members", one(func(st *stage) string { return onThread(st) + "/thread-members" }, "")},
	{"GET /channels/{channel_id}/thread-members/{user_id}", one(func(st *stage) string { return onThread(st) + "/thread-members/" + st.app.User.ID }, "")},
	{"GET /channels/{channel_id}/threads/archived/private", one(fixed("/channels/{channel}/threads/archived/private"), "")},
	{"GET /channels/{channel_id}/threads/archived/public", one(fixed("/channels/{channel}/threads/archived/public"), "")},
	{"GET /channels/{channel_id}/users/@me/threads/archived/private", one(fixed("/channels/{channel}/users/@me/threads/archived/private"), "")},
	{"POST /channels/{channel_id}/threads", []base{
		{"CreateTextThreadWithoutMessageRequest", fixed("/channels/{channel}/threads"), `{"name":"t","type":11}`, 0},
	}},
	{"POST /channels/{channel_id}/webhooks", one(fixed("/channels/{channel}/webhooks"), `{"name":"Score"}`)},
	{"GET /guilds/{guild_id}", one(fixed("/guilds/{guild}"), "")},
	{"POST /guilds/{guild_id}/channels", one(fixed("/guilds/{guild}/channels"), `{"name":"x","permission_overwrites":[{"id":"{role}","type":0,"allow":"0","deny":"0"}]}`)},
	{"PATCH /guilds/{guild_id}/channels", one(fixed("/guilds/{guild}/channels"), `[{"id":"{channel}","position":0}]`)},
	{"GET /guilds/{guild_id}/members", one(fixed("/guilds/{guild}/members"), "")},
	{"PATCH /guilds/{guild_id}/members/@me", one(fixed("/guilds/{guild}/members/@me"), `{"nick":"x"}`)},
	{"GET /guilds/{guild_id}/members/search", one(fixed("/guilds/{guild}/members/search?query=a"), "")},
	{"PATCH /guilds/{guild_id}/members/{user_id}", one(fixed("/guilds/{guild}/members/{user}"), `{"nick":"x","roles":["{role}"]}`)},
	{"POST /guilds/{guild_id}/roles", one(fixed("/guilds/{guild}/roles"), `{"name":"r"}`)},
	{"PATCH /guilds/{guild_id}/roles", one(fixed("/guilds/{guild}/roles"), `[{"id":"{role}","position":1}]`)},
	{"PATCH /guilds/{guild_id}/roles/{role_id}", one(onRole, `{"name":"r"}`)},
	{"POST /interactions/{interaction_id}/{interaction_token}/callback", append(append(
		messageBodies("CreateMessageInteractionCallbackRequest", toCommand, `{"type":4,"data":`, `}`),
		editBodies("UpdateMessageInteractionCallbackRequest", toPress, `{"type":7,"data":`, `}`)...),
		base{"ModalInteractionCallbackRequest", toCommand, modalFewBody, 0},
		base{"ModalInteractionCallbackRequest", toCommand, modalPicksBody, 0},
		base{"ModalInteractionCallbackRequest", toCommand, modalMenusBody, 0},
		base{"ModalInteractionCallbackRequest", toCommand, modalDefaultsBody, 0},
		base{"ModalInteractionCallbackRequest", toCommand, modalBody, 0},
		base{"ApplicationCommandAutocompleteCallbackRequest InteractionApplicationCommandAutocompleteCallbackStringData", toCompletion("text"), `{"type":8,"data":{"choices":[{"name":"n","value":"v"}]}}`, 0},
		base{"ApplicationCommandAutocompleteCallbackRequest InteractionApplicationCommandAutocompleteCallbackIntegerData", toCompletion("whole"), `{"type":8,"data":{"choices":[{"name":"n","value":1}]}}`, 0},
		base{"ApplicationCommandAutocompleteCallbackRequest InteractionApplicationCommandAutocompleteCallbackNumberData", toCompletion("number"), `{"type":8,"data":{"choices":[{"name":"n","value":1.5}]}}`, 0},
	)},
	{"GET /invites/{code}", one(func(st *stage) string {
		var i struct{ Code string }
		st.send("POST", "/channels/"+st.channel.ID+"/invites", `{"unique":false}`).into(st.t, &i)
		return "/invites/" + i.Code
	}, "")},
	{"PATCH /users/@me", one(fixed("/users/@me"), `{"username":"bot"}`)},
	{"POST /users/@me/channels", one(fixed("/users/@me/channels"), `{"recipient_id":"{user}"}`)},
	{"GET /users/@me/guilds", one(fixed("/users/@me/guilds"), "")},
	{"PATCH /webhooks/{webhook_id}", one(func(st *stage) string { return st.managed(webhook(st)) }, `{"name":"x"}`)},
	{"POST /webhooks/{webhook_id}/{webhook_token}", messageBodies("IncomingWebhookRequestPartial", webhook, "", "")},
	{"PATCH /webhooks/{webhook_id}/{webhook_token}", one(webhook, `{"name":"x"}`)},
	{"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", editBodies("", hookMessage, "", "")},
	{"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original", append(editBodies("", toOriginal, "", ""), base{"", toDeferred, pollBody, 0})},
	{"GET /webhooks/{webhook_id}/{webhook_token}/messages/@original", one(toOriginal, "")},
	{"DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original", one(toOriginal, "")},
	{"GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", one(hookMessage, "")},
	{"DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", one(hookMessage, "")},
}

// managed cuts the token off a webhook's path, for the requests that use the bot's token instead.
func (st *stage) managed(hook string) string {
	for i := len(hook) - 1; ; i-- {
		if hook[i] == '/' {
			return hook[:i]
		}
	}
}
