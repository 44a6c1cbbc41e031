package main

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"noughts/cmd/arena/stats"
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
		"match -a random -b random more":     2,
		"match -a random -b random -variant chess":  2,
		"match -a random -b local -games 2":         0,
		"bench -games 0":                            2,
		"bench -variant classic -games 1":           0,
		"match -variant classic -a rules -b scores": 0,
		"review -games 0":                           2,
		"review more":                               2,
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

// With the contenders swapped, a match has the opposite result. The same seed gives the same
// result, however many games run at once.
func TestMatchIsFairAndRepeatable(t *testing.T) {
	t.Parallel()
	play := func(a, b string, parallel int) stats.Tally {
		m := &match{games: 30, plies: -1, parallel: parallel, seed: 5}
		if err := m.complete(game.Classic(3), a, b); err != nil {
			t.Fatal(err)
		}
		r, err := m.run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return r.Tally
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
	afterOne := ai.History{Start: rules.Start(game.Classic(3), game.X), Moves: []game.Square{0}}
	for _, test := range []struct {
		turn   int
		winner game.Mark
		want   stats.Tally
	}{
		{0, game.O, stats.Tally{Wins: 1}}, // O moves first after an opening of one ply
		{0, game.X, stats.Tally{Losses: 1}},
		{1, game.X, stats.Tally{Wins: 1}},
		{1, game.O, stats.Tally{Losses: 1}},
		{1, game.Empty, stats.Tally{Draws: 1}},
	} {
		var r result
		r.count(ending{Outcome: game.Outcome{Over: true, Winner: test.winner}}, afterOne, test.turn)
		if r.Tally != test.want {
			t.Errorf("turn %d, %s wins: %+v, want %+v", test.turn, test.winner, r.Tally, test.want)
		}
	}
}

func TestOpeningsAreLegalAndVaried(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		seen := make(map[string]bool)
		m := match{conditions: conditions{variant: v}, plies: -1, seed: 7}
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

func TestSPRTEndsAMatch(t *testing.T) {
	t.Parallel()
	verdict := func(a, b string, parallel int) (string, stats.Tally) {
		m := &match{games: 4000, plies: -1, parallel: parallel, seed: 2, test: &stats.SPRT{Elo0: 0, Elo1: 100}}
		if err := m.complete(game.Classic(3), a, b); err != nil {
			t.Fatal(err)
		}
		r, err := m.run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return m.test.Accepted(r.pairs), r.Tally
	}
	better, games := verdict("scores", "random", 1)
	if better != "elo1" || games.Games() >= 4000 {
		t.Errorf("scores against random: %q after %d games", better, games.Games())
	}
	if _, again := verdict("scores", "random", 3); again != games {
		t.Errorf("%+v one by one, %+v three at once", games, again)
	}
	if even, games := verdict("random", "random", 2); even != "elo0" || games.Games() >= 4000 {
		t.Errorf("random against itself: %q after %d games", even, games.Games())
	}
}

func TestWrongTestsAreRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"x", "1", "5,5", "10,0", "0,x", "nan,nan"} {
		if status, _, errOut := command("match", "-a", "random", "-b", "random", "-sprt", text); status != 2 {
			t.Errorf("%s: status %d: %s", text, status, errOut)
		}
	}
}
