package e2e

import (
	"bytes"
	"encoding/json"
	"image/gif"
	"reflect"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
	notation "noughts/game/transcript"
)

// file returns the content of a message's only file, as Discord stores it.
func (w *world) file(m discordtest.Message, kind string) []byte {
	w.t.Helper()
	var file struct {
		ID   string `json:"id"`
		Type string `json:"content_type"`
	}
	if len(m.Attachments) != 1 || json.Unmarshal(m.Attachments[0], &file) != nil || !strings.HasPrefix(file.Type, kind) {
		w.t.Fatalf("its files are %s", m.Attachments)
	}
	_, data, ok := w.discord.Attachment(file.ID)
	if !ok {
		w.t.Fatalf("Discord has no file %s", file.ID)
	}
	return data
}

func TestAGameIsReplayed(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		alice, carol := w.player("alice"), w.player("carol")
		w.says(carol.Uses("/replay"), "There's no finished game here yet.")
		board := w.beats("alice", "bob") // a1 b1 a2 b2 a3
		page := w.behindMore(carol, board.ID, "Replay")
		w.privately(page, "Before the first move")
		w.says(page, "@alice")
		carol.CannotPress("◀")
		carol.CannotPress("⏮")
		first := carol.PressesOn(page.ID, "▶")
		w.says(first, "Move 1 of 5 · ❌ @alice played top left (a1)")
		if first.ID != page.ID {
			t.Error("the next move is in another message")
		}
		w.says(carol.PressesOn(page.ID, "▶"), "Move 2 of 5 · 🔵 @bob played top (b1)")
		w.says(carol.PressesOn(page.ID, "Describe the board"), "X holds a1; O holds b1.")
		w.says(carol.PressesOn(page.ID, "◀"), "Move 1 of 5")
		last := carol.PressesOn(page.ID, "⏭")
		w.says(last, "@alice wins · a1–a3")
		carol.CannotPress("▶")

		seen := carol.PressesOn(page.ID, "Picture")
		w.privately(seen, "Move 5 of 5")
		w.file(seen, "image/png")
		moving := carol.PressesOn(page.ID, "Animation")
		w.privately(moving, "@alice wins · a1–a3")
		if file, err := gif.DecodeAll(bytes.NewReader(w.file(moving, "image/gif"))); err != nil || len(file.Image) != 6 {
			t.Errorf("the animation of five moves: %v", err)
		}
		text := carol.PressesOn(page.ID, "Text file")
		w.privately(text, "The game as text")
		switch read, err := notation.Read(w.file(text, "text/plain")); {
		case err != nil:
			t.Error(err)
		case len(read.Moves) != 5 || read.Variant != game.Classic(3) || read.Result.Winner != game.X:
			t.Errorf("the text is of %+v", read)
		}
		shared := carol.PressesOn(page.ID, "Share")
		if shared.Ephemeral() {
			t.Error("what is shown to everybody is private")
		}
		w.file(shared, "image/gif")
		alt := ""
		for _, c := range parts(shared.Components) {
			for _, item := range c.Items {
				alt += item.Description
			}
		}
		if want := "The whole game as an animation, 5 moves. X played a3. X holds a1, a2, a3; O holds b1, b2."; !strings.HasPrefix(alt, want) {
			t.Errorf("the animation is called %q", alt)
		}
		w.privately(alice.PressesOn(shared.ID, "Replay"), "Before the first move")

		w.findsReplays(kept, board)
	})
}

