package clients

import (
	"encoding/json"
	"fmt"
	"strings"

	"noughts/bot/discordtest"
)

func (p part) messages() {
	// The embed shows board.png, so the attachments that the bot receives do not include that file.
	p.does("show", "once, The moves, board.png, X")
	shown := p.posted("Look")
	if len(shown.Attachments) != 2 || len(shown.Embeds) != 1 {
		p.t.Fatalf("bob sees %d files and %d embeds, want 2 and 1", len(shown.Attachments), len(shown.Embeds))
	}
	p.holds("the board", shown.Attachments[0], `"filename":"board.png"`, `"description":"A board"`)
	p.holds("the moves", shown.Attachments[1], `"filename":"moves.txt"`, `"description":"The moves"`)
	p.holds("the embed", shown.Embeds[0], `"title":"Board"`, `"color":5793266`, `"name":"Referee"`, `"text":"Move 3"`)

	p.does("edit", "Look here, 0 files, 0 embeds, edited")
	if m := p.bob.Message(shown.ID); m.EditedTimestamp == nil || len(m.Attachments)+len(m.Embeds) > 0 {
		p.t.Errorf("bob sees %+v, want it edited and bare", m)
	}

	p.does("reply", "Look here")
	if m := p.bob.Sees("An answer"); m.Reference == nil || m.Reference.MessageID != shown.ID {
		p.t.Errorf("the reply refers to %+v", m.Reference)
	}
	p.bob.AwaitsMessage("the forward", func(m discordtest.Message) bool {
		return len(m.Snapshots) == 1 && m.Snapshots[0].Message.Content == "Look here"
	})
	p.does("history", "1 before, it around")
}

// posted waits until bob sees a message with this content that is not an answer to a command. It
// returns the newest such message.
func (p part) posted(content string) discordtest.Message {
	p.t.Helper()
	return p.bob.AwaitsMessage(content, func(m discordtest.Message) bool {
		return m.Content == content && m.Interaction == nil
	})
}

// holds fails the test unless the JSON of an object contains all `parts` as text. `what` names the object in the
// failure.
func (p part) holds(what string, thing json.RawMessage, parts ...string) {
	p.t.Helper()
	for _, s := range parts {
		if !strings.Contains(string(thing), s) {
			p.t.Errorf("%s without %s: %s", what, s, thing)
		}
	}
}

func (p part) reactions() {
	p.does("react", "reacted")
	shown := p.posted("Look here")
	p.react(p.alice, shown.ID, "👍")
	p.react(p.bob, shown.ID, "👍")
	p.does("reactions", "👍 3: alice bob bot")
	p.sees(shown.ID, "👍 3", "🎉 1")
	p.heard("messageReactionAdd 👍 "+p.aliceUser.ID, "messageReactionAdd 👍 "+p.bobUser.ID)
	if err := p.bob.Client().Unreact(shown.ID, "👍"); err != nil {
		p.t.Fatal(err)
	}
	p.does("unreact", "left: 👍 1")
	p.sees(shown.ID, "👍 1")
	p.heard("messageReactionRemove 👍 "+p.bobUser.ID, "messageReactionRemove 👍 "+p.aliceUser.ID)
	p.does("clearReactions", "left: 0")
	p.sees(shown.ID)
	p.heard("messageReactionRemoveEmoji 👍", "messageReactionRemoveAll all")
}

// react adds a player's reaction to a message.
func (p part) react(player *discordtest.Player, id discordtest.Snowflake, emoji string) {
	p.t.Helper()
	if err := player.Client().React(id, emoji); err != nil {
		p.t.Fatal(err)
	}
}

// sees fails the test unless bob sees exactly these reactions, such as "👍 3", on the message.
func (p part) sees(id discordtest.Snowflake, want ...string) {
	p.t.Helper()
	var got []string
	for _, r := range p.bob.Message(id).Reactions {
		got = append(got, fmt.Sprintf("%s %d", r.Emoji.Name, r.Count))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		p.t.Errorf("bob sees the reactions %q, want %q", got, want)
	}
}

func (p part) pins() {
	shown := p.posted("Look here")
	p.does("pin", "pinned: Look here")
	if !p.bob.Message(shown.ID).Pinned {
		p.t.Error("bob sees no pin")
	}
	p.heard("channelPinsUpdate games")
	p.does("unpin", "pinned: 0")
	if p.bob.Message(shown.ID).Pinned {
		p.t.Error("bob still sees the pin")
	}
}

func (p part) bulkAndTyping() {
	p.does("bulk", "deleted 2 and 1")
	p.bob.DoesNotSee("one")
	p.bob.DoesNotSee("three")
	if err := p.bob.Client().StartTyping(); err != nil {
		p.t.Fatal(err)
	}
	p.heard("typingStart bob")
	p.bob.Says("Well") // sending a message ends the typing
	p.does("type", "typing")
}

func (p part) polls() {
	p.does("poll", "2 answers")
	poll := p.bob.AwaitsMessage("the poll", func(m discordtest.Message) bool { return m.Poll != nil })
	for _, player := range []*discordtest.Player{p.alice, p.bob} {
		if err := player.Client().Vote(poll.ID, 1); err != nil {
			p.t.Fatal(err)
		}
	}
	p.does("votes", "X: alice bob")
	if err := p.bob.Client().Vote(poll.ID, 2); err != nil {
		p.t.Fatal(err)
	}
	p.does("endPoll", "final: 1 1")
	if results := p.bob.Message(poll.ID).Poll.Results; !results.Final {
		p.t.Errorf("bob sees the results %+v", results)
	}
}

// votes checks that the bot has received the events of the votes that were cast in the part polls. That part must run
// right before this one.
func (p part) votes() {
	p.heard("messagePollVoteAdd 1 "+p.aliceUser.ID, "messagePollVoteRemove 1 "+p.bobUser.ID, "messagePollVoteAdd 2 "+p.bobUser.ID)
}
