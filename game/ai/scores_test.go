package ai

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/game"
	"noughts/game/rules"
)

// rowColumn returns the square with a name in the notation of these tests: the row and the column, both from 1, such as
// "13".
func rowColumn(text string) game.Square { return game.At(int(text[1]-'1'), int(text[0]-'1')) }

// playScores plays a game against the level `scores`. `human` has the moves of the human, who is O and makes the first
// move. It returns the game and, for each move of the computer, the score of its square before the move.
func playScores(t *testing.T, human ...string) (History, []int) {
	t.Helper()
	computer, err := New(game.Classic(3), "scores", 1)
	if err != nil {
		t.Fatal(err)
	}
	g := History{Start: rules.Start(game.Classic(3), game.O)}
	var chosen []int
	for _, text := range human {
		g.Moves = append(g.Moves, rowColumn(text))
		choice, err := computer.Choose(context.Background(), g)
		if errors.Is(err, ErrGameOver) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		chosen = append(chosen, scoresOf(g)[choice.Move.Row()][choice.Move.Col()])
		g.Moves = append(g.Moves, choice.Move)
	}
	return g, chosen
}

// inFull returns the moves of a game in the notation of these tests, each with its mark, such as "X13".
func inFull(g History) string {
	var words []string
	mark := g.Start.ToMove()
	for _, s := range g.Moves {
		words = append(words, fmt.Sprintf("%s%d%d", strings.ToUpper(mark.String()), s.Row()+1, s.Col()+1))
		mark = mark.Opponent()
	}
	return strings.Join(words, " ")
}

func TestScoresPlaysThePublishedGames(t *testing.T) {
	t.Parallel()
	for _, fixture := range []struct {
		human string
		game  string
		end   game.Outcome
	}{
		{"12 11 21", "O12 X22 O11 X13 O21 X31", game.Won(game.X)},
		{"23 11 31 32 12", "O23 X33 O11 X22 O31 X21 O32 X13 O12", game.Draw},
		{"22 12 21", "O22 X33 O12 X32 O21 X31", game.Won(game.X)},
	} {
		g, _ := playScores(t, strings.Fields(fixture.human)...)
		if got := inFull(g); got != fixture.game {
			t.Errorf("human %s: played %s, want %s", fixture.human, got, fixture.game)
		}
		end, err := rules.Replay(g.Start, g.Moves)
		if err != nil {
			t.Fatal(err)
		}
		if end.Outcome() != fixture.end {
			t.Errorf("human %s: ended %+v, want %+v", fixture.human, end.Outcome(), fixture.end)
		}
	}
}

func TestScoresOfThePublishedGame(t *testing.T) {
	t.Parallel()
	g, chosen := playScores(t, "12", "11", "21")
	if diff := cmp.Diff([]int{4, 87, 247}, chosen); diff != "" {
		t.Errorf("scores of the chosen squares (-want +got):\n%s", diff)
	}
	want := [][]int{{0, 0, 0}, {0, 0, 8}, {0, 4, 8}}
	if diff := cmp.Diff(want, [][]int(scoresOf(g))); diff != "" {
		t.Errorf("final scores (-want +got):\n%s", diff)
	}
}

func TestScoreBoardAtTheStart(t *testing.T) {
	t.Parallel()
	for n, want := range map[int][][]int{
		2: {{3, 3}, {3, 3}},
		3: {{3, 2, 3}, {2, 3, 2}, {3, 2, 3}},
		4: {{3, 2, 2, 3}, {2, 3, 3, 2}, {2, 3, 3, 2}, {3, 2, 2, 3}},
	} {
		g := History{Start: rules.Start(game.Classic(n), game.X)}
		if diff := cmp.Diff(want, [][]int(scoresOf(g))); diff != "" {
			t.Errorf("%d×%d (-want +got):\n%s", n, n, diff)
		}
	}
}

// TestScoresPlaysEitherMark checks that the scores do not depend on who begins or who plays X: the level uses only the
// absolute value of the sum of a line.
func TestScoresPlaysEitherMark(t *testing.T) {
	t.Parallel()
	for _, begins := range []game.Mark{game.X, game.O} {
		computer, err := New(game.Classic(3), "scores", 1)
		if err != nil {
			t.Fatal(err)
		}
		g := History{Start: rules.Start(game.Classic(3), begins)}
		for _, want := range []string{"c3", "a3", "b2"} {
			choice, err := computer.Choose(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			if choice.Move.String() != want {
				t.Fatalf("%s begins, after %v: chose %s, want %s", begins, g.Moves, choice.Move, want)
			}
			g.Moves = append(g.Moves, choice.Move)
		}
	}
}

func TestScoreBoard(t *testing.T) {
	t.Parallel()
	g := History{Start: rules.Start(game.Classic(3), game.O), Moves: []game.Square{game.At(1, 1)}}
	board, ok := ScoreBoard(g)
	if diff := cmp.Diff([][]int{{4, 3, 4}, {3, 0, 3}, {4, 3, 4}}, board); !ok || diff != "" {
		t.Errorf("shown: %v (-want +got)\n%s", ok, diff)
	}
	for name, none := range map[string]History{
		"no game":           {},
		"no such level":     {Start: rules.Start(game.Ultimate, game.X)},
		"fewer in a row":    {Start: rules.Start(game.InARow(5, 4), game.X)},
		"a move not legal":  {Start: rules.Start(game.Classic(3), game.X), Moves: []game.Square{0, 0}},
		"misère by itself":  {Start: rules.Start(game.Variant{Kind: "misere", N: 3}, game.X)},
		"not on this board": {Start: rules.Start(game.Classic(3), game.X), Moves: []game.Square{game.At(3, 3)}},
	} {
		if board, ok := ScoreBoard(none); ok || board != nil {
			t.Errorf("%s: %v", name, board)
		}
	}
}
