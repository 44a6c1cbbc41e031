package database

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"noughts/bot/store"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

const (
	solvingOf     = `SELECT record, revision FROM puzzlers WHERE member = $1`
	insertSolving = `INSERT INTO puzzlers (member, revision, record) VALUES ($1, $2, $3) ON CONFLICT (member) DO NOTHING`
	updateSolving = `UPDATE puzzlers SET revision = $2, record = $3 WHERE member = $1 AND revision = $4`

	puzzleRating    = `SELECT puzzle, value, deviation, volatility, since FROM puzzle_ratings WHERE puzzle = $1`
	setPuzzleRating = `INSERT INTO puzzle_ratings (puzzle, value, deviation, volatility, since, tries, solved) VALUES ($1, $2, $3, $4, $5, 1, $6)
		ON CONFLICT (puzzle) DO UPDATE SET value = excluded.value, deviation = excluded.deviation, volatility = excluded.volatility,
			since = excluded.since, tries = puzzle_ratings.tries + 1, solved = puzzle_ratings.solved + excluded.solved`

	setDaily = `INSERT INTO dailies (member, day, tries, done, points, took, streak) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (member, day) DO UPDATE SET tries = excluded.tries, done = excluded.done, points = excluded.points, took = excluded.took, streak = excluded.streak`
	addToTable = `INSERT INTO daily_tables (guild, day, member, unlisted) VALUES ($1, $2, $3, $4) ON CONFLICT (guild, day, member) DO NOTHING`
	addDay     = `INSERT INTO daily_days (guild, day) SELECT guild, day FROM daily_tables WHERE member = $1 AND day = $2
		ORDER BY guild ON CONFLICT (guild, day) DO NOTHING`
	dailyDays  = `SELECT day FROM daily_days WHERE guild = $1 ORDER BY day`
	inTable    = ` FROM daily_tables t JOIN dailies d ON d.member = t.member AND d.day = t.day WHERE t.guild = $1`
	dailyTable = `SELECT d.member, d.tries, d.done, d.took` + inTable + ` AND t.day = $2 AND t.unlisted = 0
		ORDER BY d.points DESC, d.done DESC, d.took, d.member LIMIT $3`
	countTable     = `SELECT count(*), count(CASE WHEN d.tries <> '' THEN 1 END), count(CASE WHEN d.points > 0 THEN 1 END)` + inTable + ` AND t.day = $2`
	dailyChampions = `SELECT d.member, CAST(sum(d.points) AS BIGINT) AS points, CAST(sum(d.took) AS BIGINT) AS took, count(*),
			CAST(sum(length(d.tries)) AS BIGINT), max(d.streak)` + inTable + `
		AND t.day >= $2 AND t.day <= $3 AND t.unlisted = 0 AND d.points > 0
		GROUP BY d.member ORDER BY points DESC, took, d.member LIMIT $4`
	dailyMembers = `SELECT member FROM daily_tables WHERE guild = $1 AND day >= $2 GROUP BY member ORDER BY max(day) DESC, member LIMIT $3`
	daysOf       = `SELECT day, tries, done, took, streak FROM dailies WHERE member = $1 ORDER BY day`
	tablesOf     = `SELECT day, guild FROM daily_tables WHERE member = $1 ORDER BY guild`

	isDueDaily = `daily_hour IS NOT NULL AND daily_day < $1 AND daily_hour <= $2 AND (daily_claimed IS NULL OR daily_claimed <= $3)`
	dueDailies = `SELECT id FROM servers WHERE ` + isDueDaily + ` AND id > $4 ORDER BY id LIMIT $5`
	claimDaily = `UPDATE servers SET daily_claimed = $4 WHERE ` + isDueDaily + ` AND id = $5`
	noteDaily  = `UPDATE servers SET daily_day = $2, daily_claimed = NULL WHERE id = $1 AND daily_day < $2`

	unlistDaily = `UPDATE daily_tables SET unlisted = $2 WHERE member = $1`
)

// Solving returns a member's progress: see store.Puzzles.
func (db *DB) Solving(ctx context.Context, member string) (puzzle.Progress, error) {
	return read(ctx, db, func(ctx context.Context) (puzzle.Progress, error) {
		text, revision, err := solving(ctx, db.reads, member)
		if err == nil && revision > 0 {
			return readSolving(text, member, revision)
		}
		var daily store.Trace
		if err == nil {
			daily, err = newestTrace(ctx, db.reads, db.secret.Daily(member))
		}
		if err != nil {
			return puzzle.Progress{Member: member}, err
		}
		left, err := remains(ctx, db.reads, db.secret, member)
		return store.Unsolved(member, daily, left), err
	})
}

