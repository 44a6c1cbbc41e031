package e2e

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game/match"
	"noughts/game/tournament"
)

// opens has alice open a tournament with the command `line`, has `players` join it, and has alice start it. It returns
// alice, the id of the tournament's message and the hall (the tournament's thread).
func (w *world) opens(line string, players ...string) (organiser *discordtest.Player, cup string, h *hall) {
	w.t.Helper()
	organiser = w.organiser("alice")
	cup = organiser.Uses(line).ID
	for _, name := range players {
		w.player(name).PressesOn(cup, "Join")
	}
	organiser.PressesOn(cup, "Start")
	settles(10 * time.Second)
	return organiser, cup, w.enters()
}

// Each player has five minutes for the first move, although the clock gives a minute for a move.
func TestWhoDoesNotComeLoses(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, _, h := w.opens("/tournament clock:60", "bob", "carol")
		g := h.games(nil)[0]
		x, o := h.members[g.players[0]], h.members[g.players[1]]
		settles(4 * time.Minute)
		if len(h.games(nil)) != 1 {
			t.Fatal("who has five minutes for the first move has lost before")
		}
		h.plays(g, []string{"b2"})
		w.says(discordtest.Play(t, x.In(h.thread)).Uses("/resign"), "In a tournament you can't resign before both players have moved")
		settles(2 * time.Minute)
		if len(h.games(nil)) != 1 {
			t.Fatal("O has lost two minutes after the first move")
		}
		settles(4 * time.Minute) // O has not come
		result := alice.Sees("🏆 <@" + x.ID + "> wins")
		w.says(alice.PressesOn(result.ID, "Full table"), "🥇 @"+x.Name()+" **1** · 1 · 1 · 0\n🥈 @"+o.Name()+" **0** · 0 · 0 · 0")
	})
}

func TestAPlayerWithdraws(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, cup, h := w.opens("/tournament", "alice", "bob", "carol")
		g := h.games(nil)[0]
		h.plays(g, []string{"a1", "b1"})
		leaver := discordtest.Play(t, h.members[g.players[0]].In(w.channel))
		question := leaver.PressesOn(cup, "Withdraw")
		w.says(question, "Withdraw from the tournament?")
		w.says(leaver.PressesOn(question.ID, "Yes, withdraw"), "You withdrew")
		settles(10 * time.Second)
		w.says(alice.Message(cup), "@"+h.members[g.players[0]].Name()+" **0** *(withdrawn)*")
		openGames(t, kept, match.Scope{Member: g.players[0]}, 0)
		if next := h.games(nil); len(next) != 1 || next[0].players[0] == g.players[0] || next[0].players[1] == g.players[0] {
			t.Fatalf("the games that go on are %v", next)
		}
		h.plays(h.games(nil)[0], xWins)
		settles(10 * time.Second)
		w.says(alice.Message(cup), "🏆 The tournament is over")
	})
}

func TestATournamentIsPausedAndEnded(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, cup, h := w.opens("/tournament", "alice", "bob", "carol")
		bob := w.player("bob")
		g := h.games(nil)[0]
		for _, p := range []*discordtest.Player{alice, bob, w.player("carol")} {
			answer := p.PressesOn(cup, "To your game")
			if links := discordtest.Buttons(answer); len(links) == 1 {
				if !strings.HasSuffix(links[0].URL, "/"+h.thread.ID+"/"+g.message) {
					t.Errorf("the link leads to %s", links[0].URL)
				}
				continue
			}
			w.says(answer, "You have no game in this tournament right now.") // a bye
		}
		w.says(bob.PressesOn(cup, "Organize"), "Only the organizer, or")
		page := alice.PressesOn(cup, "Organize")
		w.says(alice.PressesOn(page.ID, "Pause"), "paused:** the next round waits")
		h.plays(h.games(nil)[0], nobodyWins)
		settles(time.Minute)
		if len(h.games(nil)) != 0 {
			t.Fatal("the next round has begun in the pause")
		}
		w.says(alice.Message(cup), "**½**")
		w.says(alice.Message(cup), "paused:** the next round waits")
		w.doesNotSay(alice.PressesOn(page.ID, "Resume"), "paused")
		settles(10 * time.Second)
		w.says(alice.Message(cup), "Round 2 of 3 · 1 game is being played")
		g = h.games(nil)[0]
		h.plays(g, []string{"a1"})
		question := alice.PressesOn(page.ID, "End")
		w.says(alice.PressesOn(question.ID, "Yes, end it"), "The tournament is over")
		settles(10 * time.Second)
		w.says(alice.Message(cup), "The tournament was ended early")
		h.plays(cupGame{g.message, [2]string{g.players[1], g.players[0]}}, []string{"b1"}) // the game is no longer part of the tournament
		if len(h.games(nil)) != 1 {
			t.Error("the game has ended with the tournament")
		}
		w.says(bob.Uses("/tournament"), "Only members who may manage events")
		w.says(alice.Uses("/tournament"), "Nobody has joined yet")
	})
}

// The second game has the sides swapped. After two draws X of the first game wins.
func TestAnEliminationPlaysDrawsAgain(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, cup, h := w.opens("/tournament format:elimination", "bob", "carol")
		first := h.games(nil)[0]
		h.plays(first, nobodyWins)
		settles(10 * time.Second)
		second := h.games(nil)[0]
		if second.players[0] != first.players[1] || second.players[1] != first.players[0] {
			t.Errorf("after %v come %v", first.players, second.players)
		}
		w.says(alice.Message(cup), "A drawn game is played again with sides swapped")
		h.plays(second, nobodyWins)
		settles(10 * time.Second)
		alice.Sees("🏆 <@" + first.players[0] + "> wins")
	})
}

