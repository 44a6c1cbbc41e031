package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"noughts/game/ai/uttt/training"
)

// runSelfPlay plays games of the Ultimate engine against itself and writes
// their positions, labelled, for training.
func runSelfPlay(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("selfplay", flag.ContinueOnError)
	var s training.SelfPlay
	flags.StringVar(&s.Folder, "out", "", "write the samples to this `folder`")
	flags.IntVar(&s.Parts, "parts", 100, "`number` of files; those that are there already are kept")
	flags.IntVar(&s.Games, "games", 500, "play so many `games` for each file")
	flags.Int64Var(&s.Nodes, "nodes", 4000, "search so many `positions` for each label")
	flags.Float64Var(&s.Random, "random", 0.12, "`chance` that a move is made at random")
	flags.Uint64Var(&s.Seed, "seed", 1, "`number` that fixes all games")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if s.Folder == "" || s.Parts < 1 || s.Games < 1 || s.Nodes < 1 || s.Random < 0 || s.Random > 1 {
		return fmt.Errorf("%w: selfplay needs -out, a chance from 0 to 1, and at least 1 part, game and position", errUsage)
	}
	begun := time.Now()
	return s.Run(ctx, func(part, samples int) {
		// A report that cannot be written is no reason to stop playing.
		_, _ = fmt.Fprintf(out, "part %d: %d samples, %v since the start\n", part, samples, time.Since(begun).Round(time.Second))
	})
}
