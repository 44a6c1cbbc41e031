package main

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// command runs the program and returns its exit status and output.
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
		"match -a random -b random -games 99999999999999999999": 2,
		"match -a random -b random -parallel 2000000000":        2,
		"match -a strong@-1n -b random":                         2,
		"calibrate":                                             2,
		"match -a random -b random more":                        2,
		"match -a random -b random -variant chess":              2,
		"match -a random -b local -games 2":                     0,
		"bench -games 0":                                        2,
		"bench -variant classic -games 1":                       0,
		"match -variant classic -a rules -b scores":             0,
		"review -games 0":                                       2,
		"review more":                                           2,
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

func newMatch(t *testing.T, v game.Variant, a, b string) match {
	t.Helper()
	m := match{variant: v, games: 30, plies: -1, parallel: 1, seed: 5}
	for i, name := range []string{a, b} {
		var err error
		if m.contenders[i], err = parseContender(v, name, 0); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// With the contenders swapped, a match has the opposite result, also if O moves first after the opening. The same seed
// gives the same result, however many games run at once.
func TestMatchIsFairAndRepeatable(t *testing.T) {
	t.Parallel()
	for _, plies := range []int{-1, 1} {
		play := func(a, b string, parallel int) tally {
			m := newMatch(t, game.Classic(3), a, b)
			m.plies, m.parallel = plies, parallel
			r, err := m.run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return r.tally
		}
		one, again := play("perfect", "random", 1), play("perfect", "random", 3)
		if one != again || one.games() != 30 {
			t.Errorf("%+v, then %+v", one, again)
		}
		if swapped := play("random", "perfect", 1); one.Losses > 0 || one.Wins < 15 || swapped.Wins > 0 || swapped.Losses < 15 {
			t.Errorf("perfect against random %+v, the other way round %+v", one, swapped)
		}
	}
}

func TestOpeningsAreLegalAndVaried(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		seen := make(map[string]bool)
		m := match{variant: v, plies: -1, seed: 7}
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

func TestBenchCountsPositions(t *testing.T) {
	t.Parallel()
	status, out, errOut := command("bench", "-variant", "classic 4", "-games", "1")
	if status != 0 || strings.Count(out, "\n") != 1+len(ai.Levels(game.Classic(4))) {
		t.Errorf("status %d: %s%s", status, out, errOut)
	}
}
