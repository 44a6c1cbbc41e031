package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
)

func TestSettingsAreKept(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		alice := w.player("alice")
		page := alice.Uses("/settings")
		if !page.Ephemeral() {
			t.Error("everybody sees the page")
		}
		for _, label := range []string{"Turn: on", "Time: on", "Puzzle: off", "Rated: on", "Listed: on"} {
			w.pressesIn(alice, page, label)
		}
		for customID, value := range map[string]string{
			"/settings/style": "box", "/settings/words": "words", "/settings/keypad": "numeric", "/settings/marks": "fox", "/settings/challenges": "server",
			"/settings/blocked": w.users["carol"].ID,
		} {
			w.selects(alice, page, customID, value)
		}
		m, err := kept.Member(t.Context(), w.users["alice"].ID)
		if err != nil || m.Style != "box" || m.Words != "words" || m.Keypad != "numeric" || m.Marks != "fox" || m.Challengers != "server" || m.ChallengeServer != w.guild.ID ||
			len(m.Blocked) != 1 || m.Blocked[0] != w.users["carol"].ID || !m.NoTurnPings || !m.NoReminders || !m.DailyPings || !m.Casual || !m.Unlisted {
			t.Errorf("%+v, %v", m, err)
		}
		direct := w.direct("alice")
		again := direct.Uses("/settings")
		for _, label := range []string{"Turn: off", "Time: off", "Puzzle: on", "Rated: off", "Listed: off"} {
			if !w.hasIn(direct, again, label) {
				t.Errorf("the page does not say %q", label)
			}
		}
		for customID, value := range map[string]string{
			"/settings/style": "box", "/settings/words": "words", "/settings/keypad": "numeric", "/settings/marks": "fox", "/settings/challenges": "elsewhere",
		} {
			if got := chosen(w.tab(direct, again, func(c discordtest.Component) bool { return c.CustomID == customID }), customID); got != value {
				t.Errorf("%s shows %q", customID, got)
			}
		}
		w.selects(direct, again, "/settings/challenges", "elsewhere") // the value that the menu already shows
		w.selects(direct, again, "/settings/blocked")
		if m, err = kept.Member(t.Context(), w.users["alice"].ID); err != nil || m.Challengers != "server" || len(m.Blocked) != 0 {
			t.Errorf("%+v, %v", m, err)
		}
	})
}

func chosen(m discordtest.Message, customID string) string {
	for _, o := range component(m, customID).Options {
		if o.Default {
			return o.Value
		}
	}
	return ""
}

func TestWhoTakesNoChallengesIsLeftInPeace(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		toBob := bob.Client().Pings()
		page := bob.Uses("/settings")
		const notTaking, notOpen = "@bob doesn't take challenges here.", "You can't accept this challenge."

		w.selects(bob, page, "/settings/challenges", "nobody")
		for _, line := range []string{"/challenge member:@bob", "/classic opponent:@bob", "/ultimate opponent:@bob"} {
			if refused := alice.Uses(line); !refused.Ephemeral() {
				t.Errorf("%s is answered to everybody", line)
			} else {
				w.says(refused, notTaking)
			}
		}
		w.says(alice.UsesOn("Challenge to tic-tac-toe", w.users["bob"]), notTaking)

		w.selects(bob, page, "/settings/challenges", "default")
		w.selects(bob, page, "/settings/blocked", w.users["alice"].ID)
		w.says(alice.Uses("/challenge member:@bob"), notTaking) // a blocked member reads the same refusal
		w.mentioned(bob, &toBob, 0)
		carol.Uses("/challenge member:@bob")
		w.mentioned(bob, &toBob, 1)
		bob.PressesID("/decline")

		open := bob.Uses("/challenge")
		w.says(alice.PressesOn(open.ID, "Accept"), notOpen)
		carol.PressesOn(open.ID, "Accept")
		bob.PressesID("/a1")
	})
}

func TestARematchIsAChallenge(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.game("/classic opponent:@bob")
		board := w.winsQuickly(alice, bob)
		w.selects(bob, bob.Uses("/settings"), "/settings/challenges", "nobody")
		w.says(alice.PressesOn(board.ID, "Rematch"), "@bob doesn't take challenges here.")
		bob.PressesOn(board.ID, "Rematch") // bob may challenge alice
		alice.PressesID("/accept")
		bob.PressesID("/a1")
	})
}

func TestGamesBeginAsTheirMembersLike(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.manages("carol")
		config := carol.Uses("/config")
		w.selects(carol, config, "/config/style", "emoji")
		w.selects(carol, config, "/config/clock", "300")
		w.selects(alice, alice.Uses("/settings"), "/settings/marks", "star")
		settings := bob.Uses("/settings")
		w.selects(bob, settings, "/settings/marks", "star")
		w.pressesIn(bob, settings, "Rated: on")

		w.says(alice.Uses("/classic opponent:@bob"), "5 minutes")
		board := bob.PressesID("/accept")
		w.says(board, "⭐ @alice against 🔵 @bob") // both chose the star, and only one of them gets it
		turns(alice, bob, "a1 b2")
		board, _ = live(alice)
		if got := strings.Join(allLabels(board), " "); !strings.HasPrefix(got, "⭐ b1 c1 a2 [𝗢]") {
			t.Errorf("the board is %s", got)
		}
		open, err := kept.Unfinished(t.Context(), match.Scope{Channel: w.channel.ID})
		if err != nil || len(open) != 1 || open[0].Place.Style != "emoji" || open[0].Match.Options.Clock != 5*time.Minute || !open[0].Match.Options.Casual {
			t.Errorf("%+v, %v", open, err)
		}

		w.selects(alice, alice.Uses("/settings"), "/settings/style", "plain")
		settles(time.Second)
		w.says(alice.Uses("/classic level:random clock:0 first:me"), "```")
		open, err = kept.Unfinished(t.Context(), match.Scope{Member: w.users["alice"].ID})
		if err != nil || len(open) != 2 || open[1].Match.Options.Clock != 0 || open[1].Match.Options.Casual {
			t.Errorf("%+v, %v", open, err)
		}
		w.says(alice.Uses("/classic level:random style:ansi size:4"), "```ansi")
	})
}

