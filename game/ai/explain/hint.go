package explain

import (
	"noughts/game"
	"noughts/game/misere"
)

// A Look is what a hint says first: what to look at.
type Look uint8

// The subjects of hints.
const (
	LookWin    Look = iota + 1 // the game can be won at once
	LookBlock                  // the opponent needs one square more to win the game
	LookForce                  // there is a win by force
	LookOnly                   // only one square does not lose
	LookLegal                  // there is only one legal move
	LookDraw                   // the game can be ended, in a draw
	LookLost                   // every move loses
	LookDouble                 // two threats at once can be made, or prepared
	LookStop                   // the opponent could make two threats at once
	LookThreat                 // a line can be made that lacks one square
	LookBoard                  // a local board can be won
	LookBlocks                 // the opponent needs one square more to win a local board
	LookTwo                    // a local board can be brought near to a win
	LookSend                   // where each square sends the opponent
	LookLines                  // nothing is urgent: which square lies on the most lines
	LookAvoid                  // misère: which lines a side would have to complete
	endOfLooks
)

// Looks returns all there is to look at.
func Looks() (all []Look) {
	for look := LookWin; look < endOfLooks; look++ {
		all = append(all, look)
	}
	return all
}

// looks is what to look at for the most telling reason of a move. It is true of each position where the reason
// holds.
var looks = map[Kind]Look{
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
	Squares []game.Square // the legal moves in it
}

// A Hint leads to a move in three steps: what to look at, where to look, and the move with its reasons.
type Hint struct {
	Look    Look
	Where   Region
	Move    game.Square
	Reasons []Reason
}

// HintFor returns a hint to the best move that is known in a position. It returns false if none is.
func HintFor(p game.Position, k Known) (Hint, bool) {
	if len(k.Choices) == 0 {
		return Hint{}, false
	}
	move := k.Choices[0].Move
	reasons := Why(p, move, k)
	if len(reasons) == 0 {
		return Hint{}, false
	}
	return Hint{Look: lookOf(p, reasons), Where: regionOf(p, move), Move: move, Reasons: reasons}, true
}

// lookOf returns what to look at for the first reason that there is something to look at for.
func lookOf(p game.Position, reasons []Reason) Look {
	for _, r := range reasons {
		if look, ok := looks[r.Kind]; ok {
			return look
		}
	}
	switch p.(type) {
	case game.Nested:
		return LookSend
	case misere.Position:
		return LookAvoid
	}
	return LookLines
}

// regionOf returns a part of the board with a move in it that does not tell the move, if there is one: the
// local board where there is a choice of boards, else the row or the column with more legal moves.
func regionOf(p game.Position, move game.Square) Region {
	if nested, ok := p.(game.Nested); ok && nested.OnlyBoard() == game.FreeChoice {
		local, _ := nested.Split(move)
		return Region{Board: local, Row: -1, Col: -1, Squares: among(p, func(s game.Square) bool {
			other, _ := nested.Split(s)
			return other == local
		})}
	}
	row := among(p, func(s game.Square) bool { return s.Row() == move.Row() })
	col := among(p, func(s game.Square) bool { return s.Col() == move.Col() })
	if len(row) >= len(col) {
		return Region{Board: NoBoard, Row: move.Row(), Col: -1, Squares: row}
	}
	return Region{Board: NoBoard, Row: -1, Col: move.Col(), Squares: col}
}

// among returns the legal moves that pass a test.
func among(p game.Position, test func(game.Square) bool) (moves []game.Square) {
	for _, s := range p.Moves() {
		if test(s) {
			moves = append(moves, s)
		}
	}
	return moves
}
