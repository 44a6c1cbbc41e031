package card

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// summary returns the text of a finished match's message. It is short enough that a phone can show it together with the
// whole board, and leaves out the players where the rest names both.
func (d *drawing) summary() string {
	about := smallText(append([]string{d.game()}, d.ratings()...)...)
	result, players := d.headline(), cmp.Or(d.scoreToday(), d.players())
	if said := result + about; players == d.versus() && strings.Contains(said, d.player(game.X)) && strings.Contains(said, d.player(game.O)) {
		players = ""
	}
	first := []string{result, players, about, d.rungs()}
	remarks := []string{d.earned(), d.startPosition(), d.helpUsed()}
	next := []string{d.seriesNote(), d.stays(), d.following()}
	others := []string{d.voting(), d.saying()}
	return JoinLines(slices.Concat(first, remarks, next, others)...)
}

func (d *drawing) endButtons() []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	switch {
	case d.Match.GoesOn():
		buttons = d.nextButtons()
	case !d.Match.Continued && d.Tournament == "": // no rematch in a tournament, where the next round decides who plays whom
		buttons = d.rematchButtons()
	}
	if d.hasReview() && !d.isLost() {
		buttons = append(buttons, ReviewButton(d.texts, string(d.Match.ID)))
	}
	return buttons
}

// EndButtons returns the buttons that More shows for a finished game. `plays` says whether the reader was a player;
// spectators get fewer buttons.
func EndButtons(l *texts.Language, rec match.Record, plays bool) []discordgo.MessageComponent {
	d := newDrawing(l, rec, plan.View{}, render.Tiles{})
	var buttons []discordgo.MessageComponent
	if d.hasReview() && d.isLost() {
		buttons = append(buttons, ReviewButton(l, string(d.Match.ID)))
	}
	if plays && d.Match.Result.Decided() && !d.Match.Shared && d.Match.Dropped == 0 {
		buttons = append(buttons, d.button("share", "button.share", discordgo.SecondaryButton))
	}
	if len(d.Match.Moves) > 0 && d.Match.Dropped == 0 {
		buttons = append(buttons, ReplayButton(l, d.Match.ID))
	}
	return buttons
}

// scoreToday returns the text about the players' score against each other on the day when the match ended
// (Record.HeadToHead). It returns "" if no score is stored, and for matches that show another score.
func (d *drawing) scoreToday() string {
	s := d.HeadToHead
	if s == (match.HeadToHead{}) || d.Match.InSeries() || d.Match.IsHill() { // series and king-of-the-hill matches show another score
		return ""
	}
	said := d.texts.Say("score.today", "X", d.player(game.X), "XWins", texts.Ordinal(s.Wins[0]), "O", d.player(game.O), "OWins", texts.Ordinal(s.Wins[1]))
	if s.Draws > 0 {
		said = d.texts.Comma([]string{said, d.texts.Count("score.draws", s.Draws)})
	}
	return said
}

// Shown returns the view of a match's position that its live message draws.
func Shown(m match.Match) render.View {
	return newDrawing(nil, match.Record{Match: m}, plan.View{}, render.Tiles{}).boardView
}

// ResultPicture is the file name of the picture in the message that Result draws.
const ResultPicture = "board.png"

// Result draws the message that shares a finished game. It has the result, the last move and a picture of the final
// board.
func Result(l *texts.Language, rec match.Record) []discordgo.MessageComponent {
	d := newDrawing(l, rec, plan.View{}, render.Tiles{})
	alt := d.asAlt(l.Sentence(l.Count("board.final", len(d.Match.Moves))))
	return []discordgo.MessageComponent{Container(render.Accent(d.Match.Result.Winner),
		Text(d.heading()+"\n"+d.status()), Picture(ResultPicture, alt))}
}
