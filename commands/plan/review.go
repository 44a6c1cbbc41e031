package plan

import (
	"errors"

	"noughts/game/ai"
	"noughts/game/ai/review"
)

// MakeReview asks for the review of a game. If there is no review yet, the bot begins one. Show then draws the progress,
// and the bot edits the message until the review is finished. Nothing is shown after an error: ErrNoGame,
// ErrManyReviews, ErrOwnReviews, ErrWithheld.
type MakeReview struct {
	Game ai.History // a game from the first position of its variant; empty to use Key
	Key  string     // Reviewed.Key of an earlier request
	// Pasted is true for a game that a member has pasted as text. Its review is stored for a shorter time. Pasted games
	// can take only a part of the queue of reviews, so that games played with the bot find room.
	Pasted bool
	// Show draws the answer. It may be called any number of times.
	Show func(Reviewed) (Answer, error)
	// Then, unless it is nil, is called instead of the function Show when the review is finished.
	// It returns the next plan.
	Then func(Reviewed) (Plan, error)
}

// Reviewed is a game and the state of its review.
type Reviewed struct {
	Key    string // identifies the game by its moves: 32 letters and digits
	Game   ai.History
	Pasted bool
	Review *review.Review // nil until the review is finished
	SoFar  *review.Review // without the longer searches; nil until it is there
	// Done is how many of the Total positions have been reviewed. Both are 0 while reviews of other games come first.
	// Failed is set if the review ended with an error.
	Done, Total int
	Failed      bool
	// NoPicture is true if the bot may not attach files in the channel.
	NoPicture bool
}

// ErrNoGame means that the key is unknown. ErrManyReviews means that too many games are waiting for
// a review. ErrOwnReviews means that too many games of the user are waiting.
var (
	ErrNoGame      = errors.New("no game with this key")
	ErrManyReviews = errors.New("review queue full")
	ErrOwnReviews  = errors.New("too many pending reviews for this member")
)

// ShareReview records that a review was shown to everybody in the request's channel. The argument `first` of its function
// Show is false if the review was shown in the channel recently.
type ShareReview struct {
	Key  string
	Show func(first bool) (Answer, error)
}
