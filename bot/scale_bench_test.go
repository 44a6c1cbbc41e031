package bot

import (
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/game"
	"noughts/game/match"
)

var runningGames = flag.Int("running.games", 20_000, "how many games the benchmarks have under way, at most")

// BenchmarkRunningGames makes members press once in each of many running Ultimate games. It reports
// the heap bytes per cached game.
//
//	go test ./bot -run '^$' -bench RunningGames -benchtime 1x
func BenchmarkRunningGames(b *testing.B) {
	for range b.N {
		kept := newShelf(b)
		gather(b, kept, 0, *runningGames)
		m := newMembers(b, *runningGames, kept)
		before := heap()
		for n := range *runningGames {
			m.next[n] = firstMove(gameID(n))
			m.acts(n, n)
		}
		remembered := m.bot.owner.Load().Matches
		b.ReportMetric(float64(heap()-before)/float64(remembered), "B/game")
		b.ReportMetric(float64(remembered), "games")
		runtime.KeepAlive(m)
		m.bot.stop()
	}
}

// BenchmarkPressesAmongGames measures the time of one press. Sixteen members press at the same time, while 1,000, then
// 10,000 (and so on, up to -running.games) Ultimate games are running. The store is a new SQLite file, or the database
// whose URL is in NOUGHTS_CROWD, which must be empty.
//
//	go test ./bot -run '^$' -bench PressesAmong -benchtime 20000x -running.games 100000
func BenchmarkPressesAmongGames(b *testing.B) {
	url := os.Getenv("NOUGHTS_CROWD")
	if url == "" {
		url = "sqlite:" + filepath.Join(b.TempDir(), "noughts.db")
	}
	db, err := database.Open(b.Context(), url, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	const pressers = 16
	m := newMembers(b, pressers, db)
	defer m.bot.stop() // also closes the database
	present, number := 0, atomic.Int64{}
	for games := 1000; games <= *runningGames; games *= 10 {
		gather(b, db, present, games)
		present = games
		b.Run(fmt.Sprint("games=", games), func(b *testing.B) {
			var all sync.WaitGroup
			for member := range pressers {
				all.Go(func() {
					for n := member; n < b.N; n += pressers {
						m.acts(member, int(number.Add(1)))
					}
				})
			}
			all.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "presses/s")
		})
	}
}

func gameID(n int) match.ID { return match.ID("m" + strconv.Itoa(1e9+n)) }

// gather stores the running games with the numbers `from`, `from`+1, …, `to`-1, each in its own channel.
func gather(b *testing.B, s store.Store, from, to int) {
	b.Helper()
	const hands = 64 // number of concurrent writers
	var all sync.WaitGroup
	for hand := range hands {
		all.Go(func() {
			for n := from + hand; n < to; n += hands {
				m := middleGame(gameID(n), strconv.Itoa(1000+n), strconv.Itoa(3e9+n))
				r := match.Record{
					Match: m, Message: "900", Ping: match.Ping{Turn: m.TurnBegan, Told: match.TimeShort},
					Place: match.Place{Guild: strconv.Itoa(4e9 + n/100), Channel: strconv.Itoa(5e9 + n), Locale: "en-US"},
				}
				if _, err := s.Save(b.Context(), store.Change{Record: r, Key: strconv.Itoa(6e9 + n)}); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

// middle has the first forty moves of a random Ultimate game. After them the game is not over.
var middle = func() []game.Square {
	for seed := uint64(1); ; seed++ {
		rng := rand.New(rand.NewPCG(seed, 0))
		m := newUltimate("a", "1", "2")
		for len(m.Moves) < 40 && m.Status == match.Playing {
			moves := m.Position().Moves()
			m, _ = m.Play(m.ToMove().ID, moves[rng.IntN(len(moves))], m.Created)
		}
		if m.Status == match.Playing {
			return m.Moves
		}
	}
}()

func middleGame(id match.ID, x, o string) match.Match {
	m := newUltimate(id, x, o)
	m.Moves = append(m.Moves, middle...)
	m.Version += len(middle)
	return m
}

// firstMove returns the custom id of the first legal move in a game that middleGame returns.
func firstMove(id match.ID) string {
	m := middleGame(id, "1", "2")
	return fmt.Sprintf("/m/%s/%d/%s", id, m.Version, m.Position().Moves()[0])
}

// newUltimate returns an Ultimate game of two members that has begun.
func newUltimate(id match.ID, x, o string) match.Match {
	now := time.Now()
	m, err := match.New(id, x, match.Person(x), match.Person(o), match.Options{Variant: game.Ultimate, Clock: time.Hour}, game.X, now)
	if err == nil {
		m, err = m.Accept(o, game.X, now)
	}
	if err != nil {
		panic(err)
	}
	return m
}
