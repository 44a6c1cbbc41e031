package ai

import (
	"noughts/game"
	"noughts/game/rules"
)

// misereKind is misère. On 3×3 the strongest level plays perfectly.
var misereKind = kind{
	levels:    misereLevels,
	newEngine: newLineEngine,
	facts:     misereFacts,
}

// The features of a move in misère.
var (
	losesGame  = fact{-certainty, conspicuous}
	risksLine  = fact{-0.15, 1} // makes a square on which the mover would then complete a line and lose
	sparesLine = fact{-0.2, 1}  // takes a square where the opponent would complete a line and lose
	mirrors    = fact{0.4, 0.5} // the mover can then answer each move on the square opposite, across the centre
)

// worthOfRisk is the worth of each mark, the new one on own lines included, on a line where only one side has marks.
const worthOfRisk = -0.03

func misereFacts(facts []fact, position game.Position, move game.Square) []fact {
	p, _ := position.(rules.MiserePosition)
	n := p.Size()
	for _, line := range p.LinesThrough(move) {
		mine, theirs := marks(p.ClassicPosition, line)
		switch {
		case theirs == 0 && mine == n-1:
			facts = append(facts, losesGame)
		case theirs == 0 && mine == n-2:
			facts = append(facts, risksLine)
		case theirs == 0:
			facts = append(facts, fact{worthOfRisk * float64(mine+1), 1})
		case mine == 0 && theirs == n-1:
			facts = append(facts, sparesLine)
		case mine == 0:
			facts = append(facts, fact{worthOfRisk * float64(theirs), 1})
		}
	}
	if p.After(move).Mirrored() {
		facts = append(facts, mirrors)
	}
	return facts
}
