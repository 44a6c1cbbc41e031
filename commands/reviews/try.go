package reviews

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/puzzle"
	"noughts/render"
)

const tryPath = "/review/{game}/{ply}/try"

// practicePath is the custom id of the button for the next mistake to practise, from any game.
const practicePath = "/puzzle/mine"

// atMistake returns the handler that calls `then` with the mistake in the custom id. It refuses moves that are not
// mistakes.
func (p Pages) atMistake(then func(*plan.Request, move) (plan.Plan, error)) plan.Handler {
	return p.atMove(func(r *plan.Request, at move) (plan.Plan, error) {
		if !at.isMistake() {
			return nil, plan.Refuse(texts.RefuseOldButton)
		}
		return then(r, at)
	})
}

// pressTry shows the position before a mistake and asks the user privately for a better move. If the mistakes are the
// user's own, it stores all of their mistakes in the game for later practice.
func pressTry(r *plan.Request, at move) (plan.Plan, error) {
	board, _ := strconv.Atoi(r.Vars["board"])
	note := func(s puzzle.Progress, id string, _ int, _ puzzle.Day) puzzle.Progress {
		return s.NoteMistakes(id, mistakes(at.Review, at.own()))
	}
	return practiced(r, at, note, func(at move) discordgo.MessageComponent { return at.drawQuestion(board) }), nil
}

// practiced shows a page about a mistake. If the mistake is the user's own, it first changes their puzzle record.
// `change` gets the record, the game, the number of the move and the day, such as puzzle.Progress.Miss.
func practiced(r *plan.Request, at move, change func(puzzle.Progress, string, int, puzzle.Day) puzzle.Progress, draw func(move) discordgo.MessageComponent) plan.Plan {
	if _, side := at.played(); side != at.own() {
		return r.Page(plan.Components(draw(at)))
	}
	return plan.OnPuzzle{Decide: func(s plan.Solver, f plan.Facts) (plan.PuzzleDecision, error) {
		today := puzzle.DayAt(f.Now)
		after := change(s.Progress, at.id, at.ply, today)
		_, at.waits = after.DueMistake(today)
		d := plan.PuzzleDecision{Show: func(plan.Solver) (plan.Answer, error) { return r.Page(plan.Components(draw(at))), nil }}
		if !slices.Equal(after.Mistakes, s.Mistakes) {
			d.Next = &after
		}
		return d, nil
	}}
}

// Practice shows the position before a mistake that the user made in a match, and asks for a better move. `ply` is the
// number of the mistake among the match's moves, from 1. If no move is clearly best there, Practice removes the mistake
// from the user's practice and continues with `skip`.
func (p Pages) Practice(r *plan.Request, id string, ply int, skip plan.Handler) (plan.Plan, error) {
	r.Vars = map[string]string{"game": id, "ply": strconv.Itoa(ply)}
	return p.atMistake(func(r *plan.Request, at move) (plan.Plan, error) {
		before := ai.History{Start: at.Game.Start, Moves: at.Game.Moves[:ply-1]}
		found, err := r.Read.Evaluation(plan.Evaluation{Game: before, Nodes: review.PracticeNodes(at.Variant())})
		if err != nil {
			return nil, err
		}
		if found == nil {
			return nil, plan.Refuse(texts.RefuseEngineBusy)
		}
		if made, _ := at.played(); made.ClearlyBest(found) {
			return pressTry(r, at)
		}
		return plan.OnPuzzle{Decide: func(s plan.Solver, f plan.Facts) (plan.PuzzleDecision, error) {
			after := s.Correct(at.id, at.ply, puzzle.DayAt(f.Now))
			return plan.PuzzleDecision{Next: &after, Handle: skip}, nil
		}}, nil
	})(r)
}

func pressSolution(r *plan.Request, at move) (plan.Plan, error) {
	return practiced(r, at, puzzle.Progress.Miss, func(at move) discordgo.MessageComponent {
		made, _ := at.played()
		said := at.texts.Say("move.better", "Square", made.Best.String()) + "\n-# " + at.texts.Say("move.numbers")
		return at.drawPage(said, []discordgo.MessageComponent{at.board(at.better())}, texts.ButtonNext, texts.ButtonTryAgain, texts.ButtonWhy)
	}), nil
}

