package card

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/render"
)

// maxButtons is the size of the largest flat board with a button for every
// square: a message has room for five rows of five.
const maxButtons = 5

// buttonsAreBoard says whether the board is shown by its buttons, and no other is drawn.
func (d *drawing) buttonsAreBoard() bool {
	return NeedsNoBoard(d.position) && !render.Style(d.place.Style).Monospace()
}

// pad returns the buttons of the squares. If they are the board they are always there; below a
// drawn board only the player to move has some.
func (d *drawing) pad() []discordgo.MessageComponent {
	p := Pad{
		Texts: d.texts, View: d.shown, Column: d.view.Column, IsBoard: d.buttonsAreBoard(), MayPress: d.mayPress(), Sign: d.sign,
		ID: func(action string) string { return customID(d.match, action) },
	}
	return p.Draw()
}

// A Pad is the buttons that choose a square of a position, in one step or in two. The custom id of a
// square ends with its name, that of a step with "board-5", "column-5" or "boards" for the way back.
type Pad struct {
	Texts    *texts.Language
	View     render.View // what is on the board; its Chosen is the local board that was picked
	Column   int         // of a large flat board, the column that was picked from 1, 0 for none
	IsBoard  bool        // no board is drawn: the buttons are it
	MayPress bool
	ID       func(action string) string  // the custom id of a press
	Sign     func(mark game.Mark) string // what stands for a mark, nil for the usual signs
}

// NeedsNoBoard says whether a position has buttons that show all of it.
func NeedsNoBoard(p game.Position) bool {
	_, isNested := p.(game.Nested)
	return !isNested && p.Variant().Size() <= maxButtons
}

// Draw returns the buttons, none where no board needs them.
func (p Pad) Draw() []discordgo.MessageComponent {
	if p.Sign == nil {
		p.Sign = func(mark game.Mark) string { return signs[mark] }
	}
	nested, isNested := p.View.Position.(game.Nested)
	focus := p.View.Focus()
	switch {
	case p.IsBoard:
		return p.squares()
	case !p.MayPress:
		return nil
	case isNested && focus == game.FreeChoice:
		return append(p.hint(texts.PadBoard), p.boards(nested)...)
	case isNested && focus == nested.OnlyBoard():
		return p.cells(nested, focus)
	case isNested:
		chosen := append(p.hint(texts.PadCell, LocalBoard(p.Texts, focus)...), p.cells(nested, focus)...)
		back := discordgo.Button{CustomID: p.ID("boards"), Label: p.Texts.Say(texts.PadBack), Style: discordgo.PrimaryButton}
		return append(chosen, Row(back))
	case p.View.Position.Variant().Size() <= maxButtons:
		return p.squares()
	}
	return p.columns()
}

// hint says what the buttons below it are for.
func (p Pad) hint(key texts.Key, args ...string) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{Text("**" + p.Texts.Say(key, args...) + "**")}
}

// number returns the number of a cell of a local board, or of a local board, counted from 0.
func (p Pad) number(cell int) string { return strconv.Itoa(render.CellNumber(cell, p.View.Keypad)) }

// squares returns a button for every square of a flat board.
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

// cells returns a button for every cell of a local board.
func (p Pad) cells(n game.Nested, board int) []discordgo.MessageComponent {
	return grid(func(cell int) discordgo.Button { return p.square(n.Join(board, cell), p.number(cell)) })
}

// signs are the marks on buttons, which differ in shape and in colour. The last move has
// brackets.
var (
	signs   = [...]string{game.X: "✕", game.O: "○"}
	colours = [...]discordgo.ButtonStyle{game.X: discordgo.DangerButton, game.O: discordgo.PrimaryButton}
)

// sign returns the mark of a side on buttons: the player's own, where the board has it too.
func (d *drawing) sign(mark game.Mark) string {
	if own := ownMark(d.match, mark); own != "" && d.showsOwnMarks() {
		return own
	}
	return signs[mark]
}

// square returns the button of a square: on a free one with its name, else with the
// mark, which has its colour where the buttons are the board.
func (p Pad) square(s game.Square, name string) discordgo.Button {
	button := discordgo.Button{CustomID: p.ID(s.String()), Label: name, Style: discordgo.SecondaryButton, Disabled: !p.MayPress}
	mark := p.View.Position.At(s)
	if mark == game.Empty {
		return button
	}
	button.Label, button.Disabled = p.Sign(mark), true
	if p.View.HasLast && s == p.View.Last {
		button.Label = "[" + p.Sign(mark) + "]"
	}
	switch {
	case !p.IsBoard:
	case slices.Contains(p.View.Position.WinningLine(), s):
		button.Style = discordgo.SuccessButton
	default:
		button.Style = colours[mark]
	}
	return button
}

// boards returns a button for every local board, numbered as they are drawn and in
// another colour than the squares have, so that one sees the step. One that is closed
// shows whose it is.
func (p Pad) boards(n game.Nested) []discordgo.MessageComponent {
	return grid(func(board int) discordgo.Button {
		button := discordgo.Button{
			CustomID: p.ID("board-" + strconv.Itoa(board+1)), Style: discordgo.PrimaryButton, Label: p.number(board),
		}
		if !n.Open(board) {
			button.Label, button.Style, button.Disabled = "–", discordgo.SecondaryButton, true
			if winner := n.Local(board).Winner; winner != game.Empty {
				button.Label = p.Sign(winner)
			}
		}
		return button
	})
}

// columns returns a button for every column of a board that is too large for one for
// every square, and once a column is chosen one for each of its squares.
func (p Pad) columns() []discordgo.MessageComponent {
	size, chosen := p.View.Position.Variant().Size(), p.Column-1
	free := make([]bool, size)
	for _, s := range p.View.Position.Moves() {
		free[s.Col()] = true
	}
	columns, squares := make([]discordgo.MessageComponent, size), make([]discordgo.MessageComponent, size)
	for i := range size {
		column := discordgo.Button{
			CustomID: p.ID("column-" + strconv.Itoa(i+1)), Label: string(rune('a' + i)),
			Style: discordgo.SecondaryButton, Disabled: !free[i],
		}
		if i == chosen {
			column.Style = discordgo.PrimaryButton
		}
		s := game.At(max(chosen, 0), i)
		columns[i], squares[i] = column, p.square(s, s.String())
	}
	wide := (size + 1) / 2
	if chosen < 0 || chosen >= size || !free[chosen] {
		return append(p.hint(texts.PadColumn), rows(columns, wide)...)
	}
	content := append(p.hint(texts.PadRow, "Column", string(rune('a'+chosen))), rows(columns, wide)...)
	return append(content, rows(squares, wide)...)
}

// rows returns buttons in rows of so many.
func rows(buttons []discordgo.MessageComponent, wide int) (all []discordgo.MessageComponent) {
	for row := range slices.Chunk(buttons, wide) {
		all = append(all, Row(row...))
	}
	return all
}

// grid returns three rows of three buttons.
func grid(button func(i int) discordgo.Button) []discordgo.MessageComponent {
	buttons := make([]discordgo.MessageComponent, 9)
	for i := range buttons {
		buttons[i] = button(i)
	}
	return rows(buttons, 3)
}
