package tournament

import "errors"

// Why a tournament can refuse.
var (
	ErrNotOrganiser = errors.New("only the organiser may do that")
	ErrNotPlayer    = errors.New("you do not take part in this tournament")
	ErrStarted      = errors.New("the tournament has started already")
	ErrNotStarted   = errors.New("the tournament has not started yet")
	ErrPaused       = errors.New("the tournament is paused")
	ErrOver         = errors.New("the tournament is over")
	ErrFull         = errors.New("the tournament is full")
	ErrTooFew       = errors.New("there are too few players")
	ErrRoundOpen    = errors.New("games of this round are not finished")
	ErrNoPairing    = errors.New("there is no such game in this tournament")
	ErrReported     = errors.New("the game has another result already")
)

// ErrInvalid is wrapped by Validate's errors.
var ErrInvalid = errors.New("not the state of any tournament")
