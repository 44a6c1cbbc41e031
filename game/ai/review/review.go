// Package review looks at a game that was played, move by move: what each move
// was worth, what would have been better, how well both sides have played, and
// where the game turned. What is proven is told from what is judged.
//
// All values are whole points of 100, as people read them: a side whose expected result is 0.71 has
// 71. A move costs the value of the best move minus its own, and its mark follows from that:
//
//	best       nothing is better
//	good       less than 5 points, or a proven result was kept
//	doubtful   from 5 points
//	mistake    from 10 points
//	blunder    from 20 points, where the best move was worth 40 at least
//
// So nobody blunders who stands badly anyway, where a search cannot tell a lost
// game from one that is nearly lost.
//
// The first three limits of lichess are 5, 10 and 15 points for what it calls an
// inaccuracy, a mistake and a blunder.
package review

import (
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// Version names the engine and the limits that reviews are made by. A review of
// another version is made anew. TestVersion says when it has to change.
const Version = "1"

// A Mark says how good a move was.
type Mark uint8

// The marks, best first.
const (
	Best Mark = iota
	Good
	Doubtful
	Mistake
	Blunder
)

// From so many points on a move is worth a mark.
const (
	doubtfulFrom = 5
	mistakeFrom  = 10
	blunderFrom  = 20
)

// blunderAbove is the least value, in points, that leaves enough to lose for a blunder.
const blunderAbove = 40

// marks are the names of the marks in the engine's line protocol and in files.
var marks = [...]string{Best: "best", Good: "good", Doubtful: "doubtful", Mistake: "mistake", Blunder: "blunder"}

// String returns the mark's name, such as "best".
func (m Mark) String() string {
	if int(m) < len(marks) {
		return marks[m]
	}
	return ""
}

// ParseMark returns the mark of a name, and whether there is one.
func ParseMark(name string) (Mark, bool) {
	for m, known := range marks {
		if name == known {
			return Mark(m), true
		}
	}
	return 0, false
}

// A Move is a move of the game with what is thought of it. Its values are those
// of the side that made it.
type Move struct {
	Square    game.Square
	Value     ai.Score      // of the move that was played, never above BestValue
	Best      game.Square   // the best move: Square where nothing is better
	BestValue ai.Score      // of the best move
	Line      []game.Square // the best play, from Best on, as far as it is known
	Reply     []game.Square // the best play after Square, as far as it is known
	Mark      Mark
	// Forced says that there was no choice: one legal move only.
	Forced bool
}

// Cost returns what the move cost, in points from 0 to 100.
func (m Move) Cost() int { return points(m.BestValue) - points(m.Value) }

// A Review is what is thought of a game. Reviews are made by Analyze and Parse.
type Review struct {
	Version string
	Game    ai.Game
	Moves   []Move
	// Accuracy says how well X and O have played, from 0 to 100: the formula
	// is at accuracy in judge.go.
	Accuracy [2]float64
	// Turning is the ply, from 1, of the move that cost most, the first of several;
	// 0 when no move cost as much as a doubtful one.
	Turning int

	values []value // of the positions from the first to that after all moves
}

// A value is what is known of a position, for the side to move.
type value struct {
	score ai.Score
	line  []game.Square // best play, empty only after the end of the game
}

// Variant returns the variant of the game.
func (r Review) Variant() game.Variant { return r.Game.Start.Variant() }

// Position returns the position after so many plies, from 0.
func (r Review) Position(ply int) game.Position {
	p, _ := rules.Replay(r.Game.Start, r.Game.Moves[:ply]) // they were legal for Analyze and Parse
	return p
}

// Score returns the value of the position after so many plies, from 0, for the
// side to move there. It is that of the best move, but a draw or a loss is proven
// only where it is of all moves.
func (r Review) Score(ply int) ai.Score { return r.values[ply].score }

// Side returns the side that makes the move after so many plies, from 0.
func (r Review) Side(ply int) game.Mark {
	if ply%2 == 0 {
		return r.Game.Start.ToMove()
	}
	return r.Game.Start.ToMove().Opponent()
}

// XValue returns the result that X could expect after so many plies, from 0 to
// the number of moves: 1 for a win, 0.5 for a draw.
func (r Review) XValue(ply int) float64 {
	s := r.Score(ply)
	if r.Side(ply) == game.O {
		s = negate(s)
	}
	return s.Expected
}

// A Fact is what is proven of a position.
type Fact struct {
	// Winner is the side that wins, Empty for a draw.
	Winner game.Mark
	// Plies is within how many plies the winner wins, whatever the other side does,
	// 0 for a draw and after the end.
	Plies int
}

// Fact returns what is proven of the position after so many plies, from 0, and
// whether anything is.
func (r Review) Fact(ply int) (Fact, bool) {
	switch s, side := r.Score(ply), r.Side(ply); s.Proof {
	case ai.Win:
		return Fact{side, s.Plies}, true
	case ai.Loss:
		return Fact{side.Opponent(), s.Plies}, true
	case ai.Draw:
		return Fact{}, true
	default:
		return Fact{}, false
	}
}
