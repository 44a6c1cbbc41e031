package database_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"noughts/bot/store/database"
	"noughts/game"
	"noughts/game/match"
)

// BenchmarkWritten measures the cost of a press against the computer in SQLite, one press after the
// other in 200 matches in turn. Each press saves a member's move with a key, and the computer's move
// in the same save or in a second one. The benchmark reports, for each press, the bytes given to the
// system, the bytes that the system writes to the disk, and the processor time.
//
//	go test ./bot/store/database -run '^$' -bench Written -benchtime 3000x
func BenchmarkWritten(b *testing.B) {
	for _, saves := range []int{1, 2} {
		b.Run(fmt.Sprint("saves=", saves), func(b *testing.B) { benchWritten(b, saves) })
	}
}

func benchWritten(b *testing.B, saves int) {
	db := openFile(b, filepath.Join(b.TempDir(), "noughts.db"))
	defer func() { _ = db.Close() }()
	records := make([]match.Record, 200)
	for i := range records {
		m := began(match.NewID(rand.IntN), fmt.Sprint(1_000_000_000_000_000_000+i), "", time.Now())
		m.Players[1] = match.Computer("local")
		records[i] = match.Record{Match: m, Place: match.Place{
			Guild: "1234567890123456789", Channel: fmt.Sprint(2_000_000_000_000_000_000 + i/10), Locale: "en-US",
		}}
		if err := save(b.Context(), db, records[i], 0, ""); err != nil {
			b.Fatal(err)
		}
	}
	line := randomGame(rand.New(rand.NewPCG(1, 1)))
	key := uint64(1_400_000_000_000_000_000)
	given, written, took := counted(b, "wchar"), counted(b, "write_bytes"), processor(b)
	b.ResetTimer()
	for n := range b.N {
		key += 200_000_000_000
		pressed(b, db, &records[n%len(records)], line, fmt.Sprint(key), saves)
	}
	b.StopTimer()
	presses := float64(b.N)
	b.ReportMetric((counted(b, "wchar")-given)/presses, "B-given/press")
	b.ReportMetric((counted(b, "write_bytes")-written)/presses, "B-written/press")
	b.ReportMetric((processor(b)-took).Seconds()*1e6/presses, "cpu-us/press")
}

// pressed saves a member's move and the computer's. After the end of the game it starts the game again.
func pressed(b *testing.B, db *database.DB, r *match.Record, line []game.Square, key string, saves int) {
	for range saves {
		before, moves := r.Match.Version, 2/saves
		r.Match.Version += moves
		r.Match.Moves = line[:(len(r.Match.Moves)+moves)%len(line)]
		r.Match.Changed = time.Now()
		if err := save(b.Context(), db, *r, before, key); err != nil {
			b.Fatal(err)
		}
		key = ""
	}
}

// counted returns one of the system's counters of bytes that the process has written.
func counted(b *testing.B, name string) float64 {
	b.Helper()
	text, err := os.ReadFile("/proc/self/io")
	if err != nil {
		b.Skip(err)
	}
	for line := range strings.Lines(string(text)) {
		if count, ok := strings.CutPrefix(line, name+": "); ok {
			n, err := strconv.ParseFloat(strings.TrimSpace(count), 64)
			if err != nil {
				b.Fatal(err)
			}
			return n
		}
	}
	b.Fatalf("there is no %s", name)
	return 0
}

// processor returns the processor time that the process has used.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
