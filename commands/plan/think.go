package plan

import (
	"time"

	"noughts/game/ai"
)

// Think asks the engine what it thinks of the position that a game has reached. Then goes on
// with every legal move and its value, best first: with nil when the game is over, or when the engine had no
// time. How many positions it looks at decides what it finds, the same each time.
type Think struct {
	Game  ai.Game
	Nodes int64         // how many positions, some 50,000 in a tenth of a second
	Limit time.Duration // how long the request waits for it at most, 0 for as long as it can
	Then  func([]ai.Choice) (Plan, error)
}

func (Think) plan() {}
