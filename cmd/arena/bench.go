package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"noughts/game/ai"
)

// runBench plays every level of a variant against itself. It shows how long the moves take and how many positions they
// search. Levels limit their searches by the number of positions and not by time, so the number of searched positions
// changes only if the computer plays differently.
func runBench(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	v := variantFlag(flags)
	var games int
	numberFlag(flags, &games, "games", 2, 1, mostGames, "`games` per level")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	rows := []string{"level\tmoves\tmean\tworst\tpositions\ta second\t"}
	for _, level := range ai.Levels(*v) {
		m := &match{games: games, parallel: 1, seed: 1, plies: -1}
		if err := m.complete(*v, level, level); err != nil {
			return err
		}
		r, err := m.run(ctx)
		if err != nil {
			return err
		}
		p := r.costs[0]
		p.merge(r.costs[1])
		rows = append(rows, fmt.Sprintf("%s\t%d\t%v\t%v\t%d\t%.0f\t", level, p.moves,
			p.mean().Round(time.Microsecond), p.worst.Round(time.Microsecond), p.nodes, p.rate()))
	}
	return writeTable(out, rows)
}
