package e2e

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// application is the Discord id of the bot and its application in the tests of presses.
const application = "700000000000000001"

// An object is a JSON object.
type object = map[string]any

// snowflake returns a Discord id for something made at a time. `number` makes the id unique.
func snowflake(at time.Time, number int) string {
	return strconv.FormatUint(uint64(at.UnixMilli())<<22|uint64(number), 10)
}

func encoded(payload any) []byte {
	raw, err := json.Marshal(payload)
	if err != nil {
		panic(err) // the test passed a value that is no JSON
	}
	return raw
}

// firstMoves is a computer that plays the first legal move at once.
type firstMoves struct{}

func newFirstMoves(game.Variant, string, uint64) (ai.Player, error) { return firstMoves{}, nil }

func (firstMoves) Choose(_ context.Context, g ai.History) (ai.Choice, error) {
	p, err := rules.Replay(g.Start, g.Moves)
	if err != nil {
		return ai.Choice{}, err
	}
	return ai.Choice{Move: p.Moves()[0]}, nil
}