// solving returns the stored text of a member's progress, and revision 0 if there is none.
func solving(ctx context.Context, q querier, member string) (text string, revision int, err error) {
	err = q.QueryRowContext(ctx, solvingOf, member).Scan(&text, &revision)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return text, revision, err
}

func readSolving(text, member string, revision int) (puzzle.Progress, error) {
	return store.ReadText(text, puzzle.Progress{Member: member, Revision: revision}, "puzzles of member "+member)
}

// SaveSolving stores a member's progress: see store.Puzzles.
func (db *DB) SaveSolving(ctx context.Context, c store.PuzzleChange) (store.PuzzleSaved, error) {
	return inTransaction(ctx, db.writes, func(ctx context.Context, tx querier) (saved store.PuzzleSaved, err error) {
		r := c.Record
		locks := []string{r.Member}
		if c.Rate != nil {
			locks = append(locks, "puzzle "+r.Rates())
		}
		if err := db.lockMembers(ctx, tx, locks); err != nil {
			return saved, err
		}
		expected := r.Revision
		if c.Rate != nil {
			if r, err = ratePuzzle(ctx, tx, r, *c.Rate); err != nil {
				return saved, err
			}
		}
		r.Revision++
		before, _, err := solving(ctx, tx, r.Member)
		if err != nil {
			return saved, err
		}
		text, err := store.WriteText(before, r)
		if err != nil {
			return saved, err
		}
		statement, args := insertSolving, []any{r.Member, r.Revision, text}
		if expected > 0 {
			statement, args = updateSolving, append(args, expected)
		}
		n, err := exec(ctx, tx, statement, args...)
		if err == nil && n == 0 {
			err = store.ErrVersion
		}
		if err == nil {
			err = saveDaily(ctx, tx, r, c.Guild)
		}
		if err == nil {
			saved.Earned, err = ledger{tx: tx}.addAchievements(ctx, r.Member, store.EarnedDaily(r))
		}
		if err == nil {
			saved.Record, err = readSolving(text, r.Member, r.Revision)
		}
		return saved, err
	})
}

// ratePuzzle rates a member and a puzzle. The caller holds the locks of the member and of the
// puzzle.
func ratePuzzle(ctx context.Context, tx querier, r puzzle.Progress, c store.PuzzleRate) (puzzle.Progress, error) {
	puzzle := r.Rates()
	_, before, err := scanPuzzleRating(tx.QueryRowContext(ctx, puzzleRating, puzzle))
	if errors.Is(err, sql.ErrNoRows) {
		before, err = c.Start, nil
	}
	if err != nil {
		return r, err
	}
	r, after := r.Rate(before, c.Solved, c.At)
	_, err = exec(ctx, tx, setPuzzleRating, puzzle, after.Value, after.Deviation, after.Volatility, millis(after.Time), flag(c.Solved))
	return r, err
}

func scanPuzzleRating(from interface{ Scan(...any) error }) (puzzle string, r profile.Rating, err error) {
	err = from.Scan(&puzzle, &r.Value, &r.Deviation, &r.Volatility, moment{&r.Time})
	return puzzle, r, err
}

func saveDaily(ctx context.Context, tx querier, r puzzle.Progress, guild string) error {
	d := r.Daily
	if d.Day() <= 0 {
		return nil
	}
	solved, streak := d.Tries.Solved(), 0
	if solved {
		streak = d.Row
	}
	_, err := exec(ctx, tx, setDaily, r.Member, int(d.Day()), string(d.Tries), flag(d.Over()), d.Tries.Points(), d.Took().Milliseconds(), streak)
	if err == nil && guild != "" {
		var unlisted int
		if unlisted, err = (ledger{tx: tx}).unlisted(ctx, r.Member); err == nil {
			_, err = exec(ctx, tx, addToTable, guild, int(d.Day()), r.Member, unlisted)
		}
	}
	if err == nil && solved {
		_, err = exec(ctx, tx, addDay, r.Member, int(d.Day()))
	}
	return err
}

