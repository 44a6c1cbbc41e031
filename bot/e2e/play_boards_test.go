package e2e

import (
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

func TestPressesAreAnsweredInASecondWhileThePoolIsBusy(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		const games = 12
		var wg sync.WaitGroup
		for range games {
			channel := w.guild.NewChannel("busy")
			wg.Go(func() {
				alice := w.at("alice", channel)
				alice.Uses("/classic level:random")
				pressed := time.Now()
				alice.PressesID("/b2")
				if took := time.Since(pressed); took > time.Second {
					t.Errorf("a press was answered after %v", took)
				}
				w.says(newest(alice), "thinking")
				time.Sleep(games * 10 * time.Second)
				if shown, _ := live(alice); !offersMove(shown) {
					t.Errorf("in the end a board shows\n%s", discordtest.Text(shown))
				}
			})
		}
		wg.Wait()
	}, slowly(8*time.Second, 1))
}

func TestATakebackDropsTheAnswerThatIsThoughtAbout(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		message := alice.Uses("/classic level:random")
		alice.PressesID("/b2")
		alice.Uses("/takeback")
		settles(10 * time.Second)
		shown, _ := live(alice)
		if _, free := actions(shown)["b2"]; !free || shown.ID == "" {
			t.Errorf("after the takeback the board shows\n%s", discordtest.Text(alice.Message(message.ID)))
		}
	}, slowly(3*time.Second, 1))
}

func TestTheBoardMovesAndLeavesAPointer(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.played()
		old, _ := live(alice)
		moved := bob.Uses("/board")
		settles(time.Second)
		if moved.ID == old.ID {
			t.Fatal("/board showed no new message")
		}
		left := alice.Message(old.ID)
		if offersMove(left) || !strings.Contains(discordtest.Text(left), moved.ID) {
			t.Errorf("the old message shows\n%s", discordtest.Text(left))
		}
		w.goesOn(alice, bob)
	})
}
