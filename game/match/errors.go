package match

import "errors"

// Why a match can refuse; and every error of game's Play.
var (
	ErrSelf         = errors.New("nobody plays against themselves")
	ErrOptions      = errors.New("there is no such game")
	ErrNotYours     = errors.New("you do not play in this match")
	ErrNotYourTurn  = errors.New("it is not your turn")
	ErrNotForYou    = errors.New("this challenge is for somebody else")
	ErrOwnChallenge = errors.New("you cannot answer your own challenge or offer")
	ErrNotStarted   = errors.New("the challenge has not been accepted yet")
	ErrStarted      = errors.New("the match has begun already")
	ErrOver         = errors.New("the match is over")
	ErrExpired      = errors.New("the challenge has expired")
	ErrNoChallenge  = errors.New("the challenge was declined or withdrawn")
	ErrTimeout      = errors.New("the clock has run out")
	ErrNothingAsked = errors.New("there is no offer to answer")
	ErrTooSoon      = errors.New("it is too soon to offer a draw")
	ErrAsked        = errors.New("you have asked already")
	ErrAnswerFirst  = errors.New("your opponent has asked to take a move back: answer that first")
	ErrNoMove       = errors.New("you have made no move yet")
	ErrNotOver      = errors.New("the match is not over")
	ErrShared       = errors.New("the result was shown to everybody already")
	ErrNoVotes      = errors.New("nobody has voted yet")
	ErrForgotten    = errors.New("the opponent has asked to be forgotten")
	ErrNoNext       = errors.New("no match follows this one")
	ErrContinued    = errors.New("the match that follows has begun already")
	ErrNotNext      = errors.New("somebody else is next")
	ErrNoQueue      = errors.New("nobody can wait to play the winner")
	ErrPlays        = errors.New("you play in this match")
	ErrQueued       = errors.New("you wait already to play the winner")
	ErrNotQueued    = errors.New("you do not wait to play the winner")
	ErrQueueFull    = errors.New("as many wait to play the winner as can")
)

// The errors of settings: see Member and Server.
var (
	ErrSettings = errors.New("there are no such settings")
	ErrTooMany  = errors.New("there are more in a list than there may be")
)

// ErrInvalid is wrapped by Validate's errors.
var ErrInvalid = errors.New("not the state of any match")