// PuzzleRatings returns ratings: see store.Puzzles.
func (db *DB) PuzzleRatings(ctx context.Context, puzzles []string) (map[string]profile.Rating, error) {
	found := map[string]profile.Rating{}
	if len(puzzles) == 0 {
		return found, nil
	}
	args := make([]any, len(puzzles))
	for i, id := range puzzles {
		args[i] = id
	}
	query := strings.Replace(puzzleRating, `= $1`, `IN `+rows(1, len(args)), 1)
	_, err := readList(ctx, db, func(rows *sql.Rows) (string, error) {
		puzzle, r, err := scanPuzzleRating(rows)
		found[puzzle] = r
		return puzzle, err
	}, query, args...)
	return found, err
}

// DailyTable returns the table of a day: see store.Puzzles.
func (db *DB) DailyTable(ctx context.Context, guild string, day puzzle.Day, limit int) (puzzle.Table, error) {
	return read(ctx, db, func(ctx context.Context) (t puzzle.Table, err error) {
		if err = db.reads.QueryRowContext(ctx, countTable, guild, int(day)).Scan(&t.Players, &t.Tried, &t.Solved); err != nil {
			return t, err
		}
		t.Entries, err = list(ctx, db.reads, func(rows *sql.Rows) (e puzzle.TableRow, err error) {
			var took int64
			err = rows.Scan(&e.Member, &e.Tries, &e.Over, &took)
			e.Took = time.Duration(took) * time.Millisecond
			return e, err
		}, dailyTable, guild, int(day), limit)
		return t, err
	})
}

// DailyChampions returns the best solvers: see store.Puzzles.
func (db *DB) DailyChampions(ctx context.Context, guild string, from, to puzzle.Day, limit int) ([]puzzle.Champion, error) {
	return readList(ctx, db, func(rows *sql.Rows) (c puzzle.Champion, err error) {
		var took int64
		err = rows.Scan(&c.Member, &c.Points, &took, &c.Days, &c.Tries, &c.Streak)
		c.Took = time.Duration(took) * time.Millisecond
		return c, err
	}, dailyChampions, guild, int(from), int(to), limit)
}

// DailyDays returns the solved days of a server: see store.Puzzles.
func (db *DB) DailyDays(ctx context.Context, guild string) ([]puzzle.Day, error) {
	return readList(ctx, db, scanColumn[puzzle.Day], dailyDays, guild)
}

// DailyMembers returns the members who have recently begun a daily puzzle: see store.Puzzles.
func (db *DB) DailyMembers(ctx context.Context, guild string, since puzzle.Day, limit int) ([]string, error) {
	return readList(ctx, db, scanColumn[string], dailyMembers, guild, int(since), limit)
}

// dueAt returns the first three arguments of isDueDaily for a time.
func dueAt(now time.Time) []any {
	return []any{int(puzzle.DayAt(now)), now.UTC().Hour(), now.Add(-store.ClaimLife).UnixMilli()}
}

// DueDailies returns the servers whose post of the daily puzzle is due: see store.Puzzles.
func (db *DB) DueDailies(ctx context.Context, now time.Time, after string, limit int) ([]string, error) {
	return readList(ctx, db, scanColumn[string], dueDailies, append(dueAt(now), after, limit)...)
}

// ClaimDaily claims the post of a daily puzzle: see store.Puzzles.
func (db *DB) ClaimDaily(ctx context.Context, guild string, now time.Time) (bool, error) {
	n, err := db.exec(ctx, claimDaily, append(dueAt(now), now.UnixMilli(), guild)...)
	return n > 0, err
}

// NoteDaily records that a daily puzzle was posted: see store.Puzzles.
func (db *DB) NoteDaily(ctx context.Context, guild string, day puzzle.Day) error {
	_, err := db.exec(ctx, noteDaily, guild, int(day))
	return err
}

func (db *DB) days(ctx context.Context, member string) ([]store.DailyResult, error) {
	type place struct {
		day   puzzle.Day
		guild string
	}
	return read(ctx, db, func(ctx context.Context) ([]store.DailyResult, error) {
		fields := func(p *place) []any { return []any{(*int)(&p.day), &p.guild} }
		places, err := list(ctx, db.reads, into(fields), tablesOf, member)
		if err != nil {
			return nil, err
		}
		return list(ctx, db.reads, func(rows *sql.Rows) (r store.DailyResult, err error) {
			var day puzzle.Day
			err = rows.Scan((*int)(&day), &r.Tries, &r.Over, &r.Millis, &r.Streak)
			r.Day = day.String()
			for _, p := range places {
				if p.day == day {
					r.Servers = append(r.Servers, p.guild)
				}
			}
			return r, err
		}, daysOf, member)
	})
}
