package pages

// The lessons of Ultimate. A lesson is a private page with a board, a question and buttons. The custom id of a pressed
// button alone says which page to show. The lessons that a member has done are stored with the member's settings.

import (
	"strconv"
	"strings"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/puzzle"
)

// LearnList is the custom id of a button that shows the list of lessons.
const LearnList = "/learn"

func showLessons(r *plan.Request, show func(plan.Content) plan.Answer) (plan.Plan, error) {
	m, err := r.Read.Member(r.User)
	if err != nil {
		return nil, err
	}
	return show(plan.Components(list(r.Language, m))), nil
}

// pressLesson shows a lesson and, if the custom id has an answer, whether it is right. A right answer marks the lesson
// as done.
func pressLesson(r *plan.Request) (plan.Plan, error) {
	number, err := strconv.Atoi(r.Vars["lesson"])
	if err != nil || number < 1 || number > len(puzzle.Lessons) {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	number--
	var given answer
	if text, ok := r.Vars["answer"]; ok {
		if given, err = readAnswer(number, text); err != nil {
			return nil, err
		}
	}
	show := func(m match.Member) plan.Answer { return r.Page(plan.Components(newPage(r, m, number, given).draw())) }
	if given.right {
		learn := func(m *match.Member) { m.Learn(string(puzzle.Lessons[number].Topic)) }
		return plan.ChangeMember{Change: learn, Show: show}, nil
	}
	m, err := r.Read.Member(r.User)
	return show(m), err
}

// An answer is a member's answer to a lesson. The zero value means that the member has not answered yet.
type answer struct {
	given, right bool
	square       game.Square // the answered square; unused if the lesson asks for a local board
}

const onBoard = "board-"

// readAnswer parses an answer to the lesson `number`, counted from 0. It refuses answers for which the page has no
// button. Errors: *plan.Refusal.
func readAnswer(number int, text string) (answer, error) {
	asked := puzzle.Lessons[number]
	if asked.Boards {
		digit, isBoard := strings.CutPrefix(text, onBoard)
		board, err := strconv.Atoi(digit)
		if !isBoard || err != nil || board < 1 || board > 9 {
			return answer{}, plan.Refuse(texts.RefuseOldButton)
		}
		return answer{given: true, right: asked.RightBoard(board - 1)}, nil
	}
	square, err := game.ParseSquare(text)
	if err == nil {
		err = asked.Position.Check(square)
	}
	if err != nil {
		return answer{}, plan.Refuse(texts.RefuseOldButton).Because(err)
	}
	return answer{given: true, right: asked.RightSquare(square), square: square}, nil
}
