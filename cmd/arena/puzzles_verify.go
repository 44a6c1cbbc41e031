package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"noughts/game/ai/proof"
	"noughts/game/puzzle"
)

// A verifier proves the puzzles of a bank again.
type verifier struct {
	parallel int
	from     int // number of the first puzzle to prove; the bank's first has number 1
	out      io.Writer
}

// runPuzzlesVerify proves the puzzles of the bank in their order.
func runPuzzlesVerify(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	v := &verifier{out: out}
	file := bankFlag(flags)
	numberFlag(flags, &v.from, "from", 1, 1, mostGames, "start at the puzzle with this `number`, to resume after an interruption")
	numberFlag(flags, &v.parallel, "parallel", min(runtime.GOMAXPROCS(0), mostParallel), 1, mostParallel, "number of `puzzles` to prove in parallel")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	bank, err := readBank(*file) // readBank rejects equivalent puzzles
	if err != nil {
		return err
	}
	if v.from > max(bank.Len(), 1) {
		return fmt.Errorf("%w: no puzzle %d, the bank has %d", errUsage, v.from, bank.Len())
	}
	return v.verify(ctx, bank.All())
}

// block is the number of puzzles between two lines of progress.
const block = 25

// verify proves the puzzles from number v.from on. It reports each wrong puzzle, and at the end
// returns an error if any was wrong.
func (v *verifier) verify(ctx context.Context, puzzles []puzzle.Puzzle) error {
	wrong := 0
	for next := v.from - 1; next < len(puzzles); {
		end := min(next+block, len(puzzles))
		faults, err := v.prove(ctx, puzzles[next:end])
		if ctx.Err() != nil {
			return fmt.Errorf("%w: checked puzzles %d to %d, %d of them wrong; continue with -from %d", ctx.Err(), v.from, next, wrong, next+1)
		}
		if err != nil {
			return err
		}
		wrong += len(faults)
		next = end
		for _, fault := range faults {
			if _, err := fmt.Fprintln(v.out, "wrong:", fault); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintf(v.out, "%d of %d puzzles, %d wrong\n", next, len(puzzles), wrong); err != nil {
			return err
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d puzzles are wrong", wrong)
	}
	return nil
}

// prove proves the puzzles concurrently. It returns their faults in the order of the puzzles.
func (v *verifier) prove(ctx context.Context, puzzles []puzzle.Puzzle) ([]string, error) {
	faults := make([]string, len(puzzles))
	var group errgroup.Group
	group.SetLimit(v.parallel)
	for i, p := range puzzles {
		group.Go(func() error {
			err := proveOne(ctx, p)
			if err != nil && !isFault(err) {
				return err
			}
			if err != nil {
				faults[i] = strings.TrimPrefix(err.Error(), "proof: ")
			}
			return nil
		})
	}
	err := group.Wait()
	var said []string
	for _, fault := range faults {
		if fault != "" {
			said = append(said, fault)
		}
	}
	return said, err
}

// isFault reports whether an error means that the puzzle is faulty. Other errors concern the search itself, such as a
// cancelled context.
func isFault(err error) bool {
	return errors.Is(err, proof.ErrWrong) || errors.Is(err, proof.ErrUnproven) || errors.Is(err, proof.ErrTangled)
}

// verifiedAttempts limits the positions that members can reach while trying to solve a puzzle. Their number is not a
// property of the puzzle: another network chooses other replies of the same length. So puzzles that had at most
// mostAttempts when they were found may have more now, up to 1,494 with network 11.
const verifiedAttempts = 100 * mostAttempts

// proveOne verifies one puzzle. It returns an error if a claim of the puzzle is wrong, or if the bot could not judge
// some attempt at solving it.
func proveOne(ctx context.Context, p puzzle.Puzzle) error {
	if err := proof.New(p.Variant(), proof.MostNodes).Verify(ctx, p); err != nil {
		return err
	}
	if _, err := proof.CheckAttempts(ctx, p, verifiedAttempts); err != nil {
		return fmt.Errorf("%s: %w", p.ID, err)
	}
	return nil
}
