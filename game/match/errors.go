package match

import "errors"

// Reasons to refuse an action. Moves can also be refused with the errors of game.Position's Play.
var (
	ErrSelf         = errors.New("you cannot play against yourself")
	ErrOptions      = errors.New("there is no such game")
	ErrNotYours     = errors.New("you are not playing in this match")
	ErrYourTurn     = errors.New("it is your turn")
	ErrReply        = errors.New("these moves cannot follow one another")
	ErrNotYourTurn  = errors.New("it is not your turn")
	ErrNotForYou    = errors.New("this challenge is for somebody else")
	ErrOwnChallenge = errors.New("you cannot answer your own challenge or request")
	ErrNotStarted   = errors.New("the challenge has not been accepted yet")
	ErrStarted      = errors.New("the match has already started")
	ErrOver         = errors.New("the match is over")
	ErrExpired      = errors.New("the challenge has expired")
	ErrNoChallenge  = errors.New("the challenge was declined or withdrawn")
	ErrTimeout      = errors.New("the clock has run out")
	ErrNothingAsked = errors.New("there is no offer to answer")
	ErrTooSoon      = errors.New("too early to offer a draw")
	ErrAsked        = errors.New("you have already asked")
	ErrAnswerFirst  = errors.New("your opponent has asked to take a move back: answer that first")
	ErrNoMove       = errors.New("you have no move to take back")
	ErrNotOver      = errors.New("the match is not over")
	ErrShared       = errors.New("the result was already shared")
	ErrNoVotes      = errors.New("nobody has voted yet")
	ErrForgotten    = errors.New("the opponent's data was deleted")
	ErrNoNext       = errors.New("no match follows this one")
	ErrContinued    = errors.New("the next match has already started")
	ErrNotNext      = errors.New("somebody else is next")
	ErrNoQueue      = errors.New("this match has no queue")
	ErrPlays        = errors.New("you are playing in this match")
	ErrQueued       = errors.New("you are already in the queue")
	ErrNotQueued    = errors.New("you are not in the queue")
	ErrQueueFull    = errors.New("the queue is full")
)

// ErrSettings and ErrTooMany are wrapped by the errors of Member.Validate and Server.Validate.
var (
	ErrSettings = errors.New("unknown setting")
	ErrTooMany  = errors.New("list too long")
)

// ErrInvalid is wrapped by the errors of Match.Validate.
var ErrInvalid = errors.New("invalid match state")
