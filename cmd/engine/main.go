// Command engine is the computer behind a line protocol modeled on UCI: one
// command a line on standard input, answers on standard output.
//
//	isready                                  readyok
//	variant ultimate | classic N [K] | misere N   the empty board of a variant; before any, classic 3
//	position start [moves m1 m2 …]           the variant's empty board, and moves made on it
//	position <position> [moves m1 m2 …]      any position in notation
//	position file PATH                       variant and game of a text file, as /replay gives out
//	go movetime MS | nodes N | depth N       search; info lines, then bestmove M
//	go level NAME                            the move of a level
//	perft D                                  the number of move sequences of D plies
//	eval                                     every legal move with its value, best first; then end
//	review                                   each move of the game: review PLY MOVE VALUE BEST BESTVALUE MARK;
//	                                         then accuracy X O, from 0 to 100
//	moves | show | levels                    legal moves; the board as text; the variant's levels
//	setoption threads N | setoption seed N   goroutines of a search; random choices
//	quit                                     as does the end of the input
//
// A line that is wrong is answered by one that begins with "error: ", and
// changes nothing. Several limits of go may be given; the first reached ends
// the search, and so do quit and the end of the input, which then gets its best
// move so far. In a script, where quit comes at once, the search ends as it
// would have. A review says nothing when it is ended early, but for an error.
//
// The values of a review are those of the side that moved, and MARK is one of
// best, good, doubtful, mistake and blunder, by what the move has cost: see
// package review. Package transcript says what a text file of a game looks like.
package main

import (
	"context"
	"fmt"
	"os"
)

func main() {
	if err := newSession(os.Stdout).run(context.Background(), os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
		os.Exit(1)
	}
}
