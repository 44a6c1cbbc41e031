package ai_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// choices returns the moves that a level can choose in a position, in reading order. It asks players with many
// different seeds.
func choices(t *testing.T, level string, p game.Position) string {
	t.Helper()
	seen := make(map[game.Square]bool)
	for seed := range uint64(400) {
		player, err := ai.New(p.Variant(), level, seed)
		if err != nil {
			t.Fatal(err)
		}
		choice, err := player.Choose(context.Background(), ai.History{Start: p})
		if err != nil {
			t.Fatal(err)
		}
		seen[choice.Move] = true
	}
	var words []string
	for s := range game.Square(81) {
		if seen[s] {
			words = append(words, s.String())
		}
	}
	return strings.Join(words, " ")
}

func TestRulesFollowsTheBook(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, position, want string }{
		{"1: the centre at first", "3/3/3 x", "b2"},
		{"1: the centre in answer", "x2/3/3 o", "b2"},
		{"2: the corner if the centre is taken", "3/1x1/3 o", "a1"},
		{"1 and 2 are for the first two plies only", "x2/3/2o x", "b1 c1 a2 b2 c2 a3 b3"},
		{"3: complete a row", "xx1/oo1/3 x", "c1"},
		{"3: complete before blocking", "xx1/oo1/3 o", "c2"},
		{"3: block", "xx1/o2/3 o", "c1"},
		{"3: block O as well", "oo1/x2/3 x", "c1"},
		{"3: complete columns before rows", "xx1/xoo/1o1 x", "a3"},
		{"3: block the column before the row", "xx1/xo1/2o o", "a3"},
		{"3: the diagonal from the top left before the other", "xox/oxo/1o1 x", "c3"},
		{"3: a full line is neither completed nor blocked", "xox/3/2o x", "a2 b2 c2 a3 b3"},
		{"4: else any empty square", "x2/1o1/2x o", "b1 c1 a2 c2 a3 b3"},
	} {
		p, err := rules.Parse(game.Classic(3), test.position)
		if err != nil || p.Outcome().Over {
			t.Errorf("%s: bad test position %s: %v", test.name, test.position, err)
			continue
		}
		want := strings.Fields(test.want)
		got := strings.Fields(choices(t, "rules", p))
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s: chose among %v, want %v", test.name, test.position, got, want)
		}
	}
}

// bookLines are the lines in the order of the book about C programming that the level `rules` follows. Squares are
// numbered from 1 in reading order.
var bookLines = [][3]int{
	{1, 4, 7}, {2, 5, 8}, {3, 6, 9}, // columns
	{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, // rows
	{1, 5, 9}, {3, 5, 7}, // diagonals
}

// bookMove returns the number of the square that the program in the book takes, or 0 if it takes any empty square.
// marks[1] to marks[9] are the marks on the squares.
func bookMove(marks [10]game.Mark, toMove game.Mark, ply int) int {
	if (ply == 0 || ply == 1) && marks[5] == game.Empty {
		return 5
	}
	if ply == 1 && marks[1] == game.Empty {
		return 1
	}
	for _, side := range []game.Mark{toMove, toMove.Opponent()} {
		for _, line := range bookLines {
			for i, number := range line {
				one, two := line[(i+1)%3], line[(i+2)%3]
				if marks[number] == game.Empty && marks[one] == side && marks[two] == side {
					return number
				}
			}
		}
	}
	return 0
}

func TestRulesAgreesWithTheBookInEveryPosition(t *testing.T) {
	t.Parallel()
	player, err := ai.New(game.Classic(3), "rules", 1)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	var visit func(p game.Position)
	visit = func(p game.Position) {
		if seen[p.String()] || p.Outcome().Over {
			return
		}
		seen[p.String()] = true
		choice, err := player.Choose(context.Background(), ai.History{Start: p})
		if err != nil {
			t.Fatal(err)
		}
		var marks [10]game.Mark
		for number := 1; number <= 9; number++ {
			marks[number] = p.At(game.At((number-1)%3, (number-1)/3))
		}
		want := bookMove(marks, p.ToMove(), p.Ply())
		if got := choice.Move.Row()*3 + choice.Move.Col() + 1; want != 0 && got != want {
			t.Errorf("%s: took %d, want %d", p, got, want)
		}
		for _, s := range p.Moves() {
			next, err := p.Play(s)
			if err != nil {
				t.Fatal(err)
			}
			visit(next)
		}
	}
	visit(rules.Start(game.Classic(3), game.X))
	visit(rules.Start(game.Classic(3), game.O))
}
