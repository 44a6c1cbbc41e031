package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"noughts/game/ai/uttt/training"
)

// runSelfPlay plays games of the Ultimate engine against itself and writes their labelled positions for training.
func runSelfPlay(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("selfplay", flag.ContinueOnError)
	var s training.SelfPlay
	flags.StringVar(&s.Folder, "out", "", "write the samples to this `folder`")
	numberFlag(flags, &s.Parts, "parts", 100, 1, mostGames, "`number` of files; existing ones are kept")
	numberFlag(flags, &s.Games, "games", 500, 1, mostGames, "`games` per file")
	numberFlag(flags, &s.Nodes, "nodes", 4000, 1, mostNodes, "`positions` to search per label")
	numberFlag(flags, &s.Random, "random", 0.12, 0, 1, "`chance` of a random move")
	flags.Uint64Var(&s.Seed, "seed", 1, "random seed `number` of the games")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if s.Folder == "" {
		return fmt.Errorf("%w: selfplay needs -out", errUsage)
	}
	begun := time.Now()
	return s.Run(ctx, func(part, samples int) {
		// Ignore the error: self-play must go on even if its progress cannot be written.
		_, _ = fmt.Fprintf(out, "part %d: %d samples, %v since the start\n", part, samples, time.Since(begun).Round(time.Second))
	})
}
