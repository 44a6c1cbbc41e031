package card

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/render"
)

func (d *drawing) challenge() []discordgo.MessageComponent {
	asker, asked := d.player(game.X), d.player(game.O)
	if d.Match.HasTeam() && d.Match.SideOf(d.Mirror.Channel) == game.X || !d.Match.HasTeam() && d.Match.Players[0].ID != d.Match.Starter {
		asker, asked = asked, asker
	}
	var said string
	switch d.Match.Result.Reason {
	case match.Declined:
		said = d.texts.Say("challenge.declined", "Challenged", asked)
	case match.Withdrawn:
		said = d.texts.Say("challenge.withdrawn", "Challenger", asker)
	case match.Expired:
		said = d.texts.Say("challenge.expired", "Challenger", asker)
	default: // the challenge waits for its answer
		said = d.texts.Say("challenge.anyone", "Challenger", asker)
		if d.Match.Challenged().IsPerson() || d.Match.HasTeam() {
			said = d.texts.Say("challenge.member", "Challenger", asker, "Challenged", asked)
		}
		said += "\n" + d.terms()
		if d.Mirror.Message == match.NoMirror {
			said += "\n" + d.texts.Say("team.unseen", "Player", asked)
		}
	}
	content := []discordgo.MessageComponent{Text(JoinLines("### "+Game(d.texts, d.Match), d.goal(), said, d.startPosition()))}
	if len(d.Match.Given) > 0 && d.Match.Status == match.Challenge {
		content = append(content, d.boardAsText())
	}
	switch {
	case d.Match.Result.Reason == match.Expired:
		content = append(content, Row(d.button("again", "button.again", discordgo.PrimaryButton)))
	case d.Match.Status == match.Challenge:
		answers := []discordgo.MessageComponent{d.button("accept", "button.accept", discordgo.SuccessButton)}
		if d.Match.Challenged().IsPerson() || d.Match.HasTeam() {
			answers = append(answers, d.button("decline", "button.decline", discordgo.DangerButton))
		}
		answers = append(answers, d.button("withdraw", "button.withdraw", discordgo.SecondaryButton))
		content = append(content, Row(answers...))
	}
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), content...)}
}

func (d *drawing) terms() string {
	l, opts := d.texts, d.Match.Options
	var rated, series string
	switch {
	case d.isCasual():
		rated = l.Say("challenge.casual")
	case profile.PoolOf(opts.Variant) != "":
		rated = l.Say("choice.rated")
	}
	clock := l.Say("challenge.no_clock")
	if opts.Clock != 0 {
		clock = l.Say("challenge.clock", "Time", Span(l, opts.Clock))
	}
	if d.Match.InSeries() {
		series = l.Say("series.best_of", "Games", texts.Ordinal(opts.BestOf))
	}
	first := l.Say("challenge.first", "Player", d.player(d.position.ToMove())) // usually X; if the match continues from a given position, the side to move in that position
	if opts.First == match.FirstRandom {
		first = l.Say("challenge.first_random")
	}
	return smallText(rated, clock, series, first, l.Say("challenge.expires", "When", Moment(d.Match.Deadline)))
}
