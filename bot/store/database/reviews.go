package database

import (
	"context"
	"errors"
	"fmt"
	"time"

	"noughts/bot/store"
	"noughts/game/rules"
)

const (
	selectReview = `SELECT variant, begins, moves, version, review, until FROM reviews WHERE game = $1`
	insertReview = `INSERT INTO reviews (game, variant, begins, moves, version, review, changed, until) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (game) DO `
	keepGame = insertReview + `NOTHING`
	replace  = insertReview + `UPDATE SET version = excluded.version, review = excluded.review, changed = excluded.changed,
		until = CASE WHEN reviews.until IS NULL THEN NULL ELSE excluded.until END`
	shareReview = `INSERT INTO review_shares (game, channel, shared) VALUES ($1, $2, $3)
		ON CONFLICT (game, channel) DO UPDATE SET shared = excluded.shared WHERE review_shares.shared <= $4`
)

// Review returns the review of a game: see store.Reviews.
func (db *DB) Review(ctx context.Context, key string) (store.Review, error) {
	return read(ctx, db, func(ctx context.Context) (store.Review, error) {
		var r store.Review
		var variant, begins, moves string
		err := db.reads.QueryRowContext(ctx, selectReview, key).Scan(&variant, &begins, &moves, &r.Version, &r.Text, moment{&r.Until})
		if err != nil {
			return r, notFound(err)
		}
		if r.Game, err = readGame(variant, begins, moves); err == nil {
			err = r.Game.Check()
		}
		if err != nil {
			return store.Review{}, fmt.Errorf("%w: review %.40q: %w", store.ErrCorrupt, key, err)
		}
		return r, nil
	})
}

func readGame(variant, begins, moves string) (g store.ReviewedGame, err error) {
	if g.Variant, err = rules.ParseVariant(variant); err != nil {
		return g, err
	}
	return g, errors.Join(g.Begins.UnmarshalText([]byte(begins)), g.Moves.UnmarshalText([]byte(moves)))
}

// SaveReview stores a review: see store.Reviews.
func (db *DB) SaveReview(ctx context.Context, r store.Review) error {
	if err := r.Game.Check(); err != nil {
		return err
	}
	statement := replace
	if r.Version == "" {
		statement = keepGame
	}
	g := r.Game
	_, err := db.exec(ctx, statement, g.Key(), g.Variant.String(), g.Begins.String(), g.Moves.String(),
		r.Version, r.Text, time.Now().UnixMilli(), millis(r.Until))
	return err
}

// ShareReview records that a review is shown: see store.Reviews.
func (db *DB) ShareReview(ctx context.Context, key, channel string, now time.Time) (bool, error) {
	n, err := db.exec(ctx, shareReview, key, channel, now.UnixMilli(), now.Add(-store.ShareLife).UnixMilli())
	return n > 0, err
}
