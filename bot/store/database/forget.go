package database

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"noughts/bot/store"
	"noughts/game/match"
)

const (
	// forgetPage is how many matches of a forgotten member are read at once. forgetHands is how
	// many of them are changed concurrently. forgetLocks is how many of the member's opponents a
	// transaction locks: PostgreSQL has room for only some thousand locks in all.
	forgetPage  = 1000
	forgetHands = 16
	forgetLocks = 100

	drop = `DELETE FROM matches WHERE id = $1 AND status <> 'over' AND (owner = $2 OR x_member = $2 OR o_member = $2)`
	// forgetResult leaves the opponent's result of the match, because the opponent's rating follows from it.
	forgetResult    = `DELETE FROM results WHERE match_id = $1 AND member = $2`
	anonymizeResult = `UPDATE results SET opponent = '` + match.Anonymous + `' WHERE match_id = $1 AND opponent = $2`
)

var (
	forgetOpen = matchesOf(`id`, isOpen) + ` LIMIT $2`
	forgetOver = matchesOf(`id`, isOver) + ` LIMIT $2`
	waitsFor   = matchesOf(`id`, isOver+` AND due IS NOT NULL`)
)

// Forget deletes a member's data: see store.Store. Each match is changed in a transaction of its own, so that others do
// not wait for long. After an error some matches are changed and some are not; the next call continues.
func (db *DB) Forget(ctx context.Context, member string) ([]match.ID, error) {
	if member == "" || member == match.Anonymous {
		return nil, nil
	}
	now := time.Now()
	if err := db.leaveTraces(ctx, member, now); err != nil {
		return nil, err
	}
	dropped, err := db.forgetEach(ctx, forgetOpen, member, func(ctx context.Context, tx querier, id match.ID) (bool, error) {
		n, err := exec(ctx, tx, drop, string(id), member)
		if err == nil {
			_, err = exec(ctx, tx, dropVotes, string(id))
		}
		return n > 0, err
	})
	if err != nil {
		return dropped, err
	}
	ended, err := db.cancelNextMatches(ctx, member)
	dropped = append(dropped, ended...)
	if err != nil {
		return dropped, err
	}
	for _, forget := range []func(context.Context, string) error{
		db.forgetFinished, db.forgetVotes, db.forgetQueued, db.forgetInTournaments,
	} {
		if err := forget(ctx, member); err != nil {
			return dropped, err
		}
	}
	err = db.forgetMember(ctx, member, now)
	if err == nil && db.file != nil {
		if err := db.file.emptyLog(ctx); err != nil {
			db.log.Warn("deleted data stays in the write-ahead log for a while", "err", err)
		}
	}
	return dropped, err
}

func (db *DB) forgetFinished(ctx context.Context, member string) error {
	_, err := db.forgetEach(ctx, forgetOver, member, func(ctx context.Context, tx querier, id match.ID) (bool, error) {
		if err := execAll(ctx, tx, []string{forgetResult, anonymizeResult}, string(id), member); err != nil {
			return false, err
		}
		return changeOrDelete(ctx, tx, id, func(r match.Record) (match.Record, bool) {
			r.Match = r.Match.Forget(member)
			r.Match.Version++
			return r, r.Match.Status == match.Over
		})
	})
	return err
}

