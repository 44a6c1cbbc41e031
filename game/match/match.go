// Package match is two players and one game: who challenged whom, whose turn
// it is, clocks, draw offers, takebacks, resignation and the result. A Match is
// a value; every method that changes something returns a new Match with a
// version one higher, or an error that says why not, and the old one is left as
// it was. It reads no clock and throws no dice: the time and the coin come in
// as arguments.
package match

import (
	"errors"
	"time"

	"noughts/game"
)

// An ID names a match. It is made of letters and digits only, at most 20.
type ID string

// A Player sits at one side of a match. The zero Player is an empty seat, which
// an open challenge has.
type Player struct {
	ID    string // the member's id, "" for the computer
	Level string // the computer's level, "" for a person
}

// Person returns the player with a member's id.
func Person(id string) Player { return Player{ID: id} }

// Computer returns the computer playing at a level.
func Computer(level string) Player { return Player{Level: level} }

// IsComputer says whether the computer plays.
func (p Player) IsComputer() bool { return p.Level != "" }

// IsPerson says whether a member plays.
func (p Player) IsPerson() bool { return p.ID != "" }

// First says who makes the first move.
type First uint8

// Who begins.
const (
	FirstX First = iota
	FirstO
	FirstRandom
)

// ChallengeLife is how long a challenge waits for its answer.
const ChallengeLife = 10 * time.Minute

// Options are what the challenger chooses.
type Options struct {
	Variant game.Variant
	First   First
	Clock   time.Duration // for each move of a person; 0 for none
}

// Status is where a match stands.
type Status uint8

// A match is first a Challenge (unless its opponent is the computer), then
// Playing, then Over.
const (
	Challenge Status = iota
	Playing
	Over
)

// Reason says how a match ended.
type Reason uint8

// How matches end. The last four have neither winner nor draw: nothing counts.
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
)

// A Result is how a match ended. The zero Result is that of a match in progress.
type Result struct {
	Winner game.Mark // Empty for a draw and when nothing counts
	Reason Reason
}

// Counts says whether the result is a win or a draw, rather than a match that
// never came to one.
func (r Result) Counts() bool { return r.Reason != Unfinished && r.Reason < Aborted }

// A Match is the whole state of a match; the position is replayed from it.
type Match struct {
	ID      ID
	Version int // grows by one with every change, from 1
	Owner   string // the member who started it
	Players [2]Player // X, O
	Options Options
	Status  Status
	Begins  game.Mark // who makes the first move, Empty while a challenge waits
	Moves   []game.Square // never changed in place
	// Deadline is when a challenge expires or the player to move loses by the
	// clock; zero without one.
	Deadline time.Time
	// DrawOffer and TakebackAsk are the side that waits for the other's answer,
	// Empty when nobody does. A move ends both.
	DrawOffer   game.Mark
	TakebackAsk game.Mark
	Result      Result
	Created     time.Time
	Changed     time.Time
}

// The reasons for which a match refuses; and every error of game's Play.
var (
	ErrSelf         = errors.New("nobody plays against themselves")
	ErrNotYours     = errors.New("you do not play in this match")
	ErrNotYourTurn  = errors.New("it is not your turn")
	ErrNotForYou    = errors.New("this challenge is for somebody else")
	ErrOwnChallenge = errors.New("you cannot answer your own challenge or offer")
	ErrNotStarted   = errors.New("the challenge has not been accepted yet")
	ErrStarted      = errors.New("the match has begun already")
	ErrOver         = errors.New("the match is over")
	ErrExpired      = errors.New("the challenge has expired")
	ErrNothingAsked = errors.New("there is no offer to answer")
	ErrAsked        = errors.New("you have asked already")
	ErrNoMove       = errors.New("you have made no move yet")
	ErrNotOver      = errors.New("the match is not over")
)
