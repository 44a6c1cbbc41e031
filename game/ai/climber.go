package ai

import (
	"context"
	"math"
	"math/rand/v2"

	"noughts/game"
	"noughts/game/ai/engine"
)

// NewPlayer returns a player of a strength for a valid variant. `seed` determines its random choices.
func NewPlayer(v game.Variant, s Strength, seed uint64) Player {
	return &climber{Strength: s, variant: v, kind: kindOf(v), rng: newRand(seed)}
}

// A climber plays at a Strength. All levels are climbers except those that play like a published program.
type climber struct {
	Strength
	variant game.Variant
	kind    *kind
	rng     *rand.Rand
	facts   []fact // buffer for the features of one move
}

func (c *climber) Choose(ctx context.Context, g History) (Choice, error) {
	p, err := g.position(c.variant)
	switch {
	case err != nil:
		return Choice{}, err
	case c.Nodes == 0:
		return c.pick(c.look(p)), nil
	case c.Temperature == 0 && c.kind.book != nil:
		if choice, ok := c.kind.book(p, c.rng); ok {
			return choice, nil
		}
	}
	var choice Choice
	withSearcher(c.variant, c.Nodes, c.rng, func(s *Searcher) {
		task := engine.Task{Position: p, Limits: Limits{Nodes: c.Nodes}, Rand: c.rng}
		if c.Temperature == 0 {
			choice = s.engine.Search(ctx, task)
		} else {
			choice = c.pick(s.engine.Evaluate(ctx, task))
		}
	})
	return choice, nil
}

// look rates every legal move by the features that the player notices. Chance decides which features it notices.
func (c *climber) look(p game.Position) []Choice {
	moves := p.Moves()
	rated := make([]Choice, len(moves))
	for i, move := range moves {
		rated[i] = plain(move)
		c.facts = c.kind.facts(c.facts[:0], p, move)
		for _, f := range c.facts {
			if c.rng.Float64() < 1-math.Pow(1-c.Sight, f.plain) {
				rated[i].Score.Expected += f.worth
			}
		}
	}
	return rated
}

// pick takes a proven win at once, and a proven loss only if all moves lose. Otherwise it chooses at random by value.
func (c *climber) pick(rated []Choice) Choice {
	if rated[0].Score.Proof == engine.Win {
		return rated[0]
	}
	best := math.Inf(-1)
	weights, sum := make([]float64, len(rated)), 0.0
	for _, r := range rated {
		best = max(best, worth(r))
	}
	for i, r := range rated {
		switch less := worth(r) - best; {
		case c.Temperature > 0:
			weights[i] = math.Exp(less / c.Temperature)
		case less == 0:
			weights[i] = 1
		}
		sum += weights[i]
	}
	left := c.rng.Float64() * sum
	for i, w := range weights {
		if left -= w; left < 0 {
			return rated[i]
		}
	}
	return rated[0]
}

// worth returns the value that pick compares. A proven loss is below all other moves, the soonest loss the lowest.
func worth(c Choice) float64 {
	if c.Score.Proof == engine.Loss {
		return float64(c.Score.Plies) - squares
	}
	return c.Score.Expected
}

const squares = game.MaxSize * game.MaxSize
