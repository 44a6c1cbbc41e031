package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrongTrainingCommands(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"selfplay",
		"selfplay -out x -parts 0",
		"selfplay -out x -games 0",
		"selfplay -out x -nodes 0",
		"selfplay -out x -random 2",
		"train",
		"train -data x",
		"train -out x",
		"train -data x -out y -epochs 0",
		"train -data x -out y -batch 0",
		"train -data x -out y -rate 0",
		"train -data x -out y -trust 2",
		"train -data x -out y -decay -1",
	} {
		if status, out, errOut := command(strings.Fields(line)...); status != 2 || out != "" || errOut == "" {
			t.Errorf("arena %s: status %d, wrote %q and %q", line, status, out, errOut)
		}
	}
}

func TestTrainingNeedsSamples(t *testing.T) {
	t.Parallel()
	weights := filepath.Join(t.TempDir(), "weights")
	if status, _, errOut := command("train", "-data", t.TempDir(), "-out", weights); status != 1 || errOut == "" {
		t.Errorf("status %d, wrote %q", status, errOut)
	}
	if _, err := os.Stat(weights); err == nil {
		t.Error("wrote weights that nothing was learned for")
	}
}

// The test runs the commands selfplay and train of docs/training.md on a small scale. The weights that train writes
// must be readable, both from a first run and from a run that continues from earlier weights.
func TestSelfPlayAndTrain(t *testing.T) {
	t.Parallel()
	samples, weights := t.TempDir(), filepath.Join(t.TempDir(), "weights")
	if status, _, errOut := command("selfplay", "-out", samples, "-parts", "2", "-games", "1", "-nodes", "20"); status != 0 {
		t.Fatalf("selfplay: status %d: %s", status, errOut)
	}
	train := []string{"train", "-data", samples, "-out", weights, "-epochs", "1"}
	for range 2 {
		status, out, errOut := command(train...)
		if status != 0 || strings.Count(out, "held out") != 2 {
			t.Fatalf("%v: status %d, wrote %q and %q", train, status, out, errOut)
		}
		if _, err := readWeights(weights); err != nil {
			t.Error(err)
		}
		train = append(train, "-begin", weights)
	}
}

func TestTrainingBeginsWithWeights(t *testing.T) {
	t.Parallel()
	damaged := filepath.Join(t.TempDir(), "damaged")
	if err := os.WriteFile(damaged, []byte("weights"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, begin := range []string{filepath.Join(t.TempDir(), "none"), damaged} {
		if status, _, errOut := command("train", "-data", "x", "-out", "y", "-begin", begin); status != 1 || !strings.Contains(errOut, begin) {
			t.Errorf("status %d, wrote %q, want it to name %s", status, errOut, begin)
		}
	}
}
