package database_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
)

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
	must(b, save(b.Context(), db, s.record, 0, ""))
	return s
}

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

func began(id match.ID, x, o string, now time.Time) match.Match {
	return match.Match{
		ID: id, Version: 1, Starter: x, Players: [2]match.Player{match.Person(x), match.Person(o)},
		Options: match.Options{Variant: game.Ultimate}, Status: match.Playing, Begins: game.X,
		Deadline: now.Add(match.IdleLife).Truncate(24 * time.Hour), Created: now, Changed: now,
	}
}

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

// start is when the first match of BenchmarkLists begins.
var start = time.UnixMilli(1_760_000_000_000)

// resigned returns a match that was given up after some moves.
func resigned(n int, line []game.Square) match.Match {
	m := began(match.ID("e"+strconv.Itoa(n)), fmt.Sprint("x", n/10), fmt.Sprint("o", n/10), start.Add(time.Duration(n)*time.Second))
	m.Deadline = time.Time{}
	m.Moves, m.Status, m.Result = line, match.Over, match.Result{Winner: game.X, Reason: match.ByResignation}
	return m
}
