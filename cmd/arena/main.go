// Command arena measures the computer players, and makes and verifies the puzzles.
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
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"

	"noughts/game"
	"noughts/game/rules"
)

var errUsage = errors.New("wrong command line")

const usage = `usage: arena COMMAND [flags]

  match             play games between two contenders, swapping sides
  ladder            play and rate all levels of a variant against each other
  bench             measure the levels of a variant: time per move, positions per second
  review            review games, and compare the reviews with deeper searches
  puzzles verify    prove the puzzles of the bank again
  puzzles generate  find more puzzles
  puzzles calendar  append weeks to the list of daily puzzles

arena COMMAND -h lists a command's flags.

A contender is a level, such as local; a level that searches with limits of its
own, strong@50ms, strong@20000n (positions), strong@6d (plies); or another engine
that speaks the line protocol, cmd:PATH ARGS@50ms.
`

var commands = map[string]func(ctx context.Context, args []string, out io.Writer) error{
	"match":            runMatch,
	"ladder":           runLadder,
	"bench":            runBench,
	"review":           runReview,
	"puzzles verify":   runVerify,
	"puzzles generate": runGenerate,
	"puzzles calendar": runCalendar,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	err := dispatch(ctx, args, out)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	_, _ = fmt.Fprintln(errOut, "arena:", err)
	if errors.Is(err, errUsage) {
		return 2
	}
	return 1
}

func dispatch(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return fmt.Errorf("%w\n%s", errUsage, usage)
	}
	name, args := args[0], args[1:]
	switch name {
	case "-h", "-help", "--help", "help":
		_, err := io.WriteString(out, usage)
		return err
	case "puzzles":
		if len(args) > 0 {
			name, args = name+" "+args[0], args[1:]
		}
	}
	command, ok := commands[name]
	if !ok {
		return fmt.Errorf("%w: unknown command %q\n%s", errUsage, name, usage)
	}
	if err := command(ctx, args, out); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// parse parses a command's flags. Its errors wrap errUsage, or are flag.ErrHelp after it has written the flags to out.
func parse(flags *flag.FlagSet, args []string, out io.Writer) error {
	flags.SetOutput(io.Discard) // run prints the errors
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
	flags.Func("variant", "`rules`: ultimate, classic N, classic N K for K in a row, misere N, or vanishing (default ultimate)", func(text string) (err error) {
		v, err = rules.ParseVariant(text)
		return err
	})
	return &v
}

const mostNumber = 10_000_000

func numberFlag(flags *flag.FlagSet, name string, value, least int, usage string) *int {
	flags.Func(name, fmt.Sprintf("%s (default %d)", usage, value), func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > mostNumber {
			return fmt.Errorf("must be a whole number from %d to %d", least, mostNumber)
		}
		value = n
		return nil
	})
	return &value
}

func parallelFlag(flags *flag.FlagSet) *int {
	return numberFlag(flags, "parallel", runtime.GOMAXPROCS(0), 1, "how many are played, reviewed or proven at a `time`")
}

func seedFlag(flags *flag.FlagSet) *uint64 {
	return flags.Uint64("seed", 1, "random seed `number` of openings and choices")
}

// writeTable aligns rows in columns. Each cell of a row ends in a tab.
func writeTable(out io.Writer, rows []string) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	if _, err := fmt.Fprintln(table, strings.Join(rows, "\n")); err != nil {
		return err
	}
	return table.Flush()
}
