package web_test

import (
	"encoding/json"
	"testing"

	"noughts/bot/discordtest"
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
