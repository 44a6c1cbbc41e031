package review_test

import (
	"fmt"
	"testing"

	"noughts/game/ai/review"
)

// TestMarksByCost checks the limits of the marks in docs/engine.md, and the accuracy and turning point that follow.
func TestMarksByCost(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		best, value int
		mark        review.Grade
		accuracy    float64
		turning     int
	}{
		{60, 56, review.Good, 83.5, 0},
		{60, 55, review.Doubtful, 79.8, 1},
		{60, 51, review.Doubtful, 66.6, 1},
		{60, 50, review.Mistake, 63.6, 1},
		{60, 41, review.Mistake, 41.9, 1},
		{60, 40, review.Blunder, 40, 1},
		{40, 20, review.Blunder, 40, 1},
		{39, 0, review.Mistake, 15.7, 1},
		{100, 0, review.Blunder, 0, 1},
	} {
		text := fmt.Sprintf("noughts review 1\nversion 1\nvariant classic 3\nstart 3/3/3 x\nb2 %d a1\nend %d a1\n", test.best, 100-test.value)
		r, err := review.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if r.Moves[0].Mark != test.mark || r.Accuracy != [2]float64{test.accuracy, 100} || r.Turning != test.turning {
			t.Errorf("%d for %d: %s, accuracy %v, turning point %d; want %+v", test.value, test.best, r.Moves[0].Mark, r.Accuracy, r.Turning, test)
		}
	}
}

// TestProvenResults checks that moves that keep a proven result cost nothing, however long the game
// takes, and that moves in a lost position do not count for accuracy.
func TestProvenResults(t *testing.T) {
	t.Parallel()
	r, err := review.Parse("noughts review 1\nversion 1\nvariant classic 3\nstart 3/3/3 x\nb2 w5 a1\nb1 l8 b1\nc3 w7 a1\nend l8 a1\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []review.Grade{review.Good, review.Best, review.Good} {
		if r.Moves[i].Mark != want || r.Moves[i].Cost() != 0 {
			t.Errorf("%s is %s, and cost %d", r.Moves[i].Square, r.Moves[i].Mark, r.Moves[i].Cost())
		}
	}
	if r.Accuracy != [2]float64{100, 100} || r.Turning != 0 {
		t.Errorf("accuracy %v, turning point %d", r.Accuracy, r.Turning)
	}
}