// forgetMember deletes the rows that are about a member: results, ratings, settings and the like. Forget has changed
// the matches, votes, queues and tournaments before. forgetMember also changes rows of the member's opponents, so each
// transaction locks the member and up to forgetLocks opponents.
func (db *DB) forgetMember(ctx context.Context, member string, now time.Time) error {
	for {
		others, err := readList(ctx, db, scanColumn[string], played, member, forgetLocks)
		if err != nil {
			return err
		}
		gone, err := inTransaction(ctx, db.writes, func(ctx context.Context, tx querier) (bool, error) {
			if err := db.lockMembers(ctx, tx, append([]string{member}, others...)); err != nil {
				return false, err
			}
			for _, other := range others {
				if err := execAll(ctx, tx, forgetBy, member, other); err != nil {
					return false, err
				}
			}
			left, err := list(ctx, tx, scanColumn[string], played, member, 1)
			if err != nil || len(left) > 0 {
				return false, err
			}
			if err := execAll(ctx, tx, forgetOwn, member); err != nil {
				return false, err
			}
			// This trace is kept for longer than any backup is, so that a restore can delete the data again.
			deletion := store.Trace{Key: db.secret.Forgotten(member), At: now, N: 1, Until: now.Add(store.RemainsLife)}
			err = saveTraces(ctx, tx, []store.Trace{deletion})
			return err == nil, err
		})
		if err != nil || gone {
			return err
		}
	}
}

const played = `SELECT key FROM tallies WHERE member = $1 AND kind = 'against' ORDER BY key LIMIT $2`

// forgetBy removes a member, $1, from the rows of an opponent, $2. It also deletes the member's tally against the
// opponent.
var forgetBy = []string{
	`UPDATE ratings SET best_member = '` + match.Anonymous + `' WHERE best_member = $1 AND member = $2`,
	`DELETE FROM tallies WHERE kind = 'against' AND variant = '' AND key = $1 AND member = $2`,
	`DELETE FROM tallies WHERE kind = 'against' AND key = $2 AND member = $1`,
}

var forgetOwn = []string{
	leaveRanks,
	`DELETE FROM tallies WHERE member = $1`,
	`DELETE FROM ratings WHERE member = $1`,
	`DELETE FROM achievements WHERE member = $1`,
	`DELETE FROM puzzlers WHERE member = $1`,
	`DELETE FROM dailies WHERE member = $1`,
	`DELETE FROM daily_tables WHERE member = $1`,
	`DELETE FROM members WHERE id = $1`,
}

// forgetEach calls `change` for each match that a query finds, page by page until the query finds none, and returns the
// ids of the changed matches. If another process changes a match at the same time, a later page has that match again.
func (db *DB) forgetEach(ctx context.Context, query, member string,
	change func(context.Context, querier, match.ID) (bool, error)) (changed []match.ID, err error) {
	for {
		page, err := readList(ctx, db, scanColumn[match.ID], query, member, forgetPage)
		if err != nil || len(page) == 0 {
			return changed, err
		}
		done := make([]bool, len(page))
		hands, ctx := errgroup.WithContext(ctx)
		hands.SetLimit(forgetHands)
		for i, id := range page {
			hands.Go(func() (err error) {
				done[i], err = inTransaction(ctx, db.writes, func(ctx context.Context, tx querier) (bool, error) { return change(ctx, tx, id) })
				if errors.Is(err, store.ErrVersion) || errors.Is(err, store.ErrNotFound) {
					err = nil
				}
				return err
			})
		}
		err = hands.Wait()
		for i, id := range page {
			if done[i] {
				changed = append(changed, id)
			}
		}
		if err != nil {
			return changed, err
		}
	}
}

// changeOrDelete is like the function change, but it deletes a corrupt match instead of failing.
func changeOrDelete(ctx context.Context, tx querier, id match.ID, do func(match.Record) (match.Record, bool)) (bool, error) {
	changed, err := change(ctx, tx, id, do)
	if errors.Is(err, store.ErrCorrupt) {
		n, err := exec(ctx, tx, `DELETE FROM matches WHERE id = $1`, string(id))
		return n > 0, err
	}
	return changed, err
}

// queues finds the matches in whose queue (match.Hill.Queue) members wait to play the winner. Few matches have a queue.
var queues = `SELECT ` + selected + ` FROM matches WHERE queued > 0 AND created >= $1 ORDER BY created, id`

func (db *DB) queued(ctx context.Context, member string) ([]match.Record, error) {
	all, err := db.records(ctx, queues, 0)
	return slices.DeleteFunc(all, func(r match.Record) bool { return !r.Match.Queued(member) }), err
}

