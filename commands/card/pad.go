package card

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// maxButtons is the greatest width of a classic or misère board that has a button for every square. A message can hold
// five rows of five buttons.
const maxButtons = 5

func (d *drawing) buttonsAreBoard() bool {
	return NeedsNoBoard(d.position) && !render.Style(d.Place.Style).Monospace()
}

// pad returns the buttons of the squares. If the board consists of buttons, they are always there.
// Below a drawn board they are there only on a member's turn.
func (d *drawing) pad() []discordgo.MessageComponent {
	p := Pad{
		Texts: d.texts, View: d.boardView, IsBoard: d.buttonsAreBoard(), MayPress: d.mayPress(),
		Named: d.Match.Looks[0].Keypad == match.NamedSquares || d.Match.Looks[1].Keypad == match.NamedSquares,
		Words: d.Match.InWords(),
		ID:    func(action string) string { return BoardPath(d.Match, action) },
	}
	if d.showsOwnMarks() {
		p.OwnMark = func(mark game.Mark) string { return ownMark(d.Match, mark) }
	}
	return p.Draw()
}

// A Pad draws the buttons for choosing a square, in one or two steps. The custom ids end with
//   - the square's name, such as "b2", on a free square
//   - "taken-b2" on a taken square of a board that consists of buttons
//   - "from-a1" on a menu of squares
//   - "board-5" on a local board
//   - "boards" on the button that leads back to the local boards.
type Pad struct {
	Texts    *texts.Language
	View     render.View // the board; View.Chosen is the local board that the player has opened
	IsBoard  bool        // the board consists of the buttons and is not drawn as text
	MayPress bool
	Named    bool                        // on a board of buttons, free squares have their names as labels
	Words    bool                        // labels say in words which mark is on the square
	ID       func(action string) string  // returns the custom id of an action
	OwnMark  func(mark game.Mark) string // returns the emoji that a player has chosen for their mark, "" for the usual mark; nil if neither player has chosen one
}

// NeedsNoBoard reports whether the buttons of a position can show the whole board.
func NeedsNoBoard(p game.Position) bool {
	_, isNested := p.(game.Nested)
	return !isNested && p.Variant().Size() <= maxButtons
}

// Draw returns the buttons. It returns none if the board is drawn as text and members may not press squares now.
func (p Pad) Draw() []discordgo.MessageComponent {
	nested, isNested := p.View.Position.(game.Nested)
	focus := p.View.Focus()
	switch {
	case p.IsBoard:
		return p.squares()
	case !p.MayPress:
		return nil
	case isNested && focus == game.FreeChoice:
		return append(p.hint("pad.board"), p.boards(nested)...)
	case isNested && focus == nested.OnlyBoard():
		return p.cells(nested, focus)
	case isNested:
		rows := p.cells(nested, focus)
		last, _ := rows[2].(discordgo.ActionsRow) // beside these buttons, so that all rows stay where the boards' rows were
		back := discordgo.Button{CustomID: p.ID("boards"), Label: p.Texts.Say("pad.back"), Style: discordgo.SecondaryButton}
		rows[2] = Row(append(last.Components, back)...)
		return append(p.hint("pad.cell", LocalBoard(p.Texts, focus)...), rows...)
	case p.View.Position.Variant().Size() <= maxButtons:
		return p.squares()
	}
	return p.near()
}

// WithBoard returns the board drawn in a style, with the buttons below it. If the board consists of
// buttons, it returns only the buttons.
func (p Pad) WithBoard(style render.Style) []discordgo.MessageComponent {
	if p.IsBoard = NeedsNoBoard(p.View.Position) && !style.Monospace(); p.IsBoard {
		return p.Draw()
	}
	if p.MayPress {
		MarkSuggested(&p.View)
	}
	return append([]discordgo.MessageComponent{Text(render.Fence(render.Board(p.View, style), style))}, p.Draw()...)
}

func (p Pad) hint(key texts.Key, args ...string) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{Text("**" + p.Texts.Say(key, args...) + "**")}
}

// number returns the number that members see for a cell of a local board. It also numbers the local boards themselves.
// `cell` is counted from 0.
func (p Pad) number(cell int) string { return strconv.Itoa(render.CellNumber(cell, p.View.Keypad)) }

func (p Pad) squares() []discordgo.MessageComponent {
	size := p.View.Position.Variant().Size()
	var buttons []discordgo.MessageComponent
	for row := range size {
		for col := range size {
			s := game.At(col, row)
			buttons = append(buttons, p.square(s, s.String()))
		}
	}
	return rows(buttons, size)
}

