package database

import (
	"context"
	"database/sql"
	"errors"

	"noughts/bot/store"
	"noughts/game/match"
)

// A settingsTable is a table of settings: of members or of servers.
type settingsTable[T store.Validator] struct {
	get, add, replace string
	// defaults returns the settings of an id. Fields that a stored text lacks come from it.
	defaults func(id string) T
	// withoutText returns the settings of an id without a text; nil if these are the defaults.
	withoutText func(ctx context.Context, db *DB, id string) (T, error)
	// beside changes, in the transaction of a change, the columns that follow from it.
	beside func(ctx context.Context, tx querier, from, to T) error
}

var (
	membersTable = newSettingsTable(settingsTable[match.Member]{
		defaults: func(id string) match.Member { return match.Member{ID: id} }, withoutText: newMember, beside: setMemberColumns,
	}, "members")
	serversTable = newSettingsTable(settingsTable[match.Server]{
		defaults: func(id string) match.Server { return match.Server{ID: id} }, beside: setServerColumns,
	}, "servers")
)

// newSettingsTable returns t with the statements for a table. The two writes are compare-and-set: `replace` changes no
// row if the stored text is not $3, the text that was read, and `add` changes no row if a text is stored already.
func newSettingsTable[T store.Validator](t settingsTable[T], name string) settingsTable[T] {
	t.get = `SELECT settings FROM ` + name + ` WHERE id = $1`
	t.add = `INSERT INTO ` + name + ` (id, settings) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET settings = excluded.settings WHERE ` + name + `.settings = ''`
	t.replace = `UPDATE ` + name + ` SET settings = $2 WHERE id = $1 AND settings = $3`
	return t
}

// Member returns a member's settings: see store.Store.
func (db *DB) Member(ctx context.Context, id string) (match.Member, error) {
	m, _, err := readSettings(ctx, db, membersTable, id)
	return m, err
}

// ChangeMember changes a member's settings: see store.Store.
func (db *DB) ChangeMember(ctx context.Context, id string, change func(*match.Member)) (before, after match.Member, err error) {
	return changeSettings(ctx, db, membersTable, id, change)
}

// newMember returns the settings of a member who has none. What is left of deleted settings counts.
func newMember(ctx context.Context, db *DB, id string) (match.Member, error) {
	left, err := read(ctx, db, func(ctx context.Context) (store.Remains, error) { return remains(ctx, db.reads, db.secret, id) })
	return match.Member{ID: id, Vacations: left.Vacations}, err
}

func setMemberColumns(ctx context.Context, tx querier, from, to match.Member) error {
	if from.Unlisted == to.Unlisted {
		return nil
	}
	return execAll(ctx, tx, []string{unlistDaily, unlistRanks}, to.ID, flag(to.Unlisted))
}

// Server returns a server's settings: see store.Store.
func (db *DB) Server(ctx context.Context, id string) (match.Server, error) {
	s, _, err := readSettings(ctx, db, serversTable, id)
	return s, err
}

// ChangeServer changes a server's settings: see store.Store.
func (db *DB) ChangeServer(ctx context.Context, id string, change func(*match.Server)) (before, after match.Server, err error) {
	return changeSettings(ctx, db, serversTable, id, change)
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

// readSettings returns the settings of an id and their text, "" if there is none.
func readSettings[T store.Validator](ctx context.Context, db *DB, t settingsTable[T], id string) (kept T, text string, err error) {
	text, err = read(ctx, db, func(ctx context.Context) (text string, err error) {
		err = db.reads.QueryRowContext(ctx, t.get, id).Scan(&text)
		if errors.Is(err, sql.ErrNoRows) {
			err = nil
		}
		return text, err
	})
	kept = t.defaults(id)
	switch {
	case err != nil:
	case text != "":
		kept, err = store.ReadText(text, kept, "settings of "+id)
	case t.withoutText != nil:
		kept, err = t.withoutText(ctx, db, id)
	}
	return kept, text, err
}

// changeSettings changes settings. If another process changes or removes the text meanwhile, changeSettings reads the
// settings again and retries.
func changeSettings[T store.Validator](ctx context.Context, db *DB, t settingsTable[T], id string, change func(*T)) (before, after T, err error) {
	for {
		before, stored, err := readSettings(ctx, db, t, id)
		if err != nil {
			return before, before, err
		}
		after := before
		change(&after)
		text, err := store.WriteText(stored, after)
		if err != nil {
			return before, before, err
		}
		statement, args := t.replace, []any{id, text, stored}
		if stored == "" {
			statement, args = t.add, args[:2]
		}
		n, err := inTransaction(ctx, db.writes, func(ctx context.Context, tx querier) (int, error) {
			if err := db.lockMembers(ctx, tx, []string{id}); err != nil {
				return 0, err
			}
			n, err := exec(ctx, tx, statement, args...)
			if err == nil && n > 0 {
				err = t.beside(ctx, tx, before, after)
			}
			return n, err
		})
		if err != nil {
			return before, before, err
		}
		if n > 0 {
			after, err = store.ReadText(text, t.defaults(id), "settings of "+id)
			return before, after, err
		}
	}
}
