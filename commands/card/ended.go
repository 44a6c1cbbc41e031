package card

import (
	"cmp"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/render"
)

// Texts of a match that is over.
const (
	buttonAgain  texts.Key = "button.again"
	buttonNext   texts.Key = "button.next_level"
	buttonEasier texts.Key = "button.easier"
	ButtonShare  texts.Key = "button.share"
	scoreToday   texts.Key = "score.today"
	scoreDraws   texts.Key = "score.draws"
)

// summary is the text of the end card: result, players with the day's score, game and ratings,
// achievements, then lines that most games lack. Ratings and achievements come from Record.Effects. A
// phone shows the few lines with the whole board; the rest is behind the button More.
func (d *drawing) summary() string {
	players := cmp.Or(d.today(), d.players())
	about := []string{d.game()}
	if d.match.InSeries() { // the line of a series names the game
		players, about = d.seriesLine(), nil
	}
	about = append(append(about, d.texts.Count(historyMoves, d.match.MovesMade())), d.ratings()...)
	return joinLines("### "+d.result(), players, small(about...), d.earned(), d.given(), d.helped(), d.seriesResult(), d.stays(),
		d.following(), d.voting(), d.saying())
}

// ended returns the buttons of a finished game: at most three.
func (d *drawing) ended() []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	switch {
	case d.match.GoesOn():
		buttons = d.nextButtons()
	case !d.match.Continued && d.tournament == "": // a tournament says who plays whom next
		buttons = append(buttons, d.button("rematch", texts.ButtonRematch, discordgo.PrimaryButton))
	}
	if d.match.Result.Counts() && d.match.Dropped == 0 {
		buttons = append(buttons, ReviewButton(d.texts, string(d.match.ID)))
	}
	return buttons
}

// EndButtons returns the buttons of a finished game that are behind the button More. A player has more of them than others
// who look at the board.
func EndButtons(l *texts.Language, rec match.Record, plays bool) []discordgo.MessageComponent {
	d := newDrawing(l, rec, plan.View{}, render.Tiles{})
	var buttons []discordgo.MessageComponent
	if plays && !d.match.GoesOn() && !d.match.Continued && d.tournament == "" {
		buttons = d.ladder()
	}
	if plays && d.match.Result.Counts() && !d.match.Shared && d.match.Dropped == 0 {
		buttons = append(buttons, d.button("share", ButtonShare, discordgo.SecondaryButton))
	}
	if len(d.match.Moves) > 0 && d.match.Dropped == 0 {
		buttons = append(buttons, ReplayButton(l, d.match.ID))
	}
	return buttons
}

// ladder returns the button for a game against another level of the computer: the next one after a win or a
// draw, an easier one after a loss. The card itself offers the same level.
func (d *drawing) ladder() []discordgo.MessageComponent {
	level, result := d.level(), d.match.Result
	if level == "" || !result.Counts() || d.match.Watched() {
		return nil
	}
	lost := d.match.Player(result.Winner).IsComputer()
	v := d.match.Options.Variant
	if _, ok := ai.Step(v, level, -1); ok && lost {
		return []discordgo.MessageComponent{d.button("easier", buttonEasier, discordgo.SecondaryButton)}
	}
	if _, ok := ai.Step(v, level, 1); ok && !lost {
		return []discordgo.MessageComponent{d.button("next", buttonNext, discordgo.SuccessButton)}
	}
	return nil
}

// today says the players' score against each other on the day of the end (Record.Score), "" if there is
// none.
func (d *drawing) today() string {
	s := d.score
	if s == (match.HeadToHead{}) || d.match.InSeries() || d.match.IsHill() { // series and hills have scores of their own
		return ""
	}
	said := d.texts.Say(scoreToday, "X", d.player(game.X), "XWins", texts.Ordinal(s.Wins[0]), "O", d.player(game.O), "OWins", texts.Ordinal(s.Wins[1]))
	if s.Draws > 0 {
		said = d.texts.Comma([]string{said, d.texts.Count(scoreDraws, s.Draws)})
	}
	return said
}

// Shown returns the position of a match as it is drawn.
func Shown(m match.Match) render.View {
	return newDrawing(nil, match.Record{Match: m}, plan.View{}, render.Tiles{}).shown
}

// ResultPicture is the name of the picture in what Result returns.
const ResultPicture = "board.png"

// maxAlt is how many characters the description of a picture can have.
const maxAlt = 1024

// Result returns what is shown of a finished game beside its live message: how and when
// it ended, and a picture.
func Result(l *texts.Language, rec match.Record) []discordgo.MessageComponent {
	d := newDrawing(l, rec, plan.View{}, render.Tiles{})
	alt := plan.Shorten(d.asAlt(l.Sentence(l.Count(texts.BoardFinal, len(d.match.Moves)))), maxAlt)
	return []discordgo.MessageComponent{Container(render.Accent(d.match.Result.Winner),
		Text(d.heading()+"\n"+d.status()),
		discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{
			{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + ResultPicture}, Description: &alt},
		}},
	)}
}
