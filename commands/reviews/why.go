package reviews

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/ai/review"
	"noughts/render"
)

// whyNodes is the number of positions that the engine searches to explain a move.
const whyNodes = 60_000

// pressWhy explains privately why a move is good or bad, and why another move is better.
func pressWhy(r *plan.Request, at move) (plan.Plan, error) {
	if at.ply == 0 {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	before := ai.History{Start: at.Game.Start, Moves: at.Game.Moves[:at.ply-1]}
	found, err := r.Read.Evaluation(plan.Evaluation{Game: before, Nodes: whyNodes})
	if err != nil {
		return nil, err
	}
	made, _ := at.played()
	known := consistentChoices(found, made)
	return r.Private(plan.Components(card.Container(render.Accent(game.Empty), at.why(known)...))), nil
}

// consistentChoices returns the moves that a short search has found, best first. For the best move and the played move
// it takes the values of the review, whose search was longer. No other unproven move gets a higher value than the best
// move. So this page does not contradict the other pages of the review.
func consistentChoices(found []ai.Choice, made review.Move) review.Known {
	found = slices.Clone(found)
	for i := range found {
		c := &found[i]
		switch {
		case c.Move == made.Best:
			c.Score = made.BestValue
		case c.Move == made.Square:
			c.Score = made.Value
		case c.Score.Proof == engine.Unproven && c.Score.Expected > made.BestValue.Expected:
			c.Score.Expected = made.BestValue.Expected
		}
	}
	slices.SortStableFunc(found, func(a, b ai.Choice) int { return cmp.Compare(rank(b, made), rank(a, made)) })
	return found
}

// rank returns the sort key of a move. The review's best move gets the highest key, and the other moves are ordered by
// their values.
func rank(c ai.Choice, made review.Move) float64 {
	plies := float64(c.Score.Plies) / 1000
	switch {
	case c.Move == made.Best:
		return 3
	case c.Score.Proof == ai.Win:
		return 2 - plies
	case c.Score.Proof == ai.Loss:
		return plies - 2
	}
	return c.Score.Expected
}

// why draws the reasons for and against the move, and marks the squares of the reasons on the board.
func (m move) why(known review.Known) []discordgo.MessageComponent {
	l := m.texts
	made, side := m.played()
	before := m.Position(m.ply - 1)
	lines := []string{"### " + l.Say(marked[made.Mark], "Move", texts.Ordinal(m.ply), "Player", m.player(l, side), "Square", made.Square.String())}
	var squares []game.Square
	add := func(title texts.Key, square game.Square, reasons []review.Reason) {
		if said := card.Reasons(l, side, card.Letter, reasons); len(said) > 0 {
			lines = append(lines, l.Say(title, "Square", square.String()))
			for _, sentence := range said {
				lines = append(lines, "- "+sentence)
			}
		}
		for _, reason := range reasons {
			squares = append(squares, reason.Squares...)
			if reason.Square != review.NoSquare {
				squares = append(squares, reason.Square)
			}
		}
	}
	worse := made.Best != made.Square
	if made.Mark < review.Doubtful {
		add("why_page.for", made.Square, review.Why(before, made.Square, known))
	}
	if worse {
		against := review.WhyNot(before, made.Square, known)
		if made.Mark >= review.Doubtful { // what speaks for the best move is said of it below
			against = slices.DeleteFunc(against, func(r review.Reason) bool { return r.Kind.IsMissed() && r.Square == made.Best })
		}
		add("why_page.against", made.Square, against)
	}
	if made.Mark >= review.Doubtful {
		isBest := func(r review.Reason) bool { return r.Kind == review.BestReasons }
		add("why_page.for", made.Best, slices.DeleteFunc(review.Why(before, made.Best, known), isBest))
		squares = append(squares, made.Best)
	}
	if len(lines) == 1 {
		lines = append(lines, l.Say("why_page.nothing"))
	}
	slices.Sort(squares)
	view := m.view(m.ply)
	view.Marked = slices.Compact(squares)
	if made.Mark >= review.Doubtful && len(made.Reply) > 0 {
		view.Line = made.Reply
		lines = append(lines, "-# "+l.Say("why_page.numbers"))
	}
	return []discordgo.MessageComponent{card.Text(strings.Join(lines, "\n")), m.board(view)}
}
