package database_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
)

var mostRows = flag.Int("rows", 100_000, "the largest number of matches that the benchmarks of lists keep, from 1000 in steps of ten times")

// onEach runs a benchmark twice: on an empty SQLite database and on an empty PostgreSQL database.
func onEach(b *testing.B, bench func(b *testing.B, db *database.DB)) {
	b.Run("sqlite", func(b *testing.B) { bench(b, opened(b, "sqlite:"+filepath.Join(b.TempDir(), "noughts.db"))) })
	b.Run("postgres", func(b *testing.B) {
		bench(b, opened(b, storetest.Postgres(b).DatabaseFor(b, "pool_max_conns", os.Getenv("NOUGHTS_POOL"), "statement_timeout", "0")))
	})
}

func opened(b *testing.B, url string) *database.DB {
	b.Helper()
	db := open(b, url)
	b.Cleanup(func() {
		if err := db.Close(); err != nil {
			b.Error(err)
		}
	})
	return db
}

// BenchmarkSave measures how many moves a second some concurrent writers can save. Each writer saves its next move when
// its previous move is on the disk.
func BenchmarkSave(b *testing.B) {
	onEach(b, func(b *testing.B, db *database.DB) {
		for _, writers := range []int{1, 16, 128} {
			b.Run(fmt.Sprint("writers=", writers), func(b *testing.B) { benchSave(b, db, writers) })
		}
	})
}

func benchSave(b *testing.B, db *database.DB, writers int) {
	players := make([]*moveSaver, writers)
	for i := range players {
		players[i] = newMoveSaver(b, db, i)
	}
	var wg sync.WaitGroup
	b.ResetTimer()
	for i, s := range players {
		wg.Go(func() { s.play(b, (b.N+i)/writers) })
	}
	wg.Wait()
	b.StopTimer()
	took := players[0].took
	for _, s := range players[1:] {
		took.Merge(s.took)
	}
	b.ReportMetric(float64(took.ValueAtPercentile(50))/1000, "p50-ms")
	b.ReportMetric(float64(took.ValueAtPercentile(99))/1000, "p99-ms")
	b.ReportMetric(float64(took.Max())/1000, "max-ms")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "saves/s")
}

// A moveSaver saves the moves of Ultimate games, one game after the other.
type moveSaver struct {
	db     *database.DB
	line   []game.Square // the moves of a whole game
	record match.Record
	saves  int
	id     string
	took   *hdrhistogram.Histogram // in microseconds
}

func newMoveSaver(b *testing.B, db *database.DB, number int) *moveSaver {
	s := &moveSaver{db: db, id: fmt.Sprint(b.Name(), b.N, "n", number), took: hdrhistogram.New(1, time.Minute.Microseconds(), 3)}
	rng := rand.New(rand.NewPCG(1, uint64(number)))
	s.line = randomGame(rng)
	m := began(match.NewID(rand.IntN), "100"+strconv.Itoa(number), "200"+strconv.Itoa(number), time.Now())
	s.record = match.Record{Match: m, Place: match.Place{Guild: "1", Channel: strconv.Itoa(number)}}
	if err := save(b.Context(), db, s.record, 0, ""); err != nil {
		b.Fatal(err)
	}
	return s
}

// play makes a number of saves. At the end of the game it starts the game again.
func (s *moveSaver) play(b *testing.B, saves int) {
	for range saves {
		s.saves++
		next := s.record
		next.Match.Version++
		next.Match.Moves = s.line[:s.saves%len(s.line)]
		next.Match.Changed = time.Now()
		start := time.Now()
		if err := save(b.Context(), s.db, next, s.record.Match.Version, fmt.Sprint(s.id, "s", s.saves)); err != nil {
			b.Error(err)
			return
		}
		if err := s.took.RecordValue(time.Since(start).Microseconds()); err != nil {
			b.Error(err)
		}
		s.record = next
	}
}

// began returns a match that two members have just begun.
func began(id match.ID, x, o string, now time.Time) match.Match {
	return match.Match{
		ID: id, Version: 1, Starter: x, Players: [2]match.Player{match.Person(x), match.Person(o)},
		Options: match.Options{Variant: game.Ultimate}, Status: match.Playing, Begins: game.X,
		Deadline: now.Add(match.IdleLife).Truncate(24 * time.Hour), Created: now, Changed: now,
	}
}

// randomGame returns the moves of a random game of Ultimate.
func randomGame(rng *rand.Rand) (moves []game.Square) {
	p := rules.Start(game.Ultimate, game.X)
	for !p.Outcome().Over {
		var legal []game.Square
		for s := range game.Square(game.MaxSize * game.MaxSize) {
			if _, err := p.Play(s); err == nil {
				legal = append(legal, s)
			}
		}
		move := legal[rng.IntN(len(legal))]
		p, _ = p.Play(move)
		moves = append(moves, move)
	}
	return moves
}

