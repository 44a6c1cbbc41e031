package ai_test

import (
	"context"
	"fmt"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// A level chooses its move from the whole game: the start position and all moves.
func ExampleNew() {
	player, err := ai.New(game.Classic(3), "scores", 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	b1 := game.At(1, 0)
	g := ai.History{Start: rules.Start(game.Classic(3), game.O), Moves: []game.Square{b1}}
	choice, err := player.Choose(context.Background(), g)
	fmt.Println(choice.Move, err)
	// Output: b2 <nil>
}

func ExampleSearcher_Evaluate() {
	start, err := rules.Parse(game.Classic(3), "xo1/1x1/o2 x")
	if err != nil {
		fmt.Println(err)
		return
	}
	searcher := ai.NewSearcher(game.Classic(3), 1, 1)
	rated, err := searcher.Evaluate(context.Background(), ai.History{Start: start}, ai.Limits{})
	for _, choice := range rated {
		fmt.Println(choice.Move, choice.Score)
	}
	fmt.Println(err)
	// Output:
	// c3 win 1
	// a2 win 3
	// c2 win 3
	// c1 draw
	// b3 draw
	// <nil>
}
