package puzzles

import (
	"strings"

	"noughts/commands/card"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/ai/review"
	"noughts/game/puzzle"
	"noughts/game/rules"
	"noughts/render"
)

// why returns the reasons for or against the square that the method `judged` returns, as text. It
// returns "" if the member has not asked for them.
func (b *board) why() string {
	if !b.look.why {
		return ""
	}
	square, _ := b.judged()
	var lines []string
	for _, said := range card.Reasons(b.texts, b.puzzle.Solver(), render.MarkEmoji, b.reasons()) {
		lines = append(lines, "- **"+square.String()+"**: "+said)
	}
	return strings.Join(lines, "\n")
}

// judged returns the square that the reasons are about: the solution if the puzzle is finished,
// otherwise the last try if it was wrong.
func (b *board) judged() (square game.Square, ok bool) {
	switch a := b.attempt; {
	case !a.IsOpen():
		return b.puzzle.Solution, true
	case len(a.Refuted) > 0:
		return a.Refuted[0], true
	}
	return 0, false
}

// reasons returns the reasons why the solution is right, or why the last try was wrong. Reasons
// against a wrong try do not reveal the right square.
func (b *board) reasons() (reasons []review.Reason) {
	square, ok := b.judged()
	if !ok {
		return nil
	}
	if !b.attempt.IsOpen() {
		return review.Why(b.puzzle.Position, square, proven(b.puzzle))
	}
	position, err := rules.Replay(b.puzzle.Position, b.attempt.Line)
	if err != nil {
		return nil // cannot happen: newBoard has replayed the same moves
	}
	for _, r := range review.WhyNot(position, square, review.Known{}) {
		if r.Kind != review.MissesGame && r.Kind != review.MissesBoard {
			reasons = append(reasons, r)
		}
	}
	return reasons
}

// proven returns known values for all moves of a puzzle. In most puzzles only the solution wins. In a puzzle of the
// kind puzzle.Only, only the solution does not lose.
func proven(p puzzle.Puzzle) review.Known {
	right := ai.Score{Expected: 1, Proof: ai.Win, Plies: p.Plies}
	wrong := ai.Score{Expected: 0.5}
	if p.Kind == puzzle.Only {
		right, wrong = ai.Score{Expected: 0.5, Proof: ai.Draw}, ai.Score{Proof: ai.Loss}
	}
	known := review.Known{{Move: p.Solution, Info: engine.Info{Score: right}}}
	for _, move := range p.Position.Moves() {
		if move != p.Solution {
			known = append(known, ai.Choice{Move: move, Info: engine.Info{Score: wrong}})
		}
	}
	return known
}
