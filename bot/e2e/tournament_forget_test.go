package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/limits"
	"noughts/bot/store"
)

func (w *world) deletesAll(p *discordtest.Player) {
	w.t.Helper()
	page := p.Uses("/settings")
	w.pressesIn(p, page, "Delete…")
	deletesOn(p, page.ID)
}

// deletesOn confirms the deletion on a settings page and waits for the confirmation, which may come late on
// a busy database.
func deletesOn(p *discordtest.Player, page string) {
	const deleted = "All your data is deleted."
	p.PressesOn(page, "Delete everything")
	p.AwaitsMessage(deleted, func(m discordtest.Message) bool {
		return m.ID == page && strings.Contains(discordtest.Text(m), deleted)
	})
}

// final starts a tournament between bob and carol, organised by alice. It forbids the bot to open a thread, so the game
// is in the channel. It returns the id of the tournament's message, a hall that has the channel in place of a thread,
// and the game. It adds the id of the game's message to `known`.
func (w *world) final(known map[string]bool) (cup string, h *hall, g cupGame) {
	w.t.Helper()
	w.channel.Overwrite(w.guild.Everyone(), 0, discordtest.PermissionCreatePublicThreads)
	alice := w.organiser("alice")
	cup = alice.Uses("/tournament").ID
	w.player("bob").PressesOn(cup, "Join")
	w.player("carol").PressesOn(cup, "Join")
	alice.PressesOn(cup, "Start")
	h = &hall{world: w, members: map[string]*discordtest.User{}, thread: w.channel}
	for _, user := range w.users {
		h.members[user.ID] = user
	}
	alice.AwaitsMessage("the board", func(discordtest.Message) bool {
		games := h.games(known)
		if len(games) > 0 {
			g = games[0]
		}
		return len(games) > 0
	})
	known[g.message] = true
	return cup, h, g
}

func TestDeletingDataCostsTheOpponentNothing(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		known := map[string]bool{}
		for moves := range 2 {
			for leaver := range 2 {
				cup, h, g := w.final(known)
				h.plays(g, xWins[:moves])
				gone, stays := h.members[g.players[leaver]], h.members[g.players[1-leaver]]
				w.deletesAll(w.player(gone.Name()))
				table := w.player("alice").AwaitsMessage("the table without the name", func(m discordtest.Message) bool {
					return m.ID > cup && strings.Contains(discordtest.Text(m), "place · player") && strings.Contains(discordtest.Text(m), "a former member")
				})
				w.says(table, "🥇 @"+stays.Name()+" **1**")
				if said := discordtest.Text(table); strings.Contains(said, "<@0>") || strings.Contains(said, gone.ID) {
					t.Errorf("%d moves, player %d: the table says\n%s", moves, leaver, said)
				}
				if open, err := kept.TournamentsOf(t.Context(), stays.ID); err != nil || len(open) != 0 {
					t.Errorf("%d moves, player %d: open are %v, %v", moves, leaver, open, err)
				}
			}
		}
	}, limited(func(l *limits.Limits) { l.DeletePause, l.Member.Burst = 0, 1e6 }))
}

func TestDeletingDataInTheRegistration(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.organiser("alice"), w.player("bob")
		cup := alice.Uses("/tournament").ID
		bob.PressesOn(cup, "Join")
		w.deletesAll(bob)
		settles(10 * time.Second)
		w.says(alice.Message(cup), "Nobody has joined yet")
		w.deletesAll(alice)
		settles(10 * time.Second)
		w.says(alice.Message(cup), "The tournament was called off")
		w.says(alice.Message(cup), "organized by a former member")
	})
}
