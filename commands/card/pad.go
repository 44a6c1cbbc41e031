package card

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/render"
)

// maxButtons is the size of the largest flat board with a button for every
// square: a message has room for five rows of five.
const maxButtons = 5

// pad returns what the player to move presses: buttons, or menus on boards too
// large for them. The computer needs none.
func (d *drawing) pad() []discordgo.MessageComponent {
	if d.match.ToMove().IsComputer() {
		return nil
	}
	nested, isNested := d.position.(game.Nested)
	focus := d.shown.Focus()
	switch {
	case isNested && focus == game.FreeChoice:
		return d.boardPad(nested)
	case isNested && focus == nested.OnlyBoard():
		return d.cellPad(nested, focus)
	case isNested:
		return append(d.cellPad(nested, focus), Row(d.button("boards", texts.PadBack, discordgo.PrimaryButton)))
	case d.position.Variant().Size() <= maxButtons:
		return d.squarePad()
	}
	return d.menuPad()
}

// squarePad returns a button for every square of a flat board.
func (d *drawing) squarePad() []discordgo.MessageComponent {
	size := d.position.Variant().Size()
	rows := make([]discordgo.MessageComponent, size)
	for r := range size {
		buttons := make([]discordgo.MessageComponent, size)
		for col := range size {
			buttons[col] = d.square(game.At(col, r))
		}
		rows[r] = discordgo.ActionsRow{Components: buttons}
	}
	return rows
}

// cellPad returns a button for every cell of a local board.
func (d *drawing) cellPad(p game.Nested, board int) []discordgo.MessageComponent {
	return grid(func(cell int) discordgo.Button { return d.square(p.Join(board, cell)) })
}

// square returns the button of a square, with what the drawn board shows there:
// the mark on a taken one, else its number or, on large boards, its name.
func (d *drawing) square(s game.Square) discordgo.Button {
	button := discordgo.Button{
		CustomID: customID(d.match, s.String()), Style: discordgo.SecondaryButton,
		Disabled: d.position.At(s) != game.Empty,
	}
	if shown := render.SquareEmoji(d.shown, s); shown != "" {
		button.Emoji = emoji(shown)
	} else {
		button.Label = s.String()
	}
	return button
}

// boardPad returns a button for every local board, in another colour than the
// squares have, so that one sees the step.
func (d *drawing) boardPad(p game.Nested) []discordgo.MessageComponent {
	return grid(func(board int) discordgo.Button {
		return discordgo.Button{
			CustomID: customID(d.match, "board-"+strconv.Itoa(board+1)), Style: discordgo.PrimaryButton,
			Emoji: emoji(render.BoardEmoji(d.shown, board)), Disabled: !p.Open(board),
		}
	})
}

// grid returns three rows of three buttons.
func grid(button func(i int) discordgo.Button) []discordgo.MessageComponent {
	rows := make([]discordgo.MessageComponent, 3)
	for r := range rows {
		rows[r] = Row(button(3*r), button(3*r+1), button(3*r+2))
	}
	return rows
}

func emoji(name string) *discordgo.ComponentEmoji { return &discordgo.ComponentEmoji{Name: name} }

// menuPad returns the menu of rows, and once a row is chosen that of its free
// squares.
func (d *drawing) menuPad() []discordgo.MessageComponent {
	free := make([][]game.Square, d.position.Variant().Size())
	for _, s := range d.position.Moves() {
		free[s.Row()] = append(free[s.Row()], s)
	}
	menus := []discordgo.MessageComponent{Row(d.rowMenu(free))}
	if chosen := d.view.Row - 1; 0 <= chosen && chosen < len(free) && len(free[chosen]) > 0 {
		menus = append(menus, Row(d.squareMenu(free[chosen])))
	}
	return menus
}

// rowMenu offers the rows that have a free square.
func (d *drawing) rowMenu(free [][]game.Square) discordgo.SelectMenu {
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: customID(d.match, "rows"), Placeholder: d.texts.Say(texts.PadRow),
	}
	for i, squares := range free {
		if len(squares) == 0 {
			continue
		}
		number := strconv.Itoa(i + 1)
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label:       d.texts.Say(texts.PadRowName, "Row", number),
			Description: d.texts.Count(texts.PadRowFree, len(squares)),
			Value:       number,
			Default:     i+1 == d.view.Row,
		})
	}
	return menu
}

// squareMenu offers the free squares of a row.
func (d *drawing) squareMenu(squares []game.Square) discordgo.SelectMenu {
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: customID(d.match, "squares"),
		Placeholder: d.texts.Say(texts.PadSquare, "Row", texts.Ordinal(squares[0].Row()+1)),
	}
	for _, s := range squares {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: s.String(), Value: s.String()})
	}
	return menu
}
