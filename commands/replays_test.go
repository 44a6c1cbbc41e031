package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render/golden"
)

// resigned stores a game of Ultimate that a member has resigned after some moves against the computer.
func (w *world) resigned(id match.ID, member string, place match.Place) match.Record {
	w.t.Helper()
	m, err := match.New(id, member, match.Person(member), match.Computer("hard"), match.Options{Variant: game.Ultimate}, game.X, w.now)
	for i, s := range squares(w.t, "e5 d4 a1 b2 e4") {
		if err == nil && i%2 == 0 {
			m, err = m.Play(member, s, w.now)
		} else if err == nil {
			m, err = m.PlayComputer(s, w.now)
		}
	}
	if err == nil {
		m, err = m.Resign(member, w.now)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	rec := match.Record{Match: m, Place: place, Message: "888888888888888888"}
	w.records[id] = rec
	return rec
}

func TestReplay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.resigned("m7", ann, hereInServer)
	page := w.as(ben).types("replay")
	if accepted(t, page); !page.private() {
		t.Error("everybody sees the replay")
	}
	said := "== the beginning\n" + script(page)
	for _, step := range []struct{ name, path string }{
		{"a move", "/replay/m7/at/3/next"}, {"the end", "/replay/m7/at/5/last"}, {"in words", "/replay/m7/words/4"},
		{"a picture", "/replay/m7/picture/2"}, {"an animation", "/replay/m7/animation"}, {"a text", "/replay/m7/text"}, {"shared", "/replay/m7/share"},
	} {
		page := w.as(ben).presses(step.path)
		if accepted(t, page); page.private() == (step.name == "shared") {
			t.Errorf("%s: private is %t", step.name, page.private())
		}
		said += "== " + step.name + "\n" + script(page)
	}
	golden.Check(t, "replay.golden", said)
}

func TestReplayOf(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	refused(t, w.as(ann).types("replay"), "refuse.no_finished")
	w.wonBy("m5", ann, ben, elsewhere)
	w.resigned("m7", ann, hereInServer)
	const begins = "Before the first move"
	for _, typed := range []string{"m7", " m7 ", "https://discord.com/channels/500/600/888888888888888888", "https://ptb.discord.com/channels/@me/600/888888888888888888/", "888888888888888888"} {
		says(t, w.as(eve).types("replay", "game", typed), begins)
	}
	for _, typed := range []string{"m6", "https://discord.com/channels/500/601/888888888888888888", "777777777777777777"} {
		refused(t, w.as(eve).types("replay", "game", typed), "refuse.unfinished")
	}
	for _, typed := range []string{"m-7", "https://discord.com/channels/500/600", "é", "e5 e4 d2"} {
		refused(t, w.as(eve).types("replay", "game", typed), "refuse.unknown_game")
	}
	for _, path := range []string{
		"/replay/m7/at/6/next", "/replay/m7/at/-1/back", "/replay/m7/at/x/first", "/replay/m7/picture/99", "/replay/m7/words/", "/replay/m:7", "/replay/m:7/share",
		"/replay/m:7/animation", "/replay/m:7/text",
	} {
		refused(t, w.as(ann).presses(path), texts.RefuseOldButton)
	}
	delete(w.records, "m7")
	refused(t, w.as(ann).types("replay"), "refuse.no_finished") // ann has played only in another server
	w.wonBy("m8", ann, ben, match.Place{Guild: "500", Channel: "605", Locale: "en-US"})
	says(t, w.as(ann).types("replay"), begins) // the game is in another channel of this server
	refused(t, w.as(eve).types("replay"), "refuse.no_finished")
}
