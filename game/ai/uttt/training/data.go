package training

import (
	"errors"
	"fmt"
	"path/filepath"

	"noughts/game/ai/uttt/network"
	"noughts/game/ultimate"
)

// heldOut is n if every n-th file is not used for training, but to measure the loss on games that the network has not
// seen.
const heldOut = 20

// Data has the samples to train a network with, and the samples to test it with.
type Data struct {
	Train, Test []Sample
}

// Load reads all samples in folders. Among positions that are the same up to symmetry, it keeps the
// first. It drops positions with an immediate win, which the search never evaluates.
func Load(folders ...string) (Data, error) {
	var d Data
	seen := make(map[Input]struct{})
	for _, folder := range folders {
		names, err := filepath.Glob(filepath.Join(folder, "part-*.samples"))
		if err != nil {
			return d, err
		}
		if len(names) == 0 {
			return d, fmt.Errorf("%w: %s", errNoSamples, folder)
		}
		for i, name := range names {
			samples, err := readPart(name)
			if err != nil {
				return d, err
			}
			into := &d.Train
			if i%heldOut == 0 {
				into = &d.Test
			}
			*into = appendNew(*into, samples, seen)
		}
	}
	return d, nil
}

var errNoSamples = errors.New("training: no samples")

func appendNew(to, samples []Sample, seen map[Input]struct{}) []Sample {
	for _, s := range samples {
		s.Input = canonical(s.Input)
		if _, ok := seen[s.Input]; ok || winsNow(&s.Input) {
			continue
		}
		seen[s.Input] = struct{}{}
		to = append(to, s)
	}
	return to
}

// winsNow reports whether the side to move can win the game with one move.
func winsNow(in *Input) bool {
	var won uint16
	for i, p := range in.Boards {
		if p == network.WonPattern {
			won |= 1 << i
		}
	}
	for i, p := range in.Boards {
		playable := in.Forced == network.AnyBoard || in.Forced == uint8(i)
		if playable && p < network.WonPattern && completes(won, i) && winnable[p] {
			return true
		}
	}
	return false
}

// winnable reports, for each open board's pattern, whether one more own mark wins the board.
var winnable = func() *[network.WonPattern]bool {
	table := new([network.WonPattern]bool)
	for p := range table {
		marks := network.Pattern(p).Marks()
		own, empty := cellsOf(marks, 1), cellsOf(marks, 0)
		for i := range marks {
			table[p] = table[p] || empty>>i&1 != 0 && completes(own, i)
		}
	}
	return table
}()

// completes reports whether a set has a line of three if `member` is added, and has no line without it.
func completes(set uint16, member int) bool {
	return ultimate.HasLine(set|1<<member) && !ultimate.HasLine(set)
}

// cellsOf returns the cells with a mark, one bit per cell.
func cellsOf(marks [9]uint8, mark uint8) (cells uint16) {
	for i, m := range marks {
		if m == mark {
			cells |= 1 << i
		}
	}
	return cells
}
