package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/ai"
)

func TestLadderGoesOnWhereItWasInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	args := func(record, ratings string) []string {
		return []string{"ladder", "-variant", "classic 3", "-games", "50", "-distant", "10", "-record", file(record), "-ratings", file(ratings)}
	}
	if status, _, errOut := command(args("whole.json", "whole.ratings")...); status != 0 {
		t.Fatal(errOut)
	}
	// A run with fewer games leaves the same kind of record as an interrupted run.
	if status, _, errOut := command("ladder", "-variant", "classic 3", "-games", "10", "-distant", "4", "-record", file("parts.json")); status != 0 {
		t.Fatal(errOut)
	}
	if status, _, errOut := command(args("parts.json", "parts.ratings")...); status != 0 {
		t.Fatal(errOut)
	}
	whole, parts := read(t, file("whole.ratings")), read(t, file("parts.ratings"))
	if whole != parts {
		t.Errorf("at once\n%s\nin parts\n%s", whole, parts)
	}
	var all map[string][]ai.Elo
	if err := json.Unmarshal([]byte(whole), &all); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range all["classic 3"] {
		names = append(names, r.Level)
		if r.Low >= r.Value || r.High <= r.Value || r.Games < 50 {
			t.Errorf("unexpected rating %+v", r)
		}
	}
	if levels := ai.Levels(game.Classic(3)); !slices.Equal(names, levels) {
		t.Errorf("rated %v, want %v", names, levels)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Games count no longer when one of the two plays differently.
func TestRecordForgetsWhoHasChanged(t *testing.T) {
	t.Parallel()
	l := ladder{match: match{variant: game.Ultimate}, levels: []string{"random", "local", "strong"}, engine: 1}
	looking, searching := l.key(1, 0), l.key(2, 1)
	l.engine = 2
	if l.key(1, 0) != looking || l.key(2, 1) == searching {
		t.Errorf("another engine: %q became %q, and %q became %q", looking, l.key(1, 0), searching, l.key(2, 1))
	}
}

func TestDamagedRecordIsRefused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "record.json")
	write(t, path, "x")
	if status, _, errOut := command("ladder", "-variant", "classic 3", "-record", path); status != 1 || !strings.Contains(errOut, path) {
		t.Errorf("status %d: %s", status, errOut)
	}
}

// Neighbours stand next to each other, or only published opponents stand between two levels of the bot.
func TestNeighboursOnTheLadder(t *testing.T) {
	t.Parallel()
	l := ladder{match: match{variant: game.Ultimate}, levels: []string{"random", "casual", "local", "club", "expert"}}
	for pair, want := range map[[2]int]bool{
		{1, 0}: true, {2, 1}: true, {3, 2}: true, {4, 3}: true, {3, 1}: true, {2, 0}: false, {3, 0}: false, {4, 2}: false, {4, 1}: false,
	} {
		if got := l.areNeighbours(pair[0], pair[1]); got != want {
			t.Errorf("%v are neighbours: %t, want %t", pair, got, want)
		}
	}
}
