package database

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
	"noughts/game/tournament"
)

const (
	insertTournament  = `INSERT INTO tournaments (id, revision, guild, open_in, due, record) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`
	updateTournament  = `UPDATE tournaments SET revision = $2, guild = $3, open_in = $4, due = $5, record = $6 WHERE id = $1 AND revision = $7`
	tournamentText    = `SELECT record FROM tournaments WHERE id = $1`
	isTournament      = `SELECT count(*) FROM tournaments WHERE id = $1`
	openTournamentsOf = `SELECT tournament FROM tournament_members JOIN tournaments ON id = tournament
		WHERE member = $1 AND open_in IS NOT NULL ORDER BY tournament`
	dueTournaments = `SELECT id, due, guild FROM tournaments WHERE due <= $1 AND due >= $2 AND (due, id) > ($2, $3)
		ORDER BY due, id LIMIT $4`
)

// SaveTournament stores a tournament: see store.Tournaments.
func (db *DB) SaveTournament(ctx context.Context, r tournament.Record, key string) (tournament.Record, error) {
	expected, id := r.Revision, string(r.Tournament.ID)
	r.Revision++
	return inTransaction(ctx, db.writes, func(ctx context.Context, tx querier) (tournament.Record, error) {
		if key != "" {
			if err := saveKey(ctx, tx, key, store.Keyed(r.Tournament.ID)); err != nil {
				return tournament.Record{}, err
			}
		}
		before, err := one[string](ctx, tx, tournamentText, id)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return tournament.Record{}, err
		}
		for _, at := range []*time.Time{&r.Tournament.Deadline, &r.Tournament.Created, &r.Tournament.Changed} {
			if !at.IsZero() {
				*at = time.UnixMilli(at.UnixMilli()).UTC()
			}
		}
		text, err := store.WriteText(before, r)
		if err != nil {
			return tournament.Record{}, err
		}
		stored, err := readTournament(text)
		if err != nil {
			return tournament.Record{}, err
		}
		args := []any{id, r.Revision, r.Place.Guild, nil, nil, text}
		if stored.Open() {
			args[3] = r.Place.Channel
		}
		if due, ok := stored.Due(); ok {
			args[4] = due.UnixMilli()
		}
		statement := insertTournament
		if expected > 0 {
			statement, args = updateTournament, append(args, expected)
		}
		n, err := exec(ctx, tx, statement, args...)
		if err == nil && n == 0 {
			err = missedTournament(ctx, tx, id, expected)
		}
		if err == nil {
			err = saveMembers(ctx, tx, id, r.Members())
		}
		return stored, err
	})
}

// missedTournament returns why a tournament could not be saved. Errors: those of SaveTournament.
func missedTournament(ctx context.Context, tx querier, id string, expected int) error {
	n, err := countRows(ctx, tx, isTournament, id)
	switch {
	case err != nil:
		return err
	case expected > 0 && n > 0:
		return store.ErrVersion
	case expected > 0:
		return store.ErrNotFound
	case n > 0:
		return store.ErrExists
	}
	return store.ErrTournamentOpen
}

func saveMembers(ctx context.Context, tx querier, id string, members []string) error {
	noted, err := list(ctx, tx, scanColumn[string], `SELECT member FROM tournament_members WHERE tournament = $1`, id)
	for _, member := range members {
		if err == nil && !slices.Contains(noted, member) {
			_, err = exec(ctx, tx, `INSERT INTO tournament_members (member, tournament) VALUES ($1, $2)`, member, id)
		}
	}
	for _, member := range noted {
		if err == nil && !slices.Contains(members, member) {
			_, err = exec(ctx, tx, `DELETE FROM tournament_members WHERE member = $1 AND tournament = $2`, member, id)
		}
	}
	return err
}

// Tournament returns a tournament: see store.Tournaments.
func (db *DB) Tournament(ctx context.Context, id match.ID) (tournament.Record, error) {
	if !id.Valid() {
		return tournament.Record{}, store.ErrNotFound
	}
	text, err := read(ctx, db, func(ctx context.Context) (string, error) {
		return one[string](ctx, db.reads, tournamentText, string(id))
	})
	if err != nil {
		return tournament.Record{}, err
	}
	return readTournament(text)
}

func readTournament(text string) (tournament.Record, error) {
	return store.ReadText(text, tournament.Record{}, "a tournament")
}

// OpenTournament returns the tournament of a channel: see store.Tournaments.
func (db *DB) OpenTournament(ctx context.Context, channel string) (match.ID, error) {
	return read(ctx, db, func(ctx context.Context) (match.ID, error) {
		return one[match.ID](ctx, db.reads, `SELECT id FROM tournaments WHERE open_in = $1`, channel)
	})
}

// TournamentsOf returns the open tournaments of a member: see store.Tournaments.
func (db *DB) TournamentsOf(ctx context.Context, member string) ([]match.ID, error) {
	return readList(ctx, db, scanColumn[match.ID], openTournamentsOf, member)
}

// DueTournaments returns due tournaments: see store.Tournaments.
func (db *DB) DueTournaments(ctx context.Context, now time.Time, after match.Cursor, limit int) ([]match.Cursor, error) {
	return db.entries(ctx, dueTournaments, now, after, limit)
}

func (db *DB) idsOfMember(ctx context.Context, member string) ([]match.ID, error) {
	return readList(ctx, db, scanColumn[match.ID], `SELECT tournament FROM tournament_members WHERE member = $1`, member)
}

// tournamentsOf returns the tournaments of a member, oldest first. Corrupt ones are logged and left out.
func (db *DB) tournamentsOf(ctx context.Context, member string) ([]tournament.Record, error) {
	ids, err := db.idsOfMember(ctx, member)
	if err != nil {
		return nil, err
	}
	var found []tournament.Record
	for _, id := range ids {
		r, err := db.Tournament(ctx, id)
		switch {
		case errors.Is(err, store.ErrCorrupt):
			db.log.Error("stored tournament is corrupt and left out: restore it from a backup, or delete its row", "tournament", id, "err", err)
		case err != nil && !errors.Is(err, store.ErrNotFound):
			return nil, err
		case err == nil:
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b tournament.Record) int {
		return cmp.Or(a.Tournament.Created.Compare(b.Tournament.Created), cmp.Compare(a.Tournament.ID, b.Tournament.ID))
	})
	return found, nil
}

// forgetInTournaments removes a member from tournaments. A corrupt tournament is deleted: its members are unknown.
func (db *DB) forgetInTournaments(ctx context.Context, member string) error {
	ids, err := db.idsOfMember(ctx, member)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := db.forgetInTournament(ctx, member, id); err != nil {
			return err
		}
	}
	_, err = db.exec(ctx, `DELETE FROM tournament_members WHERE member = $1`, member)
	return err
}

func (db *DB) forgetInTournament(ctx context.Context, member string, id match.ID) error {
	for {
		r, err := db.Tournament(ctx, id)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return nil
		case errors.Is(err, store.ErrCorrupt):
			_, err = db.exec(ctx, `DELETE FROM tournaments WHERE id = $1`, string(id))
			return err
		case err != nil:
			return err
		}
		if _, err = db.SaveTournament(ctx, r.Forget(member, time.Now()), ""); !errors.Is(err, store.ErrVersion) {
			return err
		}
	}
}
