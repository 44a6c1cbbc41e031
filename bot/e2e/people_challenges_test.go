package e2e

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
)

// says checks that a message contains the text `want`. In `want`, @alice and #games stand for mentions of a member and
// a channel.
func (w *world) says(m discordtest.Message, want string) {
	w.t.Helper()
	for name, user := range w.users {
		want = strings.ReplaceAll(want, "@"+name, "<@"+user.ID+">")
	}
	for _, channel := range w.guild.Channels() {
		want = strings.ReplaceAll(want, "#"+channel.Name(), "<#"+channel.ID+">")
	}
	if text := discordtest.Text(m); !strings.Contains(text, want) {
		w.t.Errorf("it does not say %q:\n%s", want, text)
	}
}

func TestAChallengeWaitsAsLongAsOneWants(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		message := alice.Uses("/challenge member:@bob open_for:86400 size:4")
		settles(23 * time.Hour)
		if _, open := actions(bob.Message(message.ID))["accept"]; !open {
			t.Fatal("the challenge ended before its day")
		}
		settles(2 * time.Hour)
		w.says(bob.Message(message.ID), "expired")
		w.says(carol.Presses("Challenge again"), "You aren't playing in this game")
		toBob := bob.Client().Pings()
		again := alice.Presses("Challenge again")
		w.mentioned(bob, &toBob, 1)
		w.says(again, "Tic-tac-toe 4×4")
		w.says(alice.PressesOn(message.ID, "Challenge again"), "You already have another game or challenge with the same opponent here")
		settles(23 * time.Hour) // the new challenge stays open for a day as well
		bob.PressesOn(again.ID, "Accept")
		alice.PressesID("/a1")
	})
}

func TestNobodyIsChallengedTwiceAtATime(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		toBob := bob.Client().Pings()
		alice.Uses("/challenge member:@bob open_for:3600")
		w.mentioned(bob, &toBob, 1)
		settles(time.Second)
		first := alice.Uses("/board")
		w.mentioned(bob, &toBob, 0)
		there := w.at("alice", w.guild.NewChannel("elsewhere"))
		for _, refused := range []discordtest.Message{alice.Uses("/classic opponent:@bob"), there.Uses("/challenge member:@bob")} {
			w.privately(refused, "You've already challenged @bob")
		}
		there.Uses("/challenge member:@carol")
		bob.Uses("/challenge member:@alice") // bob may challenge her back
		alice.PressesOn(first.ID, "Withdraw")
		there.Uses("/challenge member:@bob")
	})
}

func TestWhoDeclinesIsLeftInPeace(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, _ store.Store) {
		alice, bob := w.player("alice"), w.player("bob")
		for i := range 3 {
			alice.Uses("/challenge member:@bob")
			if i < 2 {
				bob.PressesID("/decline")
			} else {
				alice.PressesID("/withdraw")
			}
			settles(time.Hour)
		}
		toBob := bob.Client().Pings()
		w.says(alice.Uses("/challenge member:@bob"), "3 of your challenges to @bob were declined or withdrawn in the past day")
		w.mentioned(bob, &toBob, 0)
		settles(21*time.Hour + time.Minute)
		alice.Uses("/challenge member:@bob")
		w.mentioned(bob, &toBob, 1)
	})
}

func TestOneOfFourChallengesAtOnceIsMade(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		channels := []*discordtest.Channel{w.channel, w.guild.NewChannel("b"), w.guild.NewChannel("c"), w.guild.NewChannel("d")}
		made := make([]bool, len(channels))
		var all sync.WaitGroup
		for i, channel := range channels {
			all.Go(func() {
				answer := w.at("alice", channel).Uses("/challenge member:@bob")
				made[i] = !answer.Ephemeral()
			})
		}
		all.Wait()
		synctest.Wait()
		n := 0
		for _, one := range made {
			if one {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d challenges were made", n)
		}
	})
}

func TestTheNextWaitingGame(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		here := w.at("alice", w.guild.NewChannel("other"))
		alice.Uses("/classic size:4 first:me")
		here.Uses("/classic size:5 first:me clock:3600")
		alice.Uses("/challenge member:@bob size:6")
		settles(time.Second) // the links need the boards' ids
		list := alice.Uses("/games mine:True")
		first := alice.PressesOn(list.ID, "Next")
		w.privately(first, "Tic-tac-toe 5×5") // the page shows the game whose clock is running
		if link := discordtest.Buttons(first)[0]; link.Label != "Go to the board" || !strings.Contains(link.URL, w.guild.ID) {
			t.Errorf("the link is %q to %q", link.Label, link.URL)
		}
		w.says(alice.PressesOn(first.ID, "Next"), "Tic-tac-toe 4×4")
		w.says(alice.PressesOn(first.ID, "Next"), "Tic-tac-toe 5×5")
		here.Presses("⋯ More")
		here.Presses("Resign")
		here.Presses("Yes, resign")
		alice.PressesID("/more")
		alice.Presses("Resign")
		alice.Presses("Yes, resign")
		w.says(alice.PressesOn(first.ID, "Next"), "No game waits for you.")
	})
}

func TestMyGamesAreListedEverywhere(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		list := bob.Uses("/games mine:True")
		w.says(list, "You have no games")
		other := w.guild.NewChannel("other")
		here := w.at("alice", other)
		direct := w.direct("alice")
		direct.Uses("/classic level:random size:9")
		begins(alice, bob, "/classic opponent:@bob clock:86400")
		here.Uses("/classic opponent:@carol clock:3600 first:me size:4")
		w.at("carol", other).PressesID("/accept")
		alice.Uses("/classic level:random size:5 clock:86400 first:me")
		alice.PressesID("/a1")
		alice.Uses("/challenge member:@bob size:6")
		settles(time.Second)

		list = alice.Uses("/games mine:True")
		if !list.Ephemeral() {
			t.Error("everybody sees it")
		}
		w.says(list, "Tic-tac-toe 3×3")
		text := discordtest.Text(list)
		at := -1
		for _, want := range []string{
			"Tic-tac-toe 4×4](https://discord.com/channels/" + w.guild.ID + "/" + other.ID + "/",
			"Tic-tac-toe 5×5", "Tic-tac-toe 9×9", "Tic-tac-toe 6×6",
		} {
			found := strings.Index(text, want)
			if found <= at {
				t.Errorf("%q is not where it should be in\n%s", want, text)
			}
			at = found
		}
		for _, want := range []string{"move 1, **your turn**, time runs out <t:", "a challenge that expires <t:", "in #other", "/channels/@me/"} {
			w.says(list, want)
		}
		if text := discordtest.Text(bob.Uses("/games")); !strings.Contains(text, "Tic-tac-toe 3×3") || strings.Contains(text, "9×9") {
			t.Errorf("the games of the channel:\n%s", text)
		}
	})
}
