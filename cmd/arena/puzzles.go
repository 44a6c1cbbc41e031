package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"noughts/game"
	"noughts/game/ai/review"
	"noughts/game/puzzle"
	"noughts/game/rules"
)

func bankFlag(flags *flag.FlagSet) *string {
	return flags.String("file", "", "read the bank in a `file`: game/puzzle/bank.txt; default: the embedded one")
}

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

func runVerify(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("puzzles verify", flag.ContinueOnError)
	file, parallel := bankFlag(flags), parallelFlag(flags)
	if err := parse(flags, args, out); err != nil {
		return err
	}
	bank, err := readBank(*file) // refuses equivalent puzzles
	if err != nil {
		return err
	}
	faults, err := verifyAll(ctx, bank.All(), *parallel)
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return err
	}
	for _, fault := range faults {
		_, _ = fmt.Fprintln(out, "wrong:", fault)
	}
	_, _ = fmt.Fprintf(out, "%d puzzles, %d wrong\n", bank.Len(), len(faults))
	if len(faults) > 0 {
		return fmt.Errorf("%d puzzles are wrong", len(faults))
	}
	return nil
}

// verifiedAttempts limits the positions that members can reach while they try to solve a puzzle. Another network
// chooses other replies of the same length, so puzzles that had at most mostAttempts when they were found may have more
// now, up to 1,494 with network 11.
const verifiedAttempts = 100 * mostAttempts

func verifyAll(ctx context.Context, puzzles []puzzle.Puzzle, parallel int) ([]error, error) {
	faults := make([]error, len(puzzles))
	var group errgroup.Group
	group.SetLimit(parallel)
	for i, p := range puzzles {
		group.Go(func() error {
			err := review.NewProver(p.Variant(), review.MostNodes).Verify(ctx, p)
			if err == nil {
				_, err = review.CheckAttempts(ctx, p, verifiedAttempts)
			}
			if errors.Is(err, review.ErrWrong) || errors.Is(err, review.ErrUnproven) || errors.Is(err, review.ErrTangled) {
				faults[i] = fmt.Errorf("%s: %w", p.ID, err)
				return nil
			}
			return err
		})
	}
	err := group.Wait()
	return slices.DeleteFunc(faults, func(err error) bool { return err == nil }), err
}

// flatDay is the weekday, counted from Monday as 0, whose puzzle is on a flat board. Those of Mondays may be, as the bank has
// few easy Ultimate puzzles.
const flatDay = 2

func runCalendar(_ context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("puzzles calendar", flag.ContinueOnError)
	bankFile := bankFlag(flags)
	file := flags.String("calendar", "", "append to the list in a `file`: game/puzzle/daily.txt")
	weeks := numberFlag(flags, "weeks", 1, 1, "number of `weeks` to append")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if *file == "" {
		return fmt.Errorf("%w: calendar needs -calendar", errUsage)
	}
	bank, err := readBank(*bankFile)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(*file)
	if err != nil {
		return err
	}
	used := strings.Fields(string(text))
	rng := rand.New(rand.NewPCG(uint64(len(used)), 0))
	unused := slices.DeleteFunc(bank.All(), func(p puzzle.Puzzle) bool {
		return slices.Contains(used, p.ID) || p.Variant() == rules.Vanishing // whose rules not everybody knows
	})
	for range *weeks {
		var week []string
		if week, unused, err = newWeek(unused, rng); err != nil {
			return err
		}
		text = append(text, strings.Join(week, " ")+"\n"...)
	}
	if err := os.WriteFile(*file, text, 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d weeks\n", *file, len(used)/7+*weeks)
	return err
}

// newWeek picks the puzzles of one week at random, and returns their ids, Monday first, and the puzzles that are left.
func newWeek(unused []puzzle.Puzzle, rng *rand.Rand) (ids []string, left []puzzle.Puzzle, err error) {
	for day, difficulty := range puzzle.Weekdays {
		var fitting []int
		for i, p := range unused {
			flat := p.Variant() != game.Ultimate
			if p.Difficulty() == difficulty && (day == 0 || flat == (day == flatDay)) && p.Plies != 1 {
				fitting = append(fitting, i)
			}
		}
		if len(fitting) == 0 {
			return nil, nil, fmt.Errorf("no unused puzzles of difficulty %d left for weekday %d", difficulty, day+1)
		}
		i := fitting[rng.IntN(len(fitting))]
		ids = append(ids, unused[i].ID)
		unused = slices.Delete(unused, i, i+1)
	}
	return ids, unused, nil
}
