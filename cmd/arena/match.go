package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"noughts/cmd/arena/stats"

	"noughts/game"
	"noughts/game/ai"
)

// A match is a series of games between two contenders. Every opening is played twice, with the sides swapped.
type match struct {
	conditions
	names      [2]string
	contenders [2]contender
	first      int // index of the first game, even
	games      int
	plies      int // random moves in an opening; negative for the variant's default
	parallel   int // largest number of concurrent games
	seed       uint64
	test       *stats.SPRT // sequential test that can end the match early; nil to play all games
}

func matchFlags(flags *flag.FlagSet) *match {
	m := new(match)
	numberFlag(flags, &m.games, "games", 100, 1, mostGames, "number of `games`")
	numberFlag(flags, &m.plies, "plies", -1, -1, mostPlies, "number of random opening `moves`; -1 means what suits the variant, by the seed")
	numberFlag(flags, &m.parallel, "parallel", min(runtime.GOMAXPROCS(0), mostParallel), 1, mostParallel, "number of `games` to play in parallel")
	flags.Uint64Var(&m.seed, "seed", 1, "random seed `number` for openings and choices")
	numberFlag(flags, &m.start, "start", 20*time.Second, 0, mostTime, "`time` an engine has to get ready for a game")
	numberFlag(flags, &m.grace, "grace", 5*time.Second, 0, mostTime, "`time` by which an engine may overrun its limit before it loses")
	return m
}

func runMatch(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	v := variantFlag(flags)
	a := flags.String("a", "", "`contender`: a level; one that searches with @ and a limit, strong@50ms, strong@20000n, strong@6d; or cmd:PATH ARGS@50ms")
	b := flags.String("b", "", "the other `contender`")
	m := matchFlags(flags)
	test := flags.String("sprt", "", "stop early by an SPRT of A's advantage between `elo0,elo1`")
	file := flags.String("json", "", "also write JSON to a `file`; - writes JSON instead of the table")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if *test != "" {
		var err error
		if m.test, err = parseSPRT(*test); err != nil {
			return err
		}
	}
	if err := m.complete(*v, *a, *b); err != nil {
		return err
	}
	began := time.Now()
	r, err := m.run(ctx)
	m.close()
	if err != nil {
		return err
	}
	return newReport(m, r, time.Since(began)).write(out, *file)
}

// complete sets the variant and its contenders. The error for an unknown contender wraps errUsage.
func (m *match) complete(v game.Variant, a, b string) (err error) {
	m.variant = v
	m.names = [2]string{a, b}
	for i, name := range m.names {
		if m.contenders[i], err = m.contender(name); err != nil {
			return err
		}
	}
	return nil
}

// close ends the contenders' processes.
func (m *match) close() {
	for _, c := range m.contenders {
		if c.close != nil {
			c.close()
		}
	}
}

// play plays game i. The first contender moves first after the opening if i is even.
func (m *match) play(ctx context.Context, i int) (r result, err error) {
	opening := m.opening(i)
	var players [2]ai.Player
	for turn := range players {
		who := turn ^ i&1
		player, err := m.contenders[who].player(ctx, m.seed^uint64(i)<<1^uint64(who))
		if err != nil {
			return r, fmt.Errorf("game %d: %w", i+1, err)
		}
		if r, ok := player.(releaser); ok {
			defer r.release()
		}
		players[turn] = player
	}
	first := i & 1
	end, err := play(ctx, opening, players, [2]*cost{&r.costs[first], &r.costs[first^1]})
	if err != nil {
		return r, fmt.Errorf("game %d: %w", i+1, err)
	}
	r.count(end, opening, first)
	return r, nil
}

// A running match counts finished games in the order of their indexes, not in the order in which they end. So the
// sequential test stops the match after the same game, however many games run concurrently.
type running struct {
	*match
	mu      sync.Mutex
	games   []*result // nil for unfinished games
	counted int       // number of games that the field sum includes
	sum     result
	decided bool
}

// run plays all games. It stops early if the match has a sequential test and the test has a verdict.
func (m *match) run(ctx context.Context) (result, error) {
	r := &running{match: m, games: make([]*result, m.games)}
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(m.parallel)
	for i := range m.games {
		if r.over() || running.Err() != nil {
			break
		}
		group.Go(func() error {
			game, err := m.play(running, m.first+i)
			if err == nil {
				r.finish(i, game)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return r.sum, err
	}
	return r.sum, ctx.Err()
}

func (r *running) over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.decided
}

// finish stores a finished game. Then it counts all pairs of games with the same opening that are complete, in order,
// up to the first unfinished game.
func (r *running) finish(i int, game result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.games[i] = &game
	for !r.decided && r.ready() {
		if pair := r.games[r.counted:]; len(pair) > 1 {
			r.sum.pair(*pair[0], *pair[1])
			r.counted += 2
		} else {
			r.sum.merge(*pair[0])
			r.counted++
		}
		r.decided = r.test != nil && r.test.Accepted(r.sum.pairs) != ""
	}
}

// ready reports whether the next pair of games is finished. If the number of games is odd, the last game alone counts
// as a pair.
func (r *running) ready() bool {
	left := r.games[r.counted:]
	return len(left) > 0 && left[0] != nil && (len(left) == 1 || left[1] != nil)
}

func parseSPRT(text string) (*stats.SPRT, error) {
	low, high, _ := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(low, 64)
	elo1, err1 := strconv.ParseFloat(high, 64)
	if err0 != nil || err1 != nil || !(elo0 < elo1 && elo0 >= -stats.MaxElo && elo1 <= stats.MaxElo) {
		return nil, fmt.Errorf("%w: invalid test %q: want -sprt elo0,elo1, such as 0,10", errUsage, text)
	}
	return &stats.SPRT{Elo0: elo0, Elo1: elo1}, nil
}