func (db *DB) forgetQueued(ctx context.Context, member string) error {
	waits, err := db.queued(ctx, member)
	for _, r := range waits {
		if err != nil {
			return err
		}
		_, err = db.change(ctx, r.Match.ID, func(m match.Match) (match.Match, bool) { return m.ForgetQueued(member, time.Now()) })
	}
	return err
}

// cancelNextMatches cancels the pending next matches of a member's finished matches, and returns the ids
// of these finished matches.
func (db *DB) cancelNextMatches(ctx context.Context, member string) (ended []match.ID, err error) {
	all, err := readList(ctx, db, scanColumn[match.ID], waitsFor, member)
	for _, id := range all {
		if err != nil {
			break
		}
		var changed bool
		if changed, err = db.change(ctx, id, func(m match.Match) (match.Match, bool) { return m.ForgetNext(member) }); changed {
			ended = append(ended, id)
		}
	}
	return ended, err
}

// change is like the function change, for one match in a transaction of its own.
func (db *DB) change(ctx context.Context, id match.ID, do func(match.Match) (match.Match, bool)) (bool, error) {
	return inTransaction(ctx, db.writes, func(ctx context.Context, tx querier) (bool, error) {
		return change(ctx, tx, id, func(r match.Record) (match.Record, bool) {
			m, changed := do(r.Match)
			return r.With(m), changed
		})
	})
}

const (
	readSecret = `SELECT secret FROM trace_secret WHERE id = 1`
	makeSecret = `INSERT INTO trace_secret (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING`

	// If a trace exists already, leaveTrace keeps the larger number: after a crash, a second Forget
	// may find less to count than the first.
	leaveTrace = `INSERT INTO traces (key, at, n, until, remains) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (key, at) DO UPDATE
		SET n = CASE WHEN traces.n > excluded.n THEN traces.n ELSE excluded.n END`
	countTraces = `SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM traces WHERE key = $1 AND at >= $2`
	lastTrace   = `SELECT at, n, remains FROM traces WHERE key = $1 ORDER BY at DESC LIMIT 1`
	ratedGames  = `SELECT DISTINCT game_key FROM results WHERE member = $1 AND game_key <> '' AND verdict = 'rated'`
)

// leavesTraces finds the matches of a member that count towards limits: the open matches, and those
// that ended after $2.
var leavesTraces = matchesOf(selected, isOpen) + ` UNION ALL ` + matchesOf(selected, isOver+` AND ended > $2`)

// loadSecret returns the secret for traces. It creates the secret if the database has none yet.
func loadSecret(ctx context.Context, pool *sql.DB) (store.TraceSecret, error) {
	var text string
	err := pool.QueryRowContext(ctx, readSecret).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		fresh := make([]byte, sha256.Size)
		_, _ = rand.Read(fresh) // never fails
		if _, err = pool.ExecContext(ctx, makeSecret, hex.EncodeToString(fresh)); err == nil {
			err = pool.QueryRowContext(ctx, readSecret).Scan(&text) // another process may have stored its secret first
		}
	}
	if err != nil {
		return nil, err
	}
	return hex.DecodeString(text)
}

// leaveTraces stores the counters that daily limits need after the member is forgotten.
func (db *DB) leaveTraces(ctx context.Context, member string, now time.Time) error {
	matches, err := db.records(ctx, leavesTraces, member, now.Add(-store.TraceLife).UnixMilli())
	if err != nil {
		return err
	}
	solved, err := db.Solving(ctx, member)
	if err != nil && !errors.Is(err, store.ErrCorrupt) {
		return err
	}
	settings, err := db.Member(ctx, member)
	if err != nil && !errors.Is(err, store.ErrCorrupt) {
		return err
	}
	games, err := readList(ctx, db, scanColumn[string], ratedGames, member)
	if err != nil {
		return err
	}
	return db.writes.inTransaction(ctx, func(ctx context.Context, tx querier) error {
		left, err := remains(ctx, tx, db.secret, member)
		if err != nil {
			return err
		}
		games = append(games, left.Games...)
		slices.Sort(games)
		return saveTraces(ctx, tx, db.secret.Of(member, matches, solved, settings, slices.Compact(games), now))
	})
}

