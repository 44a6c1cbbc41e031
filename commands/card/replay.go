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

// Texts of replays.
const (
	replayTitle     texts.Key = "replay.title"
	replayStart     texts.Key = "replay.start"
	replayMove      texts.Key = "replay.move"
	replayPlayed    texts.Key = "replay.played"
	replayFile      texts.Key = "replay.file"
	replayAnimation texts.Key = "replay.animation"
	replayWon       texts.Key = "replay.won"
	replayLost      texts.Key = "replay.lost"
	replayDrawn     texts.Key = "replay.drawn"
	replayVoid      texts.Key = "replay.void"
	replayWatched   texts.Key = "replay.watched"
	replayFirst     texts.Key = "replay.first"
	replayBack      texts.Key = "replay.back"
	replayNext      texts.Key = "replay.next"
	replayLast      texts.Key = "replay.last"
	replayPicture   texts.Key = "replay.as_picture"
	replayAnimate   texts.Key = "replay.as_animation"
	replayShare     texts.Key = "replay.share"
	// ButtonReplay labels the button that opens the replay of a game.
	ButtonReplay texts.Key = "button.replay"
)

// A Replay has all that a page of a finished game shows: the board after some of its moves.
type Replay struct {
	Texts  *texts.Language
	Web    string // see Link
	Record match.Record
	Ply    int          // the number of moves on the board
	Style  string       // a render.Style; "" for the default
	Tiles  render.Tiles // for boards of tiles
}

// ReplayMenu is the custom id of the menu that chooses a match to replay.
const ReplayMenu = "/replay"

// ReplayPath returns the custom id of the button that opens a match's replay.
func ReplayPath(id match.ID) string { return "/replay/" + string(id) }

// ReplayButton opens the replay of a match, privately.
func ReplayButton(l *texts.Language, id match.ID) discordgo.Button {
	return discordgo.Button{CustomID: ReplayPath(id), Label: l.Say(ButtonReplay), Style: discordgo.SecondaryButton}
}

// drawing returns the board after the first Ply moves. Before the last move it counts as unfinished.
func (p Replay) drawing() *drawing {
	rec := p.Record
	rec.Place.Style = p.Style
	if m := &rec.Match; p.Ply < len(m.Moves) {
		m.Moves, m.Status, m.Result = slices.Clip(m.Moves[:p.Ply]), match.Playing, match.Result{}
	}
	d := newDrawing(p.Texts, rec, plan.View{}, p.Tiles)
	d.shown.NoPad = true
	if _, nested := d.position.(game.Nested); !nested { // every free square may be played
		d.shown.Ended = true
	}
	return d
}

// View returns the position as it is drawn.
func (p Replay) View() render.View { return p.drawing().shown }

// Draw returns the page: the board, and the buttons that step through the moves.
func (p Replay) Draw() []discordgo.MessageComponent {
	d := p.drawing()
	content := []discordgo.MessageComponent{Text(joinLines(
		p.title(),
		p.result(d), small(p.where(), p.played(d)),
	))}
	style := render.Style(d.place.Style)
	content = append(content, Text(render.Fence(render.Board(d.shown, style), style)), p.steps(), p.files())
	colour := render.Accent(d.position.ToMove())
	if d.match.Status == match.Over {
		colour = render.Accent(d.match.Result.Winner)
	}
	return []discordgo.MessageComponent{Container(colour, content...)}
}

// title names the game.
func (p Replay) title() string {
	return "### " + p.Texts.Say(replayTitle, "Game", LinkedGame(p.Texts, p.Web, p.Record))
}

// result names the players, and after the last move the result.
func (p Replay) result(d *drawing) string {
	if d.match.Status == match.Over {
		return joinLines("**"+d.result()+"**", d.players())
	}
	return d.players()
}

// where returns the number of the last move and of all moves.
func (p Replay) where() string {
	if p.Ply == 0 {
		return p.Texts.Say(replayStart)
	}
	return p.Texts.Count(replayMove, len(p.Record.Match.Moves), "Number", texts.Ordinal(p.Ply))
}

// played says who made the last move and where, "" before the first.
func (p Replay) played(d *drawing) string {
	last, ok := d.match.Last()
	if !ok {
		return ""
	}
	return p.Texts.Say(replayPlayed, "Player", d.player(d.position.At(last)), "Square", namedSquare(p.Texts, d.match.Options.Variant, last))
}

// steps returns the buttons that step through the moves.
func (p Replay) steps() discordgo.ActionsRow {
	return Row(Steps(p.Texts, p.Ply, len(p.Record.Match.Moves), func(step string) string {
		return ReplayPath(p.Record.Match.ID) + "/at/" + step
	})...)
}

