package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/ai/book"
	"noughts/game/ultimate"
)

// TestBookGrowsOn checks that a book grown in two runs equals a book grown in one run.
func TestBookGrowsOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	grow := func(file, positions string) string {
		path := filepath.Join(dir, file)
		status, _, errOut := command("book", "-file", path, "-positions", positions, "-nodes", "2000", "-parallel", "2")
		if status != 0 {
			t.Fatal(errOut)
		}
		_, lines, _ := strings.Cut(read(t, path), "\n") // the first line names the command
		return lines
	}
	whole := grow("whole", "12")
	grow("parts", "4")
	if parts := grow("parts", "12"); parts != whole {
		t.Errorf("at once\n%s\nin parts\n%s", whole, parts)
	}
	b, err := book.Parse(strings.NewReader(whole))
	if err != nil || b.Len() < 11 || !b.Known(ultimate.Start()) {
		t.Fatalf("%d positions, %v", b.Len(), err)
	}
	moves, _ := b.Moves(ultimate.Start())
	keys := make(map[string]bool)
	for _, move := range moves {
		keys[game.Canonical(ultimate.Start().After(move.Square))] = true
	}
	if len(keys) != len(moves) {
		t.Errorf("%v are not all different", moves)
	}
}

func TestBookRefuses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "book.txt")
	if err := os.WriteFile(path, []byte("hello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]int{
		"book": 2, "book -file x -positions 0": 2, "book -file x -margin -1": 2, "book -file " + path: 1,
	} {
		if status, _, errOut := command(strings.Fields(line)...); status != want {
			t.Errorf("arena %s: status %d: %s", line, status, errOut)
		}
	}
}
