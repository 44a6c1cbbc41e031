package uttt

import (
	"bufio"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"noughts/game/ai/engine"
	"noughts/game/rules"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func task(p rules.UltimatePosition, l engine.Limits) engine.Task {
	return engine.Task{Position: p, Limits: l, Rand: newRand(1)}
}

// An endgame is a position with exact values, found by independent solvers.
type endgame struct {
	Position string            `json:"position"`
	Empties  int               `json:"empties"`
	Value    string            `json:"value"`
	Best     []string          `json:"best"`
	Moves    map[string]string `json:"moves"`
}

func readReference[T any](t *testing.T, name string) []T {
	t.Helper()
	file, err := os.Open("../../rules/testdata/ultimate_" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []T
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var one T
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

var proofNames = map[engine.Proof]string{engine.Win: "win", engine.Loss: "loss", engine.Draw: "draw"}

func TestEndgames(t *testing.T) {
	t.Parallel()
	e := New(18, 1)
	for _, end := range readReference[endgame](t, "endgames.jsonl") {
		p, err := rules.ParseUltimate(end.Position)
		if err != nil {
			t.Fatal(err)
		}
		e.Reset()
		choice := e.Search(context.Background(), task(p, engine.Limits{Nodes: 1_000_000}))
		if got := proofNames[choice.Score.Proof]; got != end.Value {
			t.Errorf("%s: value %s, want %s", end.Position, choice.Score, end.Value)
		}
		if !slices.Contains(end.Best, choice.Move.String()) {
			t.Errorf("%s: chose %s, want one of %v", end.Position, choice.Move, end.Best)
		}
		for _, rated := range e.Evaluate(context.Background(), task(p, engine.Limits{Nodes: 30_000})) {
			got, want := proofNames[rated.Score.Proof], end.Moves[rated.Move.String()]
			if rated.Score.Proof != engine.Unproven && got != want {
				t.Errorf("%s: %s is %s, want %s", end.Position, rated.Move, rated.Score, want)
			}
		}
	}
}

func TestPerftOfLatePositions(t *testing.T) {
	t.Parallel()
	type late struct {
		Position string  `json:"position"`
		Perft    []int64 `json:"perft"`
	}
	for _, l := range readReference[late](t, "perft.jsonl") {
		p, err := rules.ParseUltimate(l.Position)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range l.Perft {
			if got, err := Perft(context.Background(), p, i+1); err != nil || got != want {
				t.Errorf("%s: perft %d = %d, %v; want %d", l.Position, i+1, got, err, want)
			}
		}
	}
}

// endings returns one position from each of `count` random games. Each position has at most `left` empty squares on
// open boards.
func endings(count int, left uint8, seed uint64) []rules.UltimatePosition {
	found := make(map[rules.UltimatePosition]bool)
	var list []rules.UltimatePosition
	rng := newRand(seed)
	for len(list) < count {
		var ends []rules.UltimatePosition
		randomGames(1, rng.Uint64(), func(p rules.UltimatePosition, b *board) {
			if !p.Outcome().Over && b.left <= left {
				ends = append(ends, p)
			}
		})
		if len(ends) == 0 {
			continue // the game ended early
		}
		if p := ends[rng.IntN(len(ends))]; !found[p] {
			found[p] = true
			list = append(list, p)
		}
	}
	return list
}

func TestProofsAgreeWithBruteForce(t *testing.T) {
	t.Parallel()
	count := 400
	if testing.Short() {
		count = 100
	}
	e := New(16, 1)
	proofs := make(map[engine.Proof]int)
	for i, p := range endings(count, 12, 6) {
		brute := make(engine.Values[rules.UltimatePosition])
		e.Reset()
		choice := e.Search(context.Background(), task(p, engine.Limits{}))
		proofs[choice.Score.Proof]++
		want := brute.Of(p)
		if choice.Score != want {
			t.Errorf("%s: value %s, want %s", p, choice.Score, want)
		}
		if after := brute.OfMove(p, choice.Move); after != want {
			t.Errorf("%s: chose %s, which is %s, want %s", p, choice.Move, after, want)
		}
		if i%10 != 0 {
			continue
		}
		for _, rated := range e.Evaluate(context.Background(), task(p, engine.Limits{})) {
			if want := brute.OfMove(p, rated.Move); rated.Score != want {
				t.Errorf("%s: %s is %s, want %s", p, rated.Move, rated.Score, want)
			}
		}
	}
	for _, proof := range []engine.Proof{engine.Win, engine.Loss, engine.Draw} {
		if proofs[proof] < count/20 {
			t.Errorf("too few of a kind to tell: %v", proofs)
		}
	}
}

// TestEarlyStopsProveNothingWrong checks that proven results are right even if a search is stopped early.
func TestEarlyStopsProveNothingWrong(t *testing.T) {
	t.Parallel()
	brute, e := make(engine.Values[rules.UltimatePosition]), New(16, 1)
	rng := newRand(7)
	proofs := 0
	for _, p := range endings(120, 8, 7) {
		limits := engine.Limits{Nodes: 1 + rng.Int64N(120), Depth: rng.IntN(6)}
		choice := e.Search(context.Background(), task(p, limits))
		if err := p.Check(choice.Move); err != nil {
			t.Fatalf("%s: %s: %v", p, choice.Move, err)
		}
		want := brute.Of(p)
		if choice.Score.Proof == engine.Unproven {
			continue
		}
		proofs++
		if choice.Score.Proof != want.Proof {
			t.Errorf("%s within %+v: %s, want %s", p, limits, choice.Score, want)
		}
	}
	if proofs < 50 {
		t.Errorf("only %d proofs", proofs)
	}
}

func TestLineIsLegalAndAsLongAsPromised(t *testing.T) {
	t.Parallel()
	e := New(16, 1)
	for _, p := range endings(150, 14, 8) {
		e.Reset()
		choice := e.Search(context.Background(), task(p, engine.Limits{}))
		end := p
		for _, s := range choice.PV {
			if err := end.Check(s); err != nil {
				t.Fatalf("%s: line %v: %s: %v", p, choice.PV, s, err)
			}
			end = end.After(s)
		}
		if choice.PV[0] != choice.Move {
			t.Errorf("%s: line %v does not begin with %s", p, choice.PV, choice.Move)
		}
		if choice.Score.Proof == engine.Win && len(choice.PV) > choice.Score.Plies {
			t.Errorf("%s: line %v is longer than %s", p, choice.PV, choice.Score)
		}
	}
}

func TestSameTaskSameSearch(t *testing.T) {
	t.Parallel()
	limits := engine.Limits{Nodes: 30_000}
	e := New(14, 1)
	first := e.Search(context.Background(), task(rules.StartUltimate(), limits))
	e.Reset()
	second := e.Search(context.Background(), task(rules.StartUltimate(), limits))
	first.Elapsed, second.Elapsed = 0, 0
	if !slices.Equal(first.PV, second.PV) || first.Move != second.Move || first.Score != second.Score {
		t.Errorf("first %+v, then %+v", first, second)
	}
	if first.Nodes != limits.Nodes || second.Nodes != limits.Nodes {
		t.Errorf("visited %d and %d positions, want %d", first.Nodes, second.Nodes, limits.Nodes)
	}
}

func TestThreadsAgreeOnProofs(t *testing.T) {
	t.Parallel()
	brute, e := make(engine.Values[rules.UltimatePosition]), New(12, 3)
	for _, p := range endings(20, 9, 9) {
		choice := e.Search(context.Background(), task(p, engine.Limits{}))
		if want := brute.Of(p); choice.Score != want {
			t.Errorf("%s: value %s, want %s", p, choice.Score, want)
		}
	}
}

func TestSearchAllocatesNothingPerPosition(t *testing.T) {
	e := New(14, 1)
	perSearch := func(nodes int64) float64 {
		return testing.AllocsPerRun(3, func() {
			e.Reset()
			e.Search(context.Background(), task(rules.StartUltimate(), engine.Limits{Nodes: nodes, Depth: 50}))
		})
	}
	few, many := perSearch(10_000), perSearch(60_000)
	if many-few > 100 { // each deeper search may allocate a little for its report
		t.Errorf("%v allocations in 10000 positions, %v in 60000", few, many)
	}
}
