package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
)

// TestSettingsAreKept changes most settings of a member. The store has the new values, and the page shows them
// again in direct messages.
func TestSettingsAreKept(t *testing.T) {
	t.Parallel()
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
			"/settings/style": "box", "/settings/keypad": "numeric", "/settings/marks": "fox", "/settings/challenges": "server",
			"/settings/blocked": w.users["carol"].ID,
		} {
			w.selects(alice, page, customID, value)
		}
		m, err := kept.Member(t.Context(), w.users["alice"].ID)
		if err != nil || m.Style != "box" || m.Keypad != "numeric" || m.Marks != "fox" || m.Challengers != "server" || m.ChallengeServer != w.guild.ID ||
			len(m.Blocked) != 1 || m.Blocked[0] != w.users["carol"].ID || !m.NoTurnPings || !m.NoReminders || !m.DailyPings || !m.Casual || !m.Unlisted {
			t.Errorf("%+v, %v", m, err)
		}
		direct := discordtest.Play(t, w.users["alice"].In(w.discord.DirectMessage(w.users["alice"], w.app.User)))
		again := direct.Uses("/settings")
		for _, label := range []string{"Turn: off", "Time: off", "Puzzle: on", "Rated: off", "Listed: off"} {
			if !w.hasIn(direct, again, label) {
				t.Errorf("the page does not say %q", label)
			}
		}
		for customID, value := range map[string]string{
			"/settings/style": "box", "/settings/keypad": "numeric", "/settings/marks": "fox", "/settings/challenges": "elsewhere",
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

// chosen returns the value that a menu shows as chosen, or "" if there is none.
func chosen(m discordtest.Message, customID string) string {
	for _, o := range component(m, customID).Options {
		if o.Default {
			return o.Value
		}
	}
	return ""
}

// TestWhoTakesNoChallengesIsLeftInPeace checks a member who takes no challenges, and one who has blocked
// another member. Challenges to them are refused privately without a mention. A blocked member cannot
// accept an open challenge either.
func TestWhoTakesNoChallengesIsLeftInPeace(t *testing.T) {
	t.Parallel()
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

// TestARematchIsAChallenge checks that a member who no longer takes challenges cannot be asked for a
// rematch, but can ask for one.
func TestARematchIsAChallenge(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
		board := w.winsQuickly(alice, bob)
		w.selects(bob, bob.Uses("/settings"), "/settings/challenges", "nobody")
		w.says(alice.PressesOn(board.ID, "Rematch"), "@bob doesn't take challenges here.")
		bob.PressesOn(board.ID, "Rematch") // bob may challenge alice
		alice.PressesID("/accept")
		bob.PressesID("/a1")
	})
}

// TestGamesBeginAsTheirMembersLike checks that a game starts with the marks that its members have chosen in /settings,
// and is casual if one of them wants that. Its style is the choice of the member who starts it, or else the server's;
// its clock is the server's. The command's options for style and clock override these settings.
func TestGamesBeginAsTheirMembersLike(t *testing.T) {
	t.Parallel()
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
		alice.PressesID("/a1")
		bob.PressesID("/b2")
		board, _ = live(alice)
		if got := strings.Join(allLabels(board), " "); !strings.HasPrefix(got, "⭐ "+strings.Repeat(blank+" ", 3)+"[𝗢]") {
			t.Errorf("the board is %s", got)
		}
		open, err := kept.Unfinished(t.Context(), store.Scope{Channel: w.channel.ID})
		if err != nil || len(open) != 1 || open[0].Place.Style != "emoji" || open[0].Match.Options.Clock != 5*time.Minute || !open[0].Match.Options.Casual {
			t.Errorf("%+v, %v", open, err)
		}

		w.selects(alice, alice.Uses("/settings"), "/settings/style", "plain")
		settles(time.Second)
		w.says(alice.Uses("/classic level:random clock:0 first:me"), "```")
		open, err = kept.Unfinished(t.Context(), store.Scope{Member: w.users["alice"].ID})
		if err != nil || len(open) != 2 || open[1].Match.Options.Clock != 0 || open[1].Match.Options.Casual {
			t.Errorf("%+v, %v", open, err)
		}
		w.says(alice.Uses("/classic level:random style:ansi size:4"), "```ansi")
	})
}

// allLabels returns the labels of all buttons of a message.
func allLabels(m discordtest.Message) (all []string) {
	for _, c := range discordtest.Buttons(m) {
		all = append(all, c.Label)
	}
	return all
}

// TestSquaresAreNumberedAsOnKeyboards checks that a member can have squares numbered as on a numeric
// keypad, with 7 at the top left, for typed moves and on buttons.
func TestSquaresAreNumberedAsOnKeyboards(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		w.selects(alice, alice.Uses("/settings"), "/settings/keypad", "numeric")
		alice.Uses("/classic level:random first:me")
		alice.Uses("/move square:7")
		board, _ := live(alice)
		if first := discordtest.Buttons(board)[0]; !strings.Contains(first.Label, "𝗫") {
			t.Errorf("7 is not the first square: %s", first.Label)
		}
		game := alice.Uses("/ultimate level:random first:me style:emoji")
		var at []string
		for _, c := range discordtest.Buttons(game) {
			at = append(at, c.Label)
		}
		if got := strings.Join(at[:9], ""); got != "789456123" {
			t.Errorf("the pad is %q", got)
		}
		inside := alice.PressesOn(game.ID, "7")
		if got := strings.Join(allLabels(inside)[:9], ""); got != "789456123" {
			t.Errorf("the pad is %q", got)
		}
		alice.PressesOn(game.ID, "9") // the top right square of the top left board
		if said := discordtest.Text(alice.Message(game.ID)); !strings.Contains(said, "🟫🟫❌│") {
			t.Errorf("9 is not the last square of the first row:\n%s", said)
		}
	})
}

// TestQuietServers checks that in a quiet server the computer makes no remarks and nobody is mentioned when
// it is their turn. A challenge still mentions the opponent.
func TestQuietServers(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.manages("carol")
		loud := discordtest.Text(alice.Uses("/classic level:newcomer first:me size:4"))
		w.pressesIn(carol, carol.Uses("/config"), "Quiet: off")
		quiet := alice.Uses("/classic level:newcomer first:me size:5")
		if said := discordtest.Text(quiet); strings.Count(said, "🐣") >= strings.Count(loud, "🐣") {
			t.Errorf("it is as loud as before:\n%s", said)
		}
		alice.PressesIDOn(quiet.ID, "/c3")
		settles(5 * time.Second)
		if said := discordtest.Text(alice.Message(quiet.ID)); strings.Count(said, "🐣") >= strings.Count(loud, "🐣") {
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
