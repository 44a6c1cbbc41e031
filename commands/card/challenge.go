package card

import (
	"github.com/bwmarrin/discordgo"

	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

func (d *drawing) challenge() []discordgo.MessageComponent {
	asker, asked := d.player(game.X), d.player(game.O)
	if d.match.HasTeam() && d.match.SideOf(d.mirror.Channel) == game.X || !d.match.HasTeam() && d.match.Players[0].ID != d.match.Starter {
		asker, asked = asked, asker
	}
	var said string
	switch d.match.Result.Reason {
	case match.Declined:
		said = d.texts.Say("challenge.declined", "Challenged", asked)
	case match.Withdrawn:
		said = d.texts.Say("challenge.withdrawn", "Challenger", asker)
	case match.Expired:
		said = d.texts.Say("challenge.expired", "Challenger", asker)
	default: // the challenge waits for its answer
		said = d.texts.Say("challenge.anyone", "Challenger", asker)
		if d.match.Challenged().IsPerson() || d.match.HasTeam() {
			said = d.texts.Say("challenge.member", "Challenger", asker, "Challenged", asked)
		}
		said += "\n" + d.terms()
		if d.mirror.Message == match.NoMirror {
			said += "\n" + d.texts.Say("team.unseen", "Player", asked)
		}
	}
	content := []discordgo.MessageComponent{Text(JoinLines("### "+d.game(), d.goal(), said, d.startPosition()))}
	if len(d.match.Given) > 0 && d.match.Status == match.Challenge {
		content = append(content, d.boardAsText())
	}
	switch {
	case d.match.Result.Reason == match.Expired:
		content = append(content, Row(d.button("again", "button.again", discordgo.PrimaryButton)))
	case d.match.Status == match.Challenge:
		content = append(content, Text(smallText(d.texts.Say("challenge.expires", "When", Moment(d.match.Deadline)))), d.answersToChallenge())
	}
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), content...)}
}

func (d *drawing) terms() string {
	first := d.texts.Say("challenge.first", "Player", d.player(d.position.ToMove())) // usually X; if the match continues from a given position, the side to move in that position
	if d.match.Options.First == match.FirstRandom {
		first = d.texts.Say("challenge.first_random")
	}
	clock := d.texts.Say("challenge.no_clock")
	if d.match.Options.Clock != 0 {
		clock = d.texts.Say("challenge.clock", "Time", Span(d.texts, d.match.Options.Clock))
	}
	return smallText(first, clock, d.seriesTerms())
}

// answersToChallenge returns the buttons of a challenge. A challenge to anyone has no button to decline it.
func (d *drawing) answersToChallenge() discordgo.ActionsRow {
	accept := d.button("accept", "button.accept", discordgo.SuccessButton)
	withdraw := d.button("withdraw", "button.withdraw", discordgo.SecondaryButton)
	if !d.match.Challenged().IsPerson() && !d.match.HasTeam() {
		return Row(accept, withdraw)
	}
	return Row(accept, d.button("decline", "button.decline", discordgo.DangerButton), withdraw)
}
