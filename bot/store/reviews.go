package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"noughts/game"
	"noughts/game/rules"
)

// A ReviewedGame is the subject of a review: the moves of one game, without its players.
type ReviewedGame struct {
	Variant game.Variant
	Begins  game.Mark
	Moves   game.Moves
}

// keyLength is the length of a game's key in bytes: long enough that no two games share a key in practice.
const keyLength = 16

// Key identifies the game by its variant, first player and moves. It has 32 hexadecimal digits.
func (g ReviewedGame) Key() string {
	sum := sha256.Sum256([]byte(g.Variant.String() + "\n" + g.Begins.String() + "\n" + g.Moves.String()))
	return hex.EncodeToString(sum[:keyLength])
}

// IsGameKey reports whether a text has the form of a Key.
func IsGameKey(text string) bool {
	sum, err := hex.DecodeString(text)
	return err == nil && len(sum) == keyLength
}

// Check returns why a game is invalid, nil if it is valid. Errors wrap ErrCorrupt.
func (g ReviewedGame) Check() error {
	if !rules.Valid(g.Variant) || g.Begins != game.X && g.Begins != game.O || len(g.Moves) == 0 {
		return fmt.Errorf("%w: a game of %q with %d moves, which %q begins", ErrCorrupt, g.Variant, len(g.Moves), g.Begins)
	}
	if _, err := rules.Replay(rules.Start(g.Variant, g.Begins), g.Moves); err != nil {
		return fmt.Errorf("%w: a game: %w", ErrCorrupt, err)
	}
	return nil
}

// A Review is the stored review of a game.
type Review struct {
	Game    ReviewedGame
	Version string // version of the engine that made the review, "" while there is no review
	Text    string // the encoded review, "" while there is none
	// Until is when the store may delete the review, zero for never. Once it is stored as zero,
	// later saves leave it zero.
	Until time.Time
}

// PastedLife is how long the review of a pasted game is kept.
const PastedLife = 7 * 24 * time.Hour

// Reviews are the part of a Store about reviews. They contain nothing about members: a game is stored by its
// moves alone.
type Reviews interface {
	// Review returns the review of a game by its Key. Errors: ErrNotFound, ErrCorrupt.
	Review(ctx context.Context, key string) (Review, error)
	// SaveReview stores the review of a game, or replaces it. A review without a version only adds the game, and
	// changes nothing if the game is stored already. Errors: ErrCorrupt for an invalid game.
	SaveReview(ctx context.Context, r Review) error
	// ShareReview records that the review of a game is shown to everybody in a channel, and returns true. If the review
	// was shown there less than an hour ago (ShareLife), it records nothing and returns false.
	ShareReview(ctx context.Context, key, channel string, now time.Time) (first bool, err error)
}

// ShareLife is the least time between two showings of a review in a channel.
const ShareLife = time.Hour
