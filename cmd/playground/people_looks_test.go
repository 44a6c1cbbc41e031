package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/metrics"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/cmd/playground/browsertest"
	"noughts/game"
	"noughts/game/match"
)

// A pastBot is a bot with a store into which tests can put past games.
type pastBot struct {
	luckyBot
	past *past
}

func (b pastBot) run(ctx context.Context, cfg bot.Config, deps bot.Deps) error {
	deps.Store = b.past
	return b.luckyBot.run(ctx, cfg, deps)
}

// startPast runs the playground with a pastBot. It returns the page's address and the store.
func startPast(t *testing.T) (string, *past) {
	t.Helper()
	kept := &past{Store: storetest.Memory(t)}
	b := pastBot{luckyBot{metrics.New(), make(chan func() bot.Gauges, 1)}, kept}
	base := readLine(t, runProgram(t, program{bot: b.run}, "-log", "error"))
	b.awaitTiles(t)
	return base, kept
}

// A past is a store into which tests put past games. It also remembers the last match that was begun.
type past struct {
	store.Store
	mu   sync.Mutex
	last match.Record
}

func (p *past) Save(ctx context.Context, c store.Change) (match.Record, error) {
	saved, err := p.Store.Save(ctx, c)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil && c.Expected == 0 {
		p.last = saved
	}
	return saved, err
}

func (p *past) begun() match.Record {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last
}

// plays stores a game with random moves between a member and another player. The game ended at the time `end`.
func (p *past) plays(t *testing.T, dice *rand.Rand, place match.Place, member string, opponent match.Player, v game.Variant, end time.Time) {
	t.Helper()
	m, err := match.New(match.NewID(dice.IntN), member, match.Person(member), opponent, match.Options{Variant: v, First: match.FirstRandom}, match.Toss(dice.IntN), end)
	if err == nil && opponent.IsPerson() {
		m, err = m.Accept(opponent.ID, match.Toss(dice.IntN), end)
	}
	for err == nil && m.Status == match.Playing {
		legal := m.Position().Moves()
		s := legal[dice.IntN(len(legal))]
		if m.ToMove().IsComputer() {
			m, err = m.PlayComputer(s, end)
		} else {
			m, err = m.Play(m.ToMove().ID, s, end)
		}
	}
	if err == nil {
		_, err = p.Store.Save(context.Background(), store.Change{Record: match.Record{Match: m, Place: place, Message: "1573856914280808448"}})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestLooksOfPeople takes pictures of profiles, leaderboards and histories after several weeks of
// games. For the pictures see TestLooks.
func TestLooksOfPeople(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base, kept := startPast(t)
	in := newRoom(t, base, "people")
	in.use("alice", "/challenge member:@Bob")
	eventually(t, in.at("", "bob"), buttonOf("Accept"))
	begun := kept.begun()
	alice, bob := begun.Match.Players[0].ID, begun.Match.Players[1].ID
	in.use("alice", "/challenge member:@Carol")
	eventually(t, in.at("", "carol"), buttonOf("Accept"))
	carol := kept.begun().Match.Players[1].ID
	dice := rand.New(rand.NewPCG(5, 5))
	end := time.Now().AddDate(0, 0, -75)
	for range 30 {
		for _, v := range []game.Variant{game.Classic(3), game.Ultimate, game.InARow(7, 4)} {
			kept.plays(t, dice, begun.Place, alice, match.Person(bob), v, end)
			kept.plays(t, dice, begun.Place, carol, match.Person(alice), v, end.Add(time.Hour))
			end = end.Add(20 * time.Hour)
		}
		kept.plays(t, dice, begun.Place, alice, match.Computer("casual"), game.Classic(3), end)
		kept.plays(t, dice, begun.Place, bob, match.Person(carol), game.Classic(3), end)
	}
	for _, one := range []struct{ name, slug, command, press string }{
		{"profile-own", "alice", "/profile", ""},
		{"profile-other", "bob", "/profile member:@Alice", ""},
		{"achievements", "alice", "/profile", "Achievements"},
		{"leaderboard", "carol", "/leaderboard", ""},
		{"history", "bob", "/history", ""},
	} {
		in := newRoom(t, base, one.name)
		in.use(one.slug, one.command)
		p := in.open(browser, one.slug)
		if one.press != "" {
			p.press("⋯ More")
			p.press(one.press)
			p.shows("Still to earn")
		}
		p.shoot(one.name)
	}
}
