package matches

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"noughts/commands/plan"
	"noughts/game/ai"
)

// thinkLimit is how long a request waits for what the engine thinks of a position. Discord
// gives three seconds for an answer, and the search waits for a slot among others.
const thinkLimit = 1500 * time.Millisecond

// think does what a plan needs that asks the engine about a position.
func (t *task) think(ctx context.Context, p plan.Think) (plan.Plan, error) {
	limit := thinkLimit
	if p.Limit > 0 {
		limit = min(limit, p.Limit)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return p.Then(t.evaluate(ctx, t.searcher(), p.Game, p.Nodes))
}

// evaluate returns what the engine thinks of the legal moves of a game, best first, when it
// has looked at so many positions. It returns nil for a game that is over, or when ctx ends
// before that: what a search that was cut short has found would be another thing each time.
func (o *Owner) evaluate(ctx context.Context, by searcher, g ai.Game, nodes int64) (choices []ai.Choice) {
	release, err := o.searches.begin(ctx, by)
	if err != nil {
		return nil
	}
	defer release()
	defer func() {
		if p := recover(); p != nil {
			o.Log.Error("cannot evaluate a position", "position", fmt.Sprint(g.Start), "moves", fmt.Sprint(g.Moves), "panic", p, "stack", string(debug.Stack()))
			choices = nil
		}
	}()
	choices, err = ai.Evaluate(ctx, g, nodes)
	if err != nil || ctx.Err() != nil {
		return nil
	}
	return choices
}
