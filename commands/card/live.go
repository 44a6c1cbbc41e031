// Package card draws the messages about a match: the live message with the board and its buttons, the short message
// with a link that replaces an old live message, and texts about matches that other messages use.
package card

import (
	"cmp"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// A drawing holds a match and everything else that its live message shows. Its methods draw the message.
type drawing struct {
	match.Record
	texts     *texts.Language
	position  game.Position
	view      plan.View
	boardView render.View
	heard     bool // the text is for a screen reader, which needs letters as marks
}

// Live draws the live message of a match. The view `v` says which local board the player to move
// has opened on the button pad (the buttons for squares), and whether the computer's remarks are left out.
func Live(l *texts.Language, rec match.Record, v plan.View, tiles render.Tiles) []discordgo.MessageComponent {
	d := newDrawing(l, rec, v, tiles)
	if d.Match.Status == match.Challenge || d.Match.Begins == game.Empty {
		return d.challenge()
	}
	if d.Place.Thread == match.ThreadWanted || d.Place.Thread == match.ThreadOpening {
		if d.Match.Status == match.Playing {
			return []discordgo.MessageComponent{Container(render.Accent(game.Empty), Text(d.heading()+"\n"+smallText(l.Say("thread.below"))))}
		}
	}
	if d.Match.Dropped > 0 {
		said := JoinLines(d.heading(), d.status(), smallText(l.Say("ended.dropped")))
		return []discordgo.MessageComponent{Container(render.Accent(d.Match.Result.Winner), Text(said), d.controls())}
	}
	var said string
	if d.Match.Status == match.Over {
		said = d.summary()
	} else {
		said = JoinLines(d.pendingOffers(), d.heading(), d.helpUsed(), d.hill(), d.status(), d.voting())
	}
	if d.Match.InWords() {
		said = JoinLines(append([]string{said}, d.inWords()...)...)
	}
	content := []discordgo.MessageComponent{Text(said)}
	if !d.buttonsAreBoard() && !d.Match.InWords() {
		content = append(content, d.boardAsText())
	}
	content = append(content, d.pad()...)
	colour := render.Accent(d.Match.Result.Winner)
	if d.Match.Status == match.Playing {
		colour = render.Accent(d.position.ToMove())
	}
	return []discordgo.MessageComponent{Container(colour, append(content, d.controls())...)}
}

func (d *drawing) boardAsText() discordgo.TextDisplay {
	style := render.Style(d.Place.Style)
	return Text(render.Fence(render.Board(d.boardView, style), style))
}

func newDrawing(l *texts.Language, rec match.Record, v plan.View, tiles render.Tiles) *drawing {
	d := &drawing{Record: rec, texts: l, position: rec.Match.Position(), view: v}
	d.boardView = render.View{Position: d.position, Chosen: v.LocalBoard, Ended: d.Match.Status == match.Over, Tiles: tiles}
	d.boardView.Last, d.boardView.HasLast = d.Match.Last()
	d.boardView.Keypad = d.numeric()
	d.heard = d.Match.InWords()
	if d.Match.VoteRuns() {
		d.boardView.Votes = d.votesBySquare()
	}
	if render.Style(d.Place.Style) == render.Emoji {
		d.boardView.Marks = [2]string{ownMark(d.Match, game.X), ownMark(d.Match, game.O)}
	}
	if d.mayPress() {
		MarkSuggested(&d.boardView)
	}
	return d
}

// numeric reports whether cells are numbered as on a numeric keypad. This is a setting of the
// player to move, or of the opponent if the computer is to move.
func (d *drawing) numeric() bool {
	side := d.position.ToMove()
	if !d.Match.Player(side).IsPerson() {
		side = side.Opponent()
	}
	return d.Match.NumericFor(d.Match.Player(side).ID)
}

// number returns the number that members see for a cell of a local board. It also numbers the local boards themselves.
// `cell` is counted from 0.
func (d *drawing) number(cell int) string {
	return strconv.Itoa(render.CellNumber(cell, d.boardView.Keypad))
}

// showsOwnMarks reports whether the board shows the emoji that the players have chosen as their
// marks. Boards of buttons and of Unicode emoji show them; boards of tiles or letters do not.
func (d *drawing) showsOwnMarks() bool {
	return d.buttonsAreBoard() || render.Style(d.Place.Style) == render.Emoji
}

// ThreadName returns the name of a match's thread, cut to Discord's limit of 100 characters. `names` maps members' ids
// to their names.
func ThreadName(l *texts.Language, rec match.Record, names map[string]string) string {
	name := func(p match.Player) string {
		if p.IsComputer() {
			return Level(l, p.Level)
		}
		return plan.Shorten(cmp.Or(names[p.ID], l.Say("thread.somebody")), 30)
	}
	both := rec.Match.Players
	return plan.Shorten(l.Say("thread.name", "Game", Game(l, rec.Match), "X", name(both[0]), "O", name(both[1])), 100)
}

// Moved draws the text that replaces an old live message after the bot has posted the board again, further down the
// channel or in the match's thread. `channel` is the channel of the old message.
func Moved(l *texts.Language, web string, rec match.Record, channel string) []discordgo.MessageComponent {
	key := texts.Key("moved")
	switch {
	case rec.Message != "" && rec.Place.Thread >= match.ThreadOpen && channel != rec.Place.Channel:
		key = "moved.thread"
	case rec.Message != "":
		key = "moved.to"
	}
	moved := l.Say(key, "Game", Game(l, rec.Match), "Players", Players(l, rec.Match), "Link", Link(web, rec))
	return []discordgo.MessageComponent{Text(smallText(moved))} // small, because each use of /move leaves such a message
}

func (d *drawing) player(side game.Mark) string {
	if d.heard {
		return playerWithMark(d.texts, d.Match, side, Letter(side))
	}
	if own := ownMark(d.Match, side); own != "" && !d.showsOwnMarks() {
		return playerWithMark(d.texts, d.Match, side, MarkEmoji(d.texts, side)+own) // the board shows only the usual mark
	}
	return Player(d.texts, d.Match, side)
}

func (d *drawing) players() string {
	if _, over := d.Match.SeriesResult(); d.Match.InSeries() && !over && d.Match.Begins != game.Empty {
		return d.seriesLine()
	}
	return d.versus()
}

func (d *drawing) versus() string {
	return d.texts.Say("versus", "X", d.player(game.X), "O", d.player(game.O))
}
