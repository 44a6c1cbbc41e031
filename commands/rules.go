package commands

import (
	"cmp"
	"strconv"
	"strings"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
)

// runRules shows private pages with the rules. On some pages the reader can press squares.
func runRules(r *plan.Request) (plan.Plan, error) {
	v, err := readGame(r)
	if err != nil {
		return nil, err
	}
	return explainRules(r, v), nil
}

func pressRules(r *plan.Request, rec match.Record, _ plan.Facts) (plan.Decision, error) {
	return plan.Decision{Answer: explainRules(r, rec.Match.Options.Variant)}, nil
}

func explainRules(r *plan.Request, v game.Variant) plan.Answer {
	first, _ := card.RulesPage(r.Language, v, 1, "", r.Tiles)
	return r.Page(plan.Components(first...))
}

// pressPage shows another page of the rules in the same message, or the result of pressing a
// square. The custom id alone identifies the page.
func pressPage(r *plan.Request) (plan.Plan, error) {
	page, err := strconv.Atoi(r.Vars["page"])
	v, errVariant := rules.ParseVariant(strings.ReplaceAll(r.Vars["variant"], "-", " "))
	if err = cmp.Or(err, errVariant); err != nil {
		return nil, plan.Refuse(texts.RefuseOldButton).Because(err)
	}
	content, ok := card.RulesPage(r.Language, v, page, r.Vars["square"], r.Tiles)
	if !ok {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	answer := r.Private(plan.Components(content...))
	answer.As = plan.InPlace
	return answer, nil
}
