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
		"train -data x -out y -decay -1",
		"pack",
		"pack -data x -in y",
		"pack -data x -out y",
		"pack -in x -out y",
		"pack -data x -in y -out z -size 0",
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

// The commands of docs/training.md, on a small scale.
func TestSelfPlayAndTrain(t *testing.T) {
	t.Parallel()
	samples, weights := t.TempDir(), filepath.Join(t.TempDir(), "weights")
	if status, _, errOut := command("selfplay", "-out", samples, "-parts", "2", "-games", "1", "-nodes", "20"); status != 0 {
		t.Fatalf("selfplay: status %d: %s", status, errOut)
	}
	exact, again := filepath.Join(t.TempDir(), "exact"), filepath.Join(t.TempDir(), "again")
	status, out, errOut := command("train", "-data", samples, "-out", weights, "-exact", exact, "-epochs", "2")
	if status != 0 || strings.Count(out, "held out") != 3 {
		t.Fatalf("train: status %d, wrote %q and %q", status, out, errOut)
	}
	if status, _, errOut := command("pack", "-data", samples, "-in", exact, "-out", again); status != 0 {
		t.Fatalf("pack: status %d: %s", status, errOut)
	}
	sizes := make(map[string]int)
	for _, name := range []string{weights, exact, again} {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := network.Decode(file); err != nil {
			t.Errorf("%s: %v", filepath.Base(name), err)
		}
		sizes[name] = len(file)
	}
	if sizes[weights] > packedSize || sizes[again] > packedSize || sizes[exact] <= packedSize {
		t.Errorf("the files have %v bytes, packed ones at most %d", sizes, packedSize)
	}
}

func TestPackNeedsWeights(t *testing.T) {
	t.Parallel()
	damaged := filepath.Join(t.TempDir(), "damaged")
	if err := os.WriteFile(damaged, []byte("UTTT"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, in := range []string{filepath.Join(t.TempDir(), "none"), damaged} {
		if status, _, errOut := command("pack", "-data", t.TempDir(), "-in", in, "-out", in+".packed"); status != 1 || errOut == "" {
			t.Errorf("%s: status %d, wrote %q", filepath.Base(in), status, errOut)
		}
	}
}
