package ai_test

import (
	"context"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

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
