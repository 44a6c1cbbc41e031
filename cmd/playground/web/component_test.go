package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

func TestComponents(t *testing.T) {
	t.Parallel()
	disabled := button(4, "Resign", "r")
	disabled.Disabled = true
	menu := discordtest.Component{Type: discordtest.TypeStringSelect, CustomID: "rows", Placeholder: "Choose a row", Options: []discordtest.SelectOption{
		{Label: "Row 1", Value: "one", Description: "3 free", Emoji: &discordtest.Emoji{Name: "1️⃣"}},
	}}
	chosen := menu
	chosen.Options = []discordtest.SelectOption{{Label: "Row 2", Value: "two", Default: true}}
	several := menu
	several.MinValues, several.MaxValues = new(0), new(3)
	media := json.RawMessage(`{"url":"http://127.0.0.1:1/board.png"}`)
	tests := map[string]struct {
		component discordtest.Component
		want      []string
	}{
		"text":              {textDisplay("**x**"), []string{`<div class="text"><p class="md-text"><strong class="md-strong">x</strong></p></div>`}},
		"row":               {row(button(1, "A", "a"), button(2, "B", "b")), []string{`<div class="row" role="group">`, `name="custom_id" value="a" data-at="c.0.0"`, `name="custom_id" value="b" data-at="c.0.1"`}},
		"primary":           {row(button(1, "A", "a")), []string{`class="button primary"`, `form="press-5"`}},
		"secondary":         {row(button(2, "A", "a")), []string{`class="button secondary"`}},
		"success":           {row(button(3, "A", "a")), []string{`class="button success"`}},
		"danger, disabled":  {row(disabled), []string{`class="button danger"`, `aria-label="Resign" disabled>`}},
		"link":              {row(discordtest.Component{Type: 2, Style: 5, Label: "Rules", URL: "https://x.org/?a=1&b"}), []string{`class="button link-style" href="https://x.org/?a=1&amp;b" target="_blank" rel="noopener noreferrer"`}},
		"emoji button":      {row(discordtest.Component{Type: 2, Style: 2, CustomID: "a", Emoji: &discordtest.Emoji{Name: "❌"}}), []string{`aria-label="❌"`, `<span><span class="emoji">❌</span></span>`}},
		"custom emoji":      {row(discordtest.Component{Type: 2, Style: 2, CustomID: "a", Label: "Go", Emoji: &discordtest.Emoji{ID: "1", Name: "mark"}}), []string{`aria-label=":mark: Go"`, `<img class="emoji" src="/emojis/1.webp" alt=":mark:" aria-label="mark" draggable="false"> Go</span>`}},
		"menu":              {row(menu), []string{`<summary class="menu-face " data-at="c.0.0" aria-label="Choose a row">`, `name="value" value="one"`, `<span class="emoji">1️⃣</span> Row 1`, `3 free`}},
		"menu with default": {row(chosen), []string{`<span>Row 2</span>`, `aria-current="true"`}},
		"menu of several":   {row(several), []string{`data-minimum="0" data-maximum="3"`, `<input type="checkbox" name="value" value="one">`, `>Done<`}},
		"container":         {container(0x00FF7F, textDisplay("x")), []string{`<div class="container accented" data-accent="#00ff7f">`}},
		"plain container":   {discordtest.Component{Type: 17}, []string{`class="container"`}},
		"section":           {discordtest.Component{Type: 9, Components: []discordtest.Component{textDisplay("x")}, Accessory: new(button(1, "Press", "s"))}, []string{`<div class="section">`, `<div class="accessory"><button`, `data-at="c.0.a"`}},
		"thumbnail":         {discordtest.Component{Type: 11, Media: media, Description: "A board"}, []string{`src="http://127.0.0.1:1/board.png" alt="A board"`}},
		"gallery":           {discordtest.Component{Type: 12, Items: []discordtest.MediaItem{{Media: media}, {Media: media}}}, []string{`<div class="gallery"><img class="picture" src=`, `<img class="picture"`}},
		"file":              {discordtest.Component{Type: 13, File: media}, []string{`>board.png</a>`}},
		"unknown":           {discordtest.Component{Type: 99}, []string{`a component of type 99, which the playground cannot show`}},
	}
	for name, tt := range tests {
		page := pageText(t, newFake(botMessage("5", tt.component)))
		for _, want := range tt.want {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page lacks %s", name, want)
			}
		}
	}
}

