package database

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

const (
	recountPage     = 2000
	mostDifferences = 50
)

// A Recounted is the result of counting all games again.
type Recounted struct {
	Games   int // number of counted games
	Members int // number of members with ratings
	Damaged int // number of results and games left out, because the match's row is damaged
	// Differences describe the stored values that differ from the computed ones, at most 50 of
	// them. Differing is the number of all differences.
	Differences []string
	Differing   int
}

func (r *Recounted) differs(format string, args ...any) {
	if r.Differing++; len(r.Differences) < mostDifferences {
		r.Differences = append(r.Differences, fmt.Sprintf(format, args...))
	}
}

func (r *Recounted) leaveOut(why error) {
	r.Damaged++
	r.differs("left out: %v", why)
}

// VerifyRatings computes the results and ratings of all games again, on one snapshot of the
// database, and compares them with the stored ones. It changes nothing.
func (db *DB) VerifyRatings(ctx context.Context) (Recounted, error) {
	return db.recount(ctx, false)
}

// RebuildRatings computes the results and ratings of all games again and stores them, in one transaction. Until it
// ends, no other process can end a game. The Differences describe the replaced values.
func (db *DB) RebuildRatings(ctx context.Context) (Recounted, error) {
	return db.recount(ctx, true)
}

func (db *DB) recount(ctx context.Context, rebuild bool) (Recounted, error) {
	return db.inLongTransaction(ctx, rebuild, func(ctx context.Context, tx querier) (Recounted, error) {
		r := recounting{tx: tx, rebuild: rebuild, recountedGames: recountedGames{
			standings: map[inPool]profile.Standing{}, guilds: map[inPool][]string{}, tallies: map[profile.TallyKey]profile.Tally{},
			expected: map[resultOf]profile.Counted{}, together: map[[2]string][]time.Time{}, rated: map[[2]string]bool{}, beaten: map[inLadder][]string{},
		}}
		for _, step := range []func(context.Context) error{r.results, r.missing, r.tables, r.countLate} {
			if err := step(ctx); err != nil {
				return r.Recounted, err
			}
		}
		return r.Recounted, nil
	})
}

// inLongTransaction calls `do` in one transaction that has no timeout and sees one state of the database. If `write` is
// set, no other transaction counts games meanwhile.
func (db *DB) inLongTransaction(ctx context.Context, write bool, do func(context.Context, querier) (Recounted, error)) (Recounted, error) {
	pool, ok := db.reads.(*sql.DB)
	if !ok {
		return inTransaction(ctx, db.writes, do) // SQLite has only one writer, so no other transaction writes meanwhile
	}
	tx, err := pool.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: !write})
	if err != nil {
		return Recounted{}, err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	begin := `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`
	if write { // the lock must come before the first read, which determines the snapshot
		begin += `; LOCK TABLE results, ratings, tallies, ranks IN EXCLUSIVE MODE`
	}
	if db.dialect.lock != "" { // not SQLite, opened by OpenReading
		if _, err := tx.ExecContext(ctx, begin); err != nil {
			return Recounted{}, err
		}
	}
	r, err := do(ctx, tx)
	if err != nil {
		return r, err
	}
	return r, tx.Commit()
}

type recounting struct {
	Recounted
	recountedGames
	tx      querier
	rebuild bool
	late    []string // ids of matches that were never counted
}

// resultsAfter reads what a recount needs of results and their matches: the fields of storedResult.
var resultsAfter = `SELECT r.seq, r.side, r.verdict, r.opponent_value, r.opponent_deviation, r.opponent_volatility, r.opponent_since, r.game_key, ` +
	qualified("r", resultColumns) + `, ` + qualified("m", selected) + `
	FROM results AS r JOIN matches AS m ON m.id = r.match_id WHERE r.seq > $1 ORDER BY r.seq LIMIT $2`

type storedResult struct {
	seq     int64
	known   profile.MemberResult // what recountedGames.count needs of it
	values  []any                // of all resultColumns
	record  match.Record
	damaged error // why there is no record
}

func (r *recounting) page(ctx context.Context, after int64) ([]storedResult, error) {
	return list(ctx, r.tx, func(rows *sql.Rows) (s storedResult, err error) {
		var side, verdict string
		was := &s.known.Opponent
		into := []any{&s.seq, &side, &verdict, &was.Value, &was.Deviation, &was.Volatility, moment{&was.Time}, &s.known.Key}
		s.values = make([]any, strings.Count(resultColumns, ",")+1)
		if s.record, err = scanRecord(with{rows, append(into, pointers(s.values)...)}); errors.Is(err, store.ErrCorrupt) {
			s.damaged = err
			return s, nil
		} else if err != nil {
			return s, err
		}
		s.known.Verdict, _ = profile.ParseVerdict(verdict)
		return s, s.known.Side.UnmarshalText([]byte(side))
	}, resultsAfter, after, recountPage)
}

