package e2e

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
)

func TestMyDataIsMine(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, _ store.Store) {
		alice, bob := w.game("/classic opponent:@bob")
		w.winsQuickly(alice, bob)
		page := alice.Uses("/settings")
		w.selects(alice, page, "/settings/marks", "fox")
		answer := w.pressesIn(alice, page, "Download")
		if !answer.Ephemeral() || len(answer.Attachments) != 1 {
			t.Fatalf("everybody sees it, or there is no file: %s", answer.Attachments)
		}
		var file struct {
			Name string `json:"filename"`
			ID   string `json:"id"`
			Size int    `json:"size"`
		}
		if err := json.Unmarshal(answer.Attachments[0], &file); err != nil || file.Name != "noughts-data.json" || file.Size == 0 {
			t.Fatalf("%+v, %v", file, err)
		}
		_, content, _ := w.discord.Attachment(file.ID)
		said := string(content)
		for _, part := range []string{`"marks": "fox"`, `"moves": "a1 b1 a2 b2 a3"`, w.users["bob"].ID, w.channel.ID} {
			if !strings.Contains(said, part) {
				t.Errorf("the file has no %s:\n%s", part, said)
			}
		}
	})
}

func TestDeletionReallyDeletes(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		id := w.users["alice"].ID
		begins(alice, bob, "/classic opponent:@bob")
		finished := w.winsQuickly(alice, bob)
		begins(alice, bob, "/classic opponent:@bob size:4", "a1 b2")
		running, _ := live(alice)
		alice.Uses("/watch")
		asks := alice.Uses("/challenge member:@carol")
		asked := carol.Uses("/challenge member:@alice size:5")
		page := alice.Uses("/settings")
		w.selects(alice, page, "/settings/marks", "fox")

		sure := w.pressesIn(alice, page, "Delete…")
		for _, part := range []string{"your settings", "you resign them", "without your name", "can't be undone"} {
			w.says(sure, part)
		}
		w.says(alice.PressesOn(page.ID, "Keep it"), "Your settings")
		if m, err := kept.Member(t.Context(), id); err != nil || m.Marks != "fox" {
			t.Errorf("%+v, %v", m, err)
		}
		w.pressesIn(alice, page, "Delete…")
		deletesOn(alice, page.ID)

		if m, err := kept.Member(t.Context(), id); err != nil || m.Marks != "" {
			t.Errorf("%+v, %v", m, err)
		}
		data, err := kept.Export(t.Context(), id)
		if err != nil || strings.Contains(string(data), `"moves"`) || !strings.Contains(string(data), `"matches": []`) {
			t.Errorf("%s, %v", data, err)
		}
		for _, of := range []string{"bob", "carol"} {
			data, err := kept.Export(t.Context(), w.users[of].ID)
			if err != nil || strings.Contains(string(data), id) {
				t.Errorf("what is kept of %s names her: %s, %v", of, data, err)
			}
		}
		bob.AwaitsMessage("the end of the running game", func(m discordtest.Message) bool {
			return m.ID == running.ID && strings.Contains(discordtest.Text(m), "@") && strings.Contains(discordtest.Text(m), "resigned") &&
				strings.Contains(discordtest.Text(m), "a former member")
		})
		carol.AwaitsMessage("the end of her challenge", func(m discordtest.Message) bool {
			return m.ID == asks.ID && strings.Contains(discordtest.Text(m), "a former member") && strings.Contains(discordtest.Text(m), "withdr")
		})
		carol.AwaitsMessage("the end of the other challenge", func(m discordtest.Message) bool {
			return m.ID == asked.ID && strings.Contains(discordtest.Text(m), "declined")
		})
		w.says(bob.PressesOn(finished.ID, "Rematch"), "The other player's data was deleted")
		won, err := kept.Finished(t.Context(), match.Query{Member: w.users["bob"].ID, Limit: 10})
		if err != nil || len(won) != 2 || won[0].Match.Result.Reason != match.ByResignation && won[1].Match.Result.Reason != match.ByResignation {
			t.Errorf("%+v, %v", won, err)
		}
		alice.Uses("/classic level:random first:me size:3") // alice may play again
		alice.PressesID("/a1")
	})
}

func TestDeletionSurvivesACrash(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, _ := w.game("/classic opponent:@bob size:4")
		alice.Uses("/classic level:random first:me size:5")
		page := alice.Uses("/settings")
		w.pressesIn(alice, page, "Delete…")
		open := openGames(t, kept, match.Scope{Member: w.users["alice"].ID}, 2)
		w.halt()
		left, err := open[0].Match.LeaveForGood(w.users["alice"].ID, time.Now()) // the step that the crashed process has stored
		if err != nil {
			t.Fatal(err)
		}
		if _, err := kept.Save(t.Context(), store.Change{Record: open[0].With(left), Expected: open[0].Match.Version}); err != nil {
			t.Fatal(err)
		}
		again()
		deletesOn(alice, page.ID)
		settles(time.Second)
		data, err := kept.Export(t.Context(), w.users["alice"].ID)
		if err != nil || !strings.Contains(string(data), `"matches": []`) {
			t.Errorf("%s, %v", data, err)
		}
	})
}

func TestTheComputerDoesNotMoveForWhoIsForgotten(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, _ func()) {
		alice := w.player("alice")
		alice.Uses("/classic size:3 first:me")
		alice.PressesID("/b2")
		settles(5 * time.Second)
		board, _ := live(alice)
		if dropped, err := kept.Forget(t.Context(), w.users["alice"].ID); err != nil || len(dropped) != 1 {
			t.Fatalf("dropped %v, %v", dropped, err)
		}
		before := len(w.logs.String())
		settles(10 * time.Minute)
		if lines := strings.Count(w.logs.String()[before:], string(matchOf(board))); lines > 3 {
			t.Errorf("%d lines of the log are about a match that is no more", lines)
		}
		if a, err := alice.Client().Press(t.Context(), board.ID, actions(board)["more"].CustomID); err != nil || a.Message == nil || !a.Message.Ephemeral() {
			t.Errorf("a press on the match is answered with %+v, %v", a, err)
		}
		alice.Uses("/classic size:3 first:me")
	}, thinking(20*time.Second))
}

func TestNoRematchWithWhoIsForgotten(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, bob := w.played()
		bob.PressesID("/more")
		bob.PressesID("/resign")
		bob.PressesID("/resign-yes")
		settles(time.Second)
		if _, err := kept.Forget(t.Context(), w.users["bob"].ID); err != nil {
			t.Fatal(err)
		}
		w.away(time.Second, again)
		refused := alice.PressesID("/rematch")
		if !refused.Ephemeral() || !strings.Contains(discordtest.Text(refused), "no rematch") {
			t.Errorf("the rematch is answered with\n%s", discordtest.Text(refused))
		}
		openGames(t, kept, match.Scope{Channel: w.channel.ID}, 0)
	})
}
