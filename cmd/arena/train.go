package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"noughts/game/ai/uttt/training"
)

// runTrain trains a network on self-play samples and writes its weights after each epoch.
func runTrain(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	var r training.Recipe
	data := flags.String("data", "", "train on the samples in these `folders`, separated by commas")
	weights := flags.String("out", "", "write the weights to this `file`")
	state := flags.String("state", "", "keep the state of training in this `file`, and continue from it if it exists")
	begin := flags.String("begin", "", "start from the weights of the state in this `file`")
	numberFlag(flags, &r.Epochs, "epochs", 100, 1, mostGames, "number of `epochs`")
	numberFlag(flags, &r.Batch, "batch", 16384, 1, mostGames, "`samples` per batch")
	numberFlag(flags, &r.Rate, "rate", 0.004, leastRate, 1, "initial learning `rate`")
	numberFlag(flags, &r.Trust, "trust", 0.8, 0, 1, "`share` of the search's value in the target; the rest is the game's result")
	flags.Uint64Var(&r.Seed, "seed", 1, "random seed `number`")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if *data == "" || *weights == "" {
		return fmt.Errorf("%w: train needs -data and -out", errUsage)
	}
	from, err := firstState(r.Seed, *state, *begin)
	if err != nil {
		return err
	}
	return fit(ctx, r, strings.Split(*data, ","), from, *weights, *state, out)
}

// firstState returns the state from which training starts: that in the file `state` if it exists; otherwise one with the
// weights of the file `begin`, or an untrained one if there is no such file.
func firstState(seed uint64, state, begin string) (*training.State, error) {
	if state != "" {
		if s, err := training.ReadState(state); !errors.Is(err, fs.ErrNotExist) {
			return s, err
		}
	}
	if begin == "" {
		return training.NewState(seed), nil
	}
	s, err := training.ReadState(begin)
	if err != nil {
		return nil, err
	}
	return s.Again(), nil
}

// fit trains a network. It writes the weights after each epoch, and the state if there is a file for it.
func fit(ctx context.Context, r training.Recipe, folders []string, from *training.State, weights, state string, out io.Writer) error {
	d, err := training.Load(folders...)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "%d samples to learn from, %d held out\n", len(d.Train), len(d.Test)); err != nil {
		return err
	}
	begun := time.Now()
	return r.Fit(ctx, d, from, func(s *training.State, p training.Progress) error {
		network, err := s.Model().Quantize()
		if err != nil {
			return err
		}
		if err := os.WriteFile(weights, network.Encode(), 0o644); err != nil {
			return err
		}
		if state != "" {
			if err := s.Write(state); err != nil {
				return err
			}
		}
		_, err = fmt.Fprintf(out, "epoch %d: loss %.5f, held out %.5f, %v\n", p.Epoch, p.Loss, p.HeldOut, time.Since(begun).Round(time.Second))
		return err
	})
}