func allLabels(m discordtest.Message) (all []string) {
	for _, c := range discordtest.Buttons(m) {
		all = append(all, c.Label)
	}
	return all
}

func TestSquaresAreNumberedAsOnKeyboards(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		w.selects(alice, alice.Uses("/settings"), "/settings/keypad", "numeric")
		game := alice.Uses("/ultimate level:random first:me style:emoji")
		for _, step := range []string{"7", "9"} { // the top left board, and its top right square
			if got := strings.Join(allLabels(alice.Message(game.ID))[:9], ""); got != "789456123" {
				t.Errorf("the pad is %q", got)
			}
			alice.PressesOn(game.ID, step)
		}
		w.says(alice.Message(game.ID), "🟫🟫❌│")
	})
}

func TestQuietServers(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.manages("carol")
		loud := discordtest.Text(alice.Uses("/classic level:newcomer first:me size:4"))
		w.pressesIn(carol, carol.Uses("/config"), "Quiet: off")
		quiet := alice.Uses("/classic level:newcomer first:me size:5")
		if said := discordtest.Text(quiet); strings.Count(said, "🐟") >= strings.Count(loud, "🐟") {
			t.Errorf("it is as loud as before:\n%s", said)
		}
		alice.PressesIDOn(quiet.ID, "/c3")
		settles(5 * time.Second)
		if said := discordtest.Text(alice.Message(quiet.ID)); strings.Count(said, "🐟") >= strings.Count(loud, "🐟") {
			t.Errorf("an edit is loud:\n%s", said)
		}
		toBob := bob.Client().Pings()
		alice.Uses("/classic opponent:@bob")
		w.mentioned(bob, &toBob, 1) // a challenge still mentions the opponent
		bob.PressesID("/accept")
		toAlice := alice.Client().Pings()
		settles(time.Hour)
		alice.PressesID("/a1")
		settles(time.Hour)
		w.mentioned(alice, &toAlice, 0)
		w.mentioned(bob, &toBob, 0)
		w.wantPing("")
	})
}

func TestASeriesInAQuietServer(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		carol := w.manages("carol")
		page := carol.Uses("/config")
		for _, label := range []string{"Threads: off", "Rated: on", "Quiet: off"} {
			w.pressesIn(carol, page, label)
		}
		w.selects(carol, page, "/config/clock", "300")
		thread, a, b := w.threadGame("/challenge member:@bob best_of:3")
		toAlice, toBob := a.Client().Pings(), b.Client().Pings()
		wins(a, b)
		board, _ := live(a)
		if said := discordtest.Text(board); strings.Contains(said, "→") || !strings.Contains(said, "casual") {
			t.Errorf("the game is rated:\n%s", said)
		}
		b.Presses("Next game")
		settles(4 * time.Minute) // it is bob's turn
		open := openGames(t, kept, match.Scope{Channel: thread.ID}, 1)
		if rec := open[0]; !rec.Place.Quiet || !rec.Match.Options.Casual || rec.Match.Options.Clock != 5*time.Minute || rec.Place.Parent != w.channel.ID {
			t.Errorf("the second game is %+v in %+v", rec.Match.Options, rec.Place)
		}
		drawn(b, a)
		w.mentioned(a, &toAlice, 0)
		w.mentioned(b, &toBob, 0)
		board, _ = live(a)
		w.deletesAll(b)
		settles(5 * time.Second)
		w.doesNotSay(a.Message(board.ID), w.users["bob"].ID)
		if labelled(a.Message(board.ID), "Next game") {
			t.Error("the board offers a game against nobody")
		}
		settles(26 * time.Hour)
		if !thread.Archived() {
			t.Error("the thread stays open")
		}
	})
}

func TestTheHillKeepsToWhatMembersHaveChosen(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol, dave := w.player("alice"), w.player("bob"), w.manages("carol"), w.joins("dave")
		alice.Uses("/classic opponent:@bob")
		board := bob.PressesID("/accept")
		settings := bob.Uses("/settings")
		w.selects(bob, settings, "/settings/blocked", w.users["dave"].ID) // dave is blocked by bob, who plays O
		refused := dave.PressesIDOn(board.ID, "/c3")
		w.says(dave.PressesOn(refused.ID, "Play the winner"), "@bob doesn't take challenges here.")
		w.selects(bob, settings, "/settings/blocked")

		role := w.guild.NewRole("players", 0)
		w.selects(carol, carol.Uses("/config"), "/config/roles", role.ID)
		w.says(dave.PressesOn(refused.ID, "Play the winner"), "Games here are for")
		w.guild.Give(w.users["dave"], role)
		w.says(dave.PressesOn(refused.ID, "Play the winner"), "You're in the queue to play the winner")
		w.selects(alice, alice.Uses("/settings"), "/settings/blocked", w.users["dave"].ID) // alice blocks dave while dave is in the queue
		end := w.winsQuickly(alice, bob)
		w.says(dave.PressesOn(end.ID, "Play"), "@alice doesn't take challenges here.")
	})
}
