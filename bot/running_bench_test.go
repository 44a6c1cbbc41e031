package bot

import (
	"context"
	"flag"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/store"
	"noughts/commands"
	"noughts/game"
	"noughts/game/match"
)

var runningGames = flag.Int("running.games", 100_000, "how many games BenchmarkRunningGames keeps in memory")

// A vault is a store that takes everything and keeps nothing, so that what is
// measured is the bot's own.
type vault struct{ store.Store }

func (vault) Create(context.Context, store.Record, store.Cause) error     { return nil }
func (vault) Save(context.Context, match.Match, int, store.Cause) error   { return nil }
func (vault) SetMessage(context.Context, match.ID, string) error          { return nil }
func (vault) Unfinished(context.Context, string) ([]store.Record, error)  { return nil, nil }
func (vault) CarriedOut(context.Context, store.Cause) (match.ID, error)   { return "", store.ErrNotFound }
func (vault) Due(context.Context, time.Time, int) ([]match.ID, error)     { return nil, nil }
func (vault) Waiting(context.Context, time.Time, int) ([]match.ID, error) { return nil, nil }
func (vault) Open(context.Context, store.Scope) (int, error)              { return 0, nil }
func (vault) Load(context.Context, match.ID) (store.Record, error) {
	return store.Record{}, store.ErrNotFound
}
func (vault) Close() error { return nil }

// A taker is a Discord that takes every answer at once.
type taker struct{}

func (taker) carry(_ context.Context, i *discordgo.Interaction, _ *discordgo.InteractionResponse) (sent, error) {
	return sent{message: "m" + i.ID, confirmed: true}, nil
}

// BenchmarkRunningGames keeps Ultimate games in memory, each in a channel of its
// own, with a board that was pressed just now: the most that a game can cost. It
// reports the bytes of the heap for each.
//
//	go test ./bot -run '^$' -bench RunningGames -benchtime 1x -running.games 1000000
func BenchmarkRunningGames(b *testing.B) {
	for range b.N {
		p, err := New(Config{Token: "token"}, Deps{Store: vault{}, Alone: true, Transport: deaf.http.Transport})
		if err != nil {
			b.Fatal(err)
		}
		before, begun := heap(), time.Now()
		for n := range *runningGames {
			runGame(b, p, n)
		}
		took := time.Since(begun)
		after := heap()
		if got := p.registry.size(); got != *runningGames {
			b.Fatalf("%d games are in memory", got)
		}
		b.ReportMetric(float64(after-before)/float64(*runningGames), "B/game")
		b.ReportMetric(float64(took.Nanoseconds())/float64(*runningGames), "ns/game")
		runtime.KeepAlive(p)
	}
}

// heap returns the bytes that are in use.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // what the first has found
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// runGame begins a game as two members do, goes on from the middle, and shows it.
func runGame(b *testing.B, p *Bot, n int) {
	b.Helper()
	id := func(kind int) string { return strconv.Itoa(kind*1e17 + n) } // as long as Discord's
	m := middleGame(match.ID("m"+id(1)[6:]), id(2), id(3))
	place := commands.Place{Guild: id(4), Channel: id(5), Locale: "en-US"}
	ctx, _ := withChanges(withCause(b.Context(), id(6)))
	_, err := p.registry.InChannel(ctx, id(5))
	if err == nil {
		_, err = p.registry.Create(ctx, m, place)
	}
	if err == nil {
		_, err = p.registry.Change(ctx, m.ID, func(m match.Match) (match.Match, error) {
			return m.Play(m.ToMove().ID, m.Position().Moves()[0], time.Now())
		})
	}
	if err != nil {
		b.Fatal(err)
	}
	press := aPress(id(6), id(7), "/m/"+string(m.ID)+"/1/a1")
	press.ChannelID, press.AppID, press.Token = id(5), id(8)[:4], strings.Repeat(id(9), 13) // some 230 characters
	reply := showing(inPlace, m.Version+1)
	reply.Match = m.ID
	if err := p.boards.answer(ctx, taker{}, press, reply); err != nil {
		b.Fatal(err)
	}
}

// middle are the first forty plies of a game that goes on.
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

// newUltimate returns a game of two members that has begun.
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
