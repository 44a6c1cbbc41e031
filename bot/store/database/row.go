package database

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// columns are what a record is read from, in scanRecord's order.
const columns = `id, version, owner, x_member, x_level, o_member, o_level, variant, first, clock,
	status, begins, moves, draw_offer, takeback_ask, winner, reason,
	guild, channel, locale, style, message, created, changed, deadline`

// A row is a record as it is stored, where that differs from what it means.
type row struct {
	record                                  store.Record
	clock, created, changed                 int64
	deadline                                sql.NullInt64
	variant, first, status, begins, moves   string
	drawOffer, takebackAsk, winner, reasons string
}

// scanRecord reads a record. Errors wrap store.ErrCorrupt when it was read but
// is no match.
func scanRecord(from interface{ Scan(...any) error }) (store.Record, error) {
	var r row
	m := &r.record.Match
	err := from.Scan(&m.ID, &m.Version, &m.Owner, &m.Players[0].ID, &m.Players[0].Level, &m.Players[1].ID, &m.Players[1].Level,
		&r.variant, &r.first, &r.clock,
		&r.status, &r.begins, &r.moves, &r.drawOffer, &r.takebackAsk, &r.winner, &r.reasons,
		&r.record.Guild, &r.record.Channel, &r.record.Locale, &r.record.Style, &r.record.Message,
		&r.created, &r.changed, &r.deadline)
	if err != nil {
		return store.Record{}, err
	}
	if err := r.decode(); err != nil {
		return store.Record{}, fmt.Errorf("%w: match %.20q: %w", store.ErrCorrupt, string(m.ID), err)
	}
	return r.record, nil
}

// decode completes the record, and checks that it can be.
func (r *row) decode() error {
	m := &r.record.Match
	m.Options.Clock = time.Duration(r.clock) * time.Millisecond
	m.Created, m.Changed = readTime(r.created), readTime(r.changed)
	if r.deadline.Valid {
		m.Deadline = readTime(r.deadline.Int64)
	}
	var errs [9]error
	m.Options.Variant, errs[0] = game.ParseVariant(r.variant)
	m.Options.First, errs[1] = firsts.read(r.first)
	m.Status, errs[2] = statuses.read(r.status)
	m.Begins, errs[3] = marks.read(r.begins)
	m.Moves, errs[4] = readMoves(r.moves)
	m.DrawOffer, errs[5] = marks.read(r.drawOffer)
	m.TakebackAsk, errs[6] = marks.read(r.takebackAsk)
	m.Result.Winner, errs[7] = marks.read(r.winner)
	m.Result.Reason, errs[8] = reasons.read(r.reasons)
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	return m.Validate()
}

// Times are stored as milliseconds, without which time.Time would not read what
// it wrote on every database.
func readTime(milli int64) time.Time { return time.UnixMilli(milli).UTC() }

// optional returns a time to store, NULL unless there is one.
func optional(t time.Time, is bool) sql.NullInt64 {
	if !is {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: true}
}

// deadline, computerSince and ended are the columns of what waits for a time.
func deadline(m match.Match) sql.NullInt64 {
	due, is := m.Due()
	return optional(due, is && m.Status != match.Over)
}

func computerSince(m match.Match) sql.NullInt64 {
	return optional(m.Changed, m.ToMove().IsComputer())
}

func ended(m match.Match) sql.NullInt64 {
	return optional(m.Changed, m.Status == match.Over)
}
