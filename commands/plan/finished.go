package plan

import (
	"errors"

	"noughts/game/match"
)

// Finished needs a match that is over and has moves, for the caller to look at. Then goes on with it.
// Its players may see it anywhere, others as in a History. Errors instead: ErrUnfinished, ErrHidden
// and ErrDropped.
type Finished struct {
	Match match.ID
	// Message, instead of Match, is the message of a channel that shows it.
	Channel, Message string
	// Public is set where the answer is for everybody in the channel: then everybody there must be
	// allowed to see it.
	Public bool
	Then   func(match.Record) (Plan, error)
}

// ErrUnfinished is for a match that is not over, has no moves, or is unknown; ErrHidden for one that the caller
// may not see, or not everybody in its new place; ErrDropped for one whose moves were deleted, as the server has
// chosen.
var (
	ErrUnfinished = errors.New("match unfinished, without moves, or unknown")
	ErrHidden     = errors.New("match not visible to everybody here")
	ErrDropped    = errors.New("the match's moves were deleted")
)

func (Finished) plan() {}
