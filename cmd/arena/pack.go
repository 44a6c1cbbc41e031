package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"noughts/game/ai/uttt/network"
	"noughts/game/ai/uttt/training"
)

// packedSize is the size that files of weights are packed into unless told
// otherwise. The program that embeds them must stay below 25 MB, and what
// rounding changes at this size cannot be seen in games.
const packedSize = 1_050_000

// runPack rounds weights so that their file gets smaller.
func runPack(_ context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("pack", flag.ContinueOnError)
	data := flags.String("data", "", "round least what the samples in these `folders` use most, separated by commas")
	from := flags.String("in", "", "read the weights of this `file`")
	to := flags.String("out", "", "write them to this `file`")
	var size int
	numberFlag(flags, &size, "size", packedSize, 1, mostSize, "make the file so many `bytes` at most")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if *data == "" || *from == "" || *to == "" {
		return fmt.Errorf("%w: pack needs -data, -in and -out", errUsage)
	}
	w, err := readWeights(*from)
	if err != nil {
		return err
	}
	d, err := training.Load(strings.Split(*data, ",")...)
	if err != nil {
		return err
	}
	return writePacked(*to, w, training.ModelOf(w).Usage(d.Train), size)
}

func writePacked(name string, w *network.Weights, u *network.Usage, size int) error {
	b, err := w.Pack(u, size)
	if err != nil {
		return err
	}
	return os.WriteFile(name, b, 0o644)
}
