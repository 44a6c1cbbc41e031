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
	return p.find(r, false, func(s subject, ask plan.Review) (plan.Plan, error) {
		ask.Show = func(known plan.Reviewed) (plan.Answer, error) { return p.showOverview(r, s, known, r.Private) }
		ask.Then = func(known plan.Reviewed) (plan.Plan, error) {
			written := transcript.Write(s.transcript(known.Game).Rated(*known.Review))
			l := r.Reader
			return r.Private(plan.Content{
				Components: card.GameFile(l, titleOf(l, known.Game)),
				Files:      []plan.File{{Name: card.ReplayFile, Type: "text/plain; charset=utf-8", Content: written}},
			}), nil
		}
		return ask, nil
	})
}

func (s subject) transcript(g ai.History) transcript.Sheet {
	if s.rec != nil {
		return pages.Transcript(s.rec.Match)
	}
	return transcript.Sheet{Variant: g.Start.Variant(), Begins: g.Start.ToMove(), Moves: transcript.Of(g.Moves)}
}

func titleOf(l *texts.Language, g ai.History) string {
	return "### " + l.Say("review.title", "Game", card.Variant(l, g.Start.Variant()))
}
