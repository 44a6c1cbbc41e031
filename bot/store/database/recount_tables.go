package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

func (r *recounting) tables(ctx context.Context) error {
	var ratings, tallies, places [][]any
	for c, t := range r.tallies {
		tallies = append(tallies, []any{c.Member, string(c.Kind), variantText(c), c.Key, t.Wins, t.Draws, t.Losses})
	}
	away := map[[3]string]bool{} // members who have left a guild remain away
	_, err := list(ctx, r.tx, func(rows *sql.Rows) (at [3]string, err error) {
		err = rows.Scan(&at[0], &at[1], &at[2])
		away[at] = true
		return at, err
	}, `SELECT member, pool, guild FROM ranks WHERE away = 1`)
	if err != nil {
		return err
	}
	unlisted := map[string]int{}
	for at, s := range r.standings {
		ratings = append(ratings, ratingValues(at.member, s))
		if _, known := unlisted[at.member]; !known {
			if unlisted[at.member], err = (ledger{tx: r.tx}).unlisted(ctx, at.member); err != nil {
				return err
			}
		}
		for _, guild := range r.guilds[at] {
			isAway := flag(away[[3]string{at.member, string(at.pool), guild}])
			places = append(places, []any{
				at.member, string(at.pool), guild, s.Rating.Value, s.Doubt(), s.Rating.Time.UnixMilli(), isAway, unlisted[at.member],
			})
		}
	}
	r.Members = len(unlisted)
	return errors.Join(
		r.compare(ctx, "ratings", `member, `+ratingColumns, 2, ratings),
		r.compare(ctx, "tallies", `member, kind, variant, key, wins, draws, losses`, 4, tallies),
		r.compare(ctx, "ranks", rankColumns, 3, places),
	)
}

// compare compares the rows of a table with the computed ones, and replaces them if r.rebuild is set. The first `keys`
// columns identify a row.
func (r *recounting) compare(ctx context.Context, table, columns string, keys int, want [][]any) error {
	name := func(row []any) string { return fmt.Sprintf("%s %q", table, row[:keys]) }
	wanted := map[string][]any{}
	for _, row := range want {
		wanted[name(row)] = row
	}
	_, err := list(ctx, r.tx, func(rows *sql.Rows) (none struct{}, err error) {
		row := make([]any, strings.Count(columns, ",")+1)
		if err := rows.Scan(pointers(row)...); err != nil {
			return none, err
		}
		at := name(row)
		if should, ok := wanted[at]; !ok {
			r.differs("%s is stored, but no game makes it", at)
		} else if changes := differences(columns, row, should); len(changes) > 0 {
			r.differs("%s: %s", at, strings.Join(changes, "; "))
		}
		delete(wanted, at)
		return none, nil
	}, `SELECT `+columns+` FROM `+table)
	for _, at := range slices.Sorted(maps.Keys(wanted)) {
		r.differs("%s is missing", at)
	}
	if err != nil || !r.rebuild {
		return err
	}
	if _, err := r.tx.ExecContext(ctx, `DELETE FROM `+table); err != nil {
		return err
	}
	for _, row := range want {
		if _, err := r.tx.ExecContext(ctx, `INSERT INTO `+table+` (`+columns+`) VALUES `+rows(1, len(row)), row...); err != nil {
			return err
		}
	}
	return nil
}

func differences(columns string, stored, want []any) (all []string) {
	for i, name := range strings.Split(columns, ", ") {
		if has, should := fmt.Sprint(stored[i]), fmt.Sprint(want[i]); has != should {
			all = append(all, fmt.Sprintf("%s %s, counted again %s", name, has, should))
		}
	}
	return all
}

func pointers(values []any) []any {
	to := make([]any, len(values))
	for i := range values {
		to[i] = &values[i]
	}
	return to
}