// findsReplays checks the ways to name the only finished game of a channel: no name, a link, an id, an
// autocompletion and the history. Unknown and unfinished games are refused.
func (w *world) findsReplays(kept store.Store, board discordtest.Message) {
	w.t.Helper()
	alice, carol := w.player("alice"), w.player("carol")
	const begins = "Before the first move"
	w.storesMessages(kept, "alice")
	link := "https://discord.com/channels/" + w.guild.ID + "/" + w.channel.ID + "/" + board.ID
	for _, line := range []string{"/replay", "/replay game:" + link, "/replay game:" + board.ID} {
		w.privately(carol.Uses(line), begins)
	}
	mine := alice.Completes("/replay", "game", "3×3") // the text "3×3" is in the game's name in every language
	if len(mine) != 1 || !strings.HasPrefix(mine[0], "Won · Tic-tac-toe 3×3 · 5 moves · ") {
		w.t.Errorf("alice is offered %q", mine)
	}
	games, err := kept.Finished(w.t.Context(), match.Query{Member: w.users["alice"].ID, Limit: 1})
	if err != nil || len(games) != 1 {
		w.t.Fatal(err)
	}
	history := alice.Uses("/history")
	if page := w.picks(alice, history, "/replay", string(games[0].Match.ID)); discordtest.Text(page) != discordtest.Text(history) {
		w.t.Error("the replay takes the place of the history")
	}
	alice.SeesPrivately(begins)
	w.says(carol.Uses("/replay game:nonsense!"), "There's no game called `nonsense!`.")
	w.says(carol.Uses("/replay game:nosuchgame"), "There's no finished game there.")
	alice.Uses("/classic size:3 level:random")
	open, _ := live(alice)
	w.storesMessages(kept, "alice")
	w.says(carol.Uses("/replay game:https://discord.com/channels/"+w.guild.ID+"/"+w.channel.ID+"/"+open.ID), "There's no finished game there.")
}

// endedBefore moves the creation and the end of a stored game back by a span of time.
func (w *world) endedBefore(kept store.Store, rec match.Record, by time.Duration) {
	w.t.Helper()
	expected := rec.Match.Version
	rec.Match.Version++
	rec.Match.Created, rec.Match.Changed = rec.Match.Created.Add(-by), rec.Match.Changed.Add(-by)
	if _, err := kept.Save(w.t.Context(), store.Change{Record: rec, Expected: expected}); err != nil {
		w.t.Fatal(err)
	}
}

func TestGamesAreKeptAsLongAsTheirServerWants(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob := w.player("alice"), w.player("bob")
		boards := []discordtest.Message{w.beats("alice", "bob"), w.beats("bob", "alice")}
		w.againstTheComputer(w.direct("alice"))
		w.storesMessages(kept, "alice")
		games, err := kept.Finished(t.Context(), match.Query{Channel: w.channel.ID, Limit: 10})
		if err != nil || len(games) != 2 {
			t.Fatal(err)
		}
		for _, rec := range games {
			by := 30*24*time.Hour + time.Hour
			if rec.Message == boards[1].ID {
				by = 29 * 24 * time.Hour
			}
			w.endedBefore(kept, rec, by)
		}
		before, err := kept.Profile(t.Context(), w.users["alice"].ID, "")
		if err != nil {
			t.Fatal(err)
		}
		settles(2 * time.Hour)                                                       // by now the bot has no game in its cache
		w.says(w.behindMore(alice, boards[0].ID, "Replay"), "Before the first move") // games are kept for ever by default
		page, others := alice.PressesOn(boards[0].ID, "⋯ More"), bob.PressesOn(boards[0].ID, "⋯ More")
		carol := w.manages("carol")
		w.selects(carol, carol.Uses("/config"), "/config/keep", "30")
		settles(2 * time.Hour)
		w.says(alice.PressesOn(page.ID, "Replay"), "The moves of that game are no longer kept")
		w.says(bob.PressesOn(others.ID, "Share"), "The moves of that game are no longer kept")
		w.says(w.behindMore(alice, boards[1].ID, "Replay"), "Before the first move")
		history := alice.Uses("/history")
		w.says(history, "**Won** against @bob")
		w.says(history, "**Lost** against @bob")
		if offered := component(history, "/replay").Options; len(offered) != 2 { // only the recent game and the game that was played outside servers
			t.Errorf("%d games are offered", len(offered))
		}
		if after, err := kept.Profile(t.Context(), w.users["alice"].ID, ""); err != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("the profile was %+v, and is %+v, %v", before, after, err)
		}
	})
}
