// Command training makes the network that judges positions of Ultimate, as docs/engine.md describes.
//
//	training selfplay -out samples
//	training train -data samples -out game/ai/uttt/default.weights
//
// The option -h of each command lists its flags.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "training:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	switch {
	case len(args) > 0 && args[0] == "selfplay":
		return runSelfPlay(args[1:], out)
	case len(args) > 0 && args[0] == "train":
		return runTrain(args[1:], out)
	}
	return errors.New("want the command selfplay or train")
}

func runSelfPlay(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("selfplay", flag.ContinueOnError)
	var s selfPlay
	flags.StringVar(&s.folder, "out", "", "write the samples to this `folder`")
	flags.IntVar(&s.parts, "parts", 100, "`number` of files; existing ones are kept")
	flags.IntVar(&s.games, "games", 500, "`games` per file")
	flags.Int64Var(&s.nodes, "nodes", 4000, "`positions` to search per label")
	flags.Float64Var(&s.random, "random", 0.12, "`chance` of a random move")
	flags.Uint64Var(&s.seed, "seed", 1, "random seed `number` of the games")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if s.folder == "" || s.nodes < 1 {
		return errors.New("selfplay needs -out, and at least one of -nodes")
	}
	return s.run(out)
}

func runTrain(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	var r recipe
	data := flags.String("data", "", "train on the samples in these `folders`, separated by commas")
	weights := flags.String("out", "", "write the weights to this `file`")
	state := flags.String("state", "", "keep the state of training in this `file`, and continue from it if it exists")
	flags.IntVar(&r.epochs, "epochs", 100, "number of `epochs`")
	flags.IntVar(&r.batch, "batch", 16384, "`samples` per step")
	flags.Float64Var(&r.rate, "rate", 0.004, "initial learning `rate`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *data == "" || *weights == "" || r.epochs < 1 || r.batch < 1 || !(r.rate > 0) {
		return errors.New("train needs -data and -out, and -epochs, -batch and -rate above 0")
	}
	m := newModel()
	if *state != "" {
		if err := readGob(*state, m); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	train, test, err := load(strings.Split(*data, ","))
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "%d samples to learn from, %d held out\n", len(train), len(test))
	begun := time.Now()
	return r.fit(train, test, m, func(loss, heldOut float64) error {
		network, err := m.quantize()
		if err != nil {
			return err
		}
		if err := os.WriteFile(*weights, network.Encode(), 0o644); err != nil {
			return err
		}
		if *state != "" {
			if err := writeGob(*state, m); err != nil {
				return err
			}
		}
		_, err = fmt.Fprintf(out, "epoch %d: loss %.5f, held out %.5f, %v\n", m.Epoch, loss, heldOut, time.Since(begun).Round(time.Second))
		return err
	})
}
