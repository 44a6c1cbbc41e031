// Package explain says why a move is good or bad, as values: what it does on the board, and what a
// search knows about it. The list definitions has one definition for each kind of reason, which
// finds all true reasons of that kind. Package commands/card has the sentences.
package explain

import (
	"slices"

	"noughts/game"
	"noughts/game/ai/engine"
)

// NoSquare is the Square of a reason without one.
const NoSquare game.Square = 255

// NoBoard is the Board of a reason without one.
const NoBoard = game.FreeChoice

// A Reason is one statement about a move. In the comments of the kinds "the side" makes the move,
// and "the opponent" is the other side.
type Reason struct {
	Kind    Kind
	Square  game.Square   // meaning depends on the kind; NoSquare for none
	Board   int           // a local board from 0 to 8, or NoBoard
	Plies   int           // the length of a forced line of play
	By      float64       // a difference of expected results, from 0 to 1
	Lines   int           // how many lines
	Squares []game.Square // squares to mark on the board, in reading order
}

// Known is a search's knowledge of a position.
type Known struct {
	// Choices are legal moves with their values, best first: all of them, as from engine.Engine's
	// Evaluate; or only some, the best one included, which gives fewer reasons; or none.
	Choices []engine.Choice
}

// of returns what is known of a move.
func (k Known) of(move game.Square) (engine.Choice, bool) {
	i := slices.IndexFunc(k.Choices, func(c engine.Choice) bool { return c.Move == move })
	if i < 0 {
		return engine.Choice{}, false
	}
	return k.Choices[i], true
}

// A Kind is what a reason says.
type Kind uint8

// Reasons for a move, and facts worth knowing about it.
const (
	WinsGame       Kind = iota + 1 // Squares: the line
	DrawsGame                      // the game is over with it, and drawn
	LeavesNoSafe                   // misère: each square that is left completes a line of the opponent
	WinsByForce                    // the side wins within Plies, counted with the move, whatever the opponent does
	OnlyLegal                      // there is no other legal move
	AllLose                        // each legal move loses by force
	OnlyMove                       // each other move loses by force, and this one is not known to
	BlocksGame                     // a mark of the opponent on the move's square would win the game
	DoubleThreat                   // a flat board: the side can next complete a line on each of Squares, the opponent on none
	WinsBoard                      // Board; Squares: the line
	NearsGame                      // it wins a board, and now the side needs only Board besides to win the game
	BlocksBoard                    // a mark of the opponent on the move's square would win Board
	ThreatensGame                  // Ultimate: a mark of the side on Square would win the game, and would not have before
	KeepsFromGame                  // a mark of the opponent on Square would win the game, but it may not play there now, and cannot win at once
	GetsFreeChoice                 // whatever the opponent answers, the side may then play on any open board, of several
	StopsDouble                    // a flat board: the opponent could make a double threat on Square, and now on none
	SendsAway                      // a mark of the opponent on Square would win Board, but it may not play there now, and can win no board
	Threatens                      // a flat board: the side can next complete a line on Square, and could not before
	PreparesDouble                 // a flat board: the side can next make a double threat on Square, and could not before
	LocalFork                      // a mark of the side on any of Squares would win Board, and on two of them would not have before
	SecondLine                     // a mark of the side on Square would win Board, and would not have before; another one would have
	MakesTwo                       // a mark of the side on Square would win Board, and would not have before
	FillsBoard                     // Board is full with it and belongs to nobody
	Draws                          // it is proven that the game is drawn with best play
	Mirrors                        // misère: each mark has one of the other player opposite, seen from the center
	OthersWorse                    // each other move is worth By less at least
	SendsSpent                     // the opponent must play on Board, and can complete no line there any more
	MostLines                      // a flat board: Lines that the side can still complete go through the square, through no other more
	SpoilsLines                    // a flat board: Lines that the opponent filled but for this square
	OpensLines                     // a flat board: Lines that the side can still complete go through the square
	DeadSquare                     // a flat board: no line through the square can be completed by anybody any more
	SafeSquare                     // misère: no line through the square can be completed by the side any more
	FewLines                       // misère: Lines that the side could still complete go through the square, through no other fewer
	CompletesNone                  // misère: it completes no line
	SendsToBoard                   // the opponent must play on Board
	SendsAnywhere                  // the opponent may play on any open board, of several, as Board is closed
	Best                           // no other move is worth more

	endOfWhy
)

// Reasons against a move.
const (
	LosesGame     Kind = iota + 64 // misère: it completes a line of the side. Squares: the line
	IgnoresThreat                  // a flat board: the opponent could complete a line on Square, and now wins there
	GivesGame                      // the opponent can win at once on Square
	LosesByForce                   // the opponent wins within Plies, counted from its answer
	MissesGame                     // Square wins the game at once, and the move does not
	MissesWin                      // Square wins by force within Plies, and the move is not known to
	MissesDraw                     // Square holds the draw, and the move loses by force
	GivesDouble                    // a flat board: the opponent can make a double threat on Square
	GivesBoard                     // the opponent can win Board on Square
	MissesBoard                    // Square wins Board, and the move wins none
	WorseBy                        // Square, the best move, is worth By more

	endOfWhyNot
)

// Kinds returns all kinds: those that Why may give, then the others that WhyNot may give.
func Kinds() (all []Kind) {
	for k := WinsGame; k < endOfWhy; k++ {
		all = append(all, k)
	}
	for k := LosesGame; k < endOfWhyNot; k++ {
		all = append(all, k)
	}
	return all
}
