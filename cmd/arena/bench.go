package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"noughts/game/ai"
)

// runBench plays every level of a variant against itself, and shows how long the moves take and how many positions they
// search. Levels limit their searches by that number and not by time, so it changes only if the computer plays
// differently.
func runBench(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	v := variantFlag(flags)
	games := numberFlag(flags, "games", 2, 1, "`games` per level")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	rows := []string{"level\tmoves\tpositions\tmean\tworst\tpositions a second\t"}
	for _, level := range ai.Levels(*v) {
		m := match{variant: *v, games: *games, parallel: 1, seed: 1, plies: -1}
		m.contenders = [2]func() contender{levelContender(*v, level), levelContender(*v, level)}
		r, err := m.run(ctx)
		if err != nil {
			return err
		}
		c := r.costs[0]
		c.add(r.costs[1])
		rows = append(rows, fmt.Sprintf("%s\t%d\t%d\t%s", level, c.moves, c.nodes, c.cells()))
	}
	return writeTable(out, rows)
}
