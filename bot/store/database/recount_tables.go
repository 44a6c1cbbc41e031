package database

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"noughts/game/profile"
)

// ratings compares the stored ratings with the computed ones, and replaces them if r.rebuild is set.
func (r *recounting) ratings(ctx context.Context) error {
	seen := 0
	_, err := list(ctx, r.tx, func(rows *sql.Rows) (none struct{}, err error) {
		var member string
		s, err := scanStanding(with{rows, []any{&member}})
		if err != nil {
			return none, err
		}
		seen++
		if want, ok := r.Standings[member][s.Pool]; !ok || !sameStanding(s, want) {
			r.differs("%s in %s: %d, counted again %d", member, s.Pool, s.Rating.Value, want.Rating.Value)
		}
		return none, nil
	}, `SELECT member, `+ratingColumns+` FROM ratings`)
	want := 0
	for _, pools := range r.Standings {
		want += len(pools)
	}
	if err == nil && seen != want {
		r.differs("%d ratings are stored, counted again they are %d", seen, want)
	}
	if err != nil || !r.rebuild {
		return err
	}
	if _, err = r.tx.ExecContext(ctx, `DELETE FROM ratings`); err != nil {
		return err
	}
	for member, pools := range r.Standings {
		for _, s := range pools {
			if err := (ledger{tx: r.tx}).setRating(ctx, member, s); err != nil {
				return err
			}
		}
	}
	return nil
}

func sameStanding(a, b profile.Standing) bool {
	a.History, b.History = nil, nil
	return a.Pool == b.Pool && a.Rating == b.Rating && a.Rated == b.Rated && a.Streak == b.Streak && a.Longest == b.Longest && a.Peak == b.Peak && a.Best == b.Best
}

// tallies compares the stored tallies with the computed ones, and replaces them if r.rebuild is set.
func (r *recounting) tallies(ctx context.Context) error {
	seen := 0
	_, err := list(ctx, r.tx, func(rows *sql.Rows) (none struct{}, err error) {
		var member string
		c, t, err := scanTally(with{rows, []any{&member}})
		c.Member = member
		if seen++; err == nil && r.Tallies[c] != t {
			r.differs("%s, %s %s %s: %v, counted again %v", member, c.Kind, variantText(c), c.Key, t, r.Tallies[c])
		}
		return none, err
	}, `SELECT member, kind, variant, key, wins, draws, losses FROM tallies`)
	if err == nil && seen != len(r.Tallies) {
		r.differs("%d tallies are stored, counted again they are %d", seen, len(r.Tallies))
	}
	if err != nil || !r.rebuild {
		return err
	}
	if _, err = r.tx.ExecContext(ctx, `DELETE FROM tallies`); err != nil {
		return err
	}
	for c, t := range r.Tallies {
		_, err := r.tx.ExecContext(ctx, `INSERT INTO tallies (member, kind, variant, key, wins, draws, losses) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			c.Member, string(c.Kind), variantText(c), c.Key, t.Wins, t.Draws, t.Losses)
		if err != nil {
			return err
		}
	}
	return nil
}

// standings compares the stored rows of leaderboards with the computed ones, and replaces them if
// r.rebuild is set. Members who have left a guild remain marked as away.
func (r *recounting) standings(ctx context.Context) error {
	all, err := list(ctx, r.tx, scanPlace, `SELECT `+standColumns+` FROM standings`)
	if err != nil {
		return err
	}
	stored := map[[3]string]placeRow{}
	for _, s := range all {
		stored[[3]string{s.member, s.pool, s.guild}] = s
	}
	wanted := r.wanted()
	for _, want := range wanted {
		s, ok := stored[[3]string{want.member, want.pool, want.guild}]
		if want.away, want.unlisted = s.away, s.unlisted; !ok || s != want {
			r.differs("%s on the board of %q in %s: %d, counted again %d", want.member, want.guild, want.pool, s.value, want.value)
		}
	}
	if len(stored) != len(wanted) {
		r.differs("%d places are stored, counted again they are %d", len(stored), len(wanted))
	}
	if !r.rebuild {
		return nil
	}
	if _, err = r.tx.ExecContext(ctx, `DELETE FROM standings`); err != nil {
		return err
	}
	for _, s := range wanted {
		s.away = stored[[3]string{s.member, s.pool, s.guild}].away
		if s.unlisted, err = (ledger{tx: r.tx}).unlisted(ctx, s.member); err != nil {
			return err
		}
		if _, err := r.tx.ExecContext(ctx, addStand,
			s.member, s.pool, s.guild, s.value, s.doubt, s.last, s.away, s.unlisted); err != nil {
			return err
		}
	}
	return nil
}

// wanted returns the computed rows of leaderboards.
func (r *recounting) wanted() (all []placeRow) {
	for member, pools := range r.Guilds {
		for pool, guilds := range pools {
			at := r.Standings[member][pool]
			for _, guild := range guilds {
				all = append(all, placeRow{
					member: member, pool: string(pool), guild: guild,
					value: at.Rating.Value, doubt: at.Doubt(), last: at.Rating.Time.UnixMilli(),
				})
			}
		}
	}
	slices.SortFunc(all, func(a, b placeRow) int {
		return cmp.Or(cmp.Compare(a.member, b.member), cmp.Compare(a.pool, b.pool), cmp.Compare(a.guild, b.guild))
	})
	return all
}
