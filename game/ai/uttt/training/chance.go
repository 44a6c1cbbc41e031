package training

import "noughts/game/ai/uttt/network"

// chanceParts is the number of a pattern's chances that its row is made of.
const chanceParts = network.ChanceParts

// chancesOf holds the chances of each open board's pattern.
var chancesOf = network.Chances()
