package bot

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/commands"
	"noughts/game/match"
)

// crowdsPressers is how many members press at once in BenchmarkPressesAmongGames.
const crowdsPressers = 16

// BenchmarkPressesAmongGames is how long a press takes from its arrival until its
// answer is given to Discord, and the database in it, while a thousand, ten
// thousand and more Ultimate games are under way, all in the database and all in
// memory. It takes place on a SQLite file, or on the database that NOUGHTS_CROWD
// names, which must be empty.
//
//	go test ./bot -run '^$' -bench PressesAmong -benchtime 20000x -running.games 1000000
func BenchmarkPressesAmongGames(b *testing.B) {
	url := os.Getenv("NOUGHTS_CROWD")
	if url == "" {
		url = "sqlite:" + filepath.Join(b.TempDir(), "noughts.db")
	}
	db, err := database.Open(b.Context(), url, quiet)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	timed := &timedStore{Store: db}
	generous := limits.Defaults
	generous.Member.Burst, generous.Server.Burst = 1e9, 1e9
	p, err := New(Config{Token: "token"}, Deps{Store: timed, Alone: true, Transport: deaf.http.Transport, Limits: generous})
	if err != nil {
		b.Fatal(err)
	}
	players := make([]player, crowdsPressers)
	for n := range players {
		players[n] = player{id: strconv.Itoa(1000 + n), channel: strconv.Itoa(2000 + n)}
	}
	present, pressed := 0, 0
	for games := 1000; games <= *runningGames; games *= 10 {
		gather(b, p, present, games)
		present = games
		b.Run(fmt.Sprint("games=", games), func(b *testing.B) {
			timed.reset()
			took := pressAll(b, p, players, pressed)
			pressed += b.N
			reportTimes(b, "", took)
			reportTimes(b, "database-", timed.saves)
		})
	}
}

// gather begins the games from one number to another, each in a channel of its own.
func gather(b *testing.B, p *Bot, from, to int) {
	b.Helper()
	const hands = 64 // so many wait for the disk at once
	var group sync.WaitGroup
	for hand := range hands {
		group.Go(func() {
			for n := from + hand; n < to; n += hands {
				m := middleGame(match.ID("m"+strconv.Itoa(1e9+n)), "x"+strconv.Itoa(n), "o"+strconv.Itoa(n))
				place := commands.Place{Guild: strconv.Itoa(4e9 + n/100), Channel: strconv.Itoa(5e9 + n)}
				if _, err := p.registry.Create(withCause(context.Background(), strconv.Itoa(6e9+n)), m, place); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	if got := p.registry.size(); got < to {
		b.Fatalf("%d games are in memory", got)
	}
}

// pressAll has the members make b.N interactions, and returns how long they took.
func pressAll(b *testing.B, p *Bot, players []player, from int) []time.Duration {
	b.Helper()
	took := make([][]time.Duration, len(players))
	var group sync.WaitGroup
	b.ResetTimer()
	for n := range players {
		group.Go(func() {
			for k := n; k < b.N; k += len(players) {
				took[n] = append(took[n], press(b, p, &players[n], from+k))
			}
		})
	}
	group.Wait()
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "presses/s")
	return slices.Concat(took...)
}

// press makes one interaction and returns how long its answer took.
func press(b *testing.B, p *Bot, by *player, n int) time.Duration {
	b.Helper()
	i := by.acts(n)
	done := make(chan struct{})
	begun := time.Now()
	timed := stopwatch{player: by}
	read := func() (*discordgo.Interaction, error) { return i, nil }
	if err := p.dispatch.accept(headingOf(i), read, begun, &timed, func() { close(done) }); err != nil {
		b.Errorf("interaction %d: %v", n, err)
		return 0
	}
	<-done
	return timed.at.Sub(begun)
}

// A stopwatch is a player who notes when an answer comes.
type stopwatch struct {
	*player
	at time.Time
}

func (s *stopwatch) carry(ctx context.Context, i *discordgo.Interaction, r *discordgo.InteractionResponse) (sent, error) {
	s.at = time.Now()
	return s.player.carry(ctx, i, r)
}

// A timedStore notes how long its writes take.
type timedStore struct {
	store.Store

	mu    sync.Mutex
	saves []time.Duration
}

func (s *timedStore) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saves = nil
}

func (s *timedStore) note(begun time.Time) {
	took := time.Since(begun)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saves = append(s.saves, took)
}

func (s *timedStore) Create(ctx context.Context, r store.Record, c store.Cause) error {
	defer s.note(time.Now())
	return s.Store.Create(ctx, r, c)
}

func (s *timedStore) Save(ctx context.Context, m match.Match, expected int, c store.Cause) error {
	defer s.note(time.Now())
	return s.Store.Save(ctx, m, expected, c)
}

// reportTimes reports the median and the slowest hundredth.
func reportTimes(b *testing.B, what string, took []time.Duration) {
	if len(took) == 0 {
		return
	}
	slices.Sort(took)
	for name, share := range map[string]float64{"p50-ms": 0.5, "p99-ms": 0.99} {
		b.ReportMetric(took[int(share*float64(len(took)))].Seconds()*1000, what+name)
	}
}
