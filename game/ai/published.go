package ai

import (
	"context"
	"math/rand/v2"
	"slices"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// A pick chooses a move without a search. p is the current position of g, which is not over.
type pick func(g History, p game.Position, rng *rand.Rand) Choice

type picker struct {
	pick    pick
	variant game.Variant
	rng     *rand.Rand
}

func (p *picker) Choose(_ context.Context, g History) (Choice, error) {
	position, err := g.position(p.variant)
	if err != nil {
		return Choice{}, err
	}
	return p.pick(g, position, p.rng), nil
}

func plain(move game.Square) Choice {
	return Choice{Move: move, Info: Info{Score: engine.Even, PV: []game.Square{move}}}
}

func oneOf(moves []game.Square, rng *rand.Rand) game.Square { return moves[rng.IntN(len(moves))] }

func pickRandom(_ History, p game.Position, rng *rand.Rand) Choice {
	return plain(oneOf(p.Moves(), rng))
}

// pickLocally wins a local board of Ultimate if it can, else blocks a win of the opponent, else plays any legal move.
func pickLocally(_ History, p game.Position, rng *rand.Rand) Choice {
	u, _ := p.(rules.UltimatePosition)
	return plain(oneOf(localCandidates(u), rng))
}

func localCandidates(p rules.UltimatePosition) []game.Square {
	moves := p.Moves()
	for _, side := range []game.Mark{p.ToMove(), p.ToMove().Opponent()} {
		var wins []game.Square
		for _, s := range moves {
			if board, cell := rules.Split(s); rules.Gaps(p.Marks(side, board))>>cell&1 != 0 {
				wins = append(wins, s)
			}
		}
		if len(wins) > 0 {
			return wins
		}
	}
	return moves
}

// pickByRules plays classic 3×3 as the level `rules`, which follows the rules of a program in a book about C
// programming. It takes the centre or the top left corner first. Later it completes a line, else blocks a line, else
// takes any empty square.
func pickByRules(_ History, p game.Position, rng *rand.Rand) Choice {
	centre, topLeft := game.At(1, 1), game.At(0, 0)
	switch {
	case p.Ply() <= 1 && p.At(centre) == game.Empty:
		return plain(centre)
	case p.Ply() == 1 && p.At(topLeft) == game.Empty:
		return plain(topLeft)
	}
	for _, side := range []game.Mark{p.ToMove(), p.ToMove().Opponent()} {
		if s, ok := missing(p, side); ok {
			return plain(s)
		}
	}
	return plain(oneOf(p.Moves(), rng))
}

// missing returns the empty square of the first line where `side` holds all others, in the order of rules.Lines.
func missing(p game.Position, side game.Mark) (game.Square, bool) {
	for _, line := range rules.Lines(p.Variant().Size()) {
		var gap game.Square
		held, empty := 0, 0
		for _, s := range line {
			if mark := p.At(s); mark == side {
				held++
			} else if mark == game.Empty {
				gap = s
				empty++
			}
		}
		if held == len(line)-1 && empty == 1 {
			return gap, true
		}
	}
	return 0, false
}

// scoresOf returns the scores that the level `scores` gives to the squares of a classic game after its last move. The
// scores depend on all positions of the game, not only on the last one. scoresOf returns nil for Ultimate, for misère
// and for illegal moves.
func scoresOf(g History) scoreBoard {
	p, ok := g.Start.(rules.ClassicPosition)
	if !ok {
		return nil
	}
	board := make(scoreBoard, p.Size())
	for row := range board {
		board[row] = slices.Repeat([]int{2}, p.Size())
		board[row][row], board[row][p.Size()-1-row] = 3, 3 // the main diagonals
	}
	board.update(p)
	for _, move := range g.Moves {
		if p.Check(move) != nil {
			return nil
		}
		p = p.After(move)
		board.update(p)
	}
	return board
}

type scoreBoard [][]int

// update applies one turn: every line adds its lineGain to its free squares, and occupied squares get 0.
func (b scoreBoard) update(p rules.ClassicPosition) {
	for _, line := range rules.Lines(p.Size()) {
		gain := lineGain(p, line)
		for _, s := range line {
			b[s.Row()][s.Col()] += gain
		}
	}
	for row := range b {
		for col := range b[row] {
			if p.At(game.At(col, row)) != game.Empty {
				b[row][col] = 0
			}
		}
	}
}

// lineGain returns the difference between the two sides' marks on a line, or many more if only one is missing.
func lineGain(p rules.ClassicPosition, line []game.Square) int {
	sum := 0
	for _, s := range line {
		switch p.At(s) {
		case game.X:
			sum++
		case game.O:
			sum--
		default:
		}
	}
	lead := max(sum, -sum)
	if lead == len(line)-1 {
		return 20 * (len(line) + 1)
	}
	return lead
}

// pickByScores takes the square with the highest score. Among equal squares it takes the last in reading order.
func pickByScores(g History, p game.Position, _ *rand.Rand) Choice {
	board := scoresOf(g)
	best, top := game.Square(0), 0
	for _, s := range p.Moves() {
		if score := board[s.Row()][s.Col()]; score >= top {
			best, top = s, score
		}
	}
	return plain(best)
}

// ScoreBoard returns the scores that the level `scores` gives to the squares of a game, row by row.
// The level takes the square with the highest score, among equals the last in reading order. An
// occupied square has 0. ScoreBoard returns false if the variant has no such level.
func ScoreBoard(g History) ([][]int, bool) {
	var board scoreBoard
	if g.Start != nil && slices.Contains(Levels(g.Start.Variant()), "scores") {
		board = scoresOf(g)
	}
	return board, board != nil
}
