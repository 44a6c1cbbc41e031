package e2e

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

func (w *world) organiser(name string) *discordtest.Player {
	w.guild.Grant(w.users[name], discordtest.PermissionManageEvents)
	return w.player(name)
}

// A hall is the thread that holds a tournament's games, with the members by their ids.
type hall struct {
	*world
	members map[string]*discordtest.User
	thread  *discordtest.Channel
}

// enters returns the hall of a tournament that has started. It fails the test if the tournament has no thread.
func (w *world) enters() *hall {
	w.t.Helper()
	threads := w.channel.Threads()
	if len(threads) == 0 {
		w.t.Fatal("the tournament has no thread")
	}
	h := &hall{world: w, members: map[string]*discordtest.User{}, thread: threads[len(threads)-1]}
	for _, user := range w.users {
		h.members[user.ID] = user
	}
	return h
}

var mention = regexp.MustCompile(`<@(\d+)>`)

// A cupGame is a game of a tournament.
type cupGame struct {
	message string
	players [2]string // ids
}

// games returns the unfinished games in the hall (the tournament's thread), as a member sees them.
// It leaves out messages whose ids are in `known`.
func (h *hall) games(known map[string]bool) []cupGame {
	var found []cupGame
	for _, m := range h.users["alice"].In(h.thread).Messages() {
		if _, playable := actions(m)["c3"]; known[m.ID] || !playable {
			continue
		}
		names := mention.FindAllStringSubmatch(discordtest.Text(m), 2)
		found = append(found, cupGame{m.ID, [2]string{names[0][1], names[1][1]}})
	}
	return found
}

// These are the moves of short games: X wins, O wins, a draw.
var (
	xWins      = []string{"a1", "b1", "a2", "b2", "a3"}
	oWins      = []string{"a1", "b1", "a2", "b2", "c3", "b3"}
	nobodyWins = []string{"a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"}
)

func (h *hall) plays(g cupGame, squares []string) {
	h.t.Helper()
	for i, square := range squares {
		client := h.members[g.players[i%2]].In(h.thread)
		m, _ := client.Message(g.message)
		if _, err := client.Press(h.t.Context(), g.message, actions(m)[square].CustomID); err != nil {
			h.t.Fatalf("%s on %s: %v; the board shows\n%s", square, g.message, err, discordtest.Text(m))
		}
	}
}

// winner returns moves that win the game for one of its players: the one for whom `order` returns the smaller number.
func winner(g cupGame, order func(id string) int) []string {
	if order(g.players[0]) < order(g.players[1]) {
		return xWins
	}
	return oWins
}

