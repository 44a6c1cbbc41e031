package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"noughts/game/ai/uttt/network"
	"noughts/game/ai/uttt/training"
)

// runTrain trains a network on self-play samples and writes its weights after each epoch.
func runTrain(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	var r training.Recipe
	data := flags.String("data", "", "train on the samples in these `folders`, separated by commas")
	weights := flags.String("out", "", "write the weights to this `file`")
	begin := flags.String("begin", "", "start from the weights in this `file`")
	numberFlag(flags, &r.Epochs, "epochs", 15, 1, mostGames, "number of `epochs`")
	numberFlag(flags, &r.Batch, "batch", 16384, 1, mostGames, "`samples` per batch")
	numberFlag(flags, &r.Rate, "rate", 0.004, leastRate, 1, "initial learning `rate`")
	numberFlag(flags, &r.Trust, "trust", 0.8, 0, 1, "`share` of the search's value in the target; the rest is the game's result")
	numberFlag(flags, &r.Decay, "decay", 6, 0, 1/leastRate, "weight decay `rate`")
	flags.Uint64Var(&r.Seed, "seed", 1, "random seed `number`")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if *data == "" || *weights == "" {
		return fmt.Errorf("%w: train needs -data and -out", errUsage)
	}
	if *begin != "" {
		var err error
		if r.Begin, err = readWeights(*begin); err != nil {
			return err
		}
	}
	return fit(ctx, r, strings.Split(*data, ","), *weights, out)
}

func readWeights(name string) (*network.Weights, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	w, err := network.Decode(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return w, nil
}

func fit(ctx context.Context, r training.Recipe, folders []string, weights string, out io.Writer) error {
	d, err := training.Load(folders...)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "%d samples to learn from, %d held out\n", len(d.Train), len(d.Test)); err != nil {
		return err
	}
	begun := time.Now()
	return r.Fit(ctx, d, func(m *training.Model, p training.Progress) error {
		w, err := m.Quantize()
		if err != nil {
			return err
		}
		if err := os.WriteFile(weights, w.Encode(), 0o644); err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "epoch %d: loss %.5f, held out %.5f, %v\n", p.Epoch, p.Loss, p.HeldOut, time.Since(begun).Round(time.Second))
		return err
	})
}
