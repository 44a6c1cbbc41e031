package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/ai/review"
)

var errFaults = errors.New("wrong reviews found")

func runReview(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("review", flag.ContinueOnError)
	variant, parallel, seed := variantFlag(flags), parallelFlag(flags), seedFlag(flags)
	games := numberFlag(flags, "games", 200, 1, "number of `games` to review")
	nodes := numberFlag(flags, "nodes", 0, 0, "`positions` to search per position of the game; 0 means as the bot does")
	deeper := numberFlag(flags, "deeper", 16, 1, "compare with searches this many `times` larger")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if *nodes == 0 {
		*nodes = int(review.DefaultNodes(*variant))
	}
	var mu sync.Mutex
	var sum comparison
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(*parallel)
	for i := range *games {
		group.Go(func() error {
			c, err := compareGame(ctx, *variant, *seed+uint64(i), int64(*nodes), int64(*deeper))
			if err == nil {
				mu.Lock()
				defer mu.Unlock()
				sum.add(c)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := sum.write(out); err != nil {
		return err
	}
	if len(sum.faults) > 0 {
		return errFaults
	}
	return nil
}

type comparison struct {
	games, moves   int
	searched, cost int // mistakes, blunders and turning points, which are searched deeper, and what they cost in points
	facts, checked int // positions that a review calls proven, and those of them that a deeper search proves too
	faults         []string
}

func (c *comparison) add(d comparison) {
	*c = comparison{
		c.games + d.games, c.moves + d.moves, c.searched + d.searched, c.cost + d.cost,
		c.facts + d.facts, c.checked + d.checked, append(c.faults, d.faults...),
	}
}

func (c *comparison) write(out io.Writer) error {
	_, err := fmt.Fprintf(out, "%d games, %d moves\n"+
		"searched deeper: %d mistakes, blunders and turning points, which cost %d points on average\n"+
		"proven: %d positions, of which the deeper searches prove %d\n"+
		"faults: %d\n%s",
		c.games, c.moves, c.searched, c.cost/max(c.searched, 1), c.facts, c.checked, len(c.faults), strings.Join(append(c.faults, ""), "\n"))
	return err
}

func compareGame(ctx context.Context, v game.Variant, seed uint64, nodes, deeper int64) (comparison, error) {
	var quick []string
	for _, level := range ai.Levels(v) {
		if s, _ := ai.StrengthOf(v, level); s.Nodes < 50_000 || v.Size() <= 3 {
			quick = append(quick, level)
		}
	}
	g, err := levelsGame(ctx, v, quick, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return comparison{}, err
	}
	r, err := review.Analyze(ctx, v, g, review.Options{Nodes: nodes})
	if err != nil {
		return comparison{}, err
	}
	j := judge{seed: seed, review: r, searcher: ai.NewSearcher(v, 1, seed), nodes: nodes * deeper}
	j.look(ctx)
	return j.comparison, ctx.Err()
}

type judge struct {
	seed     uint64 // of the game
	review   review.Review
	searcher *ai.Searcher
	nodes    int64
	comparison
}

func (j *judge) look(ctx context.Context) {
	j.games, j.moves = 1, len(j.review.Moves)
	for i, m := range j.review.Moves {
		j.checkFact(ctx, i)
		if m.Mark < review.Mistake && i+1 != j.review.Turning {
			continue
		}
		cost := j.costOf(ctx, i)
		j.searched++
		j.cost += cost
		if m.Mark == review.Blunder && cost <= 0 {
			j.fault("ply %d: %s, worth %s and not %s as %s, seems to be a %s, and is best", i+1, m.Square, m.Value, m.BestValue, m.Best, m.Mark)
		}
	}
}

func (j *judge) fault(format string, args ...any) {
	j.faults = append(j.faults, fmt.Sprintf("seed %d: ", j.seed)+fmt.Sprintf(format, args...))
}

// search returns the best move in a position and its value. If the game is over, it returns only the value.
func (j *judge) search(ctx context.Context, p game.Position) ai.Choice {
	j.searcher.Reset()
	choice, err := j.searcher.Search(ctx, ai.History{Start: p}, ai.Limits{Nodes: j.nodes}, nil)
	if errors.Is(err, ai.ErrGameOver) {
		choice.Score = engine.Final(p.Outcome(), p.ToMove())
	}
	return choice
}

// costOf returns how many points a move lost, compared with the best move of a deeper search or with that of the
// review, whichever loss is larger.
func (j *judge) costOf(ctx context.Context, ply int) int {
	m, p := j.review.Moves[ply], j.review.Position(ply)
	worth := func(s game.Square) int {
		next, _ := p.Play(s) // search the position after the move, as reviews do
		return 100 - points(j.search(ctx, next).Score)
	}
	played := worth(m.Square)
	best := j.search(ctx, p)
	cost := points(best.Score) - played
	if best.Move == m.Square {
		cost = 0
	}
	if m.Best != m.Square {
		cost = max(cost, worth(m.Best)-played)
	}
	return cost
}

func (j *judge) checkFact(ctx context.Context, ply int) {
	if _, ok := j.review.Proven(ply); !ok {
		return
	}
	j.facts++
	proven := j.search(ctx, j.review.Position(ply)).Score
	if proven.Proof == (ai.Score{}).Proof {
		return
	}
	j.checked++
	if said := j.review.Score(ply); said.Proof != proven.Proof {
		j.fault("after %d plies: %s is said to be proven, and %s is", ply, said, proven)
	}
}

func points(s ai.Score) int { return int(math.Round(100 * s.Expected)) }
