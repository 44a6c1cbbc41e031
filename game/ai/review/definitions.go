package review

import (
	"noughts/game"
	"noughts/game/rules"
)

type definition func(v *view) []Reason

var definitions = map[Kind]definition{
	WinsGame:  func(v *view) []Reason { return v.line(v.side) },
	LosesGame: func(v *view) []Reason { return v.line(v.rival) },
	DrawsGame: func(v *view) []Reason { return when(v.after.Outcome().Drawn(), plain) },
	OnlyLegal: func(v *view) []Reason { return when(len(v.before.Moves()) == 1, plain) },

	LeavesNoSafe:  leavesNoSafe,
	Mirrors:       mirrors,
	SafeSquare:    func(v *view) []Reason { return when(v.misere && v.openTo(v.side, v.move) == 0, plain) },
	FewLines:      func(v *view) []Reason { return v.extremeLines(v.misere, -1) },
	CompletesNone: func(v *view) []Reason { return when(v.misere && v.after.Outcome().Winner == game.Empty, plain) },

	DoubleThreat:   doubleThreat,
	StopsDouble:    stopsDouble,
	GivesDouble:    func(v *view) []Reason { return each(v.doubles(v.after, v.rival)) },
	PreparesDouble: func(v *view) []Reason { return each(v.doubles(v.after, v.side).not(v.doubles(v.before, v.side))) },
	Threatens:      func(v *view) []Reason { return when(v.flat(), each(v.fresh())...) },
	IgnoresThreat:  ignoresThreat,
	MostLines:      func(v *view) []Reason { return v.extremeLines(v.flat(), 1) },
	OpensLines:     func(v *view) []Reason { return v.lines(v.flat(), v.openTo(v.side, v.move)) },
	SpoilsLines:    spoilsLines,
	DeadSquare:     deadSquare,

	BlocksGame: blocksGame,
	BlocksBoard: func(v *view) []Reason {
		return when(v.before.nested != nil && v.before.gaps[v.rival].has(v.move), v.onBoard())
	},
	WinsBoard:      winsBoard,
	FillsBoard:     func(v *view) []Reason { return when(v.after.nested != nil && v.local().Drawn(), v.onBoard()) },
	NearsGame:      nearsGame,
	ThreatensGame:  threatensGame,
	LocalFork:      localFork,
	SecondLine:     secondLine,
	MakesTwo:       func(v *view) []Reason { return v.perBoard(v.freshLocal()) },
	GivesBoard:     func(v *view) []Reason { return v.perBoard(v.reachable()) },
	MissesBoard:    missesBoard,
	KeepsFromGame:  keepsFromGame,
	SendsAway:      sendsAway,
	SendsSpent:     sendsSpent,
	GetsFreeChoice: getsFreeChoice,
	SendsToBoard:   sendsToBoard,
	SendsAnywhere:  sendsAnywhere,

	GivesGame:    func(v *view) []Reason { return each(winning(v.after)) },
	MissesGame:   missesGame,
	WinsByForce:  winsByForce,
	AllLose:      allLose,
	OnlyMove:     onlyMove,
	Draws:        draws,
	OthersWorse:  othersWorse,
	BestReasons:  best,
	LosesByForce: losesByForce,
	MissesWin:    missesWin,
	MissesDraw:   missesDraw,
	WorseBy:      worseBy,
}

// plain is a reason without a square, board or number.
var plain = Reason{Square: NoSquare, Board: NoBoard}

func when(is bool, reasons ...Reason) []Reason {
	if !is {
		return nil
	}
	return reasons
}

// each returns one reason for each square of a set. The reason also marks the square on the board.
func each(of squares) (reasons []Reason) {
	for _, s := range of.list() {
		reasons = append(reasons, Reason{Square: s, Board: NoBoard, Squares: []game.Square{s}})
	}
	return reasons
}

// perBoard is `each`, where every reason also names the square's local board.
func (v *view) perBoard(of squares) []Reason {
	reasons := each(of)
	for i := range reasons {
		reasons[i].Board = v.before.localOf(reasons[i].Square)
	}
	return reasons
}

// onBoard returns a reason that names only the move's local board.
func (v *view) onBoard() Reason { return Reason{Square: NoSquare, Board: v.before.localOf(v.move)} }

func (v *view) local() game.Outcome { return v.after.nested.Local(v.before.localOf(v.move)) }

func (v *view) line(winner game.Mark) []Reason {
	return when(v.after.Outcome().Winner == winner, Reason{Square: NoSquare, Board: NoBoard, Squares: v.after.WinningLine()})
}

func (v *view) fresh() squares { return v.after.gaps[v.side].not(v.before.gaps[v.side]) }

func winning(b board) (all squares) {
	for _, s := range b.Moves() {
		if next, err := b.Play(s); err == nil && next.Outcome().Winner == b.ToMove() {
			all.add(s)
		}
	}
	return all
}

func missesGame(v *view) []Reason {
	return when(v.after.Outcome().Winner != v.side, each(winning(v.before))...)
}

func mirrors(v *view) []Reason {
	after, ok := v.after.Position.(rules.MiserePosition)
	return when(ok && after.Mirrored(), plain)
}
