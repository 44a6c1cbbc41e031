// Command engine offers the computer player through a line protocol modeled on UCI (the Universal Chess Interface):
// commands on standard input, one a line, and answers on standard output.
//
//	isready                                  readyok
//	variant ultimate | classic N [K] | misere N | vanishing
//	                                         set up the empty board; the first variant is classic 3
//	position start [moves m1 m2 …]           the variant's empty board, and moves made on it
//	position <position> [moves m1 m2 …]      any position in notation
//	position file PATH                       variant and game of a text file, as /replay exports it
//	go movetime MS | nodes N | depth N       search; info lines, then bestmove M
//	go level NAME                            the move of a level
//	perft D                                  the number of move sequences of D plies
//	eval                                     every legal move with its value, best first; then end
//	review                                   each move of the game: review PLY MOVE VALUE BEST BESTVALUE MARK;
//	                                         then accuracy X O, from 0 to 100
//	moves | show | levels                    legal moves; the board as text; the variant's levels
//	setoption threads N | setoption seed N   goroutines of a search; the seed of random choices
//	quit                                     ends the program, as does the end of the input
//
// The answer to an invalid line begins with "error: ". Such a line changes nothing.
//
// go takes several limits; the first limit reached ends the search. A quit or the end of the input stops a running
// search early, and the search then answers with its best move so far. A quit within 250 ms of the go command does not
// stop the search, because a script writes all its lines at once and wants every answer. A review that is stopped early
// answers with an error only.
//
// The values of a review are those of the side that moved. MARK is best, good, doubtful, mistake or blunder, depending
// on how much the move gave away: see package review. Package transcript describes the text file of a game.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
)

func main() {
	// With one processor the goroutine that waits for input would keep it from a search for up to 10 ms.
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
	if err := newSession(os.Stdout).run(context.Background(), os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
		os.Exit(1)
	}
}
