package match

// TEMPORARY signatures so that the other rooms compile; the author of this
// package replaces this file.

import (
	"time"

	"noughts/game"
)

// New returns a challenge from challenger, who takes X, to opponent, who takes
// O: a person, nobody (the zero Player: open to anyone) or the computer, against
// which the match begins at once. Two computers make a match to watch; owner is
// the member who asked for it. toss is the side that a fair coin chose; it
// counts only under FirstRandom. Errors: ErrSelf.
func New(id ID, owner string, x, o Player, opts Options, toss game.Mark, now time.Time) (Match, error) {
	panic("todo")
}

// Position returns the position after all moves. While a challenge waits it is
// the start with X to move.
func (m Match) Position() game.Position { panic("todo") }

// Player returns who plays a side.
func (m Match) Player(side game.Mark) Player { return m.Players[side-game.X] }

// Side returns the side that a member plays, Empty for a stranger.
func (m Match) Side(member string) game.Mark { panic("todo") }

// ToMove returns the player whose turn it is; the zero Player unless Playing.
func (m Match) ToMove() Player { panic("todo") }

// Last returns the last move, and false before the first.
func (m Match) Last() (game.Square, bool) { panic("todo") }

// Accept begins a challenged match. Errors: ErrNotForYou, ErrOwnChallenge, ErrStarted, ErrExpired, ErrOver.
func (m Match) Accept(member string, toss game.Mark, now time.Time) (Match, error) { panic("todo") }

// Decline ends a challenge to a member.
func (m Match) Decline(member string, now time.Time) (Match, error) { panic("todo") }

// Withdraw takes a challenge back; only its owner may.
func (m Match) Withdraw(member string, now time.Time) (Match, error) { panic("todo") }

// Play makes a member's move.
func (m Match) Play(member string, s game.Square, now time.Time) (Match, error) { panic("todo") }

// PlayComputer makes the move of the computer, whose turn it must be (ErrNotYourTurn).
func (m Match) PlayComputer(s game.Square, now time.Time) (Match, error) { panic("todo") }

// Resign gives the match up. With fewer than two moves made the match is
// Aborted. The owner of a match between two computers stops it (Aborted).
func (m Match) Resign(member string, now time.Time) (Match, error) { panic("todo") }

// OfferDraw offers a draw, or takes the opponent's offer. Errors: ErrAsked.
func (m Match) OfferDraw(member string, now time.Time) (Match, error) { panic("todo") }

// AnswerDraw accepts or declines the opponent's offer. The computer's answer is
// given with the member "".
func (m Match) AnswerDraw(member string, accept bool, now time.Time) (Match, error) { panic("todo") }

// AskTakeback asks to take the member's last move back, with the answer to it
// if there was one. Against the computer it is granted at once.
func (m Match) AskTakeback(member string, now time.Time) (Match, error) { panic("todo") }

// AnswerTakeback accepts or declines.
func (m Match) AnswerTakeback(member string, accept bool, now time.Time) (Match, error) {
	panic("todo")
}

// Tick ends what is due at now: a challenge expires, a clock runs out (Aborted
// with fewer than two moves made). It returns m itself when nothing is due.
func (m Match) Tick(now time.Time) Match { panic("todo") }

// Rematch returns a new match with the sides swapped, the same options: a
// challenge by the member to the other player, or at once against the computer.
// Errors: ErrNotOver, ErrNotYours.
func (m Match) Rematch(id ID, member string, toss game.Mark, now time.Time) (Match, error) {
	panic("todo")
}
