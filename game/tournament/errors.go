package tournament

import "errors"

// Reasons to refuse an action on a tournament.
var (
	ErrNotOrganiser = errors.New("only the organizer may do that")
	ErrNotPlayer    = errors.New("you are not in this tournament")
	ErrStarted      = errors.New("the tournament has already started")
	ErrNotStarted   = errors.New("the tournament has not started yet")
	ErrPaused       = errors.New("the tournament is paused")
	ErrOver         = errors.New("the tournament is over")
	ErrFull         = errors.New("the tournament is full")
	ErrTooFew       = errors.New("too few players")
	ErrRoundOpen    = errors.New("the round still has unfinished games")
	ErrNoPairing    = errors.New("no such game in this tournament")
	ErrReported     = errors.New("the game already has another result")
)

// ErrInvalid is wrapped by Validate's errors.
var ErrInvalid = errors.New("invalid tournament state")