// Steps returns the four buttons that step through a game: to the start, back, on, and to the end. ply is the
// position shown, plies the length of the game. path returns the custom id of a step such as "3/next": the ply
// and a name, because two buttons may lead to the same ply.
func Steps(l *texts.Language, ply, plies int, path func(step string) string) []discordgo.MessageComponent {
	to := func(other int, label texts.Key, name string) discordgo.MessageComponent {
		other = min(max(other, 0), plies)
		return discordgo.Button{
			CustomID: path(strconv.Itoa(other) + "/" + name), Label: l.Say(label), Style: discordgo.SecondaryButton, Disabled: other == ply,
		}
	}
	return []discordgo.MessageComponent{
		to(0, replayFirst, "first"), to(ply-1, replayBack, "back"), to(ply+1, replayNext, "next"), to(plies, replayLast, "last"),
	}
}

// files returns the buttons for the game in other forms.
func (p Replay) files() discordgo.ActionsRow {
	button := func(path string, label texts.Key) discordgo.Button {
		return discordgo.Button{CustomID: ReplayPath(p.Record.Match.ID) + path, Label: p.Texts.Say(label), Style: discordgo.SecondaryButton}
	}
	ply := strconv.Itoa(p.Ply)
	return Row(
		button("/words/"+ply, texts.ButtonDescribe), button("/picture/"+ply, replayPicture), button("/animation", replayAnimate),
		button("/text", texts.ButtonTextFile), button("/share", replayShare),
	)
}

// Words returns all that the board shows in words.
func (p Replay) Words() []discordgo.MessageComponent {
	d := p.drawing()
	d.heard = true
	lines := append([]string{"### " + p.Texts.Say(replayTitle, "Game", d.game()), p.result(d), p.Texts.Sentence(p.where())}, d.lastMove())
	lines = append(lines, d.inWords()...)
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), Text(joinLines(lines...)))}
}

// The file names in the messages of Picture, Animation and File.
const (
	ReplayPicture   = "board.png"
	ReplayAnimation = "game.gif"
	ReplayFile      = "game.txt"
)

// Picture returns the page with a picture of the board.
func (p Replay) Picture() []discordgo.MessageComponent {
	d := p.drawing()
	return p.media(d, ReplayPicture, p.Texts.Sentence(p.where()))
}

// Animation returns the page with an animation of the whole game, whatever Ply is.
func (p Replay) Animation() []discordgo.MessageComponent {
	p.Ply = len(p.Record.Match.Moves)
	d := p.drawing()
	return p.media(d, ReplayAnimation, p.Texts.Count(replayAnimation, p.Ply))
}

// media returns an attached picture with its description, which begins with what.
func (p Replay) media(d *drawing, file, what string) []discordgo.MessageComponent {
	heard := *d
	heard.heard = true
	alt := plan.Shorten(heard.asAlt(what), maxAlt)
	return []discordgo.MessageComponent{Container(render.Accent(d.match.Result.Winner),
		Text(joinLines(p.title(), p.result(d), small(p.where(), p.played(d)))),
		discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{
			{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + file}, Description: &alt},
		}},
	)}
}

// File returns the page with the game as a text file.
func (p Replay) File() []discordgo.MessageComponent { return GameFile(p.Texts, p.title()) }

// GameFile returns the message with a game's text file, under a title.
func GameFile(l *texts.Language, title string) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		Text(title + "\n" + l.Say(replayFile)),
		discordgo.FileComponent{File: discordgo.UnfurledMediaItem{URL: "attachment://" + ReplayFile}},
	}
}

// FinishedGame names a finished game in a menu or a completion, which cannot mention members: the reader's
// result, the opponent, the length and the date.
func FinishedGame(l *texts.Language, m match.Match, reader string) (name, about string) {
	side, said := m.Side(reader), replayLost
	switch {
	case !m.Result.Decided():
		said = replayVoid
	case side == game.Empty:
		said = replayWatched
	case m.Result.Winner == game.Empty:
		said = replayDrawn
	case m.Result.Winner == side:
		said = replayWon
	}
	name = l.Say(said) + " · " + Game(l, m)
	if opponent := m.Player(side.Opponent()); side != game.Empty && opponent.IsComputer() {
		name += " · " + Level(l, opponent.Level)
	}
	return name, l.Count(historyMoves, len(m.Moves)) + " · " + l.Moment(m.Changed)
}
