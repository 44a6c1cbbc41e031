package commands

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/puzzle"
	"noughts/render/golden"
)

// lessonAnswers returns all right and all wrong answers to a lesson, as the last parts of custom ids.
func lessonAnswers(t *testing.T, l puzzle.Lesson) (right, wrong []string) {
	t.Helper()
	for board := range 9 {
		switch {
		case l.RightBoard(board):
			right = append(right, fmt.Sprint("board-", board+1))
		case l.Boards:
			wrong = append(wrong, fmt.Sprint("board-", board+1))
		}
	}
	for _, s := range l.Position.Moves() {
		switch {
		case l.RightSquare(s):
			right = append(right, s.String())
		case !l.Boards:
			wrong = append(wrong, s.String())
		}
	}
	if len(right) == 0 || len(wrong) == 0 {
		t.Fatalf("%s: right are %v and wrong %v", l.Topic, right, wrong)
	}
	return right, wrong
}

// TestLearning goes through all lessons and checks that each answer has a button, that a wrong
// answer gets an explanation, and that a right answer is stored and leads to the next lesson.
func TestLearning(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.as(ann)
	page := accepted(t, a.on(accepted(t, a.types("help")), "learn"))
	says(t, page, "**0** of 10 lessons done.")
	golden.Check(t, "learn.golden", script(page))
	page = a.on(page, "1")
	for i, l := range puzzle.Lessons {
		right, wrong := lessonAnswers(t, l)
		asked := page
		for _, answer := range wrong {
			page = accepted(t, a.on(asked, answer))
			says(t, page, "❗")
			offers(t, page, fmt.Sprint(i+1), "learn")
		}
		golden.Check(t, "learn."+string(l.Topic)+".golden", script(asked)+"\n"+script(page))
		if done := w.members[ann].Lessons; len(done) != i {
			t.Errorf("lesson %d: after wrong answers %v are done", i+1, done)
		}
		page = accepted(t, a.on(page, fmt.Sprint(i+1)))
		if script(page) != script(asked) {
			t.Errorf("another try is another page:\n%s", script(page))
		}
		for _, answer := range right {
			page = accepted(t, a.on(asked, answer))
			says(t, page, "✅ Right")
		}
		if done := w.members[ann].Lessons; len(done) != i+1 || done[i] != string(l.Topic) {
			t.Errorf("lesson %d: %v are done", i+1, done)
		}
		if i+1 < len(puzzle.Lessons) {
			offers(t, page, fmt.Sprint(i+2), "learn")
			page = accepted(t, a.on(page, fmt.Sprint(i+2)))
		}
	}
	offers(t, page, "ultimate", "learn")
	page = accepted(t, a.on(page, "learn"))
	says(t, page, "All lessons done.")
	if n := strings.Count(spoken(page), "✅"); n != len(puzzle.Lessons) {
		t.Errorf("%d lessons are shown as done", n)
	}
	says(t, accepted(t, w.as(ben).presses("/learn")), "**0** of 10 lessons done.")
}

// TestLearningFromTheRules checks that the rules of Ultimate have a button for the lessons and the
// classic rules do not, and that invalid paths of lessons and of the opening book are refused.
func TestLearningFromTheRules(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	says(t, accepted(t, a.on(accepted(t, a.types("rules", "game", "ultimate")), "learn")), "Learn Ultimate")
	if page := script(accepted(t, a.types("rules"))); strings.Contains(page, "/learn") {
		t.Errorf("the classic rules lead to the lessons:\n%s", page)
	}
	refusedAll(t, a, "/learn/0", "/learn/11", "/learn/x", "/learn/1/a1", "/learn/1/board-0", "/learn/1/board-10", "/learn/1/board-x",
		"/learn/2/a1", "/learn/2/board-3", "/learn/2/x", "/learn/3/a1", "/learn/11/a1",
		"/openings/x", "/openings/e5-a1", "/openings/e5-e5")
	says(t, accepted(t, a.presses("/openings/a1-b1-d1")), "The book ends here.")
}

func refusedAll(t *testing.T, a actor, paths ...string) {
	t.Helper()
	for _, path := range paths {
		refused(t, a.presses(path), texts.RefuseOldButton)
	}
}

func TestLearningTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.as(ann)
	w.members[ann] = match.Member{ID: ann, Style: "box", Keypad: match.NumericKeypad}
	for range 2 {
		says(t, accepted(t, a.presses("/learn/9/i9")), "You win the game!")
	}
	if m := w.members[ann]; !slices.Equal(m.Lessons, []string{string(puzzle.TopicGame)}) || m.Style != "box" {
		t.Errorf("%+v", m)
	}
	golden.Check(t, "learn.box.golden", script(accepted(t, a.presses("/learn/1"))))
}

// TestWhatATextNamesIsSo checks the comments on wrong answers against the rules. A comment must name O's reply, and the
// reply must be legal. A comment may say that a move sends O to a local board only if the rules send O there.
func TestWhatATextNamesIsSo(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	for i, l := range puzzle.Lessons {
		_, wrong := lessonAnswers(t, l)
		for _, answer := range wrong {
			said := spoken(accepted(t, a.presses(fmt.Sprintf("/learn/%d/%s", i+1, answer))))
			s, err := game.ParseSquare(answer)
			reply, takes := l.Reply(s)
			if l.Boards || err != nil {
				continue
			}
			after := l.Position.After(s)
			if takes && !strings.Contains(said, "**"+reply.String()+"**") || takes && after.Check(reply) != nil {
				t.Errorf("%s, %s: %s\n%s", l.Topic, answer, reply, said)
			}
			_, names, _ := strings.Cut(said, "❗")
			if strings.Contains(names, "sends") && after.Forced() == game.FreeChoice {
				t.Errorf("%s, %s sends O to no one board:\n%s", l.Topic, answer, said)
			}
		}
	}
}
