// Package card draws the messages about a match: its live message with the board and
// the buttons to play on it, what is left of it elsewhere, and the words for a
// match that other messages share.
package card

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// A drawing is the live message of a match while it is drawn.
type drawing struct {
	texts    *texts.Language
	place    match.Place
	match    match.Match
	score    match.Score
	position game.Position
	view     plan.View
	shown    render.View
	heard    bool // it is read aloud: marks are letters
}

// Live returns the live message of a match, with the pad as the player to move has
// chosen.
func Live(l *texts.Language, rec match.Record, v plan.View, tiles render.Tiles) []discordgo.MessageComponent {
	d := newDrawing(l, rec, v, tiles)
	if d.match.Status == match.Challenge || d.match.Begins == game.Empty {
		return d.challenge()
	}
	content := []discordgo.MessageComponent{Text(d.heading() + "\n" + d.status())}
	if style := render.Style(d.place.Style); !d.buttonsAreBoard() {
		content = append(content, Text(render.Fence(render.Board(d.shown, style), style)))
	}
	content = append(content, d.pad()...)
	colour := render.Accent(d.match.Result.Winner)
	if d.match.Status == match.Playing {
		colour = render.Accent(d.position.ToMove())
	}
	return []discordgo.MessageComponent{Container(colour, append(content, d.controls())...)}
}

func newDrawing(l *texts.Language, rec match.Record, v plan.View, tiles render.Tiles) *drawing {
	d := &drawing{texts: l, place: rec.Place, match: rec.Match, score: rec.Score, position: rec.Match.Position(), view: v}
	d.shown = render.View{Position: d.position, Chosen: v.Board, Ended: d.match.Status == match.Over, Tiles: tiles}
	d.shown.Last, d.shown.HasLast = d.match.Last()
	return d
}

// Moved returns what is left in an old live message after the board was shown
// again further down the channel.
func Moved(l *texts.Language, web string, rec match.Record) []discordgo.MessageComponent {
	key := texts.Moved
	if rec.Message != "" {
		key = texts.MovedTo
	}
	moved := l.Say(key, "Game", Game(l, rec.Match), "Players", Players(l, rec.Match), "Link", Link(web, rec))
	return []discordgo.MessageComponent{Text(small(moved))} // /move leaves one for each move
}

// WaitsFor returns the member that a match waits for, "" when it waits for nobody
// in particular.
func WaitsFor(m match.Match) string {
	if m.Status == match.Challenge {
		return m.Challenged().ID
	}
	return m.ToMove().ID
}

// player returns a side's mark with who plays it.
func (d *drawing) player(side game.Mark) string {
	if d.heard {
		return marked(d.texts, d.match, side, Letter(side))
	}
	return Player(d.texts, d.match, side)
}

// players returns who plays which mark.
func (d *drawing) players() string {
	return d.texts.Say(texts.Versus, "X", d.player(game.X), "O", d.player(game.O))
}
