package commands

import (
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// challengeCommand declares /challenge: a game against a member, or against
// whoever accepts first. Anyone may challenge members of the same channel;
// pings go to the challenged alone.
func (c *Commands) challengeCommand() command {
	return command{
		declaration: c.slash("challenge",
			c.memberOption("member"),
			c.gameOption(), c.sizeOption(), c.inARowOption(), c.firstOption(), c.clockOption(), c.styleOption()),
		run: runChallenge,
	}
}

// challengeMemberCommand declares the same in the menu of a member: classic 3×3
// without further options.
func (c *Commands) challengeMemberCommand() command {
	return command{
		declaration: c.declare(discordgo.UserApplicationCommand, "challenge_member"),
		run: func(r *plan.Request) (plan.Plan, error) {
			return startAgainst(r, r.Options.Target, setup{options: match.Options{Variant: game.Classic(3)}})
		},
	}
}

func runChallenge(r *plan.Request) (plan.Plan, error) {
	s, err := readSetup(r, readGame)
	if err != nil {
		return nil, err
	}
	if member := r.Options.Text("member"); member != "" {
		return startAgainst(r, member, s)
	}
	if r.Direct {
		return nil, plan.Refuse(texts.RefuseDirect)
	}
	return start(r, match.Person(r.User), match.Player{}, s), nil
}

// pressAccept begins the challenged match. Like the other answers to a challenge it
// does not mind the version: whoever comes too late hears what happened instead.
func pressAccept(r *plan.Request) (plan.Plan, error) {
	return onAny(r, func(m match.Match, f plan.Facts) (match.Match, error) { return m.Accept(r.User, f.Toss, f.Now) })
}

// pressDecline declines a challenge.
func pressDecline(r *plan.Request) (plan.Plan, error) {
	return onAny(r, func(m match.Match, f plan.Facts) (match.Match, error) { return m.Decline(r.User, f.Now) })
}

// pressWithdraw takes a challenge back.
func pressWithdraw(r *plan.Request) (plan.Plan, error) {
	return onAny(r, func(m match.Match, f plan.Facts) (match.Match, error) {
		next, err := m.Withdraw(r.User, f.Now)
		if errors.Is(err, match.ErrNotYours) {
			err = plan.Refuse(texts.RefuseNotOwner).Because(err)
		}
		return next, err
	})
}

// pressRematch asks for another game with the sides swapped, in a new message:
// the board of the finished one stays. When the other player has asked already,
// it accepts.
func pressRematch(r *plan.Request) (plan.Plan, error) {
	return plan.On{Match: r.Match, Decide: func(rec match.Record, f plan.Facts) (plan.Decision, error) {
		begin := func(f plan.Facts) (match.Match, error) { return rec.Match.Rematch(f.ID, r.User, f.Toss, f.Now) }
		again, err := begin(f)
		if err != nil {
			return plan.Decision{}, notYours(r, rec.Match, err)
		}
		return plan.Decision{Then: plan.Games{Channel: r.Place.Channel, Member: r.User, Then: func(open []match.Record) (plan.Plan, error) {
			since := slices.IndexFunc(open, func(o match.Record) bool {
				return samePlayers(o.Match, again) && !o.Match.Created.Before(rec.Match.Changed)
			})
			if since >= 0 {
				return joinRematch(r, open[since].Match)
			}
			unplayed := rec.Place.Explains && !rec.Match.Result.Counts()
			return plan.New{Style: rec.Place.Style, Explains: unplayed, Begin: begin}, nil
		}}}, nil
	}}, nil
}

// samePlayers says whether two matches are between the same two players.
func samePlayers(a, b match.Match) bool {
	swapped := [2]match.Player{b.Players[1], b.Players[0]}
	return a.Options.Variant == b.Options.Variant && (a.Players == b.Players || a.Players == swapped)
}

// joinRematch accepts a rematch that the other player has asked for; one's own,
// or one that has begun, is enough.
func joinRematch(r *plan.Request, m match.Match) (plan.Plan, error) {
	if m.Status != match.Challenge || m.Owner == r.User {
		return nil, plan.Refuse(texts.RefuseRematch)
	}
	return seen{id: m.ID, anyone: true}.change(r, plan.Anew, func(m match.Match, f plan.Facts) (match.Match, error) {
		return m.Accept(r.User, f.Toss, f.Now)
	}), nil
}