func TestATournamentOfThree(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		bob, carol := w.player("bob"), w.player("carol")
		w.says(bob.Uses("/tournament"), "Only members who may manage events or this server can hold a tournament.")
		alice := w.organiser("alice")
		cup := alice.Uses("/tournament size:3")
		w.says(cup, "Nobody has joined yet")
		w.says(cup, "@alice, you can **Join** too.")
		w.says(alice.PressesOn(cup.ID, "Start"), "at least two players")
		joined := alice.PressesOn(cup.ID, "Join")
		w.says(joined, "**1 player:** @alice")
		w.doesNotSay(joined, "you can **Join** too")
		w.says(bob.PressesOn(cup.ID, "Join"), "**2 players:** @alice, @bob")
		w.says(bob.PressesOn(cup.ID, "Join"), "**2 players:** @alice, @bob")
		w.says(bob.PressesOn(cup.ID, "Leave"), "**1 player:** @alice")
		bob.PressesOn(cup.ID, "Join")
		carol.PressesOn(cup.ID, "Join")
		w.says(carol.PressesOn(cup.ID, "Start"), "Only the organizer, or")
		toAll := bob.Client().Pings() + carol.Client().Pings()
		w.says(alice.PressesOn(cup.ID, "Start"), "Round 1 of 3 · 1 game is being played")
		w.says(carol.PressesOn(cup.ID, "Withdraw"), "Withdraw from the tournament?")
		settles(10 * time.Second)
		if pings := bob.Client().Pings() + carol.Client().Pings(); pings != toAll {
			t.Errorf("%d players were mentioned in the channel itself", pings-toAll)
		}
		h := w.enters()
		order := func(id string) int { return strings.Index("alice bob carol", h.members[id].Name()) }
		for round := range 3 {
			games := h.games(nil)
			if len(games) != 1 {
				t.Fatalf("%d games in round %d", len(games), round+1)
			}
			h.plays(games[0], winner(games[0], order))
			settles(10 * time.Second)
		}
		over := alice.Message(cup.ID)
		w.says(over, "🏆 The tournament is over: Tic-tac-toe 3×3")
		w.says(over, "The result is below.")
		result := carol.Sees("🏆 <@" + w.users["alice"].ID + "> wins")
		w.says(result, "place · player · **points**\n🥇 @alice **2**\n🥈 @bob **1**\n🥉 @carol **0**")
		if len(result.Attachments) != 1 || !strings.Contains(string(result.Attachments[0]), "trophy.png") {
			t.Errorf("the files of the result are %s", result.Attachments)
		}
		table := carol.PressesOn(result.ID, "Full table")
		w.says(table, "🥇 @alice **2** · 1 · 1 · 2\n🥈 @bob **1** · 2 · 0 · 1\n🥉 @carol **0** · 3 · 0 · 0")
		w.says(table, "ranked by Buchholz (their opponents' points)")
		for id, user := range h.members {
			if told := user.In(h.thread).Pings(); told != 2 {
				t.Errorf("%s (%s) was mentioned %d times for two games", user.Name(), id, told)
			}
		}
		w.says(alice.Uses("/tournament"), "Nobody has joined yet") // another one may begin
	})
}

func TestAWeeklyTournament(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.organiser("alice"), w.player("bob"), w.player("carol")
		w.says(alice.Uses("/tournament hour:20"), "Choose `repeat` too")
		cup := alice.Uses("/tournament size:3 format:elimination repeat:weekly hour:20")
		w.says(cup, "starts by itself on <t:"+unix(1, 20)+":f> if at least three have joined.")
		w.says(cup, "The next one: <t:"+unix(8, 20)+":f>")
		for _, p := range []*discordtest.Player{alice, bob, carol} {
			p.PressesOn(cup.ID, "Join")
		}
		settles(43 * time.Hour)
		w.says(alice.Message(cup.ID), "3 players")
		settles(time.Hour + time.Minute)
		h := w.enters()
		for range 2 {
			for _, g := range h.games(nil) {
				h.plays(g, xWins)
			}
			settles(time.Minute)
		}
		result := carol.Sees("wins")
		w.says(result, "The next one: <t:"+unix(8, 20)+":f>")

		settles(6 * 24 * time.Hour) // a day before the next tournament starts
		next := carol.Sees("Nobody has joined yet")
		w.says(next, "starts by itself on <t:"+unix(8, 20)+":f>")
		bob.PressesOn(next.ID, "Join")
		w.says(alice.PressesOn(result.ID, "Don't repeat"), "old")
		settles(24 * time.Hour)
		w.says(bob.Message(next.ID), "Called off, because fewer than three joined: Tic-tac-toe 3×3")
		w.says(bob.Message(next.ID), "The next one: <t:"+unix(15, 20)+":f>")
		w.says(bob.PressesOn(next.ID, "Don't repeat"), "Only the organizer, or")
		w.says(alice.PressesOn(next.ID, "Don't repeat"), "It won't be held again.")
		before := len(carol.Client().Messages())
		settles(7 * 24 * time.Hour)
		if after := len(carol.Client().Messages()); after != before {
			t.Errorf("%d messages more", after-before)
		}
	})
}

// unix returns an hour of a day as Unix seconds. Day 0 is 1 January 2000, when the clock of a synctest bubble starts.
func unix(day, hour int) string {
	return strconv.FormatInt(time.Date(2000, 1, 1+day, hour, 0, 0, 0, time.UTC).Unix(), 10)
}
