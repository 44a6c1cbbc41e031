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
	_, isNested := d.position.(game.Nested)
	return !isNested && d.position.Variant().Size() <= maxButtons && !render.Style(d.place.Style).Monospace()
}

// pad returns the buttons of the squares. Where they are the board they are always
// there; below a drawn board only a player who is to move has some.
func (d *drawing) pad() []discordgo.MessageComponent {
	nested, isNested := d.position.(game.Nested)
	focus := d.shown.Focus()
	switch {
	case d.buttonsAreBoard():
		return d.squarePad()
	case !d.match.ToMove().IsPerson():
		return nil
	case isNested && focus == game.FreeChoice:
		return append(d.hint(texts.PadBoard), d.boardPad(nested)...)
	case isNested && focus == nested.OnlyBoard():
		return d.cellPad(nested, focus)
	case isNested:
		chosen := append(d.hint(texts.PadCell, "Board", LocalBoard(d.texts, focus)), d.cellPad(nested, focus)...)
		return append(chosen, Row(d.button("boards", texts.PadBack, discordgo.PrimaryButton)))
	case d.position.Variant().Size() <= maxButtons:
		return d.squarePad()
	}
	return d.columnPad()
}

// hint says what the buttons below it are for.
func (d *drawing) hint(key texts.Key, args ...string) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{Text("**" + d.texts.Say(key, args...) + "**")}
}

// squarePad returns a button for every square of a flat board.
func (d *drawing) squarePad() []discordgo.MessageComponent {
	size := d.position.Variant().Size()
	var buttons []discordgo.MessageComponent
	for row := range size {
		for col := range size {
			s := game.At(col, row)
			buttons = append(buttons, d.square(s, s.String()))
		}
	}
	return rows(buttons, size)
}

// cellPad returns a button for every cell of a local board.
func (d *drawing) cellPad(p game.Nested, board int) []discordgo.MessageComponent {
	return grid(func(cell int) discordgo.Button { return d.square(p.Join(board, cell), strconv.Itoa(cell+1)) })
}

// signs are the marks on buttons, which differ in shape and in colour, and as the last
// move.
var (
	signs   = [...]string{game.X: "✕", game.O: "○"}
	newest  = [...]string{game.X: "[✕]", game.O: "[○]"}
	colours = [...]discordgo.ButtonStyle{game.X: discordgo.DangerButton, game.O: discordgo.PrimaryButton}
)

// square returns the button of a square: on a free one with its name, else with the
// mark, which has its colour where the buttons are the board.
func (d *drawing) square(s game.Square, name string) discordgo.Button {
	button := discordgo.Button{
		CustomID: customID(d.match, s.String()), Label: name, Style: discordgo.SecondaryButton,
		Disabled: !d.match.ToMove().IsPerson(),
	}
	mark := d.position.At(s)
	if mark == game.Empty {
		return button
	}
	button.Label, button.Disabled = signs[mark], true
	if d.shown.HasLast && s == d.shown.Last {
		button.Label = newest[mark]
	}
	switch {
	case !d.buttonsAreBoard():
	case slices.Contains(d.position.WinningLine(), s):
		button.Style = discordgo.SuccessButton
	default:
		button.Style = colours[mark]
	}
	return button
}

// boardPad returns a button for every local board, numbered as they are drawn and in
// another colour than the squares have, so that one sees the step. One that is closed
// shows whose it is.
func (d *drawing) boardPad(p game.Nested) []discordgo.MessageComponent {
	return grid(func(board int) discordgo.Button {
		number := strconv.Itoa(board + 1)
		button := discordgo.Button{CustomID: customID(d.match, "board-"+number), Style: discordgo.PrimaryButton, Label: number}
		if !p.Open(board) {
			button.Label, button.Style, button.Disabled = "–", discordgo.SecondaryButton, true
			if winner := p.Local(board).Winner; winner != game.Empty {
				button.Label = signs[winner]
			}
		}
		return button
	})
}

// columnPad returns a button for every column of a board that is too large for one for
// every square, and once a column is chosen one for each of its squares.
func (d *drawing) columnPad() []discordgo.MessageComponent {
	size, chosen := d.position.Variant().Size(), d.view.Column-1
	free := make([]bool, size)
	for _, s := range d.position.Moves() {
		free[s.Col()] = true
	}
	columns, squares := make([]discordgo.MessageComponent, size), make([]discordgo.MessageComponent, size)
	for i := range size {
		column := discordgo.Button{
			CustomID: customID(d.match, "column-"+strconv.Itoa(i+1)), Label: string(rune('a' + i)),
			Style: discordgo.SecondaryButton, Disabled: !free[i],
		}
		if i == chosen {
			column.Style = discordgo.PrimaryButton
		}
		s := game.At(max(chosen, 0), i)
		columns[i], squares[i] = column, d.square(s, s.String())
	}
	wide := (size + 1) / 2
	if chosen < 0 || chosen >= size || !free[chosen] {
		return append(d.hint(texts.PadColumn), rows(columns, wide)...)
	}
	content := append(d.hint(texts.PadRow, "Column", string(rune('a'+chosen))), rows(columns, wide)...)
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
