package database

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
)

// A matchColumn is one of the table of matches. The list of columns makes every
// statement that reads or writes matches.
type matchColumn struct {
	name    string
	changed changed
	// field returns where the value is in a record: a pointer, or a word. It is nil for a
	// column that has a time for an index, which follows from the others, and is NULL
	// where there is none.
	field func(r *match.Record) any
	time  func(r match.Record) (at time.Time, ok bool)
}

// Changed says which changes of a match change a column. What moves change is in
// few indexes.
type changed uint8

const (
	never      changed = iota
	withPing           // by DB.SetPing alone, as the message by DB.SetMessage
	withPlace          // by DB.SetPlace alone
	withVote           // by DB.Vote alone
	withMirror         // by DB.SetMirror alone
	otherwise          // not by moves
	timedMove          // by moves where a clock runs or somebody is told about turns
	anyMove
)

// columns are all of them. The first is the key, and names a match that cannot be
// read further; the last is the message, which only DB.SetMessage changes.
var columns = []matchColumn{
	{name: "id", changed: never, field: func(r *match.Record) any { return (*string)(&r.Match.ID) }},
	{name: "version", changed: anyMove, field: func(r *match.Record) any { return &r.Match.Version }},
	{name: "owner", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Owner }},
	{name: "x_member", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Players[0].ID }},
	{name: "x_level", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Players[0].Level }},
	{name: "o_member", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Players[1].ID }},
	{name: "o_level", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Players[1].Level }},
	{name: "variant", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Options.Variant }},
	{name: "first", changed: otherwise, field: func(r *match.Record) any { return word{(*uint8)(&r.Match.Options.First), store.Firsts} }},
	{name: "clock", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Options.Clock }},
	{name: "status", changed: otherwise, field: func(r *match.Record) any { return word{(*uint8)(&r.Match.Status), store.Statuses} }},
	{name: "begins", changed: otherwise, field: func(r *match.Record) any { return word{(*uint8)(&r.Match.Begins), store.Marks} }},
	{name: "moves", changed: anyMove, field: func(r *match.Record) any { return &r.Match.Moves }},
	{name: "draw_offer", changed: anyMove, field: func(r *match.Record) any { return word{(*uint8)(&r.Match.DrawOffer), store.Marks} }},
	{name: "takeback_ask", changed: anyMove, field: func(r *match.Record) any { return word{(*uint8)(&r.Match.TakebackAsk), store.Marks} }},
	{name: "x_draw_offered", changed: otherwise, field: func(r *match.Record) any { return &r.Match.DrawOffered[0] }},
	{name: "o_draw_offered", changed: otherwise, field: func(r *match.Record) any { return &r.Match.DrawOffered[1] }},
	{name: "winner", changed: otherwise, field: func(r *match.Record) any { return word{(*uint8)(&r.Match.Result.Winner), store.Marks} }},
	{name: "reason", changed: otherwise, field: func(r *match.Record) any { return word{(*uint8)(&r.Match.Result.Reason), store.Reasons} }},
	{name: "guild", changed: otherwise, field: func(r *match.Record) any { return &r.Place.Guild }},
	{name: "channel", changed: withPlace, field: func(r *match.Record) any { return &r.Place.Channel }},
	{name: "locale", changed: otherwise, field: func(r *match.Record) any { return &r.Place.Locale }},
	{name: "style", changed: otherwise, field: func(r *match.Record) any { return &r.Place.Style }},
	{name: "away", changed: otherwise, field: func(r *match.Record) any { return &r.Place.Away }},
	{name: "explains", changed: otherwise, field: func(r *match.Record) any { return &r.Place.Explains }},
	{name: "thread", changed: withPlace, field: func(r *match.Record) any { return word{(*uint8)(&r.Place.Thread), store.Threads} }},
	{name: "parent", changed: withPlace, field: func(r *match.Record) any { return &r.Place.Parent }},
	{name: "quiet", changed: otherwise, field: func(r *match.Record) any { return &r.Place.Quiet }},
	{name: "x_marks", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Looks[0].Marks }},
	{name: "o_marks", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Looks[1].Marks }},
	{name: "x_keypad", changed: otherwise, field: func(r *match.Record) any { return (*string)(&r.Match.Looks[0].Keypad) }},
	{name: "o_keypad", changed: otherwise, field: func(r *match.Record) any { return (*string)(&r.Match.Looks[1].Keypad) }},
	{name: "created", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Created }},
	{name: "changed", changed: anyMove, field: func(r *match.Record) any { return &r.Match.Changed }},
	{name: "deadline", changed: timedMove, field: func(r *match.Record) any { return &r.Match.Deadline }},
	{name: "warned", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Warned }},
	{name: "computer_since", changed: anyMove, time: func(r match.Record) (time.Time, bool) { return r.Match.Changed, r.Match.ToMove().IsComputer() }},
	{name: "ended", changed: otherwise, time: func(r match.Record) (time.Time, bool) { return r.Match.Changed, r.Match.Status == match.Over }},
	{name: "open_for", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Options.OpenFor }},
	{name: "turn_began", changed: anyMove, field: func(r *match.Record) any { return &r.Match.TurnBegan }},
	{name: "due", changed: timedMove, time: match.Record.Due},
	{name: "shared", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Shared }},
	{name: "score_x", changed: otherwise, field: func(r *match.Record) any { return &r.Score.Wins[0] }},
	{name: "score_o", changed: otherwise, field: func(r *match.Record) any { return &r.Score.Wins[1] }},
	{name: "score_drawn", changed: otherwise, field: func(r *match.Record) any { return &r.Score.Draws }},
	{name: "casual", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Options.Casual }},
	{name: "taken_back", changed: otherwise, field: func(r *match.Record) any { return &r.Match.TakenBack }},
	{name: "x_hinted", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Hinted[0] }},
	{name: "o_hinted", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Hinted[1] }},
	{name: "coach", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Options.Coach }},
	{name: "effects", changed: otherwise, field: func(r *match.Record) any { return &r.Effects }},
	{name: "first_clock", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Options.FirstClock }},
	{name: "tournament", changed: otherwise, field: func(r *match.Record) any { return (*string)(&r.Tournament) }},
	{name: "ping_turn", changed: withPing, field: func(r *match.Record) any { return &r.Ping.Turn }},
	{name: "ping_told", changed: withPing, field: func(r *match.Record) any { return word{(*uint8)(&r.Ping.Told), store.Notices} }},
	{name: "ping_pending", changed: withPing, field: func(r *match.Record) any { return &r.Ping.Pending }},
	{name: "ping_message", changed: withPing, field: func(r *match.Record) any { return &r.Ping.Message }},
	{name: "x_team", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Players[0].Team }},
	{name: "o_team", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Players[1].Team }},
	{name: "votes", changed: withVote, field: func(r *match.Record) any { return &r.Votes.Cast }},
	{name: "mirror_channel", changed: never, field: func(r *match.Record) any { return &r.Mirror.Channel }},
	{name: "mirror_message", changed: withMirror, field: func(r *match.Record) any { return &r.Mirror.Message }},
	{name: "best_of", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Options.BestOf }},
	{name: "before_x", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Before.Wins[0] }},
	{name: "before_o", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Before.Wins[1] }},
	{name: "before_drawn", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Before.Draws }},
	{name: "continued", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Continued }},
	{name: "since", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Since }},
	{name: "hill_queue", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Hill.Queue }},
	{name: "hill_game", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Hill.Game }},
	{name: "hill_streak", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Hill.Streak }},
	{name: "hill_stays", changed: otherwise, field: func(r *match.Record) any { return word{(*uint8)(&r.Match.Hill.Stays), store.Marks} }},
	{name: "hill_won", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Hill.Won }},
	{name: "hill_record", changed: otherwise, field: func(r *match.Record) any { return &r.HillRecord }},
	{name: "given", changed: never, field: func(r *match.Record) any { return &r.Match.Given }},
	{name: "dropped", changed: otherwise, field: func(r *match.Record) any { return &r.Match.Dropped }},
	{name: "kept", changed: otherwise, time: store.KeptSince},
	{name: "message", changed: never, field: func(r *match.Record) any { return &r.Message }},
}

