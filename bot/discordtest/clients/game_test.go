package clients

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"noughts/bot/discordtest"
)

// A game is one that alice and bob play on the message of /game.
type game struct {
	part
	board discordtest.Message
	said  []string // the messages that the bot must have sent so far
	moves int      // how often the players have pressed a free cell in turn
	from  int      // exchanges before the game
}

// playsGame plays a game to its end while the connection is cut, the bot is asked to reconnect, its session
// ends, and its messages meet a rate limit.
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

// takes makes a move: press presses a cell's button. The bot must update the
// board and say so in the channel, once.
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

// presses presses a cell's button.
func (g *game) presses(player *discordtest.Player, cell string) {
	g.t.Helper()
	player.PressesOn(g.board.ID, cell)
}

// pressesWhileCut presses right after the bot's connection has been cut: it hears
// of that when it resumes, within the three seconds that it has to answer.
func (g *game) pressesWhileCut(player *discordtest.Player, cell string) {
	g.t.Helper()
	resumes, identifies := g.app.Resumes(), g.app.Identifies()
	g.app.DropConnections()
	player.PressesOn(g.board.ID, cell)
	g.awaitsResumes(resumes + 1)
	g.hasIdentified(identifies)
}

// pressesWhileAskedToReconnect presses right after op 7.
func (g *game) pressesWhileAskedToReconnect(player *discordtest.Player, cell string) {
	g.t.Helper()
	resumes, identifies := g.app.Resumes(), g.app.Identifies()
	g.app.SendReconnect()
	player.PressesOn(g.board.ID, cell)
	g.awaitsResumes(resumes + 1)
	g.hasIdentified(identifies)
}

// pressesAfterInvalidSession ends the session (op 9) and presses in the next one. No bot hears of
// events between the two.
func (g *game) pressesAfterInvalidSession(player *discordtest.Player, cell string) {
	g.t.Helper()
	g.identifiesAnew()
	player.PressesOn(g.board.ID, cell)
}

// pressesBeforeLimit presses before a 429 that meets what the bot says then.
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

// isNotBobsTurn presses out of turn, which changes nothing.
func (g *game) isNotBobsTurn() {
	g.t.Helper()
	g.bob.PressesOn(g.board.ID, "1")
	g.bob.SeesPrivately("Not your turn")
	g.alice.DoesNotSee("Not your turn")
	g.shows(g.alice.Message(g.board.ID), "X to move")
}

// showsCell fails the test unless a cell shows whose it is.
func (g *game) showsCell(cell, side string) {
	g.t.Helper()
	buttons := discordtest.Buttons(g.alice.Message(g.board.ID))
	i := slices.Index([]string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, cell)
	if b := buttons[i]; b.Label != side || !b.Disabled {
		g.t.Errorf("the cell %s shows %q (disabled: %t), want %q disabled", cell, b.Label, b.Disabled, side)
	}
}

// isOver fails the test unless X has won and each move was said once, in order.
func (g *game) isOver() {
	g.t.Helper()
	board := g.bob.Message(g.board.ID)
	g.shows(board, "X has won")
	for _, b := range discordtest.Buttons(board) {
		if !b.Disabled {
			g.t.Errorf("the button %q is enabled after the end", b.Label)
		}
	}
	g.settles() // whatever the bot said twice has come before
	ctx, cancel := g.patience()
	defer cancel()
	_ = g.requests.awaitAll(ctx, func(all []discordtest.Exchange) bool { // people see a message before its request is answered
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

// saidIn returns the moves that a bot has announced, and how often it has updated a board.
func saidIn(all []discordtest.Exchange) (said []string, updates int) {
	for _, e := range all {
		var sent struct {
			Type    int    `json:"type"`
			Content string `json:"content"`
		}
		_ = json.Unmarshal(e.Body, &sent) // forms are of no interest here
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

// updateMessage is the callback type of an update of a component's message.
const updateMessage = 7
