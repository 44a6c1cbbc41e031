package database

import (
	"context"
	"strings"

	"noughts/bot/store"
	"noughts/game/match"
)

const (
	countChannel = `SELECT count(*) FROM matches WHERE channel = $1 AND status <> 'over' AND stranded = 0`
	// countWatched counts the open matches between computers that a member watches. In these a computer always has the move.
	countWatched = `SELECT count(*) FROM matches WHERE host = $1 AND host <> '' AND status <> 'over'
		AND x_member = '' AND o_member = '' AND computer_since IS NOT NULL`
	countGuild = `SELECT count(*) FROM matches WHERE guild = $1 AND guild <> '' AND status <> 'over' AND stranded = 0`
)

// The queries for challenges look for the challenger as X and as O. The challenger usually plays X, but may play O in a
// rematch.
var (
	countChallenges = `SELECT count(*) FROM (` + challengesTo(`status <> 'over' AND stranded = 0`) + `) AS open WHERE status = 'challenge'`
	// countInvited counts the different members whom a member has challenged lately and who have not accepted, and such
	// challenges to teams.
	countInvited = `SELECT count(DISTINCT other) FROM (` +
		invitedAs(`x`, `o`, `status = 'challenge' AND `+isOpen) + ` UNION ALL ` + invitedAs(`o`, `x`, `status = 'challenge' AND `+isOpen) + ` UNION ALL ` +
		invitedAs(`x`, `o`, `ended > $2 AND reason IN ('declined', 'withdrawn', 'expired')`) + ` UNION ALL ` +
		invitedAs(`o`, `x`, `ended > $2 AND reason IN ('declined', 'withdrawn', 'expired')`) + ` UNION ALL
		SELECT id AS other FROM matches WHERE host = $1 AND host <> '' AND created > $2 AND status = 'challenge' AND ` + isOpen + ` UNION ALL
		SELECT id AS other FROM matches WHERE host = $1 AND host <> '' AND created > $2 AND ended > $2 AND reason IN ('declined', 'withdrawn', 'expired')) AS invited`
	countDeclined = `SELECT count(*) FROM (` + challengesTo(`ended IS NOT NULL AND ended > $3`) + `) AS ended WHERE reason IN ('declined', 'withdrawn')`
)

func challengesTo(which string) string {
	return `SELECT status, reason FROM matches WHERE x_member = $1 AND x_member <> '' AND o_member = $2 AND owner = $1 AND ` + which + `
		UNION ALL SELECT status, reason FROM matches WHERE o_member = $1 AND o_member <> '' AND x_member = $2 AND owner = $1 AND ` + which
}

// invitedAs returns the query for the members whom the member $1 has challenged since the time $2. `own` is the side of
// the challenger and `other` that of the challenged member, each "x" or "o". `which` is an SQL condition that the
// matches must meet, too.
func invitedAs(own, other, which string) string {
	return `SELECT ` + other + `_member AS other FROM matches WHERE ` + own + `_member = $1 AND ` + own + `_member <> '' AND owner = $1
		AND ` + other + `_member NOT IN ('', '` + match.Anonymous + `') AND created > $2 AND ` + which
}

var countMember = `SELECT count(*) FROM (` + matchesOf(`status, owner, channel`, isOpen+` AND stranded = 0`) + `) AS mine
	WHERE (status = 'playing' OR owner = $1) AND ($2 = '' OR channel = $2)`

// checkCaps returns a *match.Full if a change would exceed one of its caps. It also locks the scopes of the caps:
// until this transaction ends, no other transaction can add matches there.
func (db *DB) checkCaps(ctx context.Context, tx querier, c store.Change) error {
	limits := c.Limits()
	if len(limits) == 0 {
		return nil
	}
	names := make([]string, len(limits))
	for i, l := range limits {
		names[i] = strings.Join([]string{"cap", l.Member, l.Channel, l.Guild, l.Challenged}, "/") + "/"
	}
	if err := db.lockNames(ctx, tx, names); err != nil {
		return err
	}
	for _, limit := range limits {
		var open int
		var err error
		switch began := c.Record.Match.Created; limit.Of {
		case match.OfMember, match.OfMemberInChannel:
			open, err = countRows(ctx, tx, countMember, limit.Member, limit.Channel)
		case match.OfChannel:
			open, err = countRows(ctx, tx, countChannel, limit.Channel)
		case match.OfServer:
			open, err = countRows(ctx, tx, countGuild, limit.Guild)
		case match.OfChallenge:
			open, err = countRows(ctx, tx, countChallenges, limit.Member, limit.Challenged)
		case match.OfDeclined:
			open, err = countRows(ctx, tx, countDeclined, limit.Member, limit.Challenged, began.Add(-store.DeclinedLife).UnixMilli())
		case match.OfInvited:
			open, err = countRows(ctx, tx, countInvited, limit.Member, began.Add(-store.InvitedLife).UnixMilli())
		case match.OfWatched:
			open, err = countRows(ctx, tx, countWatched, limit.Member)
		}
		if key, since := db.secret.TowardsLimit(limit, c.Record.Match.Created); key != "" && err == nil {
			var before int
			before, err = countRows(ctx, tx, countTraces, key, since.UnixMilli())
			open += before
		}
		if err != nil {
			return err
		}
		if open >= limit.Most {
			return &limit
		}
	}
	return nil
}
