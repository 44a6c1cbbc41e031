package game

// FreeChoice is what Forced and OnlyBoard return if more than one local board may be played.
const FreeChoice = -1

// A Nested position has nine local boards of nine cells each. Both are numbered from 0 to 8 in
// reading order. Positions of other variants are flat: they do not implement Nested.
type Nested interface {
	Position
	// Split returns the local board that a square lies on and its cell there.
	Split(Square) (board, cell int)
	// Join returns the square of a cell on a local board.
	Join(board, cell int) Square
	// Forced returns the local board that must be played, or FreeChoice.
	Forced() int
	// OnlyBoard returns the local board of all legal moves: the forced one, or the last open one.
	// It returns FreeChoice if there are several, and after the end.
	OnlyBoard() int
	// Open says whether a local board is neither won nor full.
	Open(board int) bool
	// Playable says whether the side to move may play on a local board now.
	Playable(board int) bool
	// Local returns the outcome of a local board: a draw if it is full without a winner.
	Local(board int) Outcome
	// Marks returns the cells of a local board with the mark m, one bit a cell.
	Marks(m Mark, board int) uint16
	// WinningBoards returns the local boards of the winning line in reading order,
	// nil without one; those of both lines if one move completed two.
	WinningBoards() []int
}
