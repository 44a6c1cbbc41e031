package card

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// challenge returns the live message of a challenge, and what is left of it
// when nothing came of it.
func (d *drawing) challenge() []discordgo.MessageComponent {
	content := []discordgo.MessageComponent{Text("### " + Game(d.texts, d.match) + "\n" + d.challengeText())}
	if d.match.Status == match.Challenge {
		content = append(content,
			Text(small(d.texts.Say(texts.ChallengeExpires, "When", Moment(d.match.Deadline)))),
			d.challengeButtons())
	}
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), content...)}
}

// challengeText says who challenges whom to what, or why nothing came of it.
func (d *drawing) challengeText() string {
	asker, asked := d.player(game.X), d.player(game.O)
	if d.match.Players[0].ID != d.match.Owner {
		asker, asked = asked, asker
	}
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
	if !d.match.Challenged().IsPerson() {
		challenge = d.texts.Say(texts.ChallengeAnyone, "Challenger", asker)
	}
	return challenge + "\n" + small(d.first(), d.clockTerms())
}

// first says who begins.
func (d *drawing) first() string {
	switch d.match.Options.First {
	case match.FirstRandom:
		return d.texts.Say(texts.ChallengeFirstRandom)
	case match.FirstO:
		return d.texts.Say(texts.ChallengeFirst, "Player", d.player(game.O))
	default:
		return d.texts.Say(texts.ChallengeFirst, "Player", d.player(game.X))
	}
}

func (d *drawing) clockTerms() string {
	if d.match.Options.Clock == 0 {
		return d.texts.Say(texts.ChallengeNoClock)
	}
	return d.texts.Say(texts.ChallengeClock, "Time", Span(d.texts, d.match.Options.Clock))
}

// challengeButtons returns the answers to a challenge. An open one has nobody
// to decline it.
func (d *drawing) challengeButtons() discordgo.ActionsRow {
	accept := d.button("accept", texts.ButtonAccept, discordgo.SuccessButton)
	withdraw := d.button("withdraw", texts.ButtonWithdraw, discordgo.SecondaryButton)
	if !d.match.Challenged().IsPerson() {
		return Row(accept, withdraw)
	}
	return Row(accept, d.button("decline", texts.ButtonDecline, discordgo.DangerButton), withdraw)
}
