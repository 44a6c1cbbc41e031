package uttt

import (
	"context"
	"testing"

	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// signature is the number of positions that the searches of TestSignature visit with the embedded weights. It must not
// change unless a change is meant to alter the search, such as new weights. Then set it to the new number.
const signature = 100107

func TestSignature(t *testing.T) {
	t.Parallel()
	e := New(16, 1)
	var nodes int64
	randomGames(2, 10, func(p rules.UltimatePosition, _ *board) {
		if p.Ply()%6 != 0 || p.Outcome().Over {
			return
		}
		e.Reset()
		nodes += e.Search(context.Background(), task(p, engine.Limits{Depth: 9})).Nodes
	})
	if nodes != signature {
		t.Errorf("visited %d positions, the signature is %d", nodes, signature)
	}
}