// pressSquare shows whether the pressed square is good enough in place of the mistake.
func pressTriedSquare(r *plan.Request, at move) (plan.Plan, error) {
	square, err := r.Square()
	if err != nil {
		return nil, err
	}
	after, err := at.Position(at.ply - 1).Play(square)
	if err != nil {
		return nil, plan.Refuse(texts.RefuseOldButton).Because(err)
	}
	before := ai.History{Start: at.Game.Start, Moves: at.Game.Moves[:at.ply-1]}
	found, err := r.Read.Evaluation(plan.Evaluation{Game: before, Nodes: whyNodes})
	if err != nil {
		return nil, err
	}
	made, _ := at.played()
	choices := consistentChoices(found, made)
	i := slices.IndexFunc(choices, func(c ai.Choice) bool { return c.Move == square })
	if i < 0 {
		return nil, plan.Refuse(texts.RefuseEngineBusy)
	}
	note := puzzle.Progress.Miss
	if at.isGoodEnough(choices[i]) {
		note = puzzle.Progress.Correct
	}
	return practiced(r, at, note, func(at move) discordgo.MessageComponent { return at.drawTry(choices[i], after) }), nil
}

// drawQuestion draws the position before the mistake, with buttons for the squares. `board` is the number of the local
// board that is opened on the button pad.
func (m move) drawQuestion(board int) discordgo.MessageComponent {
	view := m.view(m.ply - 1)
	view.NoPad, view.Ended, view.Chosen = false, false, board
	pad := card.Pad{Texts: m.texts, View: view, MayPress: true, Named: true, ID: func(action string) string { return m.path(strconv.Itoa(m.ply) + "/try/" + action) }}
	_, side := m.played()
	return m.drawPage(m.texts.Say("try.side", "Mark", card.MarkEmoji(m.texts, side)), pad.WithBoard(m.style), texts.ButtonSolution)
}

func (m move) isGoodEnough(c ai.Choice) bool {
	made, _ := m.played()
	return made.BestValue.Expected-c.Score.Expected < review.Doubtful.From()
}

// drawTry draws the position after the move `c` was played in place of the mistake, with its value.
func (m move) drawTry(c ai.Choice, after game.Position) discordgo.MessageComponent {
	_, side := m.played()
	said, buttons := texts.Key("try.wrong"), []texts.Key{texts.ButtonTryAgain, texts.ButtonSolution}
	if m.isGoodEnough(c) {
		said, buttons = "try.right", []texts.Key{texts.ButtonNext, texts.ButtonWhy}
	}
	c.Score.Plies = max(c.Score.Plies-1, 0) // the score counts the plies from the position before c
	view := m.view(m.ply - 1)
	view.Position, view.Last, view.HasLast = after, c.Move, true
	if len(c.PV) > 0 {
		view.Line = c.PV[1:]
	}
	worth := worthOf(m.texts, c.Score, side, after.Outcome().Over)
	return m.drawPage(m.texts.Say(said, "Square", c.Move.String(), "Text", worth), []discordgo.MessageComponent{m.board(view)}, buttons...)
}

// drawPage draws the page: the question, a sentence, the board and the given buttons. Its button for
// the next mistake leads to the next mistake of the same side.
func (m move) drawPage(said string, board []discordgo.MessageComponent, labels ...texts.Key) discordgo.MessageComponent {
	l, here := m.texts, strconv.Itoa(m.ply)
	made, side := m.played()
	found := mistakes(m.Review, side)
	number := slices.Index(found, m.ply)
	title := "### " + l.Say("try.title", "Move", texts.Ordinal(m.ply), "Square", made.Square.String())
	if number >= 0 && len(found) > 1 {
		title += "\n-# " + l.Say("try.number", "Page", texts.Ordinal(number+1), "Pages", texts.Ordinal(len(found)))
	}
	var buttons []discordgo.MessageComponent
	to := func(rest string, label texts.Key, style discordgo.ButtonStyle) {
		buttons = append(buttons, m.button(l, rest, label, style))
	}
	for _, label := range labels {
		switch label {
		case texts.ButtonTryAgain:
			to(here+"/try", label, discordgo.PrimaryButton)
		case texts.ButtonSolution:
			to(here+"/try/solution", label, discordgo.PrimaryButton)
		case texts.ButtonWhy:
			to(here+"/why", label, discordgo.SecondaryButton)
		case texts.ButtonNext:
			switch {
			case number >= 0 && number+1 < len(found):
				to(strconv.Itoa(found[number+1])+"/try", label, discordgo.SuccessButton)
			case m.waits:
				buttons = append(buttons, discordgo.Button{CustomID: practicePath, Label: l.Say(label), Style: discordgo.SuccessButton})
			}
		}
	}
	to(here+"/play", "button.play_on", discordgo.SecondaryButton)
	to(here+"/mistake", texts.ButtonBack, discordgo.SecondaryButton)
	parts := append([]discordgo.MessageComponent{card.Text(title + "\n" + said)}, board...)
	return card.Container(render.Accent(m.Side(m.ply-1)), append(parts, card.Row(buttons...))...)
}
