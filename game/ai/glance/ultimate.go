package glance

import (
	"noughts/game"
	"noughts/game/ultimate"
)

// What can be noticed of a move in Ultimate.
var (
	winsGame      = Fact{Wins, 8}
	winsBoard     = Fact{0.15, 2}
	nearsGame     = Fact{0.08, 0.7} // that board makes two of a line of boards
	savesBoard    = Fact{0.12, 1.5}
	savesGame     = Fact{0.5, 1.5}
	makesTwo      = Fact{0.04, 1}
	givesChoice   = Fact{-0.12, 1}
	givesBoard    = Fact{-0.15, 0.7} // sends the opponent where it wins a board
	givesGame     = Fact{-0.9, 1.5}  // sends the opponent where it wins the game
	inBoardMidst  = Fact{0.02, 1}
	inBoardCorner = Fact{0.01, 1}
)

// A viewer is the side that looks at a position, before its move.
type viewer struct {
	ultimate.Position
	side, rival game.Mark
}

func ultimateFacts(facts []Fact, p ultimate.Position, move game.Square) []Fact {
	v := viewer{p, p.ToMove(), p.ToMove().Opponent()}
	after := p.After(move)
	if after.Outcome().Winner == v.side {
		return append(facts, winsGame)
	}
	board, cell := ultimate.Split(move)
	facts = v.appendLocal(facts, board, cell)
	if !after.Outcome().Over {
		facts = v.appendSending(facts, after)
	}
	switch {
	case cell == 4:
		facts = append(facts, inBoardMidst)
	case cell%2 == 0:
		facts = append(facts, inBoardCorner)
	}
	return facts
}

// appendLocal appends what a mark on a cell does on its local board.
func (v viewer) appendLocal(facts []Fact, board, cell int) []Fact {
	own, other := v.Marks(v.side, board), v.Marks(v.rival, board)
	bit := uint16(1) << cell
	switch {
	case Gaps(own)&bit != 0:
		facts = append(facts, winsBoard)
		if won := v.won(v.side); Gaps(won|1<<board)&^Gaps(won)&v.open() != 0 {
			facts = append(facts, nearsGame)
		}
	case Gaps(own|bit)&^Gaps(own)&^(own|other|bit) != 0:
		facts = append(facts, makesTwo)
	}
	if Gaps(other)&bit != 0 {
		facts = append(facts, savesBoard)
		if Gaps(v.won(v.rival))>>board&1 != 0 {
			facts = append(facts, savesGame)
		}
	}
	return facts
}

// appendSending appends what the opponent may do where it is sent to.
func (v viewer) appendSending(facts []Fact, after ultimate.Position) []Fact {
	if after.Forced() == ultimate.FreeChoice {
		facts = append(facts, givesChoice)
	}
	board, game := false, false
	deciding := Gaps(v.won(v.rival))
	for i := range 9 {
		if !after.Playable(i) {
			continue
		}
		own, other := after.Marks(v.rival, i), after.Marks(v.side, i)
		if Gaps(own)&^(own|other) != 0 {
			board = true
			game = game || deciding>>i&1 != 0
		}
	}
	if board {
		facts = append(facts, givesBoard)
	}
	if game {
		facts = append(facts, givesGame)
	}
	return facts
}

// won returns the local boards that a side has won, one bit a board.
func (v viewer) won(side game.Mark) (boards uint16) {
	for i := range 9 {
		if v.Local(i).Winner == side {
			boards |= 1 << i
		}
	}
	return boards
}

// open returns the local boards that are open, one bit a board.
func (v viewer) open() (boards uint16) {
	for i := range 9 {
		if v.Open(i) {
			boards |= 1 << i
		}
	}
	return boards
}
