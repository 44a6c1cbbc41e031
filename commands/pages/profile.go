package pages

import (
	"cmp"
	"io"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
	"noughts/render/picture"
)

// whose returns the id of the member whose results are requested. For "" it returns the user. It
// refuses bots. Errors: *plan.Refusal.
func whose(r *plan.Request, id string) (string, error) {
	switch user := r.Options.Resolved.Users[id]; {
	case id == "":
		return r.User, nil
	case id == r.App, user != nil && user.Bot:
		return "", plan.Refuse("refuse.bot_played", "ID", id)
	case !match.IsSnowflake(id):
		return "", plan.Refuse(texts.RefuseOldButton)
	}
	return id, nil
}

// runProfile shows a member's results privately. Members can share their own profile.
func (p Pages) runProfile(r *plan.Request) (plan.Plan, error) {
	id, err := r.Options.ID("member")
	if err != nil {
		return nil, err
	}
	member, err := whose(r, cmp.Or(r.Options.Target, id))
	if err != nil {
		return nil, err
	}
	return p.profile(r, member, false, drawProfile)
}

// profile shows a page about a member, drawn by the function `draw`. If the member has not played yet, it shows how to
// start a game instead.
func (p Pages) profile(r *plan.Request, member string, public bool, draw func(card.ProfilePage) plan.Content) (plan.Plan, error) {
	known, err := r.Read.Profile(plan.ResultsOf{Member: member, Reader: r.User, Public: public})
	if err != nil {
		return nil, err
	}
	page := card.ProfilePage{
		MemberResults: known, Texts: r.Language, Web: p.Web, Place: r.Place, Reader: r.User, Public: public,
	}
	switch {
	case !page.Played():
		return r.Private(plan.Components(page.NotPlayed(p.Clickable)...)), nil
	case public:
		page.Texts = r.Shared()
		return r.Public(draw(page)), nil
	}
	return r.Private(draw(page)), nil
}

func (p Pages) pressMoreOfProfile(r *plan.Request) (plan.Plan, error) {
	member, err := whose(r, r.Vars["member"])
	if err != nil {
		return nil, err
	}
	return p.profile(r, member, false, func(page card.ProfilePage) plan.Content { return plan.Components(page.Rest()...) })
}

func (p Pages) shareProfile(r *plan.Request) (plan.Plan, error) {
	if r.Vars["member"] != r.User {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	return p.profile(r, r.User, true, drawProfile)
}

func drawProfile(page card.ProfilePage) plan.Content {
	content := plan.Components(page.Draw()...)
	ratings := page.Chart()
	if len(ratings.Lines) > 0 {
		content.Files = []plan.File{{Name: card.ProfileChart, Type: "image/png", Draw: plan.Drawn(func(w io.Writer) error {
			return picture.ChartPNG(w, ratings)
		})}}
	}
	return content
}

func pressAchievements(r *plan.Request) (plan.Plan, error) {
	member, err := whose(r, r.Vars["member"])
	if err != nil {
		return nil, err
	}
	known, err := r.Read.Profile(plan.ResultsOf{Member: member, Reader: r.User})
	if err != nil {
		return nil, err
	}
	return r.Private(plan.Components(card.Achievements(r.Language, known.Profile)...)), nil
}
