package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// command runs the program and returns its exit status and what it wrote.
func command(args ...string) (status int, out, errOut string) {
	var o, e bytes.Buffer
	status = run(context.Background(), args, &o, &e)
	return status, o.String(), e.String()
}

func TestExitStatus(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]int{
		"":                                   2,
		"-h":                                 0,
		"help":                               0,
		"fight":                              2,
		"match -h":                           0,
		"match":                              2,
		"match -a random":                    2,
		"match -a random -b nobody":          2,
		"match -a random@5ms -b random":      2,
		"match -a strong@5 -b random":        2,
		"match -a strong@0ms -b random":      2,
		"match -a random -b random -games 0": 2,
		"match -a random -b random -games x": 2,
		"match -a random -b random more":     2,
		"match -a random -b random -variant chess":  2,
		"match -a random -b local -games 2":         0,
		"perft -depth -1":                           2,
		"perft -depth 2":                            0,
		"bench -games 0":                            2,
		"bench -variant classic -games 1":           0,
		"match -variant classic -a rules -b scores": 0,
	} {
		status, out, errOut := command(strings.Fields(line)...)
		if status != want {
			t.Errorf("arena %s: status %d, want %d\n%s%s", line, status, want, out, errOut)
		}
		if (errOut != "") != (want != 0) || (out != "") != (want == 0) {
			t.Errorf("arena %s: status %d, wrote %q and %q", line, status, out, errOut)
		}
	}
}

func TestInterruptedMatchFails(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errOut bytes.Buffer
	if status := run(ctx, []string{"match", "-a", "local", "-b", "random"}, &out, &errOut); status != 1 || out.Len() > 0 {
		t.Errorf("status %d, wrote %q and %q", status, out.String(), errOut.String())
	}
}

func TestMatchReport(t *testing.T) {
	t.Parallel()
	args := []string{"match", "-variant", "classic 3", "-a", "perfect", "-b", "random", "-games", "40", "-seed", "3", "-json", "-"}
	status, out, errOut := command(args...)
	if status != 0 {
		t.Fatalf("status %d: %s", status, errOut)
	}
	var r report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if r.Variant != "classic 3" || r.A != "perfect" || r.B != "random" || r.Games != 40 || r.Wins+r.Draws+r.Losses != 40 {
		t.Errorf("unexpected report %+v", r)
	}
	if r.Score < 0.6 || r.Low >= r.Score || r.High <= r.Score {
		t.Errorf("perfect scores %v, from %v to %v, against random", r.Score, r.Low, r.High)
	}
}

// With swapped names a match has the opposite result, and one seed gives one
// result, however many games run at once.
func TestMatchIsFairAndRepeatable(t *testing.T) {
	t.Parallel()
	play := func(a, b string, parallel int) tally {
		m := &match{games: 30, plies: -1, parallel: parallel, seed: 5}
		if err := m.complete(game.Classic(3), a, b); err != nil {
			t.Fatal(err)
		}
		r, err := m.run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return r.tally
	}
	one, again := play("scores", "random", 1), play("scores", "random", 3)
	if one != again {
		t.Errorf("%+v, then %+v", one, again)
	}
	if swapped := play("random", "scores", 1); one.Wins <= one.Losses || swapped.Wins >= swapped.Losses {
		t.Errorf("scores against random %+v, the other way round %+v", one, swapped)
	}
}

func TestGamesAreCountedForTheRightSide(t *testing.T) {
	t.Parallel()
	afterOne := ai.Game{Start: rules.Start(game.Classic(3), game.X), Moves: []game.Square{0}}
	for _, test := range []struct {
		turn   int
		winner game.Mark
		want   tally
	}{
		{0, game.O, tally{Wins: 1}}, // O moves first after an opening of one ply
		{0, game.X, tally{Losses: 1}},
		{1, game.X, tally{Wins: 1}},
		{1, game.O, tally{Losses: 1}},
		{1, game.Empty, tally{Draws: 1}},
	} {
		var r result
		r.count(ending{Outcome: game.Outcome{Over: true, Winner: test.winner}}, afterOne, test.turn)
		if r.tally != test.want {
			t.Errorf("turn %d, %s wins: %+v, want %+v", test.turn, test.winner, r.tally, test.want)
		}
	}
}

func TestOpeningsAreLegalAndVaried(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		seen := make(map[string]bool)
		m := match{field: field{variant: v}, plies: -1, seed: 7}
		for i := range 100 {
			g := m.opening(i)
			if i%2 == 1 && !slices.Equal(g.Moves, m.opening(i-1).Moves) {
				t.Fatalf("%s: games %d and %d begin differently", v, i-1, i)
			}
			p, err := rules.Replay(g.Start, g.Moves)
			if err != nil || p.Outcome().Over {
				t.Fatalf("%s: %v: %v", v, g.Moves, err)
			}
			seen[p.String()] = true
		}
		if v.Size() > 3 && len(seen) < 10 {
			t.Errorf("%s: only %d openings", v, len(seen))
		}
	}
}

func TestInterval(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		tally     tally
		low, high float64
	}{
		{tally{}, 0, 1},
		{tally{Wins: 50, Losses: 50}, 0.4038, 0.5962},
		{tally{Draws: 100}, 0.4038, 0.5962},
		{tally{Wins: 100}, 0.9630, 1},
		{tally{Losses: 100}, 0, 0.0370},
	} {
		low, high := test.tally.interval()
		if math.Abs(low-test.low) > 0.0001 || math.Abs(high-test.high) > 0.0001 {
			t.Errorf("%+v: from %.4f to %.4f, want %.4f to %.4f", test.tally, low, high, test.low, test.high)
		}
	}
}
