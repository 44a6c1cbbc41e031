package e2e

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game"
	"noughts/game/ai"
)

// TestTheFirstGamesPlaceAMember checks a member's first rated games of one kind. The boards of the first four games, and
// then the profile and the leaderboard, show the number of games but no rating. The fifth game shows the rating, and
// later games show its change.
func TestTheFirstGamesPlaceAMember(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, w *world, _ store.Store) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
		board := w.winsQuickly(alice, bob)
		for _, game := range []string{"1", "2", "3", "4"} {
			if game != "1" {
				board = w.beats("alice", "bob")
			}
			w.says(board, "❌ @alice placement game "+game+" of 5")
			w.doesNotSay(board, "→")
		}
		profile := alice.Uses("/profile")
		w.says(profile, "placement game 4 of 5")
		w.doesNotSay(profile, "?**")
		w.doesNotSay(profile, "“?”")
		w.hasNoPicture(profile)
		board = alice.Uses("/leaderboard game:classic3")
		w.says(board, "– @alice · placement game 4 of 5")
		w.says(board, "Your placement: 4 of 5 rated games.")
		w.doesNotSay(board, "**1.**")
		w.says(w.beats("alice", "bob"), "❌ @alice is placed at **1")
		w.says(w.beats("alice", "bob"), "→ **1")
		profile = alice.Uses("/profile")
		w.says(profile, "**Tic-tac-toe 3×3: 1")
		w.hasPicture(alice.PressesOn(profile.ID, "Show everyone"), "Tic-tac-toe 3×3: from 1")
		w.says(alice.Uses("/leaderboard game:classic3"), "**1.** @alice **1")
	})
}

// TestTheFirstGameAgainstTheComputerStartsFromItsLevel checks that a member's first rated game against a weak level
// starts from the level's rating. The board of the resigned game shows no rating and no comment on the game.
func TestTheFirstGameAgainstTheComputerStartsFromItsLevel(t *testing.T) {
	t.Parallel()
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice := w.player("alice")
		alice.Uses("/classic level:newcomer first:me")
		alice.PressesID("/b2")
		settles(2 * time.Second)
		alice.Uses("/resign")
		alice.PressesID("/resign-yes")
		settles(time.Second)
		board, _ := live(alice)
		w.says(board, "2 moves")
		for _, said := range []string{"“", "→", "+0", "placement"} {
			w.doesNotSay(board, said)
		}
		level, ok := ai.RatingOf(game.Classic(3), "newcomer")
		p, err := kept.Profile(t.Context(), w.users["alice"].ID, "")
		if err != nil || !ok || len(p.Standings) != 1 || p.Standings[0].Rating.Points() >= level.Value || p.Standings[0].Rating.Points() < level.Value-200 {
			t.Errorf("after a loss to a level of %d she has %+v, %v", level.Value, p.Standings, err)
		}
		w.says(alice.Uses("/profile"), "placement game 1 of 5")
	})
}

// hasNoPicture checks that a message contains no picture.
func (w *world) hasNoPicture(m discordtest.Message) {
	w.t.Helper()
	for _, c := range parts(m.Components) {
		if c.Type == discordtest.TypeMediaGallery {
			w.t.Errorf("there is a picture: %+v", c)
		}
	}
}
