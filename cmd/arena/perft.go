package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

func runPerft(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("perft", flag.ContinueOnError)
	v := variantFlag(flags)
	var depth int
	numberFlag(flags, &depth, "depth", 6, 0, mostPlies, "count sequences of up to this many `plies`")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	start := rules.Start(*v, game.X)
	for d := range depth + 1 {
		began := time.Now()
		count, err := ai.Perft(ctx, start, d)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "perft %d %d  %v\n", d, count, time.Since(began).Round(time.Microsecond)); err != nil {
			return err
		}
	}
	return nil
}
