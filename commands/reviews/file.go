package reviews

import (
	"noughts/commands/card"
	"noughts/commands/pages"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/ai"
	"noughts/game/transcript"
)

func (p Pages) pressText(r *plan.Request) (plan.Plan, error) {
	s, ask, err := find(r, r.Vars["game"], false)
	if err != nil {
		return nil, err
	}
	ask = p.overview(r, s, ask, r.Private)
	ask.Then = func(known plan.Reviewed) (plan.Plan, error) {
		g := known.Game
		sheet := transcript.Sheet{Variant: g.Start.Variant(), Begins: g.Start.ToMove(), Moves: transcript.Of(g.Moves)}
		if s.rec != nil {
			sheet = pages.Transcript(s.rec.Match)
		}
		written := transcript.Write(sheet.Rated(*known.Review))
		return r.Private(plan.Content{
			Components: card.GameFile(r.Language, titleOf(r.Language, known.Game)),
			Files:      []plan.File{{Name: card.ReplayFile, Type: "text/plain; charset=utf-8", Content: written}},
		}), nil
	}
	return ask, nil
}

func titleOf(l *texts.Language, g ai.History) string {
	return "### " + l.Say("review.title", "Game", card.Variant(l, g.Start.Variant()))
}
