package database_test

import (
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

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
			must(t, db.SaveReview(t.Context(), r))
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
			must(t, err)
			shares, err := db.Texts(t.Context(), `SELECT game FROM review_shares`)
			if err != nil || len(reviews) != c.reviews || len(shares) != c.shares {
				t.Errorf("after %v there are %q and %d notes, %v", c.after, reviews, len(shares), err)
			}
		}
	})
}

func TestGamesWithoutAResultAreRemoved(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		defer func() { _ = db.Close() }()
		for _, reason := range []string{"aborted", "declined", "withdrawn", "expired", "abandoned"} {
			mustCreate(t, db, declined(record(match.ID(reason), "1", 0)))
			must(t, db.Exec(t.Context(), `UPDATE matches SET reason = id WHERE id = '`+reason+`'`))
		}
		mustCreate(t, db, record("open", "1", 0))
		mustCreate(t, db, resignedAt(record("won", "1", 0), epoch))
		must(t, db.Exec(t.Context(), `INSERT INTO votes (match_id, turn, member, choice, number) VALUES ('aborted', 0, '1', 'x', 1), ('won', 0, '1', 'x', 1)`))
		for _, c := range []struct {
			after          time.Duration
			matches, votes int
		}{{store.UndecidedLife - time.Minute, 7, 2}, {store.UndecidedLife + time.Minute, 2, 1}} {
			db.PruneAll(t.Context(), epoch.Add(c.after))
			ids, err := db.Texts(t.Context(), `SELECT id FROM matches`)
			voted, voteErr := db.Texts(t.Context(), `SELECT match_id FROM votes`)
			if err != nil || voteErr != nil || len(ids) != c.matches || len(voted) != c.votes {
				t.Errorf("after %v there are %q, and votes on %q, %v, %v", c.after, ids, voted, err, voteErr)
			}
		}
	})
}
