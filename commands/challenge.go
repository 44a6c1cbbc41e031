package commands

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// challengeCommand declares /challenge: a game against a member, or against
// whoever accepts first. Anyone may challenge members of the same channel;
// pings go to the challenged alone.
func (c *Commands) challengeCommand() command {
	return command{
		declaration: c.slash(texts.CommandChallenge, texts.CommandChallengeAbout,
			c.memberOption(texts.OptionMember, texts.OptionMemberAbout),
			c.gameOption(), c.sizeOption(), c.firstOption(), c.clockOption(), c.styleOption()),
		run: c.runChallenge,
	}
}

// challengeMemberCommand declares the same in the menu of a member: classic 3×3
// without further options.
func (c *Commands) challengeMemberCommand() command {
	return command{
		declaration: c.declare(discordgo.UserApplicationCommand, texts.CommandChallengeMember),
		run:         c.runChallengeMember,
	}
}

func (c *Commands) runChallenge(ctx context.Context, r *request) (Reply, error) {
	v, err := readGame(r)
	if err != nil {
		return Reply{}, err
	}
	s, err := readSetup(r, v)
	if err != nil {
		return Reply{}, err
	}
	if member := r.text("member"); member != "" {
		return c.startAgainst(ctx, r, member, s)
	}
	if r.direct {
		return Reply{}, refuse(texts.RefuseDirect)
	}
	return c.start(ctx, r, match.Player{}, s)
}

func (c *Commands) runChallengeMember(ctx context.Context, r *request) (Reply, error) {
	s, err := readSetup(r, game.Classic(3))
	if err != nil {
		return Reply{}, err
	}
	return c.startAgainst(ctx, r, r.target, s)
}

// challenged returns the player whom a match challenges, the zero Player when
// it is anybody.
func challenged(m match.Match) match.Player {
	if m.Players[0].ID == m.Owner {
		return m.Players[1]
	}
	return m.Players[0]
}

// challenge returns the live message of a challenge, and what is left of it
// when nothing came of it.
func (d *card) challenge() []discordgo.MessageComponent {
	content := []discordgo.MessageComponent{text("### " + d.gameName() + "\n" + d.challengeText())}
	if d.match.Status == match.Challenge {
		content = append(content,
			text(small(d.texts.Say(texts.ChallengeExpires, "When", moment(d.match.Deadline)))),
			d.challengeButtons())
	}
	return []discordgo.MessageComponent{container(render.Accent(game.Empty), content...)}
}

// challengeText says who challenges whom to what, or why nothing came of it.
func (d *card) challengeText() string {
	asker, asked := d.sides()
	switch d.match.Result.Reason {
	case match.Declined:
		return d.texts.Say(texts.ChallengeDeclined, "Challenged", asked)
	case match.Withdrawn:
		return d.texts.Say(texts.ChallengeWithdrawn, "Challenger", asker)
	case match.Expired:
		return d.texts.Say(texts.ChallengeExpired)
	default: // it waits for its answer
	}
	challenge := d.texts.Say(texts.ChallengeMember, "Challenger", asker, "Challenged", asked)
	if !challenged(d.match).IsPerson() {
		challenge = d.texts.Say(texts.ChallengeAnyone, "Challenger", asker)
	}
	return challenge + "\n" + small(d.first(), d.clockTerms())
}

// sides returns the names of the challenger and of the challenged.
func (d *card) sides() (asker, asked string) {
	asker, asked = d.player(game.X), d.player(game.O)
	if d.match.Players[0].ID != d.match.Owner {
		return asked, asker
	}
	return asker, asked
}

// first says who begins.
func (d *card) first() string {
	switch d.match.Options.First {
	case match.FirstRandom:
		return d.texts.Say(texts.ChallengeFirstRandom)
	case match.FirstO:
		return d.texts.Say(texts.ChallengeFirst, "Player", d.player(game.O))
	default:
		return d.texts.Say(texts.ChallengeFirst, "Player", d.player(game.X))
	}
}

func (d *card) clockTerms() string {
	if d.match.Options.Clock == 0 {
		return d.texts.Say(texts.ChallengeNoClock)
	}
	return d.texts.Say(texts.ChallengeClock, "Time", span(d.texts, d.match.Options.Clock))
}

// challengeButtons returns the answers to a challenge. An open one has nobody
// to decline it.
func (d *card) challengeButtons() discordgo.ActionsRow {
	accept := d.button("accept", texts.ButtonAccept, discordgo.SuccessButton)
	withdraw := d.button("withdraw", texts.ButtonWithdraw, discordgo.SecondaryButton)
	if !challenged(d.match).IsPerson() {
		return row(accept, withdraw)
	}
	return row(accept, d.button("decline", texts.ButtonDecline, discordgo.DangerButton), withdraw)
}

// pressAccept begins the challenged match.
func (c *Commands) pressAccept(ctx context.Context, r *request) (Reply, error) {
	return c.answerChallenge(ctx, r, func(m match.Match) (match.Match, error) {
		return m.Accept(r.user.ID, c.services.Toss(), c.services.Now())
	})
}

// pressDecline declines a challenge.
func (c *Commands) pressDecline(ctx context.Context, r *request) (Reply, error) {
	return c.answerChallenge(ctx, r, func(m match.Match) (match.Match, error) {
		return m.Decline(r.user.ID, c.services.Now())
	})
}

// pressWithdraw takes a challenge back.
func (c *Commands) pressWithdraw(ctx context.Context, r *request) (Reply, error) {
	return c.answerChallenge(ctx, r, func(m match.Match) (match.Match, error) {
		next, err := m.Withdraw(r.user.ID, c.services.Now())
		if errors.Is(err, match.ErrNotYours) {
			err = refuse(texts.RefuseNotOwner).because(err)
		}
		return next, err
	})
}

// answerChallenge changes a challenge and shows what became of it. The version
// does not matter: whoever comes too late hears what happened instead.
func (c *Commands) answerChallenge(ctx context.Context, r *request, do func(match.Match) (match.Match, error)) (Reply, error) {
	at, err := r.seen()
	if err != nil {
		return Reply{}, err
	}
	g, err := c.change(ctx, r, seen{id: at.id}, do)
	if err != nil {
		return Reply{}, err
	}
	return c.update(r, g, view{}), nil
}
