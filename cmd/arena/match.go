package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// A match is a series of games between two contenders. Every opening is played twice, with the sides swapped.
type match struct {
	variant    game.Variant
	contenders [2]func() contender // each call makes another one, for games that are played at the same time
	first      int                 // index of the first game, even
	games      int
	plies      int // random moves in an opening; negative for the variant's default
	parallel   int // largest number of games at a time
	seed       uint64
}

func runMatch(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	variant, parallel, seed := variantFlag(flags), parallelFlag(flags), seedFlag(flags)
	a := flags.String("a", "", "`contender`: a level; one that searches with @ and a limit, strong@50ms, strong@20000n, strong@6d; or cmd:PATH ARGS@50ms")
	b := flags.String("b", "", "the other `contender`")
	games := numberFlag(flags, "games", 100, 1, "number of `games`")
	plies := numberFlag(flags, "plies", -1, -1, "number of random opening `moves`; -1 means what suits the variant, by the seed")
	grace := flags.Duration("grace", 5*time.Second, "`time` that an engine has to get ready, and by which it may overrun its limit")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	m := match{variant: *variant, games: *games, plies: *plies, parallel: *parallel, seed: *seed}
	names := [2]string{*a, *b}
	for i, name := range names {
		var err error
		if m.contenders[i], err = parseContender(*variant, name, *grace); err != nil {
			return err
		}
	}
	r, err := m.run(ctx)
	if err != nil {
		return err
	}
	return r.write(out, m.variant, names)
}

// run plays all games. The same seed gives the same result, however many games are played at a time.
func (m match) run(ctx context.Context) (result, error) {
	var mu sync.Mutex
	var sum result
	left := make(chan int, m.games)
	for i := range m.games {
		left <- m.first + i
	}
	close(left)
	group, ctx := errgroup.WithContext(ctx)
	for range min(m.parallel, m.games) {
		group.Go(func() error {
			pair := [2]contender{m.contenders[0](), m.contenders[1]()}
			defer pair[0].close()
			defer pair[1].close()
			for i := range left {
				r, err := m.play(ctx, i, pair)
				if err != nil {
					return fmt.Errorf("game %d: %w", i+1, err)
				}
				mu.Lock()
				sum.add(r)
				mu.Unlock()
			}
			return nil
		})
	}
	err := group.Wait()
	return sum, err
}

// play plays game i. The first contender begins after the opening if i is even. An illegal move or errFault loses.
func (m match) play(ctx context.Context, i int, pair [2]contender) (r result, err error) {
	for who, c := range pair {
		if err := c.begin(ctx, m.seed^uint64(i)<<1^uint64(who)); err != nil {
			return r, err
		}
	}
	g := m.opening(i)
	p, err := rules.Replay(g.Start, g.Moves)
	if err != nil {
		return r, err
	}
	first, mark := i&1, p.ToMove()
	for who := first; !p.Outcome().Over; who ^= 1 {
		began := time.Now()
		choice, err := pair[who].Choose(ctx, g)
		took := time.Since(began)
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		if err == nil {
			r.costs[who].add(cost{1, choice.Nodes, took, took})
			if p, err = p.Play(choice.Move); err != nil {
				err = fmt.Errorf("%w: %s: %w", errFault, choice.Move, err)
			}
		}
		if errors.Is(err, errFault) {
			r.faults[who] = fault{1, err.Error()}
			r.count(1 - who)
			return r, nil
		}
		if err != nil {
			return r, err
		}
		g.Moves = append(g.Moves, choice.Move)
	}
	switch p.Outcome().Winner {
	case game.Empty:
		r.Draws++
	case mark:
		r.count(first)
	default:
		r.count(1 - first)
	}
	return r, nil
}

// opening returns the random moves with which game i begins. Games 2k and 2k+1 have the same opening. It is shorter if
// its next move would end the game.
func (m match) opening(i int) ai.History {
	rng := rand.New(rand.NewPCG(m.seed, uint64(i/2)))
	plies := m.plies
	switch {
	case plies >= 0:
	case m.variant == game.Ultimate:
		plies = 2 + rng.IntN(5)
	case m.variant.Size() > 3:
		plies = 2 + rng.IntN(3)
	default:
		plies = 0 // random moves would often decide the game
	}
	p := rules.Start(m.variant, game.X)
	g := ai.History{Start: p}
	for range plies {
		moves := p.Moves()
		move := moves[rng.IntN(len(moves))]
		next, err := p.Play(move)
		if err != nil || next.Outcome().Over {
			break
		}
		p = next
		g.Moves = append(g.Moves, move)
	}
	return g
}

type result struct {
	tally
	costs  [2]cost
	faults [2]fault
}

type cost struct {
	moves        int
	nodes        int64
	total, worst time.Duration
}

// A fault counts the games that a contender lost by a fault instead of by the rules.
type fault struct {
	games int
	first string
}

func (r *result) count(winner int) {
	r.Wins += 1 - winner
	r.Losses += winner
}

func (r *result) add(s result) {
	r.tally = r.plus(s.tally)
	for i := range r.costs {
		r.costs[i].add(s.costs[i])
		if r.faults[i].games == 0 {
			r.faults[i].first = s.faults[i].first
		}
		r.faults[i].games += s.faults[i].games
	}
}

func (c *cost) add(d cost) {
	*c = cost{c.moves + d.moves, c.nodes + d.nodes, c.total + d.total, max(c.worst, d.worst)}
}

func (c cost) cells() string {
	mean := c.total / time.Duration(max(c.moves, 1))
	rate := float64(c.nodes) / max(c.total, 1).Seconds()
	return fmt.Sprintf("%v\t%v\t%.0f\t", mean.Round(time.Microsecond), c.worst.Round(time.Microsecond), rate)
}

func (r result) write(out io.Writer, v game.Variant, names [2]string) error {
	low, high := r.interval()
	text := fmt.Sprintf("%s, %d games\n", v, r.games())
	text += fmt.Sprintf("%s: %d won, %d drawn, %d lost: %.1f %%, with 95 %% confidence %.1f to %.1f %%\n",
		names[0], r.Wins, r.Draws, r.Losses, 100*r.score(), 100*low, 100*high)
	for i, f := range r.faults {
		if f.games > 0 {
			text += fmt.Sprintf("%s lost %d games by its own fault, first: %s\n", names[i], f.games, f.first)
		}
	}
	if _, err := fmt.Fprintln(out, text); err != nil {
		return err
	}
	return writeTable(out, []string{
		"\ta move\tat most\tpositions a second\t",
		names[0] + "\t" + r.costs[0].cells(),
		names[1] + "\t" + r.costs[1].cells(),
	})
}
