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

// TestMyDataIsMine downloads a member's data as a private file. The file has the member's settings and games.
func TestMyDataIsMine(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, w *world, _ store.Store) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
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

// TestDeletionReallyDeletes deletes all data of a member who has settings, a finished and a running game,
// and two challenges. Nothing in the store names the member any more. The running game is resigned, the
// challenges end, and the opponents keep their results. The member may play again.
func TestDeletionReallyDeletes(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		id := w.users["alice"].ID
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
		finished := w.winsQuickly(alice, bob)
		alice.Uses("/classic opponent:@bob size:4")
		bob.PressesID("/accept")
		alice.PressesID("/a1")
		bob.PressesID("/b2")
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
		won, err := kept.Finished(t.Context(), store.Query{Member: w.users["bob"].ID, Limit: 10})
		if err != nil || len(won) != 2 || won[0].Match.Result.Reason != match.ByResignation && won[1].Match.Result.Reason != match.ByResignation {
			t.Errorf("%+v, %v", won, err)
		}
		alice.Uses("/classic level:random first:me size:3") // alice may play again
		alice.PressesID("/a1")
	})
}

// TestDeletionSurvivesACrash stops the bot, stores one step of a deletion and starts the bot again, as
// after a crash in the middle of the deletion. Pressing the button again completes the deletion.
func TestDeletionSurvivesACrash(t *testing.T) {
	t.Parallel()
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/classic opponent:@bob size:4")
		bob.PressesID("/accept")
		alice.Uses("/classic level:random first:me size:5")
		page := alice.Uses("/settings")
		w.pressesIn(alice, page, "Delete…")
		open, err := kept.Unfinished(t.Context(), store.Scope{Member: w.users["alice"].ID})
		if err != nil || len(open) != 2 {
			t.Fatalf("%d, %v", len(open), err)
		}
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