// values returns what is stored of a record: texts, numbers and nil, by column.
func values(r *match.Record) []any {
	values := make([]any, len(columns))
	for i, c := range columns {
		if c.time != nil {
			if at, ok := c.time(*r); ok {
				values[i] = at.UnixMilli()
			}
			continue
		}
		switch v := c.field(r).(type) {
		case *string:
			values[i] = *v
		case *int:
			values[i] = int64(*v)
		case *bool:
			values[i] = int64(0)
			if *v {
				values[i] = int64(1)
			}
		case *time.Duration:
			values[i] = v.Milliseconds()
		case *time.Time:
			if !v.IsZero() {
				values[i] = v.UnixMilli()
			}
		case *game.Variant:
			values[i] = v.String()
		case *[]game.Square:
			values[i] = store.WriteMoves(*v)
		case *[2]match.Effect:
			values[i] = store.WriteEffects(*v)
		case *[]string:
			values[i] = strings.Join(*v, " ")
		case word:
			values[i] = store.Word(v.texts, *v.value)
		}
	}
	return values
}

// A cell is where the value of a column is read to.
type cell struct {
	id    *match.ID // of the match, which the first column has
	field any
}

// Scan is database/sql.Scanner's. Errors wrap store.ErrCorrupt.
func (c cell) Scan(value any) (err error) {
	switch v := value.(type) {
	case nil: // the zero value
	case int64:
		switch to := c.field.(type) {
		case *int:
			*to = int(v)
		case *bool:
			*to = v != 0
		case *time.Duration:
			*to = time.Duration(v) * time.Millisecond
		case *time.Time:
			*to = time.UnixMilli(v).UTC()
		default:
			err = fmt.Errorf("%d is not a string", v)
		}
	case string:
		switch to := c.field.(type) {
		case *string:
			*to = v
		case *game.Variant:
			*to, err = rules.ParseVariant(v)
		case *[]game.Square:
			*to, err = readMoves(v)
		case *[2]match.Effect:
			*to, err = store.ReadEffects(v)
		case *[]string:
			if *to = strings.Fields(v); v == "" {
				*to = nil
			}
		case word:
			err = to.read(v)
		default:
			err = fmt.Errorf("%.20q is not a number", v)
		}
	default:
		err = fmt.Errorf("it has type %T", value)
	}
	if err != nil {
		return fmt.Errorf("%w: match %.20q: %w", store.ErrCorrupt, string(*c.id), err)
	}
	return nil
}

