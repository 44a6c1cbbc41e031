package database

import (
	"context"
	"database/sql"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

// A matchColumn is a column of the table of matches. It stores a field of match.Record, or a value that is computed
// from the record. The rest of the record is stored as JSON text in a further column, without the fields that have
// columns.
type matchColumn struct {
	name string
	// field returns a pointer to the record's field that the column stores. The field is a string, an int, a time.Time,
	// a match.Ping, or a value that can marshal itself as text. field is nil for a computed column.
	field func(r *match.Record) any
	// value computes the column's value from the record, nil for NULL. It is nil for a column that stores a field.
	value func(r match.Record) any
	// guards is true if an update must not overwrite a change of this column that the caller has not seen. The update
	// then fails with store.ErrVersion.
	guards bool
}

// columns are all columns of the table except the JSON text. The id is the first one that is scanned, so that an error
// in a later column can name the match.
var columns = []matchColumn{
	{name: "id", field: func(r *match.Record) any { return (*string)(&r.Match.ID) }},
	{name: "version", guards: true, field: func(r *match.Record) any { return &r.Match.Version }},
	{name: "owner", field: func(r *match.Record) any { return &r.Match.Starter }},
	{name: "x_member", field: func(r *match.Record) any { return &r.Match.Players[0].ID }},
	{name: "x_level", field: func(r *match.Record) any { return &r.Match.Players[0].Level }},
	{name: "o_member", field: func(r *match.Record) any { return &r.Match.Players[1].ID }},
	{name: "o_level", field: func(r *match.Record) any { return &r.Match.Players[1].Level }},
	{name: "variant", field: func(r *match.Record) any { return &r.Match.Options.Variant }},
	{name: "status", field: func(r *match.Record) any { return &r.Match.Status }},
	{name: "winner", field: func(r *match.Record) any { return &r.Match.Result.Winner }},
	{name: "reason", field: func(r *match.Record) any { return &r.Match.Result.Reason }},
	{name: "given", field: func(r *match.Record) any { return &r.Match.Given }},
	{name: "guild", field: func(r *match.Record) any { return &r.Place.Guild }},
	{name: "channel", guards: true, field: func(r *match.Record) any { return &r.Place.Channel }},
	{name: "parent", guards: true, field: func(r *match.Record) any { return &r.Place.Parent }},
	{name: "thread", guards: true, field: func(r *match.Record) any { return &r.Place.Thread }},
	{name: "created", field: func(r *match.Record) any { return &r.Match.Created }},
	{name: "message", field: func(r *match.Record) any { return &r.Message }},
	{name: "mirror", guards: true, field: func(r *match.Record) any { return &r.Mirror.Message }},
	{name: "ping", guards: true, field: func(r *match.Record) any { return &r.Ping }},
	{name: "votes", guards: true, field: func(r *match.Record) any { return &r.Votes.Cast }},
	{name: "host", value: func(r match.Record) any {
		if r.Match.Hosted() {
			return r.Match.Starter
		}
		return ""
	}},
	{name: "ended", value: timeWhere(func(r match.Record) (time.Time, bool) { return r.Match.Changed, r.Match.Status == match.Over })},
	{name: "due", value: timeWhere(match.Record.Due)},
	{name: "computer_since", value: timeWhere(func(r match.Record) (time.Time, bool) { return r.Match.Changed, r.Match.AwaitsComputer() })},
	{name: "kept", value: timeWhere(store.KeptSince)},
	{name: "stranded", value: func(r match.Record) any { return flag(!r.Match.Stranded.IsZero()) }},
	{name: "moved", value: func(r match.Record) any { return flag(len(r.Match.Moves) > 0) }},
	{name: "hill_won", value: func(r match.Record) any { return int64(r.Match.Hill.Won) }},
	{name: "queued", value: func(r match.Record) any { return int64(len(r.Match.Hill.Queue)) }},
}

func flag(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// timeWhere returns a function for matchColumn.value. The column gets the time that the function `time` returns, or
// NULL if `time` returns false.
func timeWhere(time func(match.Record) (time.Time, bool)) func(match.Record) any {
	return func(r match.Record) any {
		if at, ok := time(r); ok {
			return at.UnixMilli()
		}
		return nil
	}
}

var (
	atVersion = indexOf("version")
	atStatus  = indexOf("status")
	atMessage = indexOf("message")
)

func indexOf(column string) int {
	return slices.IndexFunc(columns, func(c matchColumn) bool { return c.name == column })
}

func names(chosen func(matchColumn) bool) string {
	var all []string
	for _, c := range columns {
		if chosen(c) {
			all = append(all, c.name)
		}
	}
	return strings.Join(all, ", ")
}

var (
	allColumns = names(func(matchColumn) bool { return true })
	// selected lists the columns that scanRecord expects, in its order.
	selected    = names(func(c matchColumn) bool { return c.field != nil }) + ", record"
	matchRow    = `SELECT ` + allColumns + `, record FROM matches WHERE id = $1`
	insertMatch = `INSERT INTO matches (` + allColumns + `, record) VALUES ` + rows(1, len(columns)+1) + ` ON CONFLICT (id) DO NOTHING`
)

// qualified returns a list of columns with a table's alias before each column.
func qualified(table, columns string) string {
	return table + "." + strings.ReplaceAll(columns, ", ", ", "+table+".")
}

// valuesOf returns a record as the database stores it: the values of `columns`, in their order, and the JSON text, which
// replaces the text `stored` (see store.KeepUnknown).
func valuesOf(r match.Record, stored string) (values []any, text string, err error) {
	values = make([]any, len(columns))
	for i, c := range columns {
		if c.value != nil {
			values[i] = c.value(r)
		}
	}
	for i, c := range columns {
		if c.field == nil {
			continue
		}
		field := c.field(&r)
		if values[i], err = valueOf(field); err != nil {
			return nil, "", fmt.Errorf("match %s, %s: %w", r.Match.ID, c.name, err)
		}
		reflect.ValueOf(field).Elem().SetZero() // clear the field, so that the JSON text does not have it, too
	}
	text, err = store.KeepUnknown(stored, r)
	return values, text, err
}

func valueOf(field any) (any, error) {
	switch v := field.(type) {
	case *string:
		return *v, nil
	case *int:
		return int64(*v), nil
	case *time.Time:
		return v.UnixMilli(), nil
	case *match.Ping:
		if *v == (match.Ping{}) {
			return "", nil
		}
		text, err := json.Marshal(v)
		return string(text), err
	case encoding.TextMarshaler:
		text, err := v.MarshalText()
		return string(text), err
	}
	return nil, fmt.Errorf("it has type %T", field)
}

// A cell is the target of a scan of one column. It stores the column's value in the field of the record to which its
// pointer `field` leads.
type cell struct{ field any }

func (c cell) Scan(value any) error {
	text, fits := value.(string)
	number, isNumber := value.(int64)
	var err error
	switch to := c.field.(type) {
	case *string:
		*to = text
	case *int:
		*to, fits = int(number), isNumber
	case *time.Time:
		*to, fits = time.UnixMilli(number).UTC(), isNumber
	case *match.Ping:
		if text != "" {
			err = json.Unmarshal([]byte(text), to)
		}
	case encoding.TextUnmarshaler:
		err = to.UnmarshalText([]byte(text))
	}
	if !fits {
		return fmt.Errorf("%w: %.20v has the wrong type", store.ErrCorrupt, value)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return nil
}

// scanRecord scans one row into a record. Errors wrap store.ErrCorrupt if the row could be read but is not a valid
// match.
func scanRecord(from interface{ Scan(...any) error }) (match.Record, error) {
	var r match.Record
	into := make([]any, 0, len(columns)+1)
	for _, c := range columns {
		if c.field != nil {
			into = append(into, cell{c.field(&r)})
		}
	}
	var text []byte
	if err := from.Scan(append(into, &text)...); errors.Is(err, store.ErrCorrupt) {
		return match.Record{}, fmt.Errorf("match %.20q: %w", string(r.Match.ID), err)
	} else if err != nil {
		return match.Record{}, err
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return match.Record{}, fmt.Errorf("%w: match %.20q: %w", store.ErrCorrupt, string(r.Match.ID), err)
	}
	if err := r.Match.Validate(); err != nil {
		return match.Record{}, fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return r, nil
}

// loadRow reads the columns of a match and its JSON text. It returns nil and "" if there is no such match.
func loadRow(ctx context.Context, tx querier, id match.ID) (values []any, text string, err error) {
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	err = tx.QueryRowContext(ctx, matchRow, string(id)).Scan(append(into, &text)...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, "", nil
	}
	return values, text, err
}
