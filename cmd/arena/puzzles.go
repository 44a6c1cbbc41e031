package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"noughts/game/puzzle"
)

const puzzlesUsage = `usage: arena puzzles COMMAND [flags]

  list      print every puzzle: ID;POSITION;SOLUTION;KIND
  verify    prove every puzzle again
  generate  find more puzzles
  calendar  append weeks to the list of daily puzzles
`

var puzzleCommands = map[string]subcommand{
	"list":     runPuzzlesList,
	"verify":   runPuzzlesVerify,
	"calendar": runPuzzlesCalendar,
	"generate": runPuzzlesGenerate,
}

// runPuzzles runs the subcommands that work on the bank of puzzles.
func runPuzzles(ctx context.Context, args []string, out io.Writer) error {
	return dispatch(ctx, puzzlesUsage, puzzleCommands, args, out)
}

func runPuzzlesList(_ context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("list", flag.ContinueOnError)
	file := bankFlag(flags)
	if err := parse(flags, args, out); err != nil {
		return err
	}
	bank, err := readBank(*file)
	if err != nil {
		return err
	}
	return bank.Write(out)
}

func bankFlag(flags *flag.FlagSet) *string {
	return flags.String("file", "", "read the bank in a `file`: game/puzzle/bank.txt; default: the embedded one")
}

// readBank reads the bank of puzzles from a file, or returns the built-in bank if `file` is "".
func readBank(file string) (*puzzle.Bank, error) {
	if file == "" {
		return puzzle.Standard(), nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	bank, err := puzzle.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return bank, nil
}
