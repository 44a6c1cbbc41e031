package commands

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// fieldIf and fieldThen are the fields of the form for a planned reply. maxPlaceName is
// the maximum length of a field in characters, with room for a name such as "bottom center, nine".
const (
	fieldIf      = "if"
	fieldThen    = "then"
	maxPlaceName = 60
)

func sayConditional(l *texts.Language, m match.Match) string {
	return l.Say("reply.planned", "Opponent", card.Letter(m.Position().ToMove()), "If", m.Planned.If.String(), "Then", m.Planned.Then.String())
}

func pressConditional(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	if _, err := f.Ticked.DropPlanned(r.User, f.Now); err != nil {
		return plan.Decision{}, err
	}
	l := r.Language
	return plan.Decision{Answer: plan.Answer{As: plan.AsForm, Content: plan.Content{
		Text: l.Say(texts.RefuseOldButton),
		Form: &plan.Blank{Path: card.BoardPath(rec.Match, "reply"), Title: l.Say("button.reply"), Fields: []plan.Field{
			{Name: fieldIf, IsLine: true, Label: l.Say("reply.if"), Placeholder: "b2", Longest: maxPlaceName},
			{Name: fieldThen, IsLine: true, Label: l.Say("reply.then"), Placeholder: "c3", Longest: maxPlaceName},
		}},
	}}}, nil
}

func sendConditional(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	m := f.Ticked
	if _, err := m.DropPlanned(r.User, f.Now); err != nil {
		return plan.Decision{}, err
	}
	var planned match.ConditionalMove
	var err error
	if planned.If, err = readSquare(r, m, withoutPlace(r, r.Fields[fieldIf])); err == nil {
		var after match.Match
		if after, err = m.Play(m.ToMove().ID, planned.If, f.Now); err == nil {
			planned.Then, err = readSquare(r, after, withoutPlace(r, r.Fields[fieldThen]))
		}
	}
	if err != nil {
		return plan.Decision{}, plan.Refuse("refuse.reply").Because(err)
	}
	next, err := m.PlanMove(r.User, planned, f.Now)
	if err != nil {
		return plan.Decision{}, err
	}
	l := r.Language
	drop := card.Button(l, next, "reply-drop", "button.reply_drop", discordgo.SecondaryButton)
	return saveAndAnswer(rec, next, r.Page(plan.Components(card.Text(sayConditional(l, next)), card.Row(drop)))), nil
}

func pressDropConditional(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	next, err := f.Ticked.DropPlanned(r.User, f.Now)
	if err != nil {
		return plan.Decision{}, err
	}
	return saveAndAnswer(rec, next, sentence(r, "reply.dropped")), nil
}
