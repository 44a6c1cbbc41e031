package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

const (
	// recountPage is how many results are read at once.
	recountPage = 2000
	// mostDifferences is the largest number of differences that are described.
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

// leaveOut notes that a damaged match is left out.
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
		r := recounting{tx: tx, Recount: store.NewRecount(), rebuild: rebuild}
		for _, step := range []func(context.Context) error{r.results, r.missing, r.ratings, r.tallies, r.standings, r.countLate} {
			if err := step(ctx); err != nil {
				return r.Recounted, err
			}
		}
		r.Recounted.Games, r.Members = r.Recount.Games, len(r.Standings)
		return r.Recounted, nil
	})
}

// inLongTransaction calls `do` in one transaction that has no timeout and sees one state of the database. If `write` is
// set, no other transaction counts games meanwhile.
func (db *DB) inLongTransaction(ctx context.Context, write bool, do func(context.Context, querier) (Recounted, error)) (Recounted, error) {
	pool, ok := db.reads.(*sql.DB)
	if !ok {
		return submit(ctx, db.writes, do) // SQLite has only one writer, so no other transaction writes meanwhile
	}
	tx, err := pool.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: !write})
	if err != nil {
		return Recounted{}, err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	begin := `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`
	if write { // the lock must come before the first read, which determines the snapshot
		begin += `; LOCK TABLE results, ratings, tallies, standings IN EXCLUSIVE MODE`
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

// A recounting is the state of a VerifyRatings or RebuildRatings in progress.
type recounting struct {
	Recounted
	*store.Recount
	tx      querier
	rebuild bool
	late    []string // ids of matches that were never counted
}

var resultsAfter = `SELECT r.seq, r.side, r.member, r.opponent, r.level, r.guild, r.pool, r.score, r.verdict, r.ended,
		r.value, r.deviation, r.volatility, r.since, r.opponent_value, r.opponent_deviation, r.opponent_volatility, r.opponent_since,
		r.new_value, r.new_deviation, r.new_volatility, r.new_since, r.game_key, ` + qualified("m") + `
	FROM results AS r JOIN matches AS m ON m.id = r.match_id WHERE r.seq > $1 ORDER BY r.seq LIMIT $2`

// A storedResult is a row of the table of results, with its match.
type storedResult struct {
	seq                  int64
	side, verdict        string
	member, opponent     string
	level, pool          string
	guild                string
	profile.MemberResult // its Game is computed from the match
	record               match.Record
	damaged              error // why there is no record
}

func (r *recounting) page(ctx context.Context, after int64) ([]storedResult, error) {
	return list(ctx, r.tx, func(rows *sql.Rows) (s storedResult, err error) {
		var ended int64
		into := []any{&s.seq, &s.side, &s.member, &s.opponent, &s.level, &s.guild, &s.pool, &s.Score, &s.verdict, &ended}
		for _, x := range []*profile.Rating{&s.Before, &s.Opponent, &s.After} {
			into = append(into, &x.Value, &x.Deviation, &x.Volatility, moment{&x.Time})
		}
		into = append(into, &s.Key)
		if s.record, err = scanRecord(with{rows, into}); errors.Is(err, store.ErrCorrupt) {
			s.damaged = err
			return s, nil
		} else if err != nil {
			return s, err
		}
		s.Game = profile.GameOf(s.record)
		s.Game.Ended = time.UnixMilli(ended).UTC()
		s.Verdict, _ = profile.ParseVerdict(s.verdict)
		return s, s.Side.UnmarshalText([]byte(s.side))
	}, resultsAfter, after, recountPage)
}

// A with scans rows that have further columns before the columns of a match. It scans the further columns into its
// field `into`.
type with struct {
	rows *sql.Rows
	into []any
}

// Scan scans a row like sql.Rows.Scan, the further columns first.
func (w with) Scan(into ...any) error { return w.rows.Scan(slices.Concat(w.into, into)...) }

// results computes the results of all games again, and compares them with the stored ones.
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
			want := r.Result(s.record, s.MemberResult)
			if s.matches(want) && r.effect(s, want) {
				continue
			}
			r.differs("match %s, %s: %s %d has become %d, counted again %s %d became %d", s.record.Match.ID, s.member,
				s.verdict, s.Before.Value, s.After.Value, want.Verdict, want.Before.Value, want.After.Value)
			if err := r.setResult(ctx, s, want); err != nil {
				return err
			}
		}
	}
}