func TestMessages(t *testing.T) {
	t.Parallel()
	alice := discordtest.UserObject{ID: "1", Username: "alice_7"}
	tests := map[string]struct {
		change func(*discordtest.Message)
		want   string
	}{
		"author":  {func(*discordtest.Message) {}, `<span class="name orange" data-user="9" data-name="Noughts">Noughts</span><span class="app-tag">`},
		"unknown": {func(m *discordtest.Message) { m.Author = discordtest.UserObject{ID: "8", Username: "zed"} }, `<span class="avatar " aria-hidden="true">Z</span>`},
		"used": {func(m *discordtest.Message) {
			m.Command = &discordtest.MessageInteraction{Name: "classic", User: alice}
		}, `Alice</span> used <button type="button" class="md-mention" data-command="classic">/classic</button>`},
		"used a menu": {func(m *discordtest.Message) {
			m.Command = &discordtest.MessageInteraction{Name: "Challenge to tic-tac-toe", User: alice}
		}, `used <span class="md-mention">Challenge to tic-tac-toe</span>`},
		"reply":         {func(m *discordtest.Message) { m.Interaction = &discordtest.InteractionMetadata{User: alice} }, `<div class="reply">`},
		"edited":        {func(m *discordtest.Message) { m.EditedTimestamp = &discordtest.Time{Time: noon} }, `(edited)`},
		"ephemeral":     {func(m *discordtest.Message) { m.Flags |= discordtest.FlagEphemeral }, `Only you can see this • <button type="submit" class="link">Dismiss message</button>`},
		"loading":       {func(m *discordtest.Message) { m.Flags |= discordtest.FlagLoading }, `Noughts is thinking…`},
		"mention":       {func(m *discordtest.Message) { m.Mentions = []discordtest.UserObject{alice} }, `<li class="message mentioned"`},
		"many emoji":    {func(m *discordtest.Message) { m.Content = strings.Repeat("❌", 31) }, `<div class="content">`},
		"message link":  {func(m *discordtest.Message) { m.Content = "https://discord.com/channels/7/71/12" }, `href="/?as=alice&amp;channel=games#m-12">#games › 💬</a>`},
		"channel link":  {func(m *discordtest.Message) { m.Content = "<#71>" }, `href="/?as=alice&amp;channel=games">#games</a>`},
		"foreign guild": {func(m *discordtest.Message) { m.Content = "https://discord.com/channels/8/71/12" }, `href="https://discord.com/channels/8/71/12" target="_blank"`},
		"attachment": {func(m *discordtest.Message) {
			m.Flags, m.Attachments = 0, []json.RawMessage{json.RawMessage(`{"url":"http://127.0.0.1:1/x","content_type":"image/png","description":"d"}`)}
		}, `<img class="picture" src="http://127.0.0.1:1/x" alt="d"`},
		"text file": {func(m *discordtest.Message) {
			m.Flags, m.Attachments = 0, []json.RawMessage{json.RawMessage(`{"url":"http://127.0.0.1:1/x","filename":"games.txt"}`)}
		}, `>games.txt</a>`},
	}
	for name, tt := range tests {
		m := botMessage("5")
		m.Content = "hello"
		tt.change(&m)
		if page := pageText(t, newFake(m)); !strings.Contains(page, tt.want) {
			t.Errorf("%s: the page lacks %s", name, tt.want)
		}
	}
}

// TestFilesAreShownOnce checks that a file in a gallery is loaded from the page's own origin and is
// not shown a second time below the message.
func TestFilesAreShownOnce(t *testing.T) {
	t.Parallel()
	file := json.RawMessage(`{"url":"http://127.0.0.1:8081/attachments/1/2/end%20game.png?ex=1\u0026is=1\u0026hm=0","content_type":"image/png"}`)
	m := botMessage("5", discordtest.Component{Type: 12, Items: []discordtest.MediaItem{{Media: file, Description: "X has won"}}})
	m.Attachments = []json.RawMessage{file}
	page := pageText(t, newFake(m))
	holds(t, page, `<img class="picture" src="/attachments/2/end%20game.png" alt="X has won"`)
	if n := strings.Count(page, "end%20game.png"); n != 1 {
		t.Errorf("the file is shown %d times", n)
	}
}