// BenchmarkLoad measures loading a match of forty moves, including the check of its position.
func BenchmarkLoad(b *testing.B) {
	onEach(b, func(b *testing.B, db *database.DB) {
		m := began("a", "100", "200", time.Now())
		m.Moves = randomGame(rand.New(rand.NewPCG(1, 1)))[:40]
		if err := save(b.Context(), db, match.Record{Match: m, Place: match.Place{Channel: "1"}}, 0, ""); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := db.Load(b.Context(), "a"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkLists measures the queries that the bot makes again and again: due matches, matches that wait for the
// computer, the open matches of a channel and of a member, and a member's finished matches. Each query returns ten
// matches. The database has many running matches; half of them have clocks, and in a tenth the computer is to move.
func BenchmarkLists(b *testing.B) {
	onEach(b, func(b *testing.B, db *database.DB) {
		made := 0
		for rows := 1000; rows <= *mostRows; rows *= 10 {
			if made < 10_000 {
				fill(b, db, made, rows)
			} else {
				multiply(b, db, made)
			}
			made = rows
			// PostgreSQL chooses its query plans by statistics about the tables. ANALYZE updates them. PostgreSQL would
			// otherwise do that by itself, but later.
			if err := db.Exec(b.Context(), `ANALYZE`); err != nil {
				b.Fatal(err)
			}
			for _, q := range questions(db) {
				b.Run(fmt.Sprintf("%s/rows=%d", q.name, rows), func(b *testing.B) {
					for b.Loop() {
						if n, err := q.ask(b.Context()); err != nil || n != 10 {
							b.Fatalf("%d found, %v", n, err)
						}
					}
				})
			}
		}
	})
}

// start is when the first match of BenchmarkLists begins.
var start = time.UnixMilli(1_760_000_000_000)

// A listQuery is a query that finds ten matches.
type listQuery struct {
	name string
	ask  func(context.Context) (found int, err error)
}

func questions(db *database.DB) []listQuery {
	late := start.Add(100 * 365 * 24 * time.Hour)
	return []listQuery{
		{"due", func(ctx context.Context) (int, error) {
			all, err := db.Due(ctx, late, store.Entry{ID: "a", At: start}, 10)
			return len(all), err
		}},
		{"waiting", func(ctx context.Context) (int, error) {
			all, err := db.Waiting(ctx, late, store.Entry{ID: "a", At: start}, 10)
			return len(all), err
		}},
		{"channel", func(ctx context.Context) (int, error) {
			all, err := db.Unfinished(ctx, store.Scope{Channel: "1"})
			return len(all), err
		}},
		{"member", func(ctx context.Context) (int, error) {
			all, err := db.Unfinished(ctx, store.Scope{Member: "o1"})
			return len(all), err
		}},
		{"finished", func(ctx context.Context) (int, error) {
			all, err := db.Finished(ctx, store.Query{Member: "x1", Limit: 10})
			return len(all), err
		}},
	}
}

// fill creates a running and a finished match for each number from `from` to `to`-1.
func fill(b *testing.B, db *database.DB, from, to int) {
	b.Helper()
	line := randomGame(rand.New(rand.NewPCG(1, 1)))[:30]
	var wg sync.WaitGroup
	numbers := make(chan int)
	for range 128 {
		wg.Go(func() {
			for n := range numbers {
				for _, m := range []match.Match{running(n, line), resigned(n, line)} {
					r := match.Record{Match: m, Place: match.Place{Guild: "1", Channel: strconv.Itoa(n / 10)}}
					if err := save(context.Background(), db, r, 0, ""); err != nil {
						b.Error(err)
					}
				}
			}
		})
	}
	for n := from; n < to; n++ {
		numbers <- n
	}
	close(numbers)
	wg.Wait()
}

// multiply adds nine copies of each match, with other members and channels. Each round of copies has a transaction for
// running and one for finished matches.
func multiply(b *testing.B, db *database.DB, made int) {
	b.Helper()
	const rest = `version, record, x_level, o_level, variant, status, winner, reason, given, guild, created, parent, thread, message, mirror, ping, votes,
		host, ended, due, computer_since, kept, moved, hill_won, queued`
	const more = `INSERT INTO matches (id, owner, x_member, o_member, channel, ` + rest + `)
		SELECT id || $1, owner || $1, CASE x_member WHEN '' THEN '' ELSE x_member || $1 END, CASE o_member WHEN '' THEN '' ELSE o_member || $1 END,
			channel || $1, ` + rest + `
		FROM matches WHERE status = $2 AND id NOT LIKE $3`
	round := fmt.Sprint("of", made, "+")
	for n := range 9 {
		for _, status := range []string{"playing", "over"} {
			if err := db.Exec(b.Context(), more, fmt.Sprint(round, n), status, "%"+round+"%"); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// running returns the running match with the number n. Matches with even numbers have a clock. If n ends in 1, the
// computer is to move.
func running(n int, line []game.Square) match.Match {
	m := began(match.ID("r"+strconv.Itoa(n)), fmt.Sprint("x", n/10), fmt.Sprint("o", n/10), start.Add(time.Duration(n)*time.Second))
	m.Moves = line
	switch {
	case n%2 == 0:
		m.Options.Clock = time.Minute
		m.Deadline = m.Changed.Add(time.Minute)
	case n%10 == 1:
		m.Players[0] = match.Computer("local")
		m.Starter = m.Players[1].ID
	}
	return m
}

// resigned returns a match that was given up after some moves.
func resigned(n int, line []game.Square) match.Match {
	m := began(match.ID("e"+strconv.Itoa(n)), fmt.Sprint("x", n/10), fmt.Sprint("o", n/10), start.Add(time.Duration(n)*time.Second))
	m.Deadline = time.Time{}
	m.Moves, m.Status, m.Result = line, match.Over, match.Result{Winner: game.X, Reason: match.ByResignation}
	return m
}
