package card

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/profile"
)

// faces draws a ladder in one line: the faces of climbed rungs, and that of the level `next` in brackets.
func faces(l *texts.Language, ladder profile.Ladder, next string) string {
	next, _ = ai.LookUp(ladder.Of, next)
	rungs := ladder.Rungs()
	drawn := make([]string, len(rungs))
	for i, rung := range rungs {
		switch {
		case ladder.Has(rung):
			drawn[i] = Face(rung)
		case rung == next:
			drawn[i] = "(" + Face(rung) + ")"
		default:
			drawn[i] = "▫️"
		}
	}
	return strings.Join(drawn, "") + " · " + l.Say("ladder.climbed", "Rank", texts.Ordinal(ladder.Climbed()), "Total", texts.Ordinal(len(rungs)))
}

// Ladders draws ladders with their names, "" for none.
func Ladders(l *texts.Language, all []profile.Ladder) string {
	if len(all) == 0 {
		return ""
	}
	lines := []string{l.Say("ladder.title")}
	for _, ladder := range all {
		name := Variant(l, ladder.Of)
		if pool := profile.PoolFor(ladder.Of, false); pools[pool] != "" {
			name = Pool(l, pool)
		}
		next, _ := ladder.Next(ladder.Of, "")
		lines = append(lines, name+"\u00a0 "+faces(l, ladder, next))
	}
	return strings.Join(lines, "\n")
}

// ladder returns the ladder that the match climbs, after it, and whether a member has just beaten the computer's level.
// In matches that climb none the ladder is empty.
func (d *drawing) ladder() (ladder profile.Ladder, beaten bool) {
	ladder, _ = profile.LadderOf(d.Match.Options.Variant)
	for i, p := range d.Match.Players {
		if !p.IsComputer() && d.level() != "" && d.Match.Result.Decided() {
			ladder.Beaten = d.Effects[i].Beaten
			beaten = ladder.Beats(d.level(), profile.ScoreOf(game.X+game.Mark(i), d.Match.Result.Winner))
		}
	}
	return ladder, beaten
}

// nextLevel returns the level to play after that of the match, and false if there is none.
func (d *drawing) nextLevel() (string, bool) {
	if ladder, _ := d.ladder(); len(ladder.Beaten) > 0 {
		return ladder.Next(d.Match.Options.Variant, d.level())
	}
	return ai.Step(d.Match.Options.Variant, d.level(), 1)
}

// rungs returns the line of the ladder below the result of a match in which a member has beaten the computer's level.
func (d *drawing) rungs() string {
	ladder, beaten := d.ladder()
	if !beaten || len(ladder.Beaten) == 0 {
		return ""
	}
	next, _ := d.nextLevel()
	return faces(d.texts, ladder, next)
}

// rematchButtons returns the buttons for another game: against the next level first if a member has beaten the computer,
// and against an easier one, beside the member's last mistake, if the computer has won.
func (d *drawing) rematchButtons() []discordgo.MessageComponent {
	rematch := d.button("rematch", "button.rematch", discordgo.PrimaryButton)
	if d.level() == "" || d.Match.Watched() || !d.Match.Result.Decided() {
		return []discordgo.MessageComponent{rematch}
	}
	if d.isLost() {
		buttons := []discordgo.MessageComponent{rematch}
		if d.hasReview() {
			buttons = append(buttons, discordgo.Button{
				CustomID: "/review/" + string(d.Match.ID) + "/last", Label: d.texts.Say("button.my_last_mistake"), Style: discordgo.SecondaryButton,
			})
		}
		if easier, ok := ai.Step(d.Match.Options.Variant, d.level(), -1); ok {
			buttons = append(buttons, d.button("level-"+easier, "button.easier", discordgo.SecondaryButton))
		}
		return buttons
	}
	level, ok := d.nextLevel()
	if !ok {
		return []discordgo.MessageComponent{rematch}
	}
	next := d.button("level-"+level, "button.next_level", discordgo.SuccessButton)
	next.Label = d.texts.Say("button.next_level", "Level", Level(d.texts, level))
	if _, beaten := d.ladder(); beaten {
		rematch.Style = discordgo.SecondaryButton
		return []discordgo.MessageComponent{next, rematch}
	}
	next.Style = discordgo.SecondaryButton
	return []discordgo.MessageComponent{rematch, next}
}

// isLost reports whether a level of the computer has won against a member or a team.
func (d *drawing) isLost() bool {
	return !d.Match.Watched() && d.Match.Player(d.Match.Result.Winner).IsComputer()
}

func (d *drawing) hasReview() bool {
	return d.Match.Result.Decided() && len(d.Match.Moves) > 0 && d.Match.Dropped == 0
}