// TestNothingEscapes puts hostile text everywhere that a bot can put text, and checks that none of it becomes HTML.
func TestNothingEscapes(t *testing.T) {
	t.Parallel()
	const bad = `"'><img src=x onerror=alert(1)><script>alert(1)</script>`
	raw := json.RawMessage(`{"url":"https://x.org/\"onerror=\"alert(1)","filename":"<script>alert(1)</script>"}`)
	m := botMessage("5"+bad,
		container(-1, textDisplay(bad, "```ansi\n"+bad+"\n```", "> "+bad, "- "+bad, "# "+bad, "[x](javascript:alert(1))", "<:"+bad+":1>")),
		row(discordtest.Component{Type: 2, Style: 5, Label: bad, URL: "javascript:alert(1)"}, button(1, bad, bad)),
		row(discordtest.Component{Type: 3, CustomID: bad, Placeholder: bad, Options: []discordtest.SelectOption{{Label: bad, Value: bad, Description: bad, Emoji: &discordtest.Emoji{Name: bad}}}}),
		discordtest.Component{Type: 11, Media: raw, Description: bad},
		discordtest.Component{Type: 13, File: raw},
	)
	m.Author.ID, m.Author.Username = bad, bad
	m.Flags, m.Content = 0, bad
	m.Command = &discordtest.MessageInteraction{Name: bad, User: discordtest.UserObject{Username: bad}}
	m.Attachments = []json.RawMessage{raw, json.RawMessage(`{`)}
	page := pageText(t, newFake(m))
	for _, wrong := range []string{"<img src=x", "<script>alert", `href="javascript:`, `"onerror=`, `'><`} {
		if i := strings.Index(page, wrong); i >= 0 {
			t.Errorf("the page has %s in %.200s", wrong, page[max(0, i-80):])
		}
	}
}

func TestNewestMessagesStandTogether(t *testing.T) {
	t.Parallel()
	messages := make([]discordtest.Message, 61)
	for i := range messages {
		messages[i] = botMessage(fmt.Sprint(i))
	}
	messages[60].Flags = discordtest.FlagEphemeral
	page := pageText(t, newFake(messages...))
	holds(t, page, `<li class="message" id="m-1"`, `<li class="message compact" id="m-2"`, `<li class="message ephemeral" id="m-60"`)
	lacks(t, page, `id="m-0"`)
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

func TestMenusOfPeopleChannelsAndRoles(t *testing.T) {
	t.Parallel()
	people := discordtest.Component{Type: object.TypeUserSelect, CustomID: "who", Placeholder: "Whom?"}
	channels := discordtest.Component{Type: object.TypeChannel, CustomID: "where"}
	roles := discordtest.Component{Type: object.TypeRoleSelect, CustomID: "role", DefaultValues: []discordtest.DefaultValue{{ID: "77", Type: "role"}}}
	page := pageText(t, newFake(botMessage("5", row(people), row(channels), row(roles), textDisplay("for <@&77>"))))
	holds(t, page, `aria-label="Whom?"`, `name="value" value="3"`, `Carol Ann`, `name="value" value="71"`, `#games`,
		`value="77" aria-current="true"`, `<span>@players</span>`, `<span class="md-mention">@players</span>`)
	lacks(t, page, `#lounge`, `cannot show`)
}

func TestContextMenus(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"/menu":                `<button type="submit" role="menuitem" name="command" value="Challenge to tic-tac-toe">`,
		"/menu?channel=lounge": `No app has commands here.`,
	} {
		world := newFakeWorld(newFake())
		world.elsewhere["lounge"] = &fakeClient{}
		holds(t, getFrom(t, serverOf(world), target, nil), want)
	}
}

func TestRolesAndChannelsAsOptions(t *testing.T) {
	t.Parallel()
	client := newFake()
	client.commands = []discordtest.Command{{Type: 1, Name: "set", Options: []discordtest.CommandOption{
		{Type: object.OptionChannel, Name: "where", ChannelTypes: []int{0}},
	}}}
	s := testServer(client)
	holds(t, getFrom(t, s, "/complete?line=/set+where:", nil), `"label":"#general"`)
}
