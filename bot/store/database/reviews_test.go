package database_test

import (
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
)

// Pruning removes reviews whose Until has passed, and notes of shared reviews that are older than an hour.
func TestOldReviewsAreRemoved(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		defer func() { _ = db.Close() }()
		now := time.Now()
		of := func(s game.Square) store.ReviewedGame {
			return store.ReviewedGame{Variant: game.Classic(3), Begins: game.X, Moves: []game.Square{s}}
		}
		for _, r := range []store.Review{
			{Game: of(0), Version: "1", Text: "for ever"}, {Game: of(1), Until: now.Add(store.PastedLife)}, {Game: of(2), Version: "1", Text: "not long", Until: now},
		} {
			if err := db.SaveReview(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := db.ShareReview(t.Context(), of(0).Key(), "1", now); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			after           time.Duration
			reviews, shares int
		}{{-time.Minute, 3, 1}, {time.Minute, 2, 1}, {store.ShareLife + time.Minute, 2, 0}, {store.PastedLife + time.Minute, 1, 0}} {
			db.PruneAll(t.Context(), now.Add(c.after))
			reviews, err := db.Texts(t.Context(), `SELECT review FROM reviews`)
			if err != nil {
				t.Fatal(err)
			}
			shares, err := db.Texts(t.Context(), `SELECT game FROM review_shares`)
			if err != nil || len(reviews) != c.reviews || len(shares) != c.shares {
				t.Errorf("after %v there are %q and %d notes, %v", c.after, reviews, len(shares), err)
			}
		}
	})
}