func (p Pad) cells(n game.Nested, board int) []discordgo.MessageComponent {
	return Grid(func(cell int) discordgo.Button { return p.square(n.Join(board, cell), p.number(cell)) })
}

// signs are the labels of taken squares if the bot has no custom emoji for the marks. They are bold Unicode letters,
// because Discord never replaces these by emoji. colours are the styles of taken squares on a board of buttons.
var (
	signs   = [...]string{game.X: "𝗫", game.O: "𝗢"}
	colours = [...]discordgo.ButtonStyle{game.X: discordgo.DangerButton, game.O: discordgo.PrimaryButton}
)

// blank is an invisible label. Discord does not accept a button with neither a label nor an emoji.
const blank = "\u200b"

func (p Pad) sign(mark game.Mark) string {
	if p.OwnMark != nil {
		return cmp.Or(p.OwnMark(mark), signs[mark])
	}
	return signs[mark]
}

// square returns the button of a square. Below a board drawn as text, the label is the square's name if the square is
// free, and its mark if it is taken. On a board of buttons, the method `paint` chooses the label.
func (p Pad) square(s game.Square, name string) discordgo.Button {
	button := discordgo.Button{CustomID: p.ID(s.String()), Label: name, Style: discordgo.SecondaryButton, Disabled: !p.MayPress}
	if p.IsBoard {
		p.paint(&button, s)
	} else if mark := p.View.Position.At(s); mark != game.Empty {
		button.Label, button.Disabled = p.label(s, mark), true
	} else {
		button.Label += p.tally(func(voted game.Square) bool { return voted == s })
	}
	if p.Words {
		button.Emoji, button.Label = nil, p.inWords(name, p.View.Position.At(s), p.goes(s))+p.tally(func(voted game.Square) bool { return voted == s })
	}
	return button
}

// inWords returns a label with the name of a square and its mark in words, or the word for "free". If `goes` is set, the next
// move takes the mark away.
func (p Pad) inWords(name string, mark game.Mark, goes bool) string {
	switch {
	case mark == game.Empty:
		return p.Texts.Say("pad.free", "Square", name)
	case goes:
		return p.Texts.Say("pad.goes_next", "Square", name, "Mark", Letter(mark))
	}
	return p.Texts.Say("pad.taken", "Square", name, "Mark", Letter(mark))
}

// goes reports whether the next move takes the mark on a square away. After the end there is none.
func (p Pad) goes(s game.Square) bool {
	going, _ := render.Fading(p.View.Position)
	return going == s && !p.View.Ended
}

// label returns the mark of a side on a square as text. The square of the last move is in brackets.
func (p Pad) label(s game.Square, mark game.Mark) string {
	if p.View.HasLast && s == p.View.Last {
		return "[" + p.sign(mark) + "]"
	}
	return p.sign(mark)
}

// paint styles a button as a square of the board. A taken square stays enabled, because Discord draws disabled buttons
// at half opacity. A press on a taken square gets an answer that names the player who took it.
func (p Pad) paint(button *discordgo.Button, s game.Square) {
	mark := p.View.Position.At(s)
	name, id, tiled := p.View.Tiles.Button(p.View, s)
	if mark == game.Empty {
		switch votes := p.View.Votes[s]; {
		case votes > 0:
			button.Label = voteCount(button.Label, votes)
		case tiled && !p.Named:
			button.Label, button.Emoji = "", &discordgo.ComponentEmoji{Name: name, ID: id}
		default:
			if _, gone := render.Fading(p.View.Position); gone == s {
				button.Label += " ◌"
			}
		}
		return
	}
	button.CustomID, button.Disabled = p.ID("taken-"+s.String()), false
	button.Label, button.Style = p.label(s, mark), colours[mark]
	if p.goes(s) {
		button.Style = discordgo.SecondaryButton
	}
	if tiled && p.sign(mark) == signs[mark] {
		button.Label, button.Emoji = "", &discordgo.ComponentEmoji{Name: name, ID: id}
	}
	switch line := p.View.Position.WinningLine(); {
	case len(line) == 0:
	case p.View.Position.At(line[0]) != p.View.Position.Outcome().Winner: // only the line that lost is red
		if button.Style = discordgo.SecondaryButton; slices.Contains(line, s) {
			button.Style = discordgo.DangerButton
		}
	case slices.Contains(line, s):
		button.Style = discordgo.SuccessButton
	}
}

