package plan

import (
	"errors"

	"noughts/game/ai"
	"noughts/game/ai/review"
)

// Review asks for the review of a game, which is made if it does not exist yet. Show draws its progress, and
// the message is edited while the review goes on, at the end with the review. Errors instead: ErrNoGame,
// ErrManyReviews, ErrOwnReviews, and those of Allow.
type Review struct {
	Game ai.History // a game from the first position of its variant, or
	Key  string     // if Game is empty: Reviewed.Key of an earlier request
	// Pasted is set for a game that a member has pasted. Its review is stored for a shorter time, and made only
	// while there is room after games that were played here.
	Pasted bool
	// Allow returns why the caller may not see a review of the game, nil if they may. A nil Allow allows
	// everybody.
	Allow func(ai.History) error
	// Show draws the answer. It may be called any number of times.
	Show func(Reviewed) (Answer, error)
	// Then, unless it is nil, goes on with a finished review instead of Show.
	Then func(Reviewed) (Plan, error)
}

// Reviewed is a game and the state of its review.
type Reviewed struct {
	Key    string // identifies the game by its moves: 32 digits and letters
	Game   ai.History
	Pasted bool
	Review *review.Review // nil while it is being made
	// Done of Total positions are reviewed; both are 0 while other reviews come first. Failed means that the
	// review ended with an error.
	Done, Total int
	Failed      bool
	// NoPicture is set if the bot may not attach files in the channel.
	NoPicture bool
}

// ErrNoGame means an unknown key, ErrManyReviews that too many games wait to be reviewed, and ErrOwnReviews
// that too many of the caller's do.
var (
	ErrNoGame      = errors.New("no game with this key")
	ErrManyReviews = errors.New("review queue full")
	ErrOwnReviews  = errors.New("too many pending reviews for this member")
)

// ShareReview records that a review was shown to everybody in the request's channel. Then continues; first is
// false if it was shown there recently.
type ShareReview struct {
	Key  string
	Then func(first bool) (Plan, error)
}
