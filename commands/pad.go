package commands

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ultimate"
	"noughts/render"
)

// maxButtons is the size of the largest classic board with a button for every
// square: a message has room for five rows of five.
const maxButtons = 5

// nobodys is on the button of a local board that is full without a line.
const nobodys = "▪️"

// pad returns what the player to move presses: buttons, or menus on boards too
// large for them. The computer needs none.
func (d *card) pad() []discordgo.MessageComponent {
	if d.match.ToMove().IsComputer() {
		return nil
	}
	u, isUltimate := d.position.(ultimate.Position)
	switch {
	case isUltimate && u.Forced() != ultimate.FreeChoice:
		return d.cellPad(u, u.Forced())
	case isUltimate && d.chosen(u):
		return append(d.cellPad(u, d.view.board-1), row(d.back()))
	case isUltimate:
		return d.boardPad(u)
	case d.position.Variant().Size() <= maxButtons:
		return d.squarePad()
	}
	return d.menuPad()
}

// chosen says whether the player has chosen a local board, and may.
func (d *card) chosen(u ultimate.Position) bool {
	return d.view.board != 0 && u.Forced() == ultimate.FreeChoice && u.Playable(d.view.board-1)
}

// id returns the custom id of an action on the match as the message shows it.
func (d *card) id(action string) string {
	return "/m/" + string(d.match.ID) + "/" + strconv.Itoa(d.match.Version) + "/" + action
}

// squarePad returns a button for every square of a classic board.
func (d *card) squarePad() []discordgo.MessageComponent {
	size := d.position.Variant().Size()
	rows := make([]discordgo.MessageComponent, size)
	for r := range size {
		buttons := make([]discordgo.MessageComponent, size)
		for col := range size {
			s := game.At(col, r)
			label := s.String()
			if size == 3 {
				label = render.Keycap(r*3 + col + 1)
			}
			buttons[col] = d.key(s.String(), label, size == 3, d.position.At(s))
		}
		rows[r] = discordgo.ActionsRow{Components: buttons}
	}
	return rows
}

// cellPad returns a button for every cell of a local board, numbered as they
// are on the drawn board.
func (d *card) cellPad(u ultimate.Position, board int) []discordgo.MessageComponent {
	return grid(func(cell int) discordgo.Button {
		s := ultimate.Join(board, cell)
		return d.key(s.String(), render.Keycap(cell+1), true, u.At(s))
	})
}

// boardPad returns a button for every local board.
func (d *card) boardPad(u ultimate.Position) []discordgo.MessageComponent {
	return grid(func(board int) discordgo.Button {
		action := "board-" + strconv.Itoa(board+1)
		button := d.key(action, render.Keycap(board+1), true, u.Local(board).Winner)
		if u.Local(board).Drawn() {
			button.Emoji = emoji(nobodys)
		}
		button.Disabled = !u.Open(board)
		button.Style = discordgo.PrimaryButton // unlike the squares, so that one sees the step
		return button
	})
}

// grid returns three rows of three buttons.
func grid(button func(i int) discordgo.Button) []discordgo.MessageComponent {
	rows := make([]discordgo.MessageComponent, 3)
	for r := range rows {
		rows[r] = row(button(3*r), button(3*r+1), button(3*r+2))
	}
	return rows
}

// key returns the button of a square or a local board: the mark that stands
// there, disabled, or its label.
func (d *card) key(action, label string, isEmoji bool, mark game.Mark) discordgo.Button {
	button := discordgo.Button{CustomID: d.id(action), Style: discordgo.SecondaryButton}
	switch {
	case mark != game.Empty:
		button.Emoji, button.Disabled = emoji(render.MarkEmoji(mark)), true
	case isEmoji:
		button.Emoji = emoji(label)
	default:
		button.Label = label
	}
	return button
}

func emoji(name string) *discordgo.ComponentEmoji { return &discordgo.ComponentEmoji{Name: name} }

// back returns the button that leads from a local board to the choice of one.
func (d *card) back() discordgo.Button {
	return d.button("boards", texts.PadBack, discordgo.PrimaryButton)
}

// menuPad returns the menu of rows, and once a row is chosen that of its free
// squares.
func (d *card) menuPad() []discordgo.MessageComponent {
	free := make([][]game.Square, d.position.Variant().Size())
	for _, s := range d.position.Moves() {
		free[s.Row()] = append(free[s.Row()], s)
	}
	menus := []discordgo.MessageComponent{row(d.rowMenu(free))}
	if chosen := d.view.row - 1; 0 <= chosen && chosen < len(free) && len(free[chosen]) > 0 {
		menus = append(menus, row(d.squareMenu(free[chosen])))
	}
	return menus
}

// rowMenu offers the rows that have a free square.
func (d *card) rowMenu(free [][]game.Square) discordgo.SelectMenu {
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: d.id("rows"), Placeholder: d.texts.Say(texts.PadRow),
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
			Default:     i+1 == d.view.row,
		})
	}
	return menu
}

// squareMenu offers the free squares of a row.
func (d *card) squareMenu(squares []game.Square) discordgo.SelectMenu {
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: d.id("squares"),
		Placeholder: d.texts.Say(texts.PadSquare, "Row", squares[0].Row()+1),
	}
	for _, s := range squares {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: s.String(), Value: s.String()})
	}
	return menu
}