// boards returns a button for every local board. Its label is the board's number or, if the local board is closed, the
// winner's mark or a dash. The colour differs from that of squares, so members see that they choose a local board.
func (p Pad) boards(n game.Nested) []discordgo.MessageComponent {
	return Grid(func(board int) discordgo.Button {
		button := discordgo.Button{
			CustomID: p.ID("board-" + strconv.Itoa(board+1)), Style: discordgo.PrimaryButton, Label: p.number(board),
		}
		if !n.Open(board) {
			button.Label, button.Style, button.Disabled = "–", discordgo.SecondaryButton, true
			if winner := n.Local(board).Winner; winner != game.Empty {
				button.Label = p.sign(winner)
			}
		}
		if local := n.Local(board); p.Words && (n.Open(board) || local.Winner != game.Empty) {
			button.Label = p.inWords(boardName(p.Texts, board), local.Winner, false)
		}
		button.Label += p.tally(func(s game.Square) bool { on, _ := n.Split(s); return on == board })
		return button
	})
}

// tally returns the total of the votes on all squares for which `on` returns true, as the end of a button's label. It
// returns "" if there are no votes.
func (p Pad) tally(on func(game.Square) bool) string {
	votes := 0
	for s, n := range p.View.Votes {
		if on(s) {
			votes += n
		}
	}
	return voteCount("", votes)
}

// `near` returns buttons for the squares that MarkSuggested has chosen, with the numbers that the board shows, and menus
// for all other free squares. So a move takes one press on a button, or two presses with a menu.
func (p Pad) near() []discordgo.MessageComponent {
	content := p.nearButtons()
	others := slices.DeleteFunc(p.View.Position.Moves(), func(s game.Square) bool { return slices.Contains(p.View.Lit, s) })
	size := p.View.Position.Variant().Size()
	for _, band := range bands(size) {
		first, last := game.At(0, band.top).String(), game.At(size-1, band.bottom).String()
		menu := discordgo.SelectMenu{
			MenuType: discordgo.StringSelectMenu, CustomID: p.ID("from-" + first), Placeholder: p.Texts.Say("pad.others", "From", first, "To", last),
		}
		for _, s := range others {
			if band.contains(s) {
				menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: s.String(), Value: s.String()})
			}
		}
		if len(menu.Options) > 0 {
			content = append(content, Row(menu))
		}
	}
	return content
}

// nearButtons places the buttons as their squares lie on the board, with disabled buttons between them. Votes and words
// need the squares' names and no such gaps.
func (p Pad) nearButtons() (all []discordgo.MessageComponent) {
	byNumber, number, gaps := p.View.Votes == nil && !p.Words, 0, 0
	byCol := func(a, b game.Square) int { return a.Col() - b.Col() }
	for _, row := range nearRows(p.View.Lit) {
		places := nearPlaces(row, slices.MinFunc(p.View.Lit, byCol).Col(), slices.MaxFunc(p.View.Lit, byCol).Col())
		var buttons []discordgo.MessageComponent
		for i, s := range row {
			for ; byNumber && len(buttons) < places[i]; gaps++ {
				buttons = append(buttons, discordgo.Button{CustomID: p.ID("gap-" + strconv.Itoa(gaps)), Label: blank, Style: discordgo.SecondaryButton, Disabled: true})
			}
			name := s.String()
			if number++; byNumber {
				name = strconv.Itoa(number)
			}
			buttons = append(buttons, p.square(s, name))
		}
		all = append(all, Row(buttons...))
	}
	return all
}

// Discord's limits: MaxOptions for the number of options in a menu, MaxLabel for the label and for the description of
// an option, in characters.
const (
	MaxOptions = 25
	MaxLabel   = 100
)

// Rows arranges buttons in rows of the greatest width that Discord allows.
func Rows(buttons []discordgo.MessageComponent) []discordgo.MessageComponent {
	return rows(buttons, maxButtons)
}

func rows(buttons []discordgo.MessageComponent, wide int) (all []discordgo.MessageComponent) {
	for row := range slices.Chunk(buttons, wide) {
		all = append(all, Row(row...))
	}
	return all
}

// Grid returns three rows of three buttons.
func Grid(button func(i int) discordgo.Button) []discordgo.MessageComponent {
	buttons := make([]discordgo.MessageComponent, 9)
	for i := range buttons {
		buttons[i] = button(i)
	}
	return rows(buttons, 3)
}
