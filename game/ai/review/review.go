// Package review analyses a finished or running game move by move: the value of each move, better
// moves, the accuracy of both sides, and the turning point. Proven values are marked as such. It also gives the reasons for
// and against a move (Why, HintFor, Warn), and proves puzzles and judges tries at them (Try).
//
// All values are whole points of 100, as people read them: a side whose expected result is 0.71 has
// 71. A move costs the value of the best move minus its own, and its mark follows from that:
//
//	best       no move is better
//	good       less than 5 points, or a proven result was kept
//	doubtful   from 5 points
//	mistake    from 10 points
//	blunder    from 20 points, if the best move was worth at least 40
//
// A side in a bad position cannot blunder, because a search often cannot tell a lost position from a
// nearly lost position.
//
// Lichess's limits for an inaccuracy, a mistake and a blunder are 5, 10 and 15 points.
package review

import (
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// Version identifies the engine and the search limits that make reviews. A stored review with another version is
// outdated and is made again. TestVersion fails when Version must change.
const Version = "2"

// A Grade says how good a move was.
type Grade uint8

// The marks, best first.
const (
	Best Grade = iota
	Good
	Doubtful
	Mistake
	Blunder
)

// The minimal cost, in points, for each mark.
const (
	doubtfulFrom = 5
	mistakeFrom  = 10
	blunderFrom  = 20
)

// blunderAbove is the minimal value of the best move, in points, for a blunder.
const blunderAbove = 40

// marks are the names of the marks in the line protocol of cmd/engine and in the files of package transcript.
var marks = [...]string{Best: "best", Good: "good", Doubtful: "doubtful", Mistake: "mistake", Blunder: "blunder"}

// String returns the mark's name, such as "best".
func (m Grade) String() string {
	if int(m) < len(marks) {
		return marks[m]
	}
	return ""
}

// ParseMark returns the mark with a name, and whether there is one.
func ParseMark(name string) (Grade, bool) {
	for m, known := range marks {
		if name == known {
			return Grade(m), true
		}
	}
	return 0, false
}

// A Move is a move of the game with its evaluation. All values are for the side that made the move.
type Move struct {
	Square    game.Square
	Value     ai.Score      // value of the played move, never above BestValue
	Best      game.Square   // the best move; equals Square if no other move is better
	BestValue ai.Score      // of the best move
	Line      []game.Square // best play that begins with Best, as far as known
	Reply     []game.Square // best play after Square, as far as known
	Mark      Grade
	// Forced reports whether the move was the only legal move.
	Forced bool
}

// Cost returns the cost of the move, in points from 0 to 100.
func (m Move) Cost() int { return points(m.BestValue) - points(m.Value) }

// A Review is the analysis of a game. Analyze and Parse make it.
type Review struct {
	Version string
	Game    ai.History
	Moves   []Move
	// Accuracy is the accuracy of X and of O, from 0 to 100; see the function accuracy.
	Accuracy [2]float64
	// Turning is the ply, from 1, of the most costly move, the first of several. It is 0 if no move
	// cost as much as a doubtful move.
	Turning int

	values []value // of all positions, from the start to the position after the last move
}

// A value is the evaluation of a position, for the side to move.
type value struct {
	score ai.Score
	line  []game.Square // best play, empty only after the end of the game
}

// Variant returns the variant of the game.
func (r Review) Variant() game.Variant { return r.Game.Start.Variant() }

// Position returns the position after a number of plies.
func (r Review) Position(ply int) game.Position {
	p, _ := rules.Replay(r.Game.Start, r.Game.Moves[:ply]) // Analyze and Parse have checked the moves
	return p
}

// Score returns the value of the position after `ply` plies, for the side to move. It is the value of
// the best move. A draw or a loss counts as proven only if it is proven for all moves.
func (r Review) Score(ply int) ai.Score { return r.values[ply].score }

// Side returns the side to move after a number of plies.
func (r Review) Side(ply int) game.Mark {
	if ply%2 == 0 {
		return r.Game.Start.ToMove()
	}
	return r.Game.Start.ToMove().Opponent()
}

// XValue returns X's expected result after `ply` plies: 1 for a win, 0.5 for a draw.
func (r Review) XValue(ply int) float64 {
	s := r.Score(ply)
	if r.Side(ply) == game.O {
		return before(s).Expected
	}
	return s.Expected
}

// Proven returns the side that wins the position after `ply` plies, Empty for a draw, and false if no result is proven.
func (r Review) Proven(ply int) (winner game.Mark, ok bool) {
	switch side := r.Side(ply); r.Score(ply).Proof {
	case ai.Win:
		return side, true
	case ai.Loss:
		return side.Opponent(), true
	case ai.Draw:
		return game.Empty, true
	}
	return game.Empty, false
}

// DecidedSince returns the ply from which on the proven result never changes, or the number of moves if there is none.
func (r Review) DecidedSince() int {
	since := len(r.Moves)
	end, proven := r.Proven(since)
	for ; proven && since > 0; since-- {
		if before, known := r.Proven(since - 1); !known || before != end {
			break
		}
	}
	return since
}
