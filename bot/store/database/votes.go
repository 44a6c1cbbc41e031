package database

import (
	"context"
	"database/sql"
	"errors"

	"noughts/game/match"
)

const (
	countVote = `UPDATE matches SET votes = votes + 1 WHERE id = $1 AND version = $2 RETURNING votes`
	castVote  = `INSERT INTO votes (match_id, turn, member, choice, number) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (match_id, turn, member) DO UPDATE SET choice = excluded.choice, number = excluded.number`
	votesOn = `SELECT member, choice FROM votes WHERE match_id = $1 AND turn = $2 ORDER BY number, member`
	votesOf = `SELECT match_id, turn, choice FROM votes WHERE member = $1 ORDER BY match_id, turn`
	// dropPast deletes the votes of a match that are not on its current poll. dropVotes deletes the
	// votes of a deleted match.
	dropPast  = `DELETE FROM votes WHERE match_id = $1 AND turn <> $2`
	dropVotes = `DELETE FROM votes WHERE match_id = $1 AND NOT EXISTS (SELECT 1 FROM matches WHERE id = $1)`
	// countLess raises the vote counter of the matches whose votes loseVotes deletes. A save that closes a poll with a
	// stale record then fails.
	countLess = `UPDATE matches SET votes = votes + 1 WHERE id IN (SELECT match_id FROM votes WHERE member = $1)`
	loseVotes = `DELETE FROM votes WHERE member = $1`
)

// Vote stores a vote: see store.Store. The row of the match is changed first, which locks it, so
// that votes on one match are stored one after the other.
func (db *DB) Vote(ctx context.Context, r match.Record, v match.Vote, key string) (match.Record, error) {
	return inTransaction(ctx, db.writes, func(ctx context.Context, tx querier) (match.Record, error) {
		id := string(r.Match.ID)
		if key != "" {
			if err := saveKey(ctx, tx, key, r.Match.ID); err != nil {
				return match.Record{}, err
			}
		}
		var number int
		err := tx.QueryRowContext(ctx, countVote, id, r.Match.Version).Scan(&number)
		if errors.Is(err, sql.ErrNoRows) {
			err = whyNotChanged(ctx, tx, r.Match.ID)
		}
		if err == nil {
			_, err = exec(ctx, tx, castVote, id, r.Match.Poll(), v.Member, v.Choice, number)
		}
		if err != nil {
			return match.Record{}, err
		}
		return loadFrom(ctx, tx, r.Match.ID)
	})
}

// loadFrom reads a match with its votes. Errors: store.ErrNotFound, store.ErrCorrupt.
func loadFrom(ctx context.Context, q querier, id match.ID) (match.Record, error) {
	r, err := scanRecord(q.QueryRowContext(ctx, load, string(id)))
	if poll := r.Match.Poll(); err == nil && r.Votes.Cast > 0 && poll != match.NoPoll {
		r.Votes.Now, err = list(ctx, q, into(func(v *match.Vote) []any { return []any{&v.Member, &v.Choice} }), votesOn, string(id), poll)
	}
	return r, notFound(err)
}

func (db *DB) forgetVotes(ctx context.Context, member string) error {
	_, err := inTransaction(ctx, db.writes, func(ctx context.Context, tx querier) (int, error) {
		if n, err := exec(ctx, tx, countLess, member); err != nil || n == 0 {
			return n, err
		}
		return exec(ctx, tx, loseVotes, member)
	})
	return err
}
