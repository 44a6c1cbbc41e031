// Command arena measures the computer players: it plays matches between levels and searches, and measures the time and
// the positions that moves cost. It also builds the opening book, the puzzles and the network's weights.
//
//	arena match -variant ultimate -a strong@50ms -b local -games 100
//	arena match -a strong@50ms -b "cmd:./other engine@50ms" -sprt 0,20 -games 2000
//	arena bench -variant ultimate
//	arena puzzles verify
//	arena selfplay -out samples
//	arena train -data samples -out game/ai/uttt/network/default.weights
//
// Its exit status is 0 for success, 2 for a wrong command line, and 1 for other errors.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"noughts/game"
	"noughts/game/rules"
)

// errUsage is wrapped by errors about the command line.
var errUsage = errors.New("wrong command line")

const usage = `usage: arena COMMAND [flags]

  match     play games between two contenders, swapping sides
  ladder    play and rate all levels of a variant against each other
  calibrate propose strengths for the levels of a variant
  book      grow the opening book
  solve     prove the value of a position and of its moves
  review    review games, and compare the reviews with deeper searches
  bench     measure the levels of a variant: time per move, positions per second
  puzzles   list, verify and generate puzzles
  selfplay  generate training data by playing the Ultimate engine against itself
  train     train the Ultimate evaluation network on that data

arena COMMAND -h lists a command's flags.

A contender is a level, such as local; a level that searches with limits of its
own, strong@50ms, strong@20000n (positions), strong@6d (plies); or another engine
that speaks the line protocol, cmd:PATH ARGS@50ms.
`

// A subcommand runs with its arguments and writes its result to out.
type subcommand = func(ctx context.Context, args []string, out io.Writer) error

var commands = map[string]subcommand{
	"match":     runMatch,
	"ladder":    runLadder,
	"calibrate": runCalibrate,
	"book":      runBook,
	"solve":     runSolve,
	"review":    runReview,
	"bench":     runBench,
	"puzzles":   runPuzzles,
	"selfplay":  runSelfPlay,
	"train":     runTrain,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes a command line and returns the exit status.
func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	err := dispatch(ctx, usage, commands, args, out)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	// A failed write to standard error cannot be reported anywhere.
	_, _ = fmt.Fprintln(errOut, "arena:", err)
	if errors.Is(err, errUsage) {
		return 2
	}
	return 1
}

// dispatch runs the subcommand that the first argument names, or writes the usage.
func dispatch(ctx context.Context, usage string, commands map[string]subcommand, args []string, out io.Writer) error {
	if len(args) == 0 {
		return fmt.Errorf("%w\n%s", errUsage, usage)
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		_, err := io.WriteString(out, usage)
		return err
	}
	command, ok := commands[args[0]]
	if !ok {
		return fmt.Errorf("%w: unknown command %q\n%s", errUsage, args[0], usage)
	}
	if err := command(ctx, args[1:], out); err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return nil
}

// parse parses a command's flags. It returns an error that wraps errUsage for an invalid flag or any argument that is
// not a flag. With -h it writes the flags to out and returns flag.ErrHelp.
func parse(flags *flag.FlagSet, args []string, out io.Writer) error {
	// Parse must print no errors itself, because run prints them.
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(out)
		flags.Usage()
		return err
	case err != nil:
		return fmt.Errorf("%w: %w", errUsage, err)
	case flags.NArg() > 0:
		return fmt.Errorf("%w: unexpected argument %q", errUsage, flags.Arg(0))
	}
	return nil
}

func variantFlag(flags *flag.FlagSet) *game.Variant {
	v := game.Ultimate
	flags.Func("variant", "`rules`: ultimate, classic N, classic N K for K in a row, or misere N (default ultimate)", func(text string) (err error) {
		v, err = rules.ParseVariant(text)
		return err
	})
	return &v
}
