package commands

import (
	"cmp"
	"errors"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// runChallenge challenges a member, or any member who accepts first. In a server, only members of that server can be
// challenged. Only the challenged member is pinged.
func runChallenge(r *plan.Request) (plan.Plan, error) {
	s, errSetup := readSetup(r, readGame)
	openFor, errOpenFor := readSpan(r, "open_for", card.OpenFor)
	member, errMember := r.Options.ID("member")
	if err := cmp.Or(errSetup, errOpenFor, errMember); err != nil {
		return nil, err
	}
	s.options.OpenFor = openFor
	if member != "" {
		return startAgainst(r, member, s)
	}
	if r.Direct {
		return nil, plan.Refuse(texts.RefuseDirect)
	}
	return start(r, match.Person(r.User), match.Player{}, s)
}

// pressAccept accepts a challenge, so the match begins. Like the other answers to a challenge it
// ignores the version of the pressed board: if the challenge no longer waits, the member gets a
// refusal that says what happened. A challenge to anyone cannot be accepted by a member whom the
// challenger has blocked, and becomes casual if the member who accepts it prefers casual games.
func pressAccept(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	m := rec.Match
	if m.HasTeam() {
		return answerTeam(r, rec, f, true)
	}
	var me match.Member
	isTo := m.Challenged()
	if m.Status == match.Challenge && m.Starter != r.User && (!isTo.IsPerson() || isTo.ID == r.User) {
		err := isPresent(r, m.Starter)
		if err == nil && !isTo.IsPerson() {
			if me, err = r.Read.Member(r.User); err == nil {
				err = isNotBlocked(r, m.Starter)
			}
		}
		if err != nil {
			return plan.Decision{}, err
		}
	}
	return accepting(r, m.ID, plan.InPlace, me).Decide(r, rec, f)
}

// accepting returns the plan that accepts a challenge. `me` holds the settings of the member who accepts it: the game
// becomes casual if this member prefers casual games. pressAccept passes the zero Member for a challenge to a
// particular member, because withDefaults has already applied the settings of both members.
func accepting(r *plan.Request, id match.ID, as plan.As, me match.Member) plan.On {
	return target{id: id, anyone: true}.change(as, func(m match.Match, f plan.Facts) (match.Match, error) {
		next, err := m.Accept(r.User, f.Toss, f.Now)
		if err == nil {
			next.Options.Casual = next.Options.Casual || me.Casual
		}
		return next, err
	})
}

func pressDecline(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	if rec.Match.HasTeam() {
		return answerTeam(r, rec, f, false)
	}
	decline := target{id: r.Match, anyone: true}.change(plan.InPlace, func(m match.Match, f plan.Facts) (match.Match, error) {
		return m.Decline(r.User, f.Now)
	})
	return decline.Decide(r, rec, f)
}

func pressWithdraw(r *plan.Request) (plan.Plan, error) {
	return target{id: r.Match, anyone: true}.change(plan.InPlace, func(m match.Match, f plan.Facts) (match.Match, error) {
		next, err := m.Withdraw(r.User, f.Now)
		if errors.Is(err, match.ErrNotYours) {
			err = plan.Refuse("refuse.not_owner").Because(err)
		}
		return next, err
	}), nil
}
