package game

// FreeChoice is what Forced and OnlyBoard return when there is no one local
// board that has to be played.
const FreeChoice = -1

// A Nested position has a board of nine local boards with nine cells each, both
// counted from 0 to 8 in reading order. The boards of most variants are flat:
// their positions are not Nested.
type Nested interface {
	Position
	// Split returns the local board that a square lies on and its cell there.
	Split(Square) (board, cell int)
	// Join returns the square of a cell on a local board.
	Join(board, cell int) Square
	// Forced returns the local board that must be played, or FreeChoice.
	Forced() int
	// OnlyBoard returns the local board that every legal move lies on: the forced
	// one, or on a free choice the last open one. It returns FreeChoice when there
	// are several, and after the end.
	OnlyBoard() int
	// Open says whether a local board is neither won nor full.
	Open(board int) bool
	// Playable says whether the side to move may play on a local board now.
	Playable(board int) bool
	// Local returns the outcome of a local board, a draw for one that is full and
	// belongs to nobody.
	Local(board int) Outcome
	// Marks returns the cells of a local board that bear a mark, one bit a cell.
	Marks(m Mark, board int) uint16
	// WinningBoards returns the local boards of the winning line in reading order,
	// nil without one; those of both lines if one move completed two.
	WinningBoards() []int
}
