package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"noughts/cmd/arena/stats"
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
	var all map[string][]ai.Rating
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

func TestRecordForgetsWhoHasChanged(t *testing.T) {
	t.Parallel()
	r, err := openRecord("", "ultimate")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "c"} {
		r.enter(name, "1")
	}
	r.pair("b", "a").Wins = 3
	r.pair("c", "b").Wins = 4
	r.enter("c", "2")
	if r.pair("b", "a").Games() != 3 || r.pair("c", "b").Games() != 0 {
		t.Errorf("%+v, %+v", r.pair("b", "a"), r.pair("c", "b"))
	}
}

func TestRecordOfAnotherVariantIsRefused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "record.json")
	for name, text := range map[string]string{"another variant": `{"variant":"classic 4"}`, "no record": `x`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, _, errOut := command("ladder", "-variant", "classic 3", "-record", path); status != 1 || !strings.Contains(errOut, path) {
			t.Errorf("%s: status %d: %s", name, status, errOut)
		}
	}
}

// TestNeighborsOnTheLadder checks which entrants are neighbours: those next to each other in the list, and two rungs with
// only published opponents between them. A rung is one of the bot's own levels; "p" is a published opponent.
func TestNeighborsOnTheLadder(t *testing.T) {
	t.Parallel()
	tour := tournament{entrants: []entrant{{name: "random"}, {name: "a", rung: true}, {name: "p"}, {name: "b", rung: true}, {name: "c", rung: true}}}
	for pair, want := range map[[2]int]bool{
		{1, 0}: true, {2, 1}: true, {3, 2}: true, {4, 3}: true, {3, 1}: true, {2, 0}: false, {3, 0}: false, {4, 2}: false, {4, 1}: false,
	} {
		if got := tour.areNeighbors(pair[0], pair[1]); got != want {
			t.Errorf("%v are neighbours: %t, want %t", pair, got, want)
		}
	}
}

// A rating between two rated strengths of a curve gives an interpolated strength. A rating beyond
// the ends of the curve gives none.
func TestCurvesAreInterpolated(t *testing.T) {
	t.Parallel()
	c := curve{{Sight: 0.2, Temperature: 0.1}, {Sight: 0.6, Temperature: 0.1}, {Nodes: 100, Temperature: 0.04}, {Nodes: 400, Temperature: 0.01}}
	rated := []stats.Estimate{{Rating: 100}, {Rating: 300}, {Rating: 300}, {Rating: 500}}
	for rating, want := range map[float64]ai.Strength{
		100: {Sight: 0.2, Temperature: 0.1}, 200: {Sight: 0.4, Temperature: 0.1},
		400: {Nodes: 200, Temperature: 0.02}, 500: {Nodes: 400, Temperature: 0.01},
	} {
		if got, ok := c.at(rated, rating); !ok || nameOf(got) != nameOf(want) {
			t.Errorf("%v: %s, %t; want %s", rating, nameOf(got), ok, nameOf(want))
		}
	}
	for _, rating := range []float64{99, 501} {
		if got, ok := c.at(rated, rating); ok {
			t.Errorf("%v: %s lies beyond the curve", rating, nameOf(got))
		}
	}
}

func TestCalibrateProposesStrengths(t *testing.T) {
	t.Parallel()
	status, out, errOut := command("calibrate", "-variant", "classic 3", "-games", "20", "-distant", "0", "-spacing", "150")
	if status != 0 {
		t.Fatal(errOut)
	}
	_, proposed, ok := strings.Cut(out, "proposed")
	if !ok || strings.Count(proposed, "strength:") < 2 {
		t.Errorf("nothing proposed:\n%s", out)
	}
}

func TestEngineSignatureIsRepeatable(t *testing.T) {
	t.Parallel()
	one, err := engineSignature(context.Background(), game.Ultimate)
	again, err2 := engineSignature(context.Background(), game.Ultimate)
	if err != nil || err2 != nil || one != again || one < 100 {
		t.Errorf("%d, %v; then %d, %v", one, err, again, err2)
	}
}
