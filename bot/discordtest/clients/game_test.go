package clients

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"noughts/bot/discordtest"
)

// A game is a game of tic-tac-toe that alice and bob play with the buttons on the bot's answer to /game.
type game struct {
	part
	board discordtest.Message
	said  []string // the moves that the bot must have announced so far
	moves int      // the number of moves so far
	from  int      // the number of REST exchanges before the game
}

// playsGame plays a game to its end. During the game the bot's connection is cut, the server asks the bot to reconnect,
// the bot's session ends, and one of the bot's messages meets a rate limit.
func (p part) playsGame() {
	g := &game{part: p, from: p.requests.len()}
	g.board = p.alice.Uses("/game opponent:@" + p.bobUser.Name())
	p.shows(g.board, "X to move")
	g.settles()
	g.isNotBobsTurn()
	g.takes("X", "1", g.presses)
	g.takes("O", "4", g.pressesWhileCut)
	g.takes("X", "2", g.pressesWhileAskedToReconnect)
	g.takes("O", "5", g.pressesAfterInvalidSession)
	g.takes("X", "3", g.pressesBeforeLimit)
	g.isOver()
}

// takes makes a move by calling `press`, which presses the cell's button. It checks that the bot announces the move in
// the channel and updates the board.
func (g *game) takes(side, cell string, press func(player *discordtest.Player, cell string)) {
	g.t.Helper()
	player := map[string]*discordtest.Player{"X": g.alice, "O": g.bob}[side]
	press(player, cell)
	g.moves++
	g.said = append(g.said, side+" takes "+cell)
	player.Awaits(side + " takes " + cell)
	g.settles()
	g.showsCell(cell, side)
}

// presses has a player press a cell's button.
func (g *game) presses(player *discordtest.Player, cell string) {
	g.t.Helper()
	player.PressesOn(g.board.ID, cell)
}

// pressesWhileCut presses right after the bot's connection was cut. The bot receives the press when
// it resumes, and must still answer within three seconds of the press.
func (g *game) pressesWhileCut(player *discordtest.Player, cell string) {
	g.t.Helper()
	resumes, identifies := g.app.Resumes(), g.app.Identifies()
	g.app.DropConnections()
	player.PressesOn(g.board.ID, cell)
	g.awaitsResumes(resumes + 1)
	g.hasIdentified(identifies)
}

// pressesWhileAskedToReconnect presses right after the server has sent the bot Reconnect (opcode 7).
func (g *game) pressesWhileAskedToReconnect(player *discordtest.Player, cell string) {
	g.t.Helper()
	resumes, identifies := g.app.Resumes(), g.app.Identifies()
	g.app.SendReconnect()
	player.PressesOn(g.board.ID, cell)
	g.awaitsResumes(resumes + 1)
	g.hasIdentified(identifies)
}

// pressesAfterInvalidSession ends the bot's session with Invalid Session (opcode 9), waits for the next session and
// presses then. A press between the two sessions would never reach the bot.
func (g *game) pressesAfterInvalidSession(player *discordtest.Player, cell string) {
	g.t.Helper()
	g.identifiesAnew()
	player.PressesOn(g.board.ID, cell)
}

// pressesBeforeLimit injects a rate limit (429) for the bot's next message and presses. It checks
// that the bot waits and then sends the message.
func (g *game) pressesBeforeLimit(player *discordtest.Player, cell string) {
	g.t.Helper()
	limit, err := g.app.Inject(discordtest.Fault{
		Kind: discordtest.FaultLimit, Route: http.MethodPost + " /channels/{channel}/messages",
	})
	if err != nil {
		g.t.Fatal(err)
	}
	before := g.requests.len()
	player.PressesOn(g.board.ID, cell)
	ctx, cancel := g.patience()
	defer cancel()
	if _, err := limit.Wait(ctx); err != nil {
		g.t.Fatalf("the bot has met no 429: %v", err)
	}
	player.Awaits(" takes " + cell)
	g.waited(g.requests.since(before))
}

// isNotBobsTurn has bob press out of turn, and checks that the bot refuses and leaves the board unchanged.
func (g *game) isNotBobsTurn() {
	g.t.Helper()
	g.bob.PressesOn(g.board.ID, "1")
	g.bob.SeesPrivately("Not your turn")
	g.alice.DoesNotSee("Not your turn")
	g.shows(g.alice.Message(g.board.ID), "X to move")
}

// showsCell fails the test unless the cell's button shows `side`, X or O, and is disabled.
func (g *game) showsCell(cell, side string) {
	g.t.Helper()
	buttons := discordtest.Buttons(g.alice.Message(g.board.ID))
	i := slices.Index([]string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, cell)
	if b := buttons[i]; b.Label != side || !b.Disabled {
		g.t.Errorf("the cell %s shows %q (disabled: %t), want %q disabled", cell, b.Label, b.Disabled, side)
	}
}

// isOver fails the test unless X has won and the bot has announced each move exactly once, in order.
func (g *game) isOver() {
	g.t.Helper()
	board := g.bob.Message(g.board.ID)
	g.shows(board, "X has won")
	for _, b := range discordtest.Buttons(board) {
		if !b.Disabled {
			g.t.Errorf("the button %q is enabled after the end", b.Label)
		}
	}
	g.settles() // after this, any duplicate message has arrived
	ctx, cancel := g.patience()
	defer cancel()
	_ = g.requests.awaitAll(ctx, func(all []discordtest.Exchange) bool { // members see a message before its request is answered
		said, _ := saidIn(all[g.from:])
		return len(said) >= len(g.said)
	})
	said, updates := saidIn(g.requests.since(g.from))
	if !slices.Equal(said, g.said) {
		g.t.Errorf("the bot has said %q, want %q", said, g.said)
	}
	if updates != g.moves {
		g.t.Errorf("the bot has updated the board %d times, want %d", updates, g.moves)
	}
}

// saidIn returns the moves that the bot has announced in these REST exchanges, and the number of its updates of the
// board.
func saidIn(all []discordtest.Exchange) (said []string, updates int) {
	for _, e := range all {
		var sent struct {
			Type    int    `json:"type"`
			Content string `json:"content"`
		}
		_ = json.Unmarshal(e.Body, &sent) // bodies that are not JSON, such as forms, do not matter here
		switch {
		case e.Status >= http.StatusMultipleChoices:
		case e.Route == "/channels/{channel}/messages" && strings.Contains(sent.Content, " takes "):
			said = append(said, sent.Content)
		case strings.HasSuffix(e.Route, "/callback") && sent.Type == updateMessage:
			updates++
		}
	}
	return said, updates
}

// updateMessage is the type of a callback that updates the component's message.
const updateMessage = 7
