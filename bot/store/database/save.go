package database

import (
	"context"
	"database/sql"
	"errors"

	"noughts/bot/store"
	"noughts/game/match"
	"noughts/game/profile"
)

// Save stores a match: see store.Store.
func (db *DB) Save(ctx context.Context, c store.Change) (match.Record, error) {
	c.Record = store.AsStored(c.Record)
	limits := c.Limits()
	return submit(ctx, db.writes, func(ctx context.Context, tx querier) (match.Record, error) {
		c := c // countEnd sets what this attempt finds
		if c.Key != "" {
			if err := saveKey(ctx, tx, c.Key, c.Record.Match.ID); err != nil {
				return match.Record{}, err
			}
		}
		if len(limits) > 0 {
			if err := db.checkCaps(ctx, tx, c, limits); err != nil {
				return match.Record{}, err
			}
		}
		if err := db.countEnd(ctx, tx, &c); err != nil {
			return match.Record{}, err
		}
		if c.Expected > 0 {
			return saveAtVersion(ctx, tx, c.Record, c.Expected)
		}
		n, err := exec(ctx, tx, insert, values(&c.Record)...)
		if err == nil && n == 0 {
			err = store.ErrExists
		}
		return c.Record, err
	})
}

// countEnd counts what the end of a match is for its players, and sets it in the record. It locks
// the members first: a second process that ends a game of theirs waits here, and then sees this one.
func (db *DB) countEnd(ctx context.Context, tx querier, c *store.Change) error {
	if !c.Record.Match.Scored() {
		return nil
	}
	if err := db.lockMembers(ctx, tx, profile.GameOf(c.Record).Members()); err != nil {
		return err
	}
	if c.Record.Score == (match.Score{}) {
		if err := score(ctx, tx, &c.Record); err != nil {
			return err
		}
	}
	if err := db.count(ctx, tx, c); err != nil {
		return err
	}
	return seeHillRecord(ctx, tx, &c.Record)
}

// saveAtVersion saves a match in the place of the one at a version: store.ErrVersion
// if that is not what is stored.
func saveAtVersion(ctx context.Context, tx querier, r match.Record, expected int) (match.Record, error) {
	values := values(&r)
	values[len(values)-1] = expected
	statements := []string{updateMove, updateAll} // most changes are moves
	switch {
	case r.Match.Status != match.Playing:
		statements = statements[1:]
	case r.Match.Options.Clock > 0, r.Match.Players[0].IsPerson() && r.Match.Players[1].IsPerson():
		statements[0] = updateTimedMove
	}
	for _, s := range statements {
		err := tx.QueryRowContext(ctx, s, values...).Scan(&r.Message)
		if err == nil && r.Votes.Cast > 0 {
			_, err = exec(ctx, tx, dropPast, string(r.Match.ID), r.Match.Poll())
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return r, err
		}
	}
	return r, missed(ctx, tx, r.Match.ID)
}

// missed says why a match was not found as it was expected. Errors: store.ErrNotFound,
// store.ErrVersion.
func missed(ctx context.Context, tx querier, id match.ID) error {
	n, err := count(ctx, tx, `SELECT count(*) FROM matches WHERE id = $1`, string(id))
	switch {
	case err != nil:
		return err
	case n == 0:
		return store.ErrNotFound
	}
	return store.ErrVersion
}

// SetMessage notes the live message of a match: see store.Store.
func (db *DB) SetMessage(ctx context.Context, id match.ID, from, to string) (string, error) {
	return submit(ctx, db.writes, func(ctx context.Context, tx querier) (string, error) {
		n, err := exec(ctx, tx, `UPDATE matches SET message = $1 WHERE id = $2 AND message = $3`, to, string(id), from)
		if err != nil || n > 0 {
			return to, err
		}
		var noted string
		err = tx.QueryRowContext(ctx, `SELECT message FROM matches WHERE id = $1`, string(id)).Scan(&noted)
		return noted, notFound(err)
	})
}