// selected are the columns that a record is read from, in scanRecord's order.
var selected = func() string {
	var names []string
	for _, c := range columns {
		if c.field != nil {
			names = append(names, c.name)
		}
	}
	return strings.Join(names, ", ")
}()

// qualified returns the columns of selected as those of a table that a query has named.
func qualified(table string) string {
	return table + "." + strings.ReplaceAll(selected, ", ", ", "+table+".")
}

// scanRecord reads a record. Errors wrap store.ErrCorrupt when it was read but
// is no match.
func scanRecord(from interface{ Scan(...any) error }) (match.Record, error) {
	var r match.Record
	into := make([]any, 0, len(columns))
	for _, c := range columns {
		if c.field != nil {
			into = append(into, cell{&r.Match.ID, c.field(&r)})
		}
	}
	if err := from.Scan(into...); err != nil {
		return match.Record{}, err
	}
	if err := r.Match.Validate(); err != nil {
		return match.Record{}, fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	return r, nil
}

// insert saves a new match, with its values.
var insert = func() string {
	names, places := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		names[i], places[i] = c.name, fmt.Sprint("$", i+1)
	}
	return fmt.Sprintf("INSERT INTO matches (%s) VALUES (%s) ON CONFLICT (id) DO NOTHING", strings.Join(names, ", "), strings.Join(places, ", "))
}()

// These save a match that is stored, with its values; in the place of the message's
// is the version that is stored. A move leaves the indexes alone of the columns that
// it does not change. They find no match that differs in those.
var (
	updateAll       = update(otherwise)
	updateTimedMove = update(timedMove)
	updateMove      = update(anyMove)
)

// update returns the statement that changes the columns from a kind on.
func update(from changed) string {
	var set, where []string
	for i, c := range columns[:len(columns)-1] {
		if c.changed >= from {
			set = append(set, fmt.Sprintf("%s = $%d", c.name, i+1))
		} else {
			where = append(where, fmt.Sprintf("%s IS NOT DISTINCT FROM $%d", c.name, i+1))
		}
	}
	return fmt.Sprintf("UPDATE matches SET %s WHERE version = $%d AND %s RETURNING message",
		strings.Join(set, ", "), len(columns), strings.Join(where, " AND "))
}

// A word is a value of a small type that is written as a text: store.Word.
type word struct {
	value *uint8
	texts []string
}

// read sets the value to that of a text.
func (w word) read(text string) error {
	i := slices.Index(w.texts, text)
	if i < 0 {
		return fmt.Errorf("%.20q is not one of %q", text, w.texts)
	}
	*w.value = uint8(i)
	return nil
}

// readMoves reads what store.WriteMoves writes.
func readMoves(text string) ([]game.Square, error) {
	if text == "" {
		return nil, nil
	}
	moves := make([]game.Square, 0, len(text)/3+1)
	for word := range strings.SplitSeq(text, " ") {
		move, err := game.ParseSquare(word)
		if err != nil {
			return nil, err
		}
		moves = append(moves, move)
	}
	return moves, nil
}
