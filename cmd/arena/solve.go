package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// A solution holds the proven values of a position and its moves.
type solution struct {
	Position  string        `json:"position"`
	Value     string        `json:"value"` // the value of the best move
	Moves     []solvedMove  `json:"moves"`
	Positions int64         `json:"positions"` // number of positions searched
	Took      time.Duration `json:"nanoseconds"`
}

type solvedMove struct {
	Move  string `json:"move"`
	Value string `json:"value"`
}

// runSolve proves the value of a position and of each of its moves, as far as the limits allow.
func runSolve(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("solve", flag.ContinueOnError)
	v := variantFlag(flags)
	notation := flags.String("position", "", "`position` in notation; default: the empty board")
	var limits ai.Limits
	numberFlag(flags, &limits.Time, "time", 0, 0, mostTime, "stop after this `time`, and report unproven values as expected results; 0 means never")
	numberFlag(flags, &limits.Nodes, "nodes", 0, 0, mostNodes, "stop after this many `positions`; 0 means never")
	var threads int
	numberFlag(flags, &threads, "threads", min(runtime.GOMAXPROCS(0), mostThreads), 1, mostThreads, "search in this many `goroutines`")
	asJSON := flags.Bool("json", false, "write JSON")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	p := rules.Start(*v, game.X)
	if *notation != "" {
		var err error
		if p, err = rules.Parse(*v, *notation); err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
	}
	s, err := solve(ctx, p, limits, threads)
	if err != nil {
		return err
	}
	if *asJSON {
		return json.NewEncoder(out).Encode(s)
	}
	return s.writeText(out)
}

// solve first searches for the best move and then evaluates every move. The first search is fast, and the evaluation
// reuses its results from the searcher's memory.
func solve(ctx context.Context, p game.Position, l ai.Limits, threads int) (solution, error) {
	searcher, g := ai.NewSearcher(p.Variant(), threads, 1), ai.History{Start: p}
	began := time.Now()
	best, err := searcher.Search(ctx, g, l, nil)
	if err != nil {
		return solution{}, err
	}
	rated, err := searcher.Evaluate(ctx, g, l)
	if err == nil {
		err = ctx.Err()
	}
	s := solution{Position: p.String(), Value: best.Score.String(), Positions: best.Nodes, Took: time.Since(began)}
	for _, r := range rated {
		s.Moves = append(s.Moves, solvedMove{r.Move.String(), r.Score.String()})
		s.Positions = max(s.Positions, best.Nodes+r.Nodes)
	}
	return s, err
}

func (s solution) writeText(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s, %d positions searched in %v\n", s.Position, s.Value, s.Positions, s.Took.Round(time.Millisecond))
	for _, m := range s.Moves {
		fmt.Fprintf(&b, "%s %s\n", m.Move, m.Value)
	}
	_, err := io.WriteString(out, b.String())
	return err
}
