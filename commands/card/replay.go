package card

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// A Replay draws the pages of a finished game: the board after the first Ply moves.
type Replay struct {
	Texts  *texts.Language
	Web    string // address of the web client; see Link
	Record match.Record
	Ply    int          // number of moves on the board
	Style  string       // a render.Style; "" for the default
	Tiles  render.Tiles // for boards of tiles
}

// ReplayMenu is the custom id of the menu for choosing a match to replay.
const ReplayMenu = "/replay"

// ReplayPath returns the custom id of the button that opens a match's replay.
func ReplayPath(id match.ID) string { return "/replay/" + string(id) }

// ReplayButton returns the button that opens the replay of a match privately.
func ReplayButton(l *texts.Language, id match.ID) discordgo.Button {
	return discordgo.Button{CustomID: ReplayPath(id), Label: l.Say("button.replay"), Style: discordgo.SecondaryButton}
}

// drawing returns the drawing of the board after the first Ply moves. If Ply is before the end, the
// match is drawn as unfinished.
func (p Replay) drawing() *drawing {
	rec := p.Record
	rec.Place.Style = p.Style
	if m := &rec.Match; p.Ply < len(m.Moves) {
		m.Moves, m.Status, m.Result = slices.Clip(m.Moves[:p.Ply]), match.Playing, match.Result{}
	}
	d := newDrawing(p.Texts, rec, plan.View{}, p.Tiles)
	d.boardView.NoPad = true
	if _, nested := d.position.(game.Nested); !nested { // without local boards every free square may be played, so no square is highlighted
		d.boardView.Ended = true
	}
	return d
}

// View returns the view of the position, for pictures.
func (p Replay) View() render.View { return p.drawing().boardView }

// Draw draws the page: the board, and the buttons that step through the moves.
func (p Replay) Draw() []discordgo.MessageComponent {
	d := p.drawing()
	content := []discordgo.MessageComponent{Text(JoinLines(
		p.title(),
		p.result(d), smallText(p.where(), p.played(d)),
	))}
	style := render.Style(d.Place.Style)
	steps := Steps(p.Texts, p.Ply, len(p.Record.Match.Moves), func(step string) string {
		return ReplayPath(p.Record.Match.ID) + "/at/" + step
	})
	content = append(content, Text(render.Fence(render.Board(d.boardView, style), style)), Row(steps...), p.files())
	colour := render.Accent(d.position.ToMove())
	if d.Match.Status == match.Over {
		colour = render.Accent(d.Match.Result.Winner)
	}
	return []discordgo.MessageComponent{Container(colour, content...)}
}

func (p Replay) title() string {
	return "### " + p.Texts.Say("replay.title", "Game", LinkedGame(p.Texts, p.Web, p.Record))
}

func (p Replay) result(d *drawing) string {
	if d.Match.Status == match.Over {
		return JoinLines("**"+d.result()+"**", d.players())
	}
	return d.players()
}

func (p Replay) where() string {
	if p.Ply == 0 {
		return p.Texts.Say("replay.start")
	}
	return p.Texts.Count("replay.move", len(p.Record.Match.Moves), "Number", texts.Ordinal(p.Ply))
}

func (p Replay) played(d *drawing) string {
	last, ok := d.Match.Last()
	if !ok {
		return ""
	}
	return p.Texts.Say("replay.played", "Player", d.player(d.position.At(last)), "Square", namedSquare(p.Texts, d.Match.Options.Variant, last))
}

// Steps returns the four buttons that step through a game: to the start, back, forward, and to the end. `ply` is the
// number of moves shown, `plies` the number of all moves. The function `path` returns the custom id of a step such as
// "3/next". The step has a name in addition to the ply, because two buttons can lead to the same ply but must have
// different custom ids.
func Steps(l *texts.Language, ply, plies int, path func(step string) string) []discordgo.MessageComponent {
	to := func(other int, label texts.Key, name string) discordgo.MessageComponent {
		other = min(max(other, 0), plies)
		return discordgo.Button{
			CustomID: path(strconv.Itoa(other) + "/" + name), Label: l.Say(label), Style: discordgo.SecondaryButton, Disabled: other == ply,
		}
	}
	return []discordgo.MessageComponent{
		to(0, "replay.first", "first"), to(ply-1, "replay.back", "back"), to(ply+1, "replay.next", "next"), to(plies, "replay.last", "last"),
	}
}

