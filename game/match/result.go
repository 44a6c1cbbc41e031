package match

import "noughts/game"

// Reason says how a match ended.
type Reason uint8

// How matches end. The last five have neither winner nor draw: nothing counts.
const (
	Unfinished  Reason = iota
	ByLine             // won with a line
	ByFullBoard        // drawn: no move is left
	ByResignation
	ByTimeout   // the loser's clock ran out
	ByAgreement // drawn
	Aborted     // ended with fewer than two moves made, or stopped by its owner
	Declined
	Withdrawn
	Expired
	Abandoned // nobody touched it for IdleLife
)

// A Result is how a match ended. The zero Result is that of a match in progress.
type Result struct {
	Winner game.Mark // Empty for a draw and when nothing counts
	Reason Reason
}

// Counts says whether the result is a win or a draw, rather than a match that
// never came to one.
func (r Result) Counts() bool { return r.Reason != Unfinished && r.Reason < Aborted }
