package main

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/disgoorg/disgo/discord"
	"github.com/disgoorg/disgo/handler"
	"github.com/disgoorg/snowflake/v2"
)

// A game is tic-tac-toe on nine buttons. Players may press at the same time.
type game struct {
	mu      sync.Mutex
	id      snowflake.ID // of the interaction of /game
	players map[string]snowflake.ID
	cells   [9]string // "X", "O" or ""
	turn    string    // "X" or "O"
	result  string    // "" while the game goes on
}

// games has all games since the start of the bot. The key is the game's id as a string, the value a *game.
var games sync.Map

var lines = [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

func startGame(data discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
	g := &game{id: e.ID(), turn: "X", players: map[string]snowflake.ID{"X": e.User().ID, "O": data.User("opponent").ID}}
	games.Store(g.id.String(), g) // before the message exists, because a press may come at once
	m := text("X to move")
	m.Components = g.rows()
	return e.CreateMessage(m)
}

// pressCell makes a move, or tells the member that it is not their turn.
func pressCell(_ discord.ButtonInteractionData, e *handler.ComponentEvent) error {
	found, ok := games.Load(e.Vars["game"])
	if !ok {
		return fmt.Errorf("no game %s", e.Vars["game"])
	}
	n, err := strconv.Atoi(e.Vars["n"])
	if err != nil {
		return err
	}
	g, _ := found.(*game)
	g.mu.Lock()
	turn := g.turn
	if e.User().ID != g.players[turn] {
		g.mu.Unlock()
		private := text("Not your turn")
		private.Flags = discord.MessageFlagEphemeral
		return e.CreateMessage(private)
	}
	shown := update(g.take(n))
	rows := g.rows()
	g.mu.Unlock()
	shown.Components = &rows
	if err := e.UpdateMessage(shown); err != nil {
		return err
	}
	_, err = e.Client().Rest().CreateMessage(e.Channel().ID(), text(fmt.Sprintf("%s takes %d", turn, n+1)))
	return err
}

// take gives a cell to the player whose turn it is, and returns the new text of the message.
func (g *game) take(n int) string {
	g.cells[n] = g.turn
	switch {
	case slices.ContainsFunc(lines, g.filled):
		g.result = g.turn + " has won"
	case !slices.Contains(g.cells[:], ""):
		g.result = "Nobody has won"
	default:
		g.turn = map[string]string{"X": "O", "O": "X"}[g.turn]
		return g.turn + " to move"
	}
	return g.result
}

// filled reports whether all cells of a line belong to the player whose turn it is.
func (g *game) filled(line [3]int) bool {
	return g.cells[line[0]] == g.turn && g.cells[line[1]] == g.turn && g.cells[line[2]] == g.turn
}

// rows returns the nine buttons.
func (g *game) rows() []discord.ContainerComponent {
	var rows []discord.ContainerComponent
	for cells := range slices.Chunk([]int{0, 1, 2, 3, 4, 5, 6, 7, 8}, 3) {
		var row discord.ActionRowComponent
		for _, n := range cells {
			b := discord.NewSecondaryButton(strconv.Itoa(n+1), fmt.Sprintf("/cell/%s/%d", g.id, n))
			if g.cells[n] != "" {
				b = b.WithLabel(g.cells[n])
			}
			row = append(row, b.WithDisabled(g.cells[n] != "" || g.result != ""))
		}
		rows = append(rows, row)
	}
	return rows
}