func (p Replay) files() discordgo.ActionsRow {
	button := func(path string, label texts.Key) discordgo.Button {
		return discordgo.Button{CustomID: ReplayPath(p.Record.Match.ID) + path, Label: p.Texts.Say(label), Style: discordgo.SecondaryButton}
	}
	ply := strconv.Itoa(p.Ply)
	return Row(
		button("/words/"+ply, "button.describe"), button("/picture/"+ply, "replay.as_picture"), button("/animation", "replay.as_animation"),
		button("/text", "replay.as_text"), button("/share", "button.share"),
	)
}

// Words draws a description of the board in words.
func (p Replay) Words() []discordgo.MessageComponent {
	d := p.drawing()
	d.heard = true
	lines := append([]string{"### " + p.Texts.Say("replay.title", "Game", d.game()), p.result(d), p.Texts.Sentence(p.where())}, d.lastMove())
	lines = append(lines, d.inWords()...)
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), Text(JoinLines(lines...)))}
}

// The names of the files in the messages that Picture, Animation and File draw.
const (
	ReplayPicture   = "board.png"
	ReplayAnimation = "game.gif"
	ReplayFile      = "game.txt"
)

// Picture draws the page with a picture of the board.
func (p Replay) Picture() []discordgo.MessageComponent {
	d := p.drawing()
	return p.media(d, ReplayPicture, p.Texts.Sentence(p.where()))
}

// Animation draws the page with an animation of the whole game. It ignores Ply.
func (p Replay) Animation() []discordgo.MessageComponent {
	p.Ply = len(p.Record.Match.Moves)
	d := p.drawing()
	return p.media(d, ReplayAnimation, p.Texts.Count("replay.animation", p.Ply))
}

// media draws a page with an attached picture. The description of the picture begins with `what`.
func (p Replay) media(d *drawing, file, what string) []discordgo.MessageComponent {
	heard := *d
	heard.heard = true
	return []discordgo.MessageComponent{Container(render.Accent(d.Match.Result.Winner),
		Text(JoinLines(p.title(), p.result(d), smallText(p.where(), p.played(d)))), Picture(file, heard.asAlt(what)))}
}

// File draws the page with the game as a text file.
func (p Replay) File() []discordgo.MessageComponent { return GameFile(p.Texts, p.title()) }

// GameFile draws a message with a game's text file, under a title.
func GameFile(l *texts.Language, title string) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		Text(title + "\n" + l.Say("replay.file")),
		discordgo.FileComponent{File: discordgo.UnfurledMediaItem{URL: "attachment://" + ReplayFile}},
	}
}

// FinishedGame returns a name and a description of a finished game for a menu or for autocomplete. They contain the
// reader's result, the variant, the length and the date, and the level of a computer as the opponent. Menus and
// autocomplete cannot mention members.
func FinishedGame(l *texts.Language, m match.Match, reader string) (name, about string) {
	side, said := m.Side(reader), texts.Key("replay.lost")
	switch {
	case !m.Result.Decided():
		said = "replay.void"
	case side == game.Empty:
		said = "replay.watched"
	case m.Result.Winner == game.Empty:
		said = "replay.drawn"
	case m.Result.Winner == side:
		said = "replay.won"
	}
	name = l.Say(said) + " · " + Game(l, m)
	if opponent := m.Player(side.Opponent()); side != game.Empty && opponent.IsComputer() {
		name += " · " + Level(l, opponent.Level)
	}
	return name, l.Count("history.moves", len(m.Moves)) + " · " + l.Moment(m.Changed)
}

// ReviewMenu is the custom id of the menu for choosing a match to review.
const ReviewMenu = "/review-choose"

// ReviewButton returns the button that opens a review of a game privately. `id` is the id of a match or, for
// a game that was pasted as text, its review's key (plan.Reviewed.Key).
func ReviewButton(l *texts.Language, id string) discordgo.Button {
	return discordgo.Button{CustomID: "/review/" + id, Label: l.Say("button.review"), Style: discordgo.SecondaryButton}
}
