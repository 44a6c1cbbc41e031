package ai

import (
	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/ai/nrow"
)

// inARow is classic with fewer in a row than the board has columns. The strongest
// level answers within 300 ms on one core.
var inARow = kind{
	plays:  func(v game.Variant) bool { return v.Kind == "classic" && v.K != 0 },
	levels: inARowLevels,
	newEngine: func(v game.Variant, bits, threads int) engine.Engine {
		return nrow.NewInARow(v.N, v.K, bits, threads)
	},
	facts: classicFacts,
}
