package database

import (
	"context"

	"golang.org/x/sync/errgroup"

	"noughts/game/match"
)

const (
	// forgetPage is how many matches of a forgotten member are looked up at once,
	// forgetHands how many are changed at once.
	forgetPage  = 1000
	forgetHands = 16

	drop      = `DELETE FROM matches WHERE id = $1 AND status <> 'over' AND (owner = $2 OR x_member = $2 OR o_member = $2)`
	anonymize = `UPDATE matches SET
			owner = CASE owner WHEN $2 THEN '` + match.Anonymous + `' ELSE owner END,
			x_member = CASE x_member WHEN $2 THEN '` + match.Anonymous + `' ELSE x_member END,
			o_member = CASE o_member WHEN $2 THEN '` + match.Anonymous + `' ELSE o_member END
		WHERE id = $1 AND status = 'over'`
)

var (
	forgetOpen = matchesOf(`id`, isOpen) + ` LIMIT $2`
	forgetOver = matchesOf(`id`, isOver) + ` LIMIT $2`
)

// Forget removes what is known of a member: see store.Store. Each match is
// changed by itself, so that nobody else waits for long. After an error some are
// changed and some are not; the next call goes on.
func (db *DB) Forget(ctx context.Context, member string) ([]match.ID, error) {
	if member == "" || member == match.Anonymous {
		return nil, nil
	}
	dropped, err := db.forgetEach(ctx, forgetOpen, drop, member)
	if err != nil {
		return dropped, err
	}
	if _, err = db.forgetEach(ctx, forgetOver, anonymize, member); err != nil {
		return dropped, err
	}
	_, err = submit(ctx, db.writes, func(ctx context.Context, tx querier) (int, error) {
		return exec(ctx, tx, `DELETE FROM members WHERE id = $1`, member)
	})
	return dropped, err
}

// forgetEach changes all matches that a query finds, page by page until it finds
// none, and returns those that were changed.
func (db *DB) forgetEach(ctx context.Context, query, change, member string) (changed []match.ID, err error) {
	for {
		page, err := read(ctx, db, func(ctx context.Context) ([]match.ID, error) {
			return firstColumn[match.ID](ctx, db.reads, query, member, forgetPage)
		})
		if err != nil || len(page) == 0 {
			return changed, err
		}
		counts := make([]int, len(page))
		hands, ctx := errgroup.WithContext(ctx)
		hands.SetLimit(forgetHands)
		for i, id := range page {
			hands.Go(func() (err error) {
				counts[i], err = submit(ctx, db.writes, func(ctx context.Context, tx querier) (int, error) {
					return exec(ctx, tx, change, string(id), member)
				})
				return err
			})
		}
		err = hands.Wait()
		for i, id := range page {
			if counts[i] > 0 {
				changed = append(changed, id)
			}
		}
		if err != nil {
			return changed, err
		}
	}
}
