package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"noughts/game/ai/uttt/network"
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

// The test runs the commands selfplay and train of docs/training.md on a small scale: training from the start,
// training that has nothing left to do, and training that starts from earlier weights.
func TestSelfPlayAndTrain(t *testing.T) {
	t.Parallel()
	samples, folder := t.TempDir(), t.TempDir()
	weights, state := filepath.Join(folder, "weights"), filepath.Join(folder, "state")
	if status, _, errOut := command("selfplay", "-out", samples, "-parts", "2", "-games", "1", "-nodes", "20"); status != 0 {
		t.Fatalf("selfplay: status %d: %s", status, errOut)
	}
	for _, test := range []struct {
		args   string
		epochs int
	}{
		{"-state " + state, 1},
		{"-state " + state, 0},
		{"-begin " + state, 1},
	} {
		line := "train -data " + samples + " -out " + weights + " -epochs 1 " + test.args
		status, out, errOut := command(strings.Fields(line)...)
		if status != 0 || strings.Count(out, "epoch") != test.epochs {
			t.Fatalf("%s: status %d, wrote %q and %q", line, status, out, errOut)
		}
		b, err := os.ReadFile(weights)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := network.Decode(b); err != nil {
			t.Error(err)
		}
	}
}

func TestTrainingBeginsWithAState(t *testing.T) {
	t.Parallel()
	damaged := filepath.Join(t.TempDir(), "damaged")
	if err := os.WriteFile(damaged, []byte("state"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-begin", filepath.Join(t.TempDir(), "none")}, {"-begin", damaged}, {"-state", damaged}} {
		args = append([]string{"train", "-data", "x", "-out", "y"}, args...)
		if status, _, errOut := command(args...); status != 1 || !strings.Contains(errOut, args[len(args)-1]) {
			t.Errorf("%v: status %d, wrote %q, want it to name the file", args, status, errOut)
		}
	}
}
