package pages

import (
	"strconv"
	"strings"
	"time"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// runHistory privately lists a member's finished games. Users see all of their own games. Of another member they see
// only the games that they could watch: games in the same server or, outside servers, in the same channel.
func (p Pages) runHistory(r *plan.Request) (plan.Plan, error) {
	member, err := r.Options.ID("member")
	if err != nil {
		return nil, err
	}
	return p.history(r, member, match.Query{}, r.Private)
}

// turnHistory shows the games that ended before the game in the custom id, or those that ended after it. Without a game
// it shows the newest page in a new message.
func (p Pages) turnHistory(r *plan.Request) (plan.Plan, error) {
	if r.Vars["id"] == "" {
		return p.history(r, r.Vars["member"], match.Query{}, r.Private)
	}
	at, err := strconv.ParseInt(r.Vars["at"], 10, 64)
	ended := match.Cursor{At: time.UnixMilli(at).UTC(), ID: match.ID(r.Vars["id"])}
	if err != nil || !ended.ID.Valid() {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	from := match.Query{Before: ended}
	if strings.Contains(r.Path, "/newer/") {
		from = match.Query{After: ended}
	}
	return p.history(r, r.Vars["member"], from, r.Page)
}

// history shows a page of a member's games: those before or after the one that `which` names, or else the newest.
func (p Pages) history(
	r *plan.Request, id string, which match.Query, show func(plan.Content) plan.Answer,
) (plan.Plan, error) {
	member, err := whose(r, id)
	if err != nil {
		return nil, err
	}
	// Ask for one game more than the page shows, to learn whether there is a further page.
	which.Member, which.Limit = member, card.HistoryLimit+1
	if member != r.User {
		if which.Guild = r.Place.Guild; which.Guild == "" {
			which.Channel = r.Place.Channel
		}
	}
	games, err := r.Read.FinishedMatches(which)
	if err != nil {
		return nil, err
	}
	page := card.HistoryPage{
		Texts: r.Language, Sentence: p.Clickable, Web: p.Web, Member: member, Own: member == r.User, Games: games,
	}
	more := len(games) > card.HistoryLimit
	switch {
	case which.After != match.Cursor{}:
		if !more { // this is the newest page: show it again from the newest game on, so that it is full
			return p.history(r, id, match.Query{}, show)
		}
		page.Games, page.Newer, page.Older = games[len(games)-card.HistoryLimit:], true, true
	default:
		page.Games, page.Newer, page.Older = games[:min(len(games), card.HistoryLimit)], which.Before != match.Cursor{}, more
	}
	if len(games) == 0 && page.Newer { // the games of that page have been deleted
		return p.history(r, id, match.Query{}, show)
	}
	return show(plan.Components(page.Draw()...)), nil
}
