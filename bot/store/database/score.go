package database

import (
	"context"

	"noughts/game"
	"noughts/game/match"
)

// scoreAsX and scoreAsO count, by winner, the decided games of a member against another player in one variant. They
// count games from the start position that ended between two times in a channel or in its threads, except one match. In
// scoreAsX the member plays X, in scoreAsO the member plays O. An index serves each of the two seats.
var (
	scored   = decided + fromStart + ` AND ended >= $4 AND ended <= $5 AND CASE parent WHEN '' THEN channel ELSE parent END = $6 AND id <> $7 AND variant = $8 GROUP BY winner`
	scoreAsX = `SELECT winner, count(*) FROM matches WHERE x_member = $1 AND x_member <> '' AND o_member = $2 AND o_level = $3` + scored
	scoreAsO = `SELECT winner, count(*) FROM matches WHERE o_member = $1 AND o_member <> '' AND x_member = $2 AND x_level = $3` + scored
)

// scoreOfDay counts how many games of a finished match's variant each player has won against the other on this day in this
// channel or its threads, and how many were drawn.
func scoreOfDay(ctx context.Context, tx querier, r match.Record) (match.HeadToHead, error) {
	m := r.Match
	seat := 0 // the seat of a player who is a member, because the indexes are by member
	if !m.Players[0].IsPerson() {
		seat = 1
	}
	type wins struct {
		winner string
		count  int
	}
	member, other := m.Players[seat], m.Players[1-seat]
	total := match.HeadToHead{}.With(m, m)
	for as, query := range [2]string{scoreAsX, scoreAsO} {
		fields := func(w *wins) []any { return []any{&w.winner, &w.count} }
		all, err := list(ctx, tx, into(fields), query, member.ID, other.ID, other.Level, m.HeadToHeadSince().UnixMilli(),
			m.Changed.UnixMilli(), r.Place.Above(), string(m.ID), m.Options.Variant.String())
		if err != nil {
			return total, err
		}
		for _, w := range all {
			switch w.winner {
			case "":
				total.Draws += w.count
			case (game.X + game.Mark(as)).String(): // the member's mark in these games
				total.Wins[seat] += w.count
			default:
				total.Wins[1-seat] += w.count
			}
		}
	}
	return total, nil
}

// longerHill finds whether a player in another "winner stays on" match (match.Hill) of the server has won at least $2
// games in a row. It counts such matches, up to one.
var longerHill = `SELECT count(*) FROM (SELECT id FROM matches WHERE guild = $1 AND guild <> '' AND hill_won > 2 AND hill_won >= $2 LIMIT 1) AS longer`
