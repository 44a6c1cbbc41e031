package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"noughts/game/puzzle"
)

// TestPuzzlesGenerate checks that generate appends new puzzles to a bank, keeps the earlier ones,
// and that verify accepts the result.
func TestPuzzlesGenerate(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "bank")
	write(t, file, "")
	generate := func(variant, count string) {
		t.Helper()
		if status, _, errOut := command("puzzles", "generate", "-file", file, "-variant", variant, "-count", count); status != 0 {
			t.Fatal(errOut)
		}
	}
	generate("classic 5 4", "2")
	first := read(t, file)
	ultimates := 0
	if !testing.Short() { // an Ultimate puzzle needs many long searches
		generate("ultimate", "1")
		ultimates = 1
	}
	generate("classic 5 4", "3")
	generate("classic 5 4", "3") // the bank already has three puzzles
	grown := read(t, file)
	bank, err := puzzle.Parse(grown)
	if err != nil || bank.Len() < 3+ultimates || !strings.HasPrefix(grown, first) {
		t.Fatalf("error %v, at first\n%s\nthen\n%s", err, first, grown)
	}
	have := map[string]int{}
	for _, p := range bank.All() {
		have[p.Variant().String()]++
	}
	if have["ultimate"] < ultimates || have["classic 5 4"] < 3 || have["classic 5 4"] > 6 {
		t.Errorf("%v", have)
	}
	status, out, errOut := command("puzzles", "verify", "-file", file)
	if status != 0 || !strings.Contains(out, " puzzles, 0 wrong") {
		t.Errorf("status %d: %s%s", status, out, errOut)
	}
}

// bankWith writes a file with the first puzzles of the built-in bank and returns its path. The puzzle with the index
// `wrong` gets a wrong solution, unless `wrong` is -1.
func bankWith(t *testing.T, puzzles, wrong int) (file string) {
	t.Helper()
	var text strings.Builder
	for i, p := range puzzle.All()[:puzzles] {
		for _, s := range p.Position.Moves() {
			if i == wrong && s != p.Solution {
				p.Solution = s
				break
			}
		}
		text.WriteString(p.String() + "\n")
	}
	file = filepath.Join(t.TempDir(), "bank")
	write(t, file, text.String())
	return file
}

func TestPuzzlesVerifyFindsAWrongOne(t *testing.T) {
	t.Parallel()
	file := bankWith(t, 27, 26)
	status, out, errOut := command("puzzles", "verify", "-file", file)
	if status != 1 || !strings.Contains(out, "wrong: ") || !strings.Contains(out, puzzle.All()[26].ID) || !strings.Contains(errOut, "1 puzzles are wrong") {
		t.Errorf("status %d: %s%s", status, out, errOut)
	}
	twice := bankWith(t, 2, -1)
	text := read(t, twice)
	write(t, twice, text+text)
	if status, _, errOut := command("puzzles", "verify", "-file", twice); status != 1 || !strings.Contains(errOut, "line 3") {
		t.Errorf("the same puzzle twice: status %d: %s", status, errOut)
	}
}

// The command "puzzles calendar" appends weeks of distinct puzzles to a file. If too few puzzles are left, the command
// fails and leaves the file unchanged.
func TestPuzzlesCalendar(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "daily")
	write(t, file, "")
	var before string
	for range 2 {
		if status, _, errOut := command("puzzles", "calendar", "-calendar", file, "-weeks", "3"); status != 0 {
			t.Fatal(errOut)
		}
		text := read(t, file)
		if !strings.HasPrefix(text, before) {
			t.Errorf("%q became %q", before, text)
		}
		before = text
	}
	seen := map[string]bool{}
	for _, id := range strings.Fields(before) {
		if _, ok := puzzle.ByID(id); !ok || seen[id] {
			t.Errorf("%q is not in the bank, or comes twice", id)
		}
		seen[id] = true
	}
	if len(seen) != 6*7 {
		t.Errorf("%d days", len(seen))
	}
	if status, _, errOut := command("puzzles", "calendar", "-calendar", file, "-weeks", "1000"); status != 1 || read(t, file) != before {
		t.Errorf("more weeks than there are puzzles: status %d: %s", status, errOut)
	}
}

func TestPuzzlesRefuses(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]int{
		"puzzles": 2, "puzzles solve": 2, "puzzles list": 2, "puzzles verify -h": 0,
		"puzzles generate": 2, "puzzles generate -file bank -variant misere": 2, "puzzles generate -file no/such/bank": 1,
		"puzzles verify -file no/such/bank": 1, "puzzles verify more": 2,
		"puzzles calendar": 2, "puzzles calendar -calendar no/such/file": 1,
	} {
		if status, _, errOut := command(strings.Fields(line)...); status != want {
			t.Errorf("arena %s: status %d, want %d: %s", line, status, want, errOut)
		}
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