// A with scans rows that have further columns before the columns of a match. It scans the further columns into its
// field `into`.
type with struct {
	rows *sql.Rows
	into []any
}

func (w with) Scan(into ...any) error { return w.rows.Scan(slices.Concat(w.into, into)...) }

// results computes the results of all games again, and compares them and their effects with the stored ones.
func (r *recounting) results(ctx context.Context) error {
	for last := int64(0); ; {
		page, err := r.page(ctx, last)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, s := range page {
			last = s.seq
			if s.damaged != nil {
				r.leaveOut(s.damaged)
				continue
			}
			at := resultOf{s.record.Match.ID, s.known.Side}
			if _, ok := r.expected[at]; !ok {
				r.Games++
				r.count(s.record, s.known)
			}
			want, ok := r.expected[at]
			if delete(r.expected, at); !ok {
				r.differs("match %s has a result of %v, who is not a member", at.id, at.side)
				continue
			}
			effect := s.record.Effects[want.Side-game.X]
			want.Effect.Earned = effect.Earned
			changes := differences(resultColumns, s.values, resultValues(want.MemberResult))
			if !reflect.DeepEqual(effect, want.Effect) {
				changes = append(changes, fmt.Sprintf("effect %+v, counted again %+v", effect, want.Effect))
			}
			if len(changes) == 0 {
				continue
			}
			r.differs("match %s, %s: %s", s.record.Match.ID, want.Member(), strings.Join(changes, "; "))
			if err := r.setResult(ctx, s.seq, want); err != nil {
				return err
			}
		}
	}
}

// setResult replaces a stored result by the computed one, and updates the effects of the match. It
// does nothing unless r.rebuild is set.
func (r *recounting) setResult(ctx context.Context, seq int64, want profile.Counted) error {
	if !r.rebuild {
		return nil
	}
	_, err := r.tx.ExecContext(ctx, `DELETE FROM results WHERE seq = $1`, seq)
	if err == nil {
		values := append(resultValues(want.MemberResult), seq)
		_, err = r.tx.ExecContext(ctx, `INSERT INTO results (`+resultColumns+`, seq) VALUES `+rows(1, len(values)), values...)
	}
	if err != nil {
		return err
	}
	// The match is loaded again, because setResult for the other side may have changed the effects.
	stored, err := scanRecord(r.tx.QueryRowContext(ctx, load, string(want.Game.Match)))
	if err != nil {
		return err
	}
	before := stored
	stored.Effects[want.Side-game.X] = want.Effect
	return updateRecord(ctx, r.tx, before, stored)
}

var uncounted = `SELECT id FROM matches WHERE (x_member NOT IN ('', '` + match.Anonymous + `') OR o_member NOT IN ('', '` + match.Anonymous + `'))` + decided + fromStart + `
	AND NOT EXISTS (SELECT 1 FROM results WHERE results.match_id = matches.id) ORDER BY ended, id`

// missing reports the results that are not stored, and stores them if r.rebuild is set. It also
// finds the games that were never counted, for countLate.
func (r *recounting) missing(ctx context.Context) error {
	missing := slices.SortedFunc(maps.Values(r.expected), func(a, b profile.Counted) int {
		return cmp.Or(a.Game.Ended.Compare(b.Game.Ended), cmp.Compare(a.Game.Match, b.Game.Match), cmp.Compare(a.Side, b.Side))
	})
	for _, m := range missing {
		r.differs("match %s has no result of %s", m.Game.Match, m.Member())
		if !r.rebuild {
			continue
		}
		if err := (ledger{tx: r.tx}).addResults(ctx, []profile.Counted{m}); err != nil {
			return err
		}
	}
	var err error
	r.late, err = list(ctx, r.tx, scanColumn[string], uncounted)
	for _, id := range r.late {
		r.differs("match %s was not counted", id)
	}
	return err
}

// countLate counts the games that were never counted, after all others. Games against the computer
// are not rated then, because the rating of the level at that time is not known any more.
func (r *recounting) countLate(ctx context.Context) error {
	if !r.rebuild {
		return nil
	}
	for _, id := range r.late {
		stored, err := scanRecord(r.tx.QueryRowContext(ctx, load, id))
		if errors.Is(err, store.ErrCorrupt) {
			r.leaveOut(err)
			continue
		} else if err != nil {
			return err
		}
		g, counted := profile.GameOf(stored, [2]bool{}), stored
		g.Level = 0
		if counted.Effects, err = (ledger{tx: r.tx}).enter(ctx, g); err == nil {
			err = updateRecord(ctx, r.tx, stored, counted)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ErrDiffers is the error for stored ratings that differ from those computed from the games. ErrLeftOut is the error for
// games that could not be counted.
var (
	ErrDiffers = errors.New("the stored ratings differ from those computed from the games")
	ErrLeftOut = errors.New("damaged games were left out: restore them from a backup, or delete their rows")
)