func TestATournamentThatTheBotMayNotHold(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice := w.organiser("alice")
		cup := alice.Uses("/tournament").ID
		w.player("bob").PressesOn(cup, "Join")
		w.player("carol").PressesOn(cup, "Join")
		w.channel.Overwrite(w.app.User, 0, discordtest.PermissionSendMessages|discordtest.PermissionSendInThreads|discordtest.PermissionCreatePublicThreads)
		alice.PressesOn(cup, "Start")
		settles(time.Minute)
		if _, err := kept.OpenTournament(t.Context(), w.channel.ID); err == nil {
			t.Error("it goes on where nobody sees it")
		}
		if due, err := kept.DueTournaments(t.Context(), time.Now(), match.Cursor{}, 10); err != nil || len(due) != 0 {
			t.Errorf("still to do: %v, %v", due, err)
		}
	})
}

func TestATournamentThatNobodyStarts(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.organiser("alice")
		cup := alice.Uses("/tournament").ID
		w.player("bob").PressesOn(cup, "Join")
		settles(tournament.IdleLife - time.Minute)
		w.player("carol").PressesOn(cup, "Join")
		settles(2 * time.Minute)
		w.says(alice.Message(cup), "The tournament was called off")
		alice.CannotPress("Start")
	})
}

func TestTwoProcessesHoldATournament(t *testing.T) {
	kept := sharedStore{storetest.Memory(t)}
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		w.besides(storedIn(kept))
		turn := 0
		swap := func() {
			turn++
			w.sendsTo([]string{"http://noughts.test", "http://other.test"}[turn%2])
		}
		for i := len(w.users); i < 9; i++ {
			name := "member" + string(rune('0'+i))
			w.joins(name)
		}
		alice := w.organiser("alice")
		cup := alice.Uses("/tournament").ID
		for name := range w.users {
			swap()
			w.player(name).PressesOn(cup, "Join")
		}
		swap()
		w.says(alice.PressesOn(cup, "Start"), "Round 1 of 5")
		settles(20 * time.Second)
		h := w.enters()
		known := map[string]bool{}
		for range 5 {
			games := h.games(known)
			if len(games) != 4 {
				t.Fatalf("%d games in a round of nine", len(games))
			}
			for _, g := range games {
				known[g.message] = true
				swap()
				h.plays(g, xWins)
			}
			settles(30 * time.Second)
		}
		w.says(alice.Message(cup), "🏆 The tournament is over")
		posted := map[string]int{}
		for _, m := range w.users["alice"].In(h.thread).Messages() {
			posted[strings.SplitN(discordtest.Text(m), "\n", 2)[0]+string(matchOf(m))]++
		}
		for what, n := range posted {
			if n != 1 {
				t.Errorf("%s was posted %d times", what, n)
			}
		}
		if len(posted) != 5*(4+1) {
			t.Errorf("%d things were posted", len(posted))
		}
	}, storedIn(kept))
}

func TestAResultWithoutAPicture(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.channel.Overwrite(w.guild.Everyone(), 0, discordtest.PermissionAttachFiles)
		alice, _, h := w.opens("/tournament", "bob", "carol")
		g := h.games(nil)[0]
		h.plays(g, xWins)
		settles(10 * time.Second)
		result := alice.Sees("🏆 <@" + g.players[0] + "> wins")
		if len(result.Attachments) != 0 {
			t.Errorf("the files of the result are %s", result.Attachments)
		}
	})
}

func TestATournamentIsShownAgain(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.organiser("alice")
		first := alice.Uses("/tournament")
		again := alice.Uses("/tournament")
		settles(10 * time.Second)
		w.says(alice.Message(first.ID), "[it goes on further down](")
		if text := discordtest.Text(alice.Message(first.ID)); !strings.Contains(text, again.ID) || len(discordtest.Buttons(alice.Message(first.ID))) > 0 {
			t.Errorf("the first message shows\n%s", text)
		}
		for _, name := range []string{"bob", "carol"} {
			w.player(name).PressesOn(again.ID, "Join")
		}
		alice.PressesOn(again.ID, "Start")
		settles(10 * time.Second)
		h := w.enters()
		h.plays(h.games(nil)[0], xWins)
		settles(10 * time.Second)
		w.says(alice.Message(again.ID), "🏆 The tournament is over")
	})
}

func TestNobodyWinsAnEliminationWithoutAMove(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, cup, _ := w.opens("/tournament format:elimination clock:60", "bob", "carol")
		settles(15 * time.Minute)
		w.says(alice.Message(cup), "🏆 The tournament is over")
		alice.DoesNotSee("> wins")
		alice.DoesNotSee("🥇")
	})
}

// The store loses its answers to the first saves, and Discord is out when the first round is posted.
func TestATournamentThatLosesAnAnswer(t *testing.T) {
	var saves atomic.Int64
	loses := func(_ context.Context, method string, _ any, call func() error) error {
		if err := call(); method != "SaveTournament" || saves.Add(1) > 4 {
			return err
		}
		return errors.New("the connection was lost")
	}
	inBubble(t, func(t *testing.T, w *world) {
		alice := w.organiser("alice")
		cup := alice.Uses("/tournament")
		w.says(cup, "Nobody has joined yet")
		w.player("bob").PressesOn(cup.ID, "Join")
		w.player("carol").PressesOn(cup.ID, "Join")
		w.suffers(discordtest.Fault{Kind: discordtest.FaultStatus, Route: "POST /channels/{channel}/messages", Times: 8})
		alice.PressesOn(cup.ID, "Start")
		settles(time.Hour) // nobody moves
		w.at("bob", w.enters().thread).Sees("Each board is posted here")
		w.says(alice.Message(cup.ID), "🏆 The tournament is over")
	}, storedIn(hookedStore{unclosed{storetest.Memory(t)}, loses}))
}
