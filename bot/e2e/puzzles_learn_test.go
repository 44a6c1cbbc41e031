package e2e

import (
	"fmt"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/puzzle"
)

func TestAMemberLearnsUltimate(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice := w.player("alice")
		alice.Uses("/help")
		page := alice.Presses("Learn Ultimate")
		if !page.Ephemeral() {
			t.Error("everybody sees the lessons")
		}
		for i, l := range puzzle.Lessons {
			page = alice.PressesID(fmt.Sprint("/learn/", i+1))
			w.says(page, fmt.Sprintf("Lesson %d of %d", i+1, len(puzzle.Lessons)))
			right, wrong := lessonButtons(l)
			page = alice.PressesID(fmt.Sprint("/learn/", i+1, "/", wrong))
			w.says(page, "❗")
			alice.Presses("Try again")
			page = alice.PressesID(fmt.Sprint("/learn/", i+1, "/", right))
			w.says(page, "✅ Right")
			page = alice.Presses("All lessons")
			if done := strings.Count(discordtest.Text(page), "✅"); done != i+1 {
				t.Fatalf("%d lessons are done, want %d:\n%s", done, i+1, discordtest.Text(page))
			}
			if m, err := kept.Member(t.Context(), w.users["alice"].ID); err != nil || len(m.Lessons) != i+1 {
				t.Fatalf("%v are stored, %v", m.Lessons, err)
			}
		}
		w.says(page, "All lessons done.")
		alice.Uses("/rules game:ultimate")
		w.says(alice.Presses("Learn Ultimate"), "All lessons done.")

		bob := w.player("bob")
		bob.Uses("/help")
		w.says(bob.Presses("Learn Ultimate"), "**0** of 10 lessons done.")
		if messages := w.player("carol").Client().Messages(); len(messages) > 0 {
			t.Errorf("others see %d messages", len(messages))
		}
	})
}

func TestAMemberLooksAtOpenings(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.game("/ultimate opponent:@bob")
		types(alice, bob, "a1 b2 e5")
		resigns(bob)

		alice.Uses("/help")
		page := alice.Presses("Learn Ultimate")
		start := alice.PressesOn(page.ID, "Openings")
		w.privately(start, "Openings of Ultimate")
		w.says(start, "❌ **e5** 63%\n❌ **d4** 60%")
		w.says(start, "Favorite first moves**\n- Ultimate tic-tac-toe, ")
		w.says(start, "a1")
		next := alice.PressesOn(start.ID, "e5")
		w.says(next, "🔵 **")
		w.doesNotSay(next, "Favorite")
		w.says(alice.PressesOn(next.ID, "Back"), "❌ **e5** 63%")
		alice.PressesOn(next.ID, "All lessons")
	})
}

// lessonButtons returns the ends of the custom ids of a right and of a wrong answer to a lesson.
func lessonButtons(l puzzle.Lesson) (right, wrong string) {
	for board := range 9 {
		if name := fmt.Sprint("board-", board+1); l.RightBoard(board) {
			right = name
		} else if l.Boards {
			wrong = name
		}
	}
	for _, s := range l.Position.Moves() {
		if l.RightSquare(s) {
			right = s.String()
		} else if !l.Boards {
			wrong = s.String()
		}
	}
	return right, wrong
}
