package main

import (
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"noughts/game"
	"noughts/game/ai/uttt"
	"noughts/game/rules"
)

// A sample is a position as the network sees it, with the result to expect.
type sample struct {
	Boards [9]uttt.Pattern // as the side to move sees them
	Forced int             // the forced board, or network.AnyBoard
	Target float32         // from 0 to 1, for the side to move
}

func sampleOf(p rules.UltimatePosition, target float64) sample {
	s := sample{Forced: uttt.AnyBoard, Target: float32(target)}
	if p.Forced() != game.FreeChoice {
		s.Forced = p.Forced()
	}
	own, other := p.ToMove(), p.ToMove().Opponent()
	for i := range s.Boards {
		s.Boards[i] = uttt.PatternOf(p.Marks(own, i), p.Marks(other, i))
	}
	return s
}

// Every heldOut-th file measures the loss on games that the network has not seen.
const heldOut = 20

func load(folders []string) (train, test []sample, err error) {
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "part-*.samples"))
		if err == nil && len(files) < 2 {
			err = fmt.Errorf("%s has fewer than two files of samples", folder)
		}
		if err != nil {
			return nil, nil, err
		}
		for i, file := range files {
			var samples []sample
			if err := readGob(file, &samples); err != nil {
				return nil, nil, err
			}
			if i%heldOut == 0 {
				test = append(test, samples...)
			} else {
				train = append(train, samples...)
			}
		}
	}
	return train, test, nil
}

// writeGob writes a file. After a failure the file is as it was before.
func writeGob(name string, value any) error {
	f, err := os.Create(name + ".tmp")
	if err != nil {
		return err
	}
	if err := errors.Join(gob.NewEncoder(f).Encode(value), f.Close()); err != nil {
		return err
	}
	return os.Rename(name+".tmp", name)
}

func readGob(name string, into any) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if err := gob.NewDecoder(f).Decode(into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func place(by game.Symmetry, i int) int {
	s := by.Of(game.At(i%3, i/3), 3)
	return 3*s.Row() + s.Col()
}

// turned has the image of each pattern under each symmetry.
var turned = func() *[game.Symmetries][uttt.Patterns]uttt.Pattern {
	table := new([game.Symmetries][uttt.Patterns]uttt.Pattern)
	for s := range table {
		for p := range uttt.Patterns {
			table[s][p] = p
			if p >= uttt.WonPattern {
				continue
			}
			var marks [9]uint8
			for i, mark := range p.Marks() {
				marks[place(game.Symmetry(s), i)] = mark
			}
			table[s][p] = uttt.PatternOfMarks(marks)
		}
	}
	return table
}()

// turn returns the image of a sample. A symmetry moves the boards and the cells of each in the same way.
func (s *sample) turn(by game.Symmetry) sample {
	image := *s
	for i, p := range s.Boards {
		image.Boards[place(by, i)] = turned[by][p]
	}
	if s.Forced != uttt.AnyBoard {
		image.Forced = place(by, s.Forced)
	}
	return image
}
