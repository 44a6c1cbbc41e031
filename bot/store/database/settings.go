package database

import (
	"context"
	"database/sql"
	"errors"

	"noughts/bot/store"
	"noughts/game/match"
)

type settingsTable struct{ get, add, replace string }

var (
	membersTable = newSettingsTable("members")
	serversTable = newSettingsTable("servers")
)

// newSettingsTable returns the statements for a table. The two writes are compare-and-set: `replace` changes no row if
// the stored text is not $3, the text that was read, and `add` changes no row if a text is stored already.
func newSettingsTable(name string) settingsTable {
	return settingsTable{
		get:     `SELECT settings FROM ` + name + ` WHERE id = $1`,
		add:     `INSERT INTO ` + name + ` (id, settings) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET settings = excluded.settings WHERE ` + name + `.settings = ''`,
		replace: `UPDATE ` + name + ` SET settings = $2 WHERE id = $1 AND settings = $3`,
	}
}

// Member returns a member's settings: see store.Store.
func (db *DB) Member(ctx context.Context, id string) (match.Member, error) {
	m, _, err := settings(ctx, db, membersTable, id, match.Member{ID: id}, db.newMember)
	return m, err
}

// newMember returns the settings of a member who has none. What is left of deleted settings counts.
func (db *DB) newMember(ctx context.Context, id string) (match.Member, error) {
	left, err := read(ctx, db, func(ctx context.Context) (store.Remains, error) { return remains(ctx, db.reads, db.secret, id) })
	return match.Member{ID: id, Vacations: left.Vacations}, err
}

// ChangeMember changes a member's settings: see store.Store.
func (db *DB) ChangeMember(ctx context.Context, id string, change func(*match.Member)) (match.Member, error) {
	beside := func(ctx context.Context, tx querier, from, to match.Member) error {
		if from.Unlisted == to.Unlisted {
			return nil
		}
		return execAll(ctx, tx, []string{unlistDaily, unlistStands}, id, flag(to.Unlisted))
	}
	return changeSettings(ctx, db, membersTable, id, match.Member{ID: id}, db.newMember, change, beside)
}

// Server returns a server's settings: see store.Store.
func (db *DB) Server(ctx context.Context, id string) (match.Server, error) {
	s, _, err := settings(ctx, db, serversTable, id, match.Server{ID: id}, nil)
	return s, err
}

// ChangeServer changes a server's settings: see store.Store.
func (db *DB) ChangeServer(ctx context.Context, id string, change func(*match.Server)) (match.Server, error) {
	return changeSettings(ctx, db, serversTable, id, match.Server{ID: id}, nil, change, setServerColumns)
}

// setServerColumns copies from a server's settings what queries look for.
func setServerColumns(ctx context.Context, tx querier, _, to match.Server) error {
	var hour any // NULL if the server has no channel for the daily post
	if to.DailyChannel != "" {
		hour = to.DailyHour
	}
	_, err := exec(ctx, tx, `UPDATE servers SET daily_hour = $2, keep_days = $3, gives_roles = $4 WHERE id = $1`,
		to.ID, hour, to.RetentionDays, flag(to.GivesRoles()))
	return err
}

// settings returns the settings of an id and their text. Fields that the text lacks come from `defaults`. If there is no
// text, settings calls `none`, or returns the defaults if `none` is nil.
func settings[T store.Validator](
	ctx context.Context, db *DB, t settingsTable, id string, defaults T, none func(context.Context, string) (T, error),
) (kept T, text string, err error) {
	text, err = read(ctx, db, func(ctx context.Context) (text string, err error) {
		err = db.reads.QueryRowContext(ctx, t.get, id).Scan(&text)
		if errors.Is(err, sql.ErrNoRows) {
			err = nil
		}
		return text, err
	})
	switch {
	case err != nil, text == "" && none == nil:
		return defaults, text, err
	case text == "":
		kept, err = none(ctx, id)
	default:
		kept, err = store.ReadText(text, defaults, "settings of "+id)
	}
	return kept, text, err
}

// changeSettings changes settings, and calls `beside` in the same transaction to change the columns that follow from
// them. If another process changes or removes the text meanwhile, changeSettings reads the settings again and retries.
func changeSettings[T store.Validator](
	ctx context.Context, db *DB, t settingsTable, id string, defaults T, none func(context.Context, string) (T, error),
	change func(*T), beside func(ctx context.Context, tx querier, from, to T) error,
) (T, error) {
	for {
		kept, before, err := settings(ctx, db, t, id, defaults, none)
		if err != nil {
			return defaults, err
		}
		changed := kept
		change(&changed)
		text, err := store.WriteText(before, changed)
		if err != nil {
			return defaults, err
		}
		statement, args := t.replace, []any{id, text, before}
		if before == "" {
			statement, args = t.add, args[:2]
		}
		n, err := submit(ctx, db.writes, func(ctx context.Context, tx querier) (int, error) {
			if err := db.lockMembers(ctx, tx, []string{id}); err != nil {
				return 0, err
			}
			n, err := exec(ctx, tx, statement, args...)
			if err == nil && n > 0 {
				err = beside(ctx, tx, kept, changed)
			}
			return n, err
		})
		if err != nil {
			return defaults, err
		}
		if n > 0 {
			return store.ReadText(text, defaults, "settings of "+id)
		}
	}
}
