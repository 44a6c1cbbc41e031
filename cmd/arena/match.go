package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"

	"golang.org/x/sync/errgroup"

	"noughts/game"
	"noughts/game/ai"
)

// A match is a number of games between two contenders. Every opening is played
// twice, with colours swapped.
type match struct {
	variant    game.Variant
	contenders [2]contender
	games      int
	plies      int // random moves of an opening
	parallel   int // games at once
	seed       uint64
}

// A result is what a match has shown, of the first contender's games.
type result struct {
	tally
	paces [2]pace
}

func runMatch(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	v := variantFlag(flags)
	a := flags.String("a", "", "`contender`: a level, or a level that searches with @ and a limit: strong@50ms, strong@20000n, strong@6d")
	b := flags.String("b", "", "the other `contender`")
	m := match{}
	flags.IntVar(&m.games, "games", 100, "play so many `games`")
	flags.IntVar(&m.plies, "plies", -1, "begin with so many random `moves`; -1 means as many as suit the variant")
	flags.IntVar(&m.parallel, "parallel", runtime.GOMAXPROCS(0), "play so many `games` at once")
	flags.Uint64Var(&m.seed, "seed", 1, "`number` that fixes openings and random choices")
	asJSON := flags.Bool("json", false, "write JSON")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if err := m.complete(*v, *a, *b); err != nil {
		return err
	}
	r, err := m.run(ctx)
	if err != nil {
		return err
	}
	report := newReport(m, r, *a, *b)
	if *asJSON {
		return report.writeJSON(out)
	}
	return report.writeText(out)
}

// complete checks the match and fills in what depends on the variant.
func (m *match) complete(v game.Variant, names ...string) (err error) {
	m.variant = v
	for i, name := range names {
		if m.contenders[i], err = parseContender(v, name); err != nil {
			return err
		}
	}
	if m.games < 1 || m.parallel < 1 {
		return fmt.Errorf("%w: -games and -parallel must be at least 1", errUsage)
	}
	if m.plies < 0 {
		m.plies = openingPlies(v)
	}
	return nil
}

// run plays all games.
func (m match) run(ctx context.Context) (result, error) {
	results := make([]result, m.games)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(m.parallel)
	for i := range m.games {
		group.Go(func() (err error) {
			results[i], err = m.play(ctx, i)
			return err
		})
	}
	err := group.Wait()
	var sum result
	for _, r := range results {
		sum.merge(r)
	}
	return sum, err
}

func (r *result) merge(s result) {
	r.Wins += s.Wins
	r.Draws += s.Draws
	r.Losses += s.Losses
	for i := range r.paces {
		r.paces[i].merge(s.paces[i])
	}
}

// play plays game i: games 2k and 2k+1 have the same opening, and the first
// contender moves first in the even ones.
func (m match) play(ctx context.Context, i int) (result, error) {
	opening := openingOf(m.variant, m.plies, rand.New(rand.NewPCG(m.seed, uint64(i/2))))
	var r result
	var players [2]ai.Player
	for turn := range players {
		who := turn ^ i&1
		player, err := m.contenders[who].player(m.seed ^ uint64(i)<<1 ^ uint64(who))
		if err != nil {
			return r, err
		}
		players[turn] = player
	}
	first := i & 1
	end, err := play(ctx, opening, players, [2]*pace{&r.paces[first], &r.paces[first^1]})
	if err != nil {
		return r, fmt.Errorf("game %d: %w", i+1, err)
	}
	r.count(end.Outcome(), opening, first)
	return r, nil
}

// count enters the end of a game in which the first contender was the first or
// the second, turn 0 or 1, to move after the opening.
func (r *result) count(o game.Outcome, opening ai.Game, turn int) {
	mover := opening.Start.ToMove()
	if len(opening.Moves)%2 != turn {
		mover = mover.Opponent()
	}
	switch o.Winner {
	case game.Empty:
		r.Draws++
	case mover:
		r.Wins++
	default:
		r.Losses++
	}
}
