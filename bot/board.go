package bot

import (
	"time"

	"noughts/commands"
)

// tokenLife is how long an interaction's token can edit messages. Discord gives
// fifteen minutes; the last one is left alone.
const tokenLife = 14 * time.Minute

// A spot is a message and the means to edit it.
type spot struct {
	channel string
	message string // "" while unknown
	app     string
	token   string    // of the interaction that made or last updated the message, "" for none
	until   time.Time // when the token ends

	followUp bool // the message is not the token's @original
	unsure   bool // Discord has not confirmed the answer that the message shows
}

// spotOf returns where a game is shown as far as the store knows.
func spotOf(g commands.Game) spot {
	return spot{channel: g.Place.Channel, message: g.Message}
}

// name returns what the token calls the message.
func (s spot) name() string {
	if s.followUp {
		return s.message
	}
	return original
}

// hasToken says whether the message can be edited by its interaction's token.
func (s spot) hasToken(now time.Time) bool { return s.token != "" && now.Before(s.until) }

// A board is the live message of one match. Whatever is sent about the match is
// sent under its turn, so that Discord gets versions in order.
type board struct {
	turn // held while something is sent

	// Guarded by the turn.
	spot   spot
	known  bool // spot has been read from the store or set by an answer
	shown  int  // the version that the message shows, 0 when unknown
	kept   spot // the last that Discord has confirmed, and the store knows
	doubts int  // how often Discord did not know of an unsure spot

	// Guarded by the boards' lock.
	settling bool // a settler is at work
	again    bool // and is to look once more
	used     time.Time
}

func newBoard() *board { return &board{turn: newTurn()} }

// learn reads from the game what the board does not know about itself, as after
// a restart. Callers have the turn.
func (b *board) learn(g commands.Game) {
	if !b.known {
		b.spot, b.known = spotOf(g), true
		b.kept = b.spot
	}
}

// forget gives the message up: it cannot be edited any more. Callers have the
// turn.
func (b *board) forget() { b.spot, b.kept, b.known, b.shown = spot{}, spot{}, true, 0 }
