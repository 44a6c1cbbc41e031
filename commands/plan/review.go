package plan

import (
	"errors"

	"noughts/game/ai"
	"noughts/game/ai/review"
)

// Review asks for the review of a game. A missing one is made: Show draws the progress, and the message is edited
// as the review goes on, the last time with the review. Errors instead: ErrNoGame, ErrManyReviews, ErrOwnReviews,
// and those of Allow.
type Review struct {
	Game ai.Game // that begins with the first position of its variant, or
	Key  string  // where Game has no Start: Reviewed.Key of a game that was asked about before
	// Pasted says that the game is one that somebody has written down, as far as the request knows: its review is kept for a
	// while, and made only where that leaves room for games that were played here.
	Pasted bool
	// Allow, unless it is nil, returns why the caller may not see a review of the game, or nil.
	Allow func(ai.Game) error
	// Show draws the answer. It may be called any number of times.
	Show func(Reviewed) (Answer, error)
	// Then, unless it is nil, goes on with a review that there is, in the place of Show.
	Then func(Reviewed) (Plan, error)
}

// Reviewed is a game and what is known of it.
type Reviewed struct {
	Key    string // names the game: 32 digits and letters, the same for the same moves
	Game   ai.Game
	Pasted bool
	Review *review.Review // nil while it is being made
	// Done of Total is made; both are 0 while others come first. Failed says that the review came to nothing.
	Done, Total int
	Failed      bool
	// NoPicture says that no picture can be shown: the bot may not attach files there.
	NoPicture bool
}

// ErrNoGame is what there is for a key of no game, ErrManyReviews while too many games wait to be
// reviewed, and ErrOwnReviews while too many of the caller's do.
var (
	ErrNoGame      = errors.New("no game with this key")
	ErrManyReviews = errors.New("review queue full")
	ErrOwnReviews  = errors.New("too many pending reviews for this member")
)

// ShareReview notes that a review is shown to everybody in the channel of the request. Then goes on:
// first is false if it was shown there not long ago.
type ShareReview struct {
	Key  string
	Then func(first bool) (Plan, error)
}
