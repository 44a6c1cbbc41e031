package review

import (
	"slices"

	"noughts/game"
	"noughts/game/rules"
)

// A Subject is the subject that a player should look at, the first part of a hint. The key of the hint's text contains it.
type Subject string

// The subjects of hints.
const (
	LookWin    Subject = "win"    // the side to move can win the game at once
	LookBlock  Subject = "block"  // the opponent needs one square more to win the game
	LookForce  Subject = "force"  // there is a win by force
	LookOnly   Subject = "only"   // only one square does not lose
	LookLegal  Subject = "legal"  // there is only one legal move
	LookDraw   Subject = "draw"   // the game can be ended with a draw
	LookLost   Subject = "lost"   // every move loses
	LookDouble Subject = "double" // two threats at once can be made, or prepared
	LookStop   Subject = "stop"   // the opponent could make two threats at once
	LookThreat Subject = "threat" // a line can be made that lacks only one square
	LookBoard  Subject = "board"  // a local board can be won
	LookBlocks Subject = "blocks" // the opponent needs one square more to win a local board
	LookTwo    Subject = "two"    // a local board can be brought near to a win
	LookSend   Subject = "send"   // the local board where each square sends the opponent
	LookLines  Subject = "lines"  // nothing is urgent: look for the square on the most lines
	LookAvoid  Subject = "avoid"  // misère: the lines that a side would have to complete
)

// looks has the Look for most kinds of reasons. If a reason is true of a move, its Look is true of the position.
var looks = map[Kind]Subject{
	WinsGame: LookWin, WinsByForce: LookForce, OnlyLegal: LookLegal, DrawsGame: LookDraw, AllLose: LookLost, OnlyMove: LookOnly, BlocksGame: LookBlock,
	DoubleThreat: LookDouble, PreparesDouble: LookDouble, StopsDouble: LookStop, Threatens: LookThreat,
	WinsBoard: LookBoard, NearsGame: LookBoard, BlocksBoard: LookBlocks, ThreatensGame: LookTwo, LocalFork: LookTwo, SecondLine: LookTwo, MakesTwo: LookTwo,
	KeepsFromGame: LookSend, GetsFreeChoice: LookSend, SendsAway: LookSend, SendsSpent: LookSend, SendsToBoard: LookSend, SendsAnywhere: LookSend,
	LeavesNoSafe: LookAvoid, Mirrors: LookAvoid, SafeSquare: LookAvoid, FewLines: LookAvoid, CompletesNone: LookAvoid,
	MostLines: LookLines, SpoilsLines: LookLines, OpensLines: LookLines, DeadSquare: LookLines, LosesGame: LookAvoid,
}

// A Region is a part of the board: a local board, or a row or a column of the whole board.
type Region struct {
	Board   int           // a local board from 0 to 8, or NoBoard
	Row     int           // from 0, or -1
	Col     int           // from 0, or -1
	Squares []game.Square // the legal moves in the region
}

// A Hint leads to a move in three steps: the subject to look at, the region to look at, and the move with its reasons.
type Hint struct {
	Look    Subject
	Where   Region
	Move    game.Square
	Reasons []Reason
}

// HintFor returns a hint for the best known move in a position. It returns false if no move is known.
func HintFor(p game.Position, k Known) (Hint, bool) {
	if len(k) == 0 {
		return Hint{}, false
	}
	move := k[0].Move
	reasons := Why(p, move, k)
	if len(reasons) == 0 {
		return Hint{}, false
	}
	return Hint{Look: lookOf(p, reasons), Where: regionOf(p, move), Move: move, Reasons: reasons}, true
}

// Look returns the Look for reasons of this kind, "" if there is none.
func (k Kind) Look() Subject { return looks[k] }

func lookOf(p game.Position, reasons []Reason) Subject {
	for _, r := range reasons {
		if look := r.Kind.Look(); look != "" {
			return look
		}
	}
	switch p.(type) {
	case game.Nested:
		return LookSend
	case rules.MiserePosition:
		return LookAvoid
	}
	return LookLines
}

// regionOf returns a part of the board that contains a move and, if possible, other legal moves, so
// that it does not give the move away. If there is a choice of local boards, it is the move's local
// board. Otherwise it is the move's row or column, whichever has more legal moves.
func regionOf(p game.Position, move game.Square) Region {
	if nested, ok := p.(game.Nested); ok && nested.OnlyBoard() == game.FreeChoice {
		local, _ := nested.Split(move)
		return Region{Board: local, Row: -1, Col: -1, Squares: slices.DeleteFunc(p.Moves(), func(s game.Square) bool {
			other, _ := nested.Split(s)
			return other != local
		})}
	}
	row := slices.DeleteFunc(p.Moves(), func(s game.Square) bool { return s.Row() != move.Row() })
	col := slices.DeleteFunc(p.Moves(), func(s game.Square) bool { return s.Col() != move.Col() })
	if len(row) >= len(col) {
		return Region{Board: NoBoard, Row: move.Row(), Col: -1, Squares: row}
	}
	return Region{Board: NoBoard, Row: -1, Col: move.Col(), Squares: col}
}
