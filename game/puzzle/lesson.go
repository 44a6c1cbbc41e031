package puzzle

import (
	"math/bits"
	"slices"

	"noughts/game"
	"noughts/game/rules"
)

// A Topic is the subject of a lesson. The store keeps the names of finished lessons, so names must never change.
type Topic string

// The topics.
const (
	TopicForced Topic = "forced" // which local board must be played
	TopicSend   Topic = "send"   // a square sends the opponent to the local board in the same place
	TopicWin    Topic = "win"    // three in a row win a local board
	TopicBlock  Topic = "block"  // stop the opponent's two in a row
	TopicClosed Topic = "closed" // a member sent to a closed board may choose any open one
	TopicFree   Topic = "free"   // which boards a free choice allows
	TopicTwo    Topic = "two"    // two threats at once
	TopicAway   Topic = "away"   // avoid squares that let the opponent win a local board
	TopicGame   Topic = "game"   // three boards in a row win the game
	TopicGuard  Topic = "guard"  // avoid squares that let the opponent win the game
)

// A Lesson is one position with a question. It is immutable.
type Lesson struct {
	Topic    Topic
	Position rules.UltimatePosition // X has the move; all legal moves are on one local board unless Boards is set
	Last     game.Square            // the last move of O
	// Boards is set if the answers are local boards. Otherwise the answers are squares.
	Boards bool
	right  func(p rules.UltimatePosition, answer int) bool // reports whether a local board or a legal square is a right answer
}

// Lessons are the lessons in teaching order. The list is immutable.
var Lessons = []Lesson{
	{Topic: TopicForced, Position: position("9/9/9/5o3/4x4/9/9/9/9 x 3"), Last: square("f4"), Boards: true,
		right: func(p rules.UltimatePosition, board int) bool { return board == p.Forced() }},
	{Topic: TopicSend, Position: position("9/9/9/5o3/4x4/9/9/9/9 x 3"), Last: square("f4"),
		right: func(p rules.UltimatePosition, s int) bool { return after(p, s).Forced() == 6 }},
	{Topic: TopicWin, Position: position("xx7/1o7/9/3o5/9/9/9/9/9 x 1"), Last: square("d4"),
		right: func(p rules.UltimatePosition, s int) bool { return completes(p, p.ToMove(), s) }},
	{Topic: TopicBlock, Position: position("x8/o8/9/o8/1o2x4/1x7/9/9/9 x 4"), Last: square("a2"),
		right: func(p rules.UltimatePosition, s int) bool { return completes(p, game.O, s) }},
	{Topic: TopicClosed, Position: position("xxx6/1o7/o8/9/9/9/9/7o1/9 x 5"), Last: square("h8"),
		right: func(p rules.UltimatePosition, s int) bool { return after(p, s).Forced() == game.FreeChoice }},
	{Topic: TopicFree, Position: position("xxx3o2/1o7/9/3o1x3/3o5/3o5/6xox/6xxo/6oxo x -"), Last: square("g1"), Boards: true,
		right: func(p rules.UltimatePosition, board int) bool { return p.Open(board) }},
	{Topic: TopicTwo, Position: position("9/9/9/4x4/3xo4/5o3/9/9/9 x 5"), Last: square("e5"), right: threatensTwo},
	{Topic: TopicAway, Position: position("1x4oo1/9/3o3x1/4o4/4x4/4o4/6x2/9/2x6 x 7"), Last: square("d3"),
		right: func(p rules.UltimatePosition, s int) bool { _, taken := takesBoard(after(p, s)); return !taken }},
	{Topic: TopicGame, Position: position("xxx6/1o4o1o/o7x/1o3o3/4o4/3xxx2o/6x2/7x1/7o1 x 9"), Last: square("i6"),
		right: func(p rules.UltimatePosition, s int) bool { return after(p, s).Outcome() == game.Won(game.X) }},
	{Topic: TopicGuard, Position: position("xxxo1x3/o3o4/5o3/4x4/x2ooo3/4x4/xxxoo4/1o3x3/o8 x 4"), Last: square("a2"),
		right: func(p rules.UltimatePosition, s int) bool { _, over := takesGame(after(p, s)); return !over }},
}

func position(text string) rules.UltimatePosition { return must(rules.ParseUltimate(text)) }

func square(text string) game.Square { return must(game.ParseSquare(text)) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// RightBoard reports whether a local board, from 0, is a right answer: not if the answers are squares.
func (l Lesson) RightBoard(board int) bool { return l.Boards && l.right(l.Position, board) }

// RightSquare reports whether a legal square is a right answer: not if the answers are local boards.
func (l Lesson) RightSquare(s game.Square) bool {
	return !l.Boards && l.Position.Check(s) == nil && l.right(l.Position, int(s))
}

// Reply returns the move of O, if any, that punishes a wrong square in lesson Guard or Away.
func (l Lesson) Reply(s game.Square) (game.Square, bool) {
	switch {
	case l.Boards || l.Position.Check(s) != nil:
		return 0, false
	case l.Topic == TopicGuard:
		return takesGame(l.Position.After(s))
	case l.Topic == TopicAway:
		return takesBoard(l.Position.After(s))
	}
	return 0, false
}

func after(p rules.UltimatePosition, s int) rules.UltimatePosition { return p.After(game.Square(s)) }

// completes reports whether a mark on an empty square would win its local board.
func completes(p rules.UltimatePosition, m game.Mark, s int) bool {
	board, cell := rules.Split(game.Square(s))
	return rules.Gaps(p.Marks(m, board))>>cell&1 != 0
}

// threatensTwo reports whether a mark makes at least two cells where another one would win the local board.
func threatensTwo(p rules.UltimatePosition, s int) bool {
	board, _ := rules.Split(game.Square(s))
	next := after(p, s)
	return bits.OnesCount16(rules.Gaps(next.Marks(p.ToMove(), board))&^next.Marks(p.ToMove().Opponent(), board)) >= 2
}

func takesBoard(p rules.UltimatePosition) (game.Square, bool) {
	return first(p, func(s game.Square) bool { return completes(p, p.ToMove(), int(s)) })
}

func takesGame(p rules.UltimatePosition) (game.Square, bool) {
	return first(p, func(s game.Square) bool { return p.After(s).Outcome() == game.Won(p.ToMove()) })
}

func first(p rules.UltimatePosition, is func(game.Square) bool) (game.Square, bool) {
	moves := p.Moves()
	if i := slices.IndexFunc(moves, is); i >= 0 {
		return moves[i], true
	}
	return 0, false
}
