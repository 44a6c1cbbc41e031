package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"testing"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

func TestEmbeds(t *testing.T) {
	t.Parallel()
	m := botMessage("5")
	m.Flags = 0
	m.Embeds = []json.RawMessage{[]byte(`{"title":"Result","url":"https://example.org/?a=1&b","description":"**X** wins","color":3447003,
		"author":{"name":"Arena"},"footer":{"text":"Game 7"},"timestamp":"2026-11-21T12:00:00Z","image":{"url":"http://127.0.0.1:1/a.png"},
		"fields":[{"name":"Moves","value":"9","inline":true},{"name":"<b>","value":"||x||"}]}`)}
	holds(t, pageText(t, newFake(m)), `<div class="embed" style="--accent:#3498db">`, `<p class="embed-author">Arena</p>`,
		`href="https://example.org/?a=1&amp;b"`, `<strong class="md-strong">X</strong> wins`, `<div class="inline"><dt>`, `&lt;b&gt;`, `Game 7 • <time`, `src="http://127.0.0.1:1/a.png"`)
}

func TestReplies(t *testing.T) {
	t.Parallel()
	board := botMessage("5", textDisplay("## Alice against Bob", "⬛│❌│⭕"))
	refusal := botMessage("6", textDisplay("Not your turn."))
	refusal.Flags |= discordtest.FlagEphemeral
	refusal.Reference = &discordtest.MessageReference{MessageID: "5"}
	refusal.Interaction = &discordtest.InteractionMetadata{InteractedMessageID: "5"}
	holds(t, pageText(t, newFake(board, refusal)), `<a class="reply-text" href="#m-5">Alice against Bob</a>`)
	holds(t, pageText(t, newFake(refusal)), `<i>Original message was deleted.</i>`)
}

func TestMenusOfPeopleAndChannels(t *testing.T) {
	t.Parallel()
	people := discordtest.Component{Type: discordtest.TypeUserSelect, CustomID: "who", Placeholder: "Whom?"}
	channels := discordtest.Component{Type: discordtest.TypeChannel, CustomID: "where"}
	page := pageText(t, newFake(botMessage("5", row(people), row(channels))))
	holds(t, page, `aria-label="Whom?"`, `name="value" value="3"`, `Carol Ann`, `name="value" value="71"`, `#games`)
	lacks(t, page, `#lounge`, `cannot show`)
}

func TestMenusOfRoles(t *testing.T) {
	t.Parallel()
	role := discordtest.Component{Type: discordtest.TypeRoleSelect, CustomID: "role", DefaultValues: []discordtest.DefaultValue{{ID: "77", Type: "role"}}}
	m := botMessage("5", row(role), textDisplay("for <@&77>"))
	holds(t, pageText(t, newFake(m)), `value="77" aria-current="true"`, `<span>@players</span>`, `<span class="md-mention">@players</span>`)
}

func TestContextMenus(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"/menu?of=user":                  `<button type="submit" role="menuitem" name="command" value="Challenge to tic-tac-toe">`,
		"/menu?of=message":               `<button type="submit" role="menuitem" name="command" value="Analyse">`,
		"/menu?of=message&channel=empty": `No app offers anything here.`,
	} {
		world := newFakeWorld(newFake())
		world.threads = []web.Channel{{ID: "72", Slug: "empty", Guild: "7"}}
		world.elsewhere["empty"] = &fakeClient{}
		holds(t, getFrom(t, serverOf(world), target, nil), want)
	}
}

func TestRolesAndChannelsAsOptions(t *testing.T) {
	t.Parallel()
	client := newFake()
	client.commands = []discordtest.Command{{Type: 1, Name: "set", Options: []discordtest.CommandOption{
		{Type: discordtest.OptionRole, Name: "role"}, {Type: discordtest.OptionChannel, Name: "where", ChannelTypes: []int{0}}, {Type: discordtest.OptionMentionable, Name: "whom"},
	}}}
	s := testServer(client)
	holds(t, getFrom(t, s, "/complete?line=/set+where:", nil), `"label":"#general"`)
	holds(t, getFrom(t, s, "/complete?line=/set+whom:", nil), `"label":"@players"`, `"label":"@Bob"`)
	if w := postTo(t, s, "/use", url.Values{"line": {"/set role:players where:#general whom:@Bob"}}, nil); w.Code != http.StatusNoContent {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	values := client.noted()[0].Values
	role, channel, whom := values["role"].(*discordtest.Role), values["where"].(*discordtest.Channel), values["whom"].(*discordtest.User)
	if role.ID != "77" || channel.ID != "70" || whom.Name != "Bob" {
		t.Errorf("values %v", values)
	}
	if w := postTo(t, s, "/use", url.Values{"line": {"/set role:@Bob"}}, nil); problem(t, w) != `role: "@Bob": there is no such thing here` {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}
