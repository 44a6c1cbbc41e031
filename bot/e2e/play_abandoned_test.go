package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
)

const theNotice = "Nobody has moved for a month in your game"

func (w *world) notices(p *discordtest.Player) (n int) {
	for _, m := range p.Client().Messages() {
		if strings.Contains(discordtest.Text(m), theNotice) {
			n++
		}
	}
	return n
}

// untilWarned starts a game and leaves it untouched until its players are warned. It checks that the warning comes
// once, at the right time, and returns the players. The function `again` restarts the bot.
func (w *world) untilWarned(kept store.Store, again func()) (alice, bob *discordtest.Player) {
	w.t.Helper()
	alice, bob = w.played()
	due := w.matchIn(kept).Deadline
	w.away(time.Until(due)-time.Hour, again)
	settles(30 * time.Minute)
	if n := w.notices(alice); n != 0 {
		w.t.Errorf("%d notices half an hour before the time", n)
	}
	settles(40 * time.Minute)
	if m := w.matchIn(kept); !m.Warned || m.Status != match.Playing {
		w.t.Fatalf("status %d, warned %v after the time", m.Status, m.Warned)
	}
	if n := w.notices(alice); n != 1 {
		w.t.Errorf("%d notices after the time", n)
	}
	if board, _ := live(alice); !strings.Contains(discordtest.Text(board), "nobody has moved for a month") {
		w.t.Errorf("the board shows\n%s", discordtest.Text(board))
	}
	return alice, bob
}

// The warning names the member who is to move. They lose a day later.
func TestALostGameLeftAloneIsLost(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, bob := w.played()
		bob.PressesID("/a1")
		loser := w.matchIn(kept).ToMove().ID
		for _, said := range []string{"<@" + loser + "> loses it", "has run out of time"} {
			w.away(time.Until(w.matchIn(kept).Deadline)-time.Minute, again)
			settles(2 * time.Minute)
			alice.Sees(said)
		}
		if m := w.matchIn(kept); m.Result.Reason != match.ByTimeout || m.Player(m.Result.Winner.Opponent()).ID != loser {
			t.Errorf("status %d, %+v", m.Status, m.Result)
		}
	})
}

func TestAGameThatNobodyTouchesEnds(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, _ := w.untilWarned(kept, again)
		for range 3 {
			w.away(5*time.Hour, again)
			settles(time.Minute)
		}
		if n := w.notices(alice); n != 1 {
			t.Errorf("%d notices after three restarts", n)
		}
		w.away(time.Until(w.matchIn(kept).Deadline)-time.Minute, again)
		settles(2 * time.Minute)
		if m := w.matchIn(kept); m.Status != match.Over || m.Result.Reason != match.Abandoned {
			t.Errorf("status %d, %+v a day after the notice", m.Status, m.Result)
		}
		if board, _ := live(alice); !over(board) || !strings.Contains(discordtest.Text(board), "doesn't count") {
			t.Errorf("the board shows\n%s", discordtest.Text(board))
		}
		if n := w.notices(alice); n != 1 {
			t.Errorf("%d notices in the end", n)
		}
	})
}

// No bot runs from the warning until the game should have ended: the players get another day.
func TestAGameDoesNotEndAsTheBotComesBack(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, _ := w.untilWarned(kept, again)
		w.away(48*time.Hour, again)
		settles(time.Minute)
		m := w.matchIn(kept)
		if left := time.Until(m.Deadline); m.Status != match.Playing || left < 23*time.Hour || left > 24*time.Hour {
			t.Errorf("status %d with %v left", m.Status, left)
		}
		if n := w.notices(alice); n != 1 {
			t.Errorf("%d notices", n)
		}
	})
}

func TestAMoveKeepsAGameOpen(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
		alice, bob := w.untilWarned(kept, again)
		bob.PressesID("/a1")
		w.away(48*time.Hour, again)
		settles(time.Minute)
		if m := w.matchIn(kept); m.Status != match.Playing || m.Warned || time.Until(m.Deadline) < 26*24*time.Hour {
			t.Errorf("status %d, warned %v, due in %v", m.Status, m.Warned, time.Until(m.Deadline))
		}
		if board, _ := live(alice); strings.Contains(discordtest.Text(board), "for a month") {
			t.Errorf("the board shows\n%s", discordtest.Text(board))
		}
	})
}
