package review_test

import (
	"testing"

	"noughts/game"
	"noughts/game/ai/review"
	"noughts/render/golden"
)

// TestVersion compares reviews with the golden file of the current Version. If a change of the engine or its limits
// changes the reviews, increase Version, delete the old file and write the new file. Stored reviews are then made
// again.
func TestVersion(t *testing.T) {
	t.Parallel()
	ultimate := written(t, game.Ultimate, "a6 b9 e7 e3 f8 h4 e2 e5 f6 i8 g6 a9 c9 g8 c6 h7 f3 h9 e9 d9 c7 g2 b6 e8 f4 i1 g1 b1 f2 g4 b2 f5 i4 i2 h5 d5 c1")
	inARow := written(t, game.InARow(7, 4), "d4 d3 c4 e4 c5 c3 b5 e2")
	text := analyze(t, ultimate, quick).Text() + analyze(t, inARow, quick).Text()
	golden.Check(t, "version-"+review.Version+".golden", text)
}
