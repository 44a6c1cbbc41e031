package matches

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"noughts/commands/plan"
	"noughts/game/ai"
)

// thinkLimit is how long a request waits for an evaluation. Discord gives three seconds for an answer, and the
// search waits for its slot.
const thinkLimit = 1500 * time.Millisecond

// evaluate returns the legal moves of a game with their values, best first, after a search of q.Nodes
// positions. It returns nil for a game that is over, and if the request cannot wait any longer: the result of a
// search that was cut short would be different each time.
func (o *Owner) evaluate(ctx context.Context, by searcher, q plan.Evaluation) (choices []ai.Choice) {
	limit := thinkLimit
	if q.Limit > 0 {
		limit = min(limit, q.Limit)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	release, err := o.searches.begin(ctx, by)
	if err != nil {
		return nil
	}
	defer release()
	defer func() {
		if p := recover(); p != nil {
			o.deps.Log.Error("cannot evaluate a position", "position", fmt.Sprint(q.Game.Start), "moves", fmt.Sprint(q.Game.Moves), "panic", p, "stack", string(debug.Stack()))
			choices = nil
		}
	}()
	choices, err = ai.Evaluate(ctx, q.Game, q.Nodes)
	if err != nil || ctx.Err() != nil {
		return nil
	}
	return choices
}