func saveTraces(ctx context.Context, tx querier, traces []store.Trace) error {
	for _, t := range traces {
		if _, err := tx.ExecContext(ctx, leaveTrace, t.Key, t.At.UnixMilli(), t.N, t.Until.UnixMilli(), t.Remains); err != nil {
			return err
		}
	}
	return nil
}

func newestTrace(ctx context.Context, q querier, key string) (t store.Trace, err error) {
	err = q.QueryRowContext(ctx, lastTrace, key).Scan(moment{&t.At}, &t.N, &t.Remains)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return t, err
}

func remains(ctx context.Context, q querier, secret store.TraceSecret, member string) (store.Remains, error) {
	t, err := newestTrace(ctx, q, secret.Remains(member))
	if err != nil {
		return store.Remains{}, err
	}
	var left store.Remains
	if t.Remains != "" {
		err = json.Unmarshal([]byte(t.Remains), &left)
	}
	return left, err
}

// Forgotten returns when a member's data was deleted: see store.Store.
func (db *DB) Forgotten(ctx context.Context, member string) (time.Time, error) {
	t, err := read(ctx, db, func(ctx context.Context) (store.Trace, error) {
		return newestTrace(ctx, db.reads, db.secret.Forgotten(member))
	})
	return t.At, err
}

const everyMember = `SELECT id FROM members UNION SELECT x_member FROM matches UNION SELECT o_member FROM matches UNION SELECT owner FROM matches
	UNION SELECT member FROM results UNION SELECT member FROM puzzlers UNION SELECT member FROM tournament_members
	UNION SELECT member FROM wearers UNION SELECT member FROM votes`

// forgetAgain deletes from a copy the data of those members who have deleted it since the copy was made, and returns how
// many they are. The file `previous`, which need not exist, is the database that the copy replaces.
func forgetAgain(ctx context.Context, previous, copied string) (members int, err error) {
	deleted, secret, err := deletions(ctx, previous)
	if err != nil || len(deleted) == 0 {
		return 0, err
	}
	db, err := openSQLite(ctx, copied, slog.New(slog.DiscardHandler))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if !bytes.Equal(db.secret, secret) {
		return 0, nil // the copy is of another database
	}
	all, err := list(ctx, db.reads, scanColumn[string], everyMember)
	if err != nil {
		return 0, err
	}
	for _, member := range all {
		at, ok := deleted[secret.Forgotten(member)]
		if !ok {
			continue
		}
		before, err := db.Forgotten(ctx, member)
		if err != nil {
			return members, err
		}
		if at <= before.UnixMilli() {
			continue // already deleted when the copy was made, and came back
		}
		if _, err := db.Forget(ctx, member); err != nil {
			return members, err
		}
		members++
	}
	return members, nil
}

// deletions returns the times of all traces in a database file, by their keys, and the secret of the keys.
func deletions(ctx context.Context, path string) (at map[string]int64, secret store.TraceSecret, err error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	at = map[string]int64{}
	err = withFile(fileName(path, "mode=rw"), func(pool *sql.DB) error {
		if secret, err = loadSecret(ctx, pool); err != nil {
			return err
		}
		_, err = list(ctx, pool, func(rows *sql.Rows) (none struct{}, err error) {
			var key string
			var newest int64
			err = rows.Scan(&key, &newest)
			at[key] = newest
			return none, err
		}, `SELECT key, max(at) FROM traces GROUP BY key`)
		return err
	})
	return at, secret, err
}
