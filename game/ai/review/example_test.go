package review_test

import (
	"context"
	"fmt"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/rules"
)

// O replies to the corner with a corner, so X can make two threats at once.
func Example() {
	p, _ := rules.Parse(game.Classic(3), "x2/1o1/2x o")
	choices, _ := ai.NewSearcher(p.Variant(), 1, 1).Evaluate(context.Background(), ai.History{Start: p}, ai.Limits{})
	known := review.Known{Choices: choices}

	corner := game.At(0, 2)
	for _, r := range review.Why(p, corner, known) {
		fmt.Println("for:", r.Kind, r.Squares)
	}
	for _, r := range review.WhyNot(p, corner, known) {
		fmt.Println("against:", r.Kind, r.Squares)
	}
	_, blunder := review.Warn(p, corner, known)
	fmt.Println("a blunder:", blunder)
	// Output:
	// for: threatens [c1]
	// for: most_lines []
	// against: loses_by_force []
	// against: misses_draw [b1]
	// against: gives_double [c1]
	// a blunder: true
}
