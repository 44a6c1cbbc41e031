package review

import (
	"slices"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

type definition func(v *view) []Reason

var definitions = map[Kind]definition{
	WinsGame:  func(v *view) []Reason { return v.line(v.side) },
	LosesGame: func(v *view) []Reason { return v.line(v.rival) },
	DrawsGame: func(v *view) []Reason { return when(v.after.Outcome().Drawn(), plain) },
	OnlyLegal: func(v *view) []Reason { return when(len(v.before.Moves()) == 1, plain) },

	LeavesNoSafe: func(v *view) []Reason {
		moves := v.after.Moves()
		return when(v.misere && len(moves) > 0 && len(moves) == v.after.gaps[v.rival].count(), plain)
	},
	Mirrors: func(v *view) []Reason {
		after, ok := v.after.Position.(rules.MiserePosition)
		return when(ok && after.Mirrored(), plain)
	},
	SafeSquare:    func(v *view) []Reason { return when(v.misere && v.openTo(v.side, v.move) == 0, plain) },
	FewLines:      func(v *view) []Reason { return v.extremeLines(v.misere, -1) },
	CompletesNone: func(v *view) []Reason { return when(v.misere && v.after.Outcome().Winner == game.Empty, plain) },

	DoubleThreat: func(v *view) []Reason {
		gaps := v.after.gaps[v.side].list()
		if !v.flat() || v.after.Outcome().Over || len(gaps) < 2 || v.after.gaps[v.rival].count() > 0 {
			return nil
		}
		return []Reason{{Square: gaps[0], Board: NoBoard, Squares: gaps}}
	},
	StopsDouble: func(v *view) []Reason {
		if v.doubles(v.after, v.rival).count() > 0 {
			return nil
		}
		return each(v.doubles(v.before, v.rival))
	},
	GivesDouble:    func(v *view) []Reason { return each(v.doubles(v.after, v.rival)) },
	PreparesDouble: func(v *view) []Reason { return each(v.doubles(v.after, v.side).not(v.doubles(v.before, v.side))) },
	Threatens:      func(v *view) []Reason { return when(v.flat(), each(v.fresh())...) },
	IgnoresThreat: func(v *view) []Reason {
		if !v.flat() || v.after.Outcome().Over {
			return nil
		}
		return each(v.before.gaps[v.rival].without(v.move))
	},
	MostLines:  func(v *view) []Reason { return v.extremeLines(v.flat(), 1) },
	OpensLines: func(v *view) []Reason { return v.lines(v.flat(), v.openTo(v.side, v.move)) },
	SpoilsLines: func(v *view) []Reason {
		spoilt := v.before.through(v.move, func(line []game.Square) bool {
			return v.before.free(line, v.side) && !v.before.free(line, v.rival)
		})
		return v.lines(v.flat() && !v.vanishing, spoilt)
	},
	DeadSquare: func(v *view) []Reason {
		return when(v.flat() && v.openTo(v.side, v.move)+v.openTo(v.rival, v.move) == 0, plain)
	},

	BlocksGame: func(v *view) []Reason {
		blocks := !v.misere && v.before.gaps[v.rival].has(v.move)
		return when(blocks && (v.flat() || v.before.decides(v.before.localOf(v.move), v.rival)), plain)
	},
	BlocksBoard: func(v *view) []Reason {
		return when(v.before.nested != nil && v.before.gaps[v.rival].has(v.move), v.onBoard())
	},
	WinsBoard: func(v *view) []Reason {
		if v.after.nested == nil || v.local().Winner != v.side {
			return nil
		}
		won := v.onBoard()
		won.Squares = v.after.completed(v.move, v.side)
		return []Reason{won}
	},
	FillsBoard: func(v *view) []Reason { return when(v.after.nested != nil && v.local().Drawn(), v.onBoard()) },
	NearsGame: func(v *view) (reasons []Reason) {
		if !v.nested() || v.local().Winner != v.side {
			return nil
		}
		for local := range 9 {
			if v.after.decides(local, v.side) && !v.before.decides(local, v.side) {
				reasons = append(reasons, Reason{Square: NoSquare, Board: local})
			}
		}
		return reasons
	},
	ThreatensGame: func(v *view) []Reason {
		if !v.nested() {
			return nil
		}
		return v.perBoard(v.after.deciding(v.side).not(v.before.deciding(v.side)))
	},
	LocalFork: func(v *view) []Reason {
		if v.freshLocal().count() < 2 {
			return nil
		}
		fork := v.onBoard()
		fork.Squares = v.ownGaps().list()
		fork.Square = fork.Squares[0]
		return []Reason{fork}
	},
	SecondLine: func(v *view) []Reason {
		fresh := v.freshLocal()
		if fresh.count() != 1 || v.ownGaps().count() < 2 {
			return nil
		}
		return v.perBoard(fresh)
	},
	MakesTwo:   func(v *view) []Reason { return v.perBoard(v.freshLocal()) },
	GivesBoard: func(v *view) []Reason { return v.perBoard(v.reachable()) },
	MissesBoard: func(v *view) []Reason {
		if v.before.nested == nil || v.local().Winner == v.side {
			return nil
		}
		return v.perBoard(v.before.gaps[v.side].only(func(s game.Square) bool { return v.before.Check(s) == nil }))
	},
	KeepsFromGame: func(v *view) []Reason {
		if !v.nested() || winning(v.after).count() > 0 {
			return nil
		}
		return v.perBoard(v.after.deciding(v.rival))
	},
	SendsAway: func(v *view) []Reason {
		if !v.nested() || v.reachable().count() > 0 {
			return nil
		}
		return v.perBoard(v.after.gaps[v.rival])
	},
	SendsSpent: func(v *view) []Reason {
		sent := sendsToBoard(v)
		if sent == nil {
			return nil
		}
		for _, line := range v.after.lines {
			if v.after.localOf(line[0]) == sent[0].Board && v.after.free(line, v.side) {
				return nil
			}
		}
		return sent
	},
	GetsFreeChoice: func(v *view) []Reason {
		if !v.nested() {
			return nil
		}
		for _, answer := range v.after.Moves() {
			next, err := v.after.Play(answer)
			if err != nil || !chooses(newBoard(next, nil).nested) {
				return nil
			}
		}
		return []Reason{plain}
	},
	SendsToBoard: sendsToBoard,
	SendsAnywhere: func(v *view) []Reason {
		if !v.nested() || !chooses(v.after.nested) {
			return nil
		}
		_, cell := v.before.nested.Split(v.move)
		return []Reason{{Square: NoSquare, Board: cell}}
	},

	GivesGame: func(v *view) []Reason { return each(winning(v.after)) },
	MissesGame: func(v *view) []Reason {
		return when(v.after.Outcome().Winner != v.side, each(winning(v.before))...)
	},
	WinsByForce: func(v *view) []Reason {
		score := v.score()
		return when(score.Proof == engine.Win && score.Plies > 1, within(score.Plies))
	},
	AllLose: func(v *view) []Reason {
		_, known := v.best()
		held := func(c engine.Choice) bool { return !isLost(c.Score) }
		return when(known && v.choice() && !slices.ContainsFunc(v.known, held), plain)
	},
	OnlyMove: func(v *view) []Reason {
		_, known := v.best()
		return when(known && !isLost(v.score()) && v.others(isLost), plain)
	},
	Draws: func(v *view) []Reason {
		return when(v.score().Proof == engine.Draw && !v.after.Outcome().Over, plain)
	},
	OthersWorse: func(v *view) []Reason {
		own, next := v.score().Expected, 0.0
		all := v.others(func(s engine.Score) bool { next = max(next, s.Expected); return true })
		return when(all && own-next >= notable, Reason{Square: NoSquare, Board: NoBoard, By: own - next})
	},
	BestReasons: best,
	LosesByForce: func(v *view) []Reason {
		score := v.score()
		return when(score.Proof == engine.Loss && score.Plies > 1, within(score.Plies-1))
	},
	MissesWin: func(v *view) []Reason {
		best, known := v.best()
		if !known || best.Score.Proof != engine.Win || v.score().Proof == engine.Win {
			return nil
		}
		better := instead(best)
		better.Plies = best.Score.Plies
		return []Reason{better}
	},
	MissesDraw: func(v *view) []Reason {
		best, known := v.best()
		return when(known && best.Score.Proof == engine.Draw && isLost(v.score()), instead(best))
	},
	WorseBy: func(v *view) []Reason {
		best, known := v.best()
		worse := instead(best)
		worse.By = best.Score.Expected - v.score().Expected
		return when(known && worse.By >= notable, worse)
	},
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