// matches reports whether a stored result equals the computed one.
func (s storedResult) matches(want profile.MemberResult) bool {
	g := want.Game
	opponent := g.Players[want.Side.Opponent()-game.X]
	return s.Side == want.Side && s.Score == want.Score && s.verdict == want.Verdict.String() && s.Before == want.Before && s.Opponent == want.Opponent &&
		s.After == want.After && s.member == want.Member() && s.opponent == opponent.ID && s.level == opponent.Level && s.guild == g.Guild &&
		s.pool == string(g.Pool()) && s.Key == want.Key && s.Game.Ended.Equal(g.Ended)
}

// effect reports whether the stored effects of the match agree with the stored result.
func (r *recounting) effect(s storedResult, want profile.MemberResult) bool {
	e := s.record.Effects[s.Side-game.X]
	if s.Game.AgainstComputer() {
		return e.Unrated == "" && e.Before == 0 && e.After == 0
	}
	if s.Verdict != profile.Rated {
		return e.Unrated == s.verdict && e.After == 0
	}
	return e.Before == s.Before.Points() && e.After == s.After.Points() && e.Provisional == s.After.Provisional() && e.Rated == want.Rated
}

// setResult replaces a stored result by the computed one, and updates the effects of the match. It
// does nothing unless r.rebuild is set.
func (r *recounting) setResult(ctx context.Context, s storedResult, want profile.MemberResult) error {
	if !r.rebuild || want.Side == game.Empty {
		return nil
	}
	_, err := r.tx.ExecContext(ctx, `DELETE FROM results WHERE seq = $1`, s.seq)
	if err == nil {
		values := append(resultValues(want), s.seq)
		_, err = r.tx.ExecContext(ctx, `INSERT INTO results (`+resultColumns+`, seq) VALUES `+rows(1, len(values)), values...)
	}
	if err != nil {
		return err
	}
	// The match is loaded again, because setResult for the other side may have changed the effects.
	stored, err := scanRecord(r.tx.QueryRowContext(ctx, load, string(s.record.Match.ID)))
	if err != nil {
		return err
	}
	before, e := stored, &stored.Effects[want.Side-game.X]
	e.Before, e.After, e.Provisional, e.Rated, e.Unrated = 0, 0, false, 0, ""
	switch {
	case want.Game.AgainstComputer():
		e.Streak = 0
	case want.Verdict == profile.Rated:
		e.Before, e.After, e.Provisional, e.Rated = want.Before.Points(), want.After.Points(), want.After.Provisional(), want.Rated
	default:
		e.Unrated = want.Verdict.String()
	}
	return updateRecord(ctx, r.tx, before, stored)
}

// uncounted finds the decided games of members, from the start position, for which no result is stored.
var uncounted = `SELECT id FROM matches WHERE (x_member NOT IN ('', '` + match.Anonymous + `') OR o_member NOT IN ('', '` + match.Anonymous + `'))` + decided + fromStart + `
	AND NOT EXISTS (SELECT 1 FROM results WHERE results.match_id = matches.id) ORDER BY ended, id`

// missing reports the results that are not stored, and stores them if r.rebuild is set. It also
// finds the games that were never counted, for countLate.
func (r *recounting) missing(ctx context.Context) error {
	missing := r.Missing()
	for _, m := range missing {
		r.differs("match %s has no result of %s", m.Game.Match, m.Member())
	}
	if r.rebuild {
		for page := range slices.Chunk(missing, recountPage/100) {
			if err := (ledger{tx: r.tx}).AddResults(ctx, page); err != nil {
				return err
			}
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
		counted := stored
		if counted.Effects, err = store.CountResult(ctx, ledger{tx: r.tx}, store.Change{Record: stored}); err == nil {
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
