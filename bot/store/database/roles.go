package database

import (
	"context"

	"noughts/bot/store"
)

const (
	roleGuilds = `SELECT id FROM servers WHERE gives_roles > 0 AND id > $1 UNION SELECT guild FROM wearers WHERE guild > $1 ORDER BY 1 LIMIT $2`

	wearersIn = `SELECT role, member, state, since FROM wearers WHERE guild = $1 ORDER BY role, member`
	rolesOf   = `SELECT guild, role FROM wearers WHERE member = $1 ORDER BY guild, role`
	setWearer = `INSERT INTO wearers (guild, role, member, state, since) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (guild, role, member) DO UPDATE SET state = excluded.state, since = excluded.since`
	deleteWearer = `DELETE FROM wearers WHERE guild = $1 AND role = $2 AND member = $3`

	championBeaters = `SELECT a.member FROM achievements a WHERE a.name = 'beat_champion'
		AND EXISTS (SELECT 1 FROM results r WHERE r.member = a.member AND r.verdict = 'rated' AND r.guild = $1) ORDER BY a.member LIMIT $2`
)

// RoleGuilds returns the servers with roles: see store.Roles.
func (db *DB) RoleGuilds(ctx context.Context, after string, limit int) ([]string, error) {
	return readList(ctx, db, scanColumn[string], roleGuilds, after, limit)
}

// Wearers returns a guild's wearers: see store.Roles.
func (db *DB) Wearers(ctx context.Context, guild string) ([]store.Wearer, error) {
	return readList(ctx, db, into(func(w *store.Wearer) []any {
		return []any{&w.Role, &w.Member, &w.State, moment{&w.Since}}
	}), wearersIn, guild)
}

// SetWearer stores a wearer: see store.Roles.
func (db *DB) SetWearer(ctx context.Context, guild string, w store.Wearer) error {
	if w.State == store.Bare {
		_, err := db.exec(ctx, deleteWearer, guild, w.Role, w.Member)
		return err
	}
	_, err := db.exec(ctx, setWearer, guild, w.Role, w.Member, string(w.State), millis(w.Since))
	return err
}

// ChampionBeaters returns the members who have beaten the champion level: see store.Roles.
func (db *DB) ChampionBeaters(ctx context.Context, guild string, limit int) ([]string, error) {
	return readList(ctx, db, scanColumn[string], championBeaters, guild, limit)
}
