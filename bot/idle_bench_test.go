//go:build unix

package bot

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/game"
	"noughts/game/match"
)

// BenchmarkIdle measures the processor time that a bot with 1,000 open games takes while nobody plays: what its managers do
// without a request, and the database. The database is a new SQLite file, or the empty one of NOUGHTS_CROWD.
//
//	go test ./bot -run '^$' -bench Idle -benchtime 20x
func BenchmarkIdle(b *testing.B) {
	url := os.Getenv("NOUGHTS_CROWD")
	if url == "" {
		url = "sqlite:" + filepath.Join(b.TempDir(), "noughts.db")
	}
	db, err := database.Open(b.Context(), url, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	m := newMembers(b, 0, db)
	for n := range 1000 {
		x, o, now := strconv.Itoa(1000+n), strconv.Itoa(3000+n), time.Now()
		open, err := match.New(match.ID(fmt.Sprint("m", n)), x, match.Person(x), match.Person(o),
			match.Options{Variant: game.Ultimate, Clock: time.Hour}, game.X, now)
		if err == nil {
			open, err = open.Accept(o, game.X, now)
		}
		if err != nil {
			b.Fatal(err)
		}
		r := match.Record{
			Match: open, Message: "900", Ping: match.Ping{Turn: open.TurnBegan, Told: match.TimeShort},
			Place: match.Place{Guild: strconv.Itoa(4000 + n/100), Channel: strconv.Itoa(5000 + n), Locale: "en-US"},
		}
		if _, err := db.Save(b.Context(), store.Change{Record: r, IdempotencyKey: strconv.Itoa(n)}); err != nil {
			b.Fatal(err)
		}
	}
	close(m.bot.ready)
	ctx, stop := context.WithCancel(b.Context())
	var running sync.WaitGroup
	for _, run := range []func(context.Context){m.bot.matches.Run, m.bot.cups.Run, m.bot.dailies.Run, m.bot.roles.Run} {
		running.Go(func() { run(ctx) })
	}
	time.Sleep(5 * time.Second) // until the start is over
	b.ResetTimer()
	before := processorTime(b)
	time.Sleep(time.Duration(b.N) * time.Second)
	b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "processor-µs/s")
	stop()
	running.Wait()
	m.bot.stop()
}

// processorTime returns the processor time that this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
