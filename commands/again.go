package commands

import (
	"cmp"
	"io"
	"slices"
	"time"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/render/picture"
)

// again returns the handler that offers a new game, such as a rematch with the sides swapped. It posts a new message,
// so that the finished game keeps its board. If the other player has already offered such a game, it accepts that
// offer.
func again(like func(match.Match, match.ID, string, game.Mark, time.Time) (match.Match, error)) plan.Decide {
	return func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		return another(r, rec, f, func(m match.Match, f plan.Facts) (match.Match, error) {
			return like(m, f.ID, r.User, f.Toss, f.Now)
		})
	}
}

// pressLevel begins a game with the same sides against another level.
func pressLevel(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	return another(r, rec, f, func(m match.Match, f plan.Facts) (match.Match, error) {
		level, ok := ai.LookUp(m.Options.Variant, r.Vars["level"])
		if !ok {
			return m, plan.Refuse(texts.RefuseOldButton)
		}
		for i, player := range m.Players {
			if player.IsComputer() {
				m.Players[i] = match.Computer(level)
			}
		}
		return m.Again(f.ID, r.User, f.Toss, f.Now)
	})
}

// `another` begins a new match like a finished one, with the same style of board. `like` makes the new match.
//
// If the other player has already offered such a match, `another` accepts that offer instead: see joinRematch. It
// recognizes the offer as an open match of the user in the channel, with the same players and variant, that was created
// after the finished match ended.
//
// The new match is casual if the finished one was, if the server has no rated games, or if one of the members now
// prefers casual games.
func another(r *plan.Request, rec match.Record, f plan.Facts, like change) (plan.Decision, error) {
	again, err := like(rec.Match, f)
	if err != nil {
		return plan.Decision{}, refuseStranger(r, rec, err)
	}
	open, errOpen := r.Read.OpenMatches(match.Scope{Channel: r.Place.Channel, Member: r.User})
	me, errMe := r.Read.Member(r.User)
	if err := cmp.Or(errOpen, errMe); err != nil {
		return plan.Decision{}, err
	}
	players, swapped := again.Players, [2]match.Player{again.Players[1], again.Players[0]}
	since := slices.IndexFunc(open, func(o match.Record) bool {
		isLike := o.Match.Players == players || o.Match.Players == swapped
		return isLike && o.Match.Options.Variant == again.Options.Variant && !o.Match.Created.Before(rec.Match.Changed)
	})
	if since >= 0 {
		return joinRematch(r, open[since].Match)
	}
	casual := r.Server.Casual || me.Casual
	if opponent := opponentOf(r.User, again.Players[:]...); opponent != "" {
		them, err := challengeable(r, opponent)
		if err != nil {
			return plan.Decision{}, err
		}
		casual = casual || them.Casual
	}
	next := plan.New{Style: rec.Place.Style, Goes: rec.Place, Rival: rec.RivalOf(r.Place.Channel), Begin: func(f plan.Facts) (match.Match, error) {
		m, err := like(rec.Match, f)
		m.Options.Casual = m.Options.Casual || casual
		return m, err
	}}
	next.Explains, err = explains(r, again.Options.Variant, again.Players[:]...)
	return plan.Decision{Begin: &next}, err
}

// joinRematch accepts the rematch that the other player has offered. It refuses if the offer is the user's own, if the
// rematch has already begun, or if a team plays it. The game is casual if one of the members now prefers casual games.
func joinRematch(r *plan.Request, m match.Match) (plan.Decision, error) {
	if m.Status != match.Challenge || m.Starter == r.User || m.HasTeam() {
		return plan.Decision{}, plan.Refuse("refuse.rematch")
	}
	if err := isPresent(r, m.Starter); err != nil {
		return plan.Decision{}, err
	}
	me, err := r.Read.Member(r.User)
	accept := accepting(r, m.ID, plan.Anew, me)
	return plan.Decision{Other: &accept}, err
}

// pressShare posts the result of a finished game with a picture of its last position. Only a player
// or the member who started the game can do this, and only once for each game.
func pressShare(r *plan.Request, rec match.Record, _ plan.Facts) (plan.Decision, error) {
	next, err := rec.Match.Share(r.User)
	switch {
	case err != nil:
	case !next.Result.Decided():
		err = plan.Refuse(texts.RefuseOldButton)
	case next.Dropped > 0:
		err = plan.ErrDropped
	}
	if err != nil {
		return plan.Decision{}, refuseStranger(r, rec.With(next), err)
	}
	file := plan.File{Name: card.ResultPicture, Type: "image/png", Draw: plan.Drawn(func(w io.Writer) error {
		return picture.PNG(w, card.Shown(next))
	})}
	answer := r.Public(plan.Content{Components: card.Result(r.Shared(), rec), Files: []plan.File{file}})
	return plan.Decision{Next: &next, Answer: answer}, nil
}
