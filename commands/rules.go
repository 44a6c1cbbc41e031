package commands

import (
	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// rulesCommand declares /rules: the rules with drawn boards, privately.
func (c *Commands) rulesCommand() command {
	return command{
		declaration: c.slash("rules", c.gameOption()),
		run: func(r *plan.Request) (plan.Plan, error) {
			v, err := readGame(r)
			if err != nil {
				return nil, err
			}
			return explain(r, v), nil
		},
	}
}

// pressRules explains the rules of the match's variant, to anybody.
func pressRules(r *plan.Request) (plan.Plan, error) {
	return plan.On{Match: r.Match, Decide: func(rec match.Record, _ plan.Facts) (plan.Decision, error) {
		return plan.Decision{Answer: explain(r, rec.Match.Options.Variant)}, nil
	}}, nil
}

// explain answers with the rules of a variant.
func explain(r *plan.Request, v game.Variant) plan.Answer {
	return r.Private(func(l *texts.Language) plan.Content { return plan.Components(card.Rules(l, v, r.Tiles)...) })
}
