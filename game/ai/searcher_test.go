package ai_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// A limited player searches a fixed number of positions for each move.
type limited struct {
	*ai.Searcher
	nodes int64
}

func (l limited) Choose(ctx context.Context, g ai.History) (ai.Choice, error) {
	return l.Search(ctx, g, ai.Limits{Nodes: l.nodes}, nil)
}

func TestSearchBeatsLocal(t *testing.T) {
	t.Parallel()
	points := 0.0
	searcher := limited{ai.NewSearcher(game.Ultimate, 1, 1), 2000}
	for seed := range uint64(20) {
		begins := game.X + game.Mark(seed%2)
		local := newPlayer(t, game.Ultimate, "local", seed)
		players := []ai.Player{searcher, local}
		if begins == game.O {
			slices.Reverse(players)
		}
		_, end := playOut(t, ai.History{Start: rules.Start(game.Ultimate, begins)}, players[0], players[1])
		switch o := end.Outcome(); {
		case o.Winner == game.X:
			points++
		case o.Drawn():
			points += 0.5
		}
	}
	if points < 19 {
		t.Errorf("%v points of 20 against local, want at least 19", points)
	}
}

func TestSearcherReportsDeeperAndDeeper(t *testing.T) {
	t.Parallel()
	for _, v := range []game.Variant{game.Classic(3), game.Classic(5), game.Ultimate} {
		g := ai.History{Start: rules.Start(v, game.X)}
		var infos []ai.Info
		choice, err := ai.NewSearcher(v, 1, 1).Search(context.Background(), g, ai.Limits{Depth: 4}, func(i ai.Info) { infos = append(infos, i) })
		if err != nil {
			t.Fatal(err)
		}
		if len(infos) == 0 {
			t.Fatalf("%s: no report", v)
		}
		for i, info := range infos {
			if i > 0 && (info.Depth <= infos[i-1].Depth || info.Nodes < infos[i-1].Nodes) {
				t.Errorf("%s: %+v after %+v", v, info, infos[i-1])
			}
			if len(info.PV) == 0 {
				t.Errorf("%s: no line in %+v", v, info)
			}
		}
		if last := infos[len(infos)-1]; last.PV[0] != choice.Move || last.Score != choice.Score {
			t.Errorf("%s: chose %+v after %+v", v, choice, last)
		}
	}
}

func TestCancelledSearchStillMoves(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, v := range rules.Variants() {
		g := ai.History{Start: rules.Start(v, game.X)}
		for _, level := range ai.Levels(v) {
			choice, err := newPlayer(t, v, level, 1).Choose(ctx, g)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Start.Check(choice.Move); err != nil {
				t.Errorf("%s %s: %v", v, level, err)
			}
		}
	}
}

func TestEvaluateRatesEveryMove(t *testing.T) {
	t.Parallel()
	for v, position := range map[game.Variant]string{
		game.Classic(3): "xx1/oo1/3 x",
		game.Classic(4): "xxx1/ooo1/4/4 x",
		game.Ultimate:   "xoxooxo1o/xxx1xox1o/oo1x1o1xo/2oox1x1x/x1o3o1x/oxo1oooxx/oxoxxxoxx/1xoo1ox1o/x1xooxxxo o -",
	} {
		p, err := rules.Parse(v, position)
		if err != nil {
			t.Fatal(err)
		}
		rated, err := ai.NewSearcher(v, 1, 1).Evaluate(context.Background(), ai.History{Start: p}, ai.Limits{Nodes: 50_000})
		if err != nil {
			t.Fatal(err)
		}
		var moves []game.Square
		for i, choice := range rated {
			moves = append(moves, choice.Move)
			if i > 0 && choice.Score.Expected > rated[i-1].Score.Expected {
				t.Errorf("%s: %s after %s", v, choice.Score, rated[i-1].Score)
			}
		}
		slices.Sort(moves)
		if !slices.Equal(moves, p.Moves()) {
			t.Errorf("%s: rated %v, want %v", v, moves, p.Moves())
		}
		want := "win 1"
		if v == game.Ultimate {
			want = "draw"
		}
		if best := rated[0].Score.String(); best != want {
			t.Errorf("%s: the best is %s, want %s", v, best, want)
		}
	}
}

// TestPlayersDoNotDisturbEachOther checks that concurrent players of the same level make the same
// moves as a single player.
func TestPlayersDoNotDisturbEachOther(t *testing.T) {
	t.Parallel()
	v := game.Classic(4)
	start, err := rules.Parse(v, "x3/1o2/2x1/o3 x")
	if err != nil {
		t.Fatal(err)
	}
	g := ai.History{Start: start}
	alone, err := newPlayer(t, v, "strong", 7).Choose(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			player, err := ai.New(v, "strong", 7)
			if err != nil {
				t.Error(err)
				return
			}
			together, err := player.Choose(context.Background(), g)
			if err != nil || together.Move != alone.Move || together.Nodes != alone.Nodes {
				t.Errorf("chose %v after %d positions, %v; alone %v after %d", together.Move, together.Nodes, err, alone.Move, alone.Nodes)
			}
		})
	}
	group.Wait()
}

func TestPerftAgreesWithTheRules(t *testing.T) {
	t.Parallel()
	for v, depth := range map[game.Variant]int{game.Classic(2): 6, game.Classic(3): 9, game.Classic(4): 5, game.Ultimate: 4} {
		p := rules.Start(v, game.X)
		for d := range depth + 1 {
			got, err := ai.Perft(context.Background(), p, d)
			if want := rules.Perft(t.Context(), p, d); err != nil || got != want {
				t.Errorf("%s: perft %d = %d, %v; want %d", v, d, got, err, want)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ai.Perft(ctx, rules.Start(game.Classic(9), game.X), 81); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// TestSmallSearcher checks that a searcher made for any number of positions, even 0, finds a win in one move.
func TestSmallSearcher(t *testing.T) {
	t.Parallel()
	for _, positions := range []int64{0, 1, 1000, 1 << 40} {
		p, err := rules.Parse(game.InARow(5, 4), "4o/1x3/2x2/3x1/o3o x")
		if err != nil {
			t.Fatal(err)
		}
		choice, err := ai.NewSmallSearcher(p.Variant(), positions, 1).Search(t.Context(), ai.History{Start: p}, ai.Limits{Nodes: 1000}, nil)
		if err != nil || choice.Score.String() != "win 1" {
			t.Errorf("for %d positions: %s is %s, %v", positions, choice.Move, choice.Score, err)
		}
	}
}
