package database

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

const (
	keeping   = `SELECT id, settings FROM servers WHERE keep_days > 0 ORDER BY keep_days, id`
	droppable = `SELECT id FROM matches WHERE guild = $1 AND kept IS NOT NULL AND kept < $2 ORDER BY kept, id LIMIT $3`
)

const (
	presentGuilds = `SELECT id FROM guilds WHERE removed IS NULL`
	presentGuild  = `INSERT INTO guilds (id, removed) VALUES ($1, NULL) ON CONFLICT (id) DO UPDATE SET removed = NULL`
	goneGuild     = `UPDATE guilds SET removed = $2 WHERE id = $1 AND removed IS NULL`
	removedGuilds = `SELECT id FROM guilds WHERE removed < $1 ORDER BY removed, id`

	forgetGuildOfResult = `UPDATE results SET guild = '' WHERE match_id = $1`
	overIn              = `SELECT id FROM matches WHERE guild = $1 AND guild <> '' AND status = 'over' ORDER BY id LIMIT $2`
)

const forgetGuildPage = 200

// forgetGuildOwn deletes rows of a server, $1, in tables other than matches: at most $2 a statement, so that moves
// need not wait for long.
var forgetGuildOwn = []string{
	rowsOfGuild("servers", "id", "id"),
	rowsOfGuild("daily_tables", "guild", "day, member"),
	rowsOfGuild("daily_days", "guild", "day"),
	rowsOfGuild("wearers", "guild", "role, member"),
	rowsOfGuild("ranks", "guild", "member, pool"),
	`DELETE FROM tournament_members WHERE (member, tournament) IN (SELECT m.member, m.tournament
		FROM tournament_members m JOIN tournaments t ON t.id = m.tournament WHERE t.guild = $1 LIMIT $2)`,
	rowsOfGuild("tournaments", "guild", "id"),
}

// rowsOfGuild returns a statement of forgetGuildOwn. The primary key of the table is the server and the columns `key`.
func rowsOfGuild(table, guild, key string) string {
	mine := table + ` WHERE ` + guild + ` = $1 AND ` + guild + ` <> ''`
	return `DELETE FROM ` + mine + ` AND (` + key + `) IN (SELECT ` + key + ` FROM ` + mine + ` LIMIT $2)`
}

// NoteGuilds stores which servers the bot is in: see store.Store. Only changes are written.
func (db *DB) NoteGuilds(ctx context.Context, present []string, now time.Time) error {
	present = slices.Sorted(slices.Values(present))
	return db.writes.inTransaction(ctx, func(ctx context.Context, tx querier) error {
		before, err := list(ctx, tx, scanColumn[string], presentGuilds)
		slices.Sort(before)
		for _, id := range present {
			if _, known := slices.BinarySearch(before, id); err == nil && !known {
				_, err = tx.ExecContext(ctx, presentGuild, id)
			}
		}
		for _, id := range before {
			if _, stays := slices.BinarySearch(present, id); err == nil && !stays {
				_, err = tx.ExecContext(ctx, goneGuild, id, now.UnixMilli())
			}
		}
		return err
	})
}

// RemovedGuilds returns the servers that removed the bot: see store.Store.
func (db *DB) RemovedGuilds(ctx context.Context, before time.Time) ([]string, error) {
	return readList(ctx, db, scanColumn[string], removedGuilds, before.UnixMilli())
}

// ForgetGuild deletes a server's data: see store.Store. Each match is changed in a transaction of
// its own, so that others do not wait for long.
func (db *DB) ForgetGuild(ctx context.Context, guild string, limit int) ([]match.ID, error) {
	over, err := readList(ctx, db, scanColumn[match.ID], overIn, guild, limit)
	if err != nil {
		return nil, err
	}
	for i, id := range over {
		if err := db.forgetGuildOf(ctx, id); err != nil {
			return over[:i], err
		}
	}
	if len(over) > 0 {
		return over, nil
	}
	for _, statement := range forgetGuildOwn {
		for removed := forgetGuildPage; removed == forgetGuildPage; {
			if removed, err = db.exec(ctx, statement, guild, forgetGuildPage); err != nil {
				return nil, err
			}
		}
	}
	open, err := read(ctx, db, func(ctx context.Context) (int, error) { return countRows(ctx, db.reads, countGuild, guild) })
	if err == nil && open == 0 {
		_, err = db.exec(ctx, `DELETE FROM guilds WHERE id = $1`, guild)
	}
	return nil, err
}

func (db *DB) forgetGuildOf(ctx context.Context, id match.ID) error {
	return db.writes.inTransaction(ctx, func(ctx context.Context, tx querier) error {
		if _, err := exec(ctx, tx, forgetGuildOfResult, string(id)); err != nil {
			return err
		}
		team := false
		_, err := changeOrDelete(ctx, tx, id, func(r match.Record) (match.Record, bool) {
			team = r.Match.HasTeam()
			return store.WithoutGuild(r), !team
		})
		if err != nil || !team {
			return err
		}
		return execAll(ctx, tx, []string{`DELETE FROM votes WHERE match_id = $1`, `DELETE FROM matches WHERE id = $1`}, string(id))
	})
}

// Keeping returns the servers that limit how long moves are kept: see store.Store.
func (db *DB) Keeping(ctx context.Context) ([]match.Server, error) {
	return readList(ctx, db, func(rows *sql.Rows) (match.Server, error) {
		var id, text string
		if err := rows.Scan(&id, &text); err != nil {
			return match.Server{}, err
		}
		return store.ReadText(text, match.Server{ID: id}, "settings of "+id)
	}, keeping)
}

// DropMoves deletes the moves of old matches: see store.Store. Each match is changed in a transaction of its own, so
// that others do not wait for long. A match that another process changes at the same time is left for the next call. A
// corrupt match is left as it is.
func (db *DB) DropMoves(ctx context.Context, guild string, before time.Time, limit int) (dropped []match.ID, err error) {
	old, err := readList(ctx, db, scanColumn[match.ID], droppable, guild, before.UnixMilli(), limit)
	for _, id := range old {
		if err != nil {
			break
		}
		var changed bool
		changed, err = db.change(ctx, id, match.Match.DropMoves)
		if err == nil && changed {
			dropped = append(dropped, id)
		}
		if errors.Is(err, store.ErrVersion) || errors.Is(err, store.ErrCorrupt) {
			err = nil
		}
	}
	return dropped, err
}
