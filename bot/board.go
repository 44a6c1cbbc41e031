package bot

import (
	"time"

	"noughts/commands"
)

// tokenLife is how long an interaction's token can edit messages. Discord gives
// fifteen minutes; the last one is left alone.
const tokenLife = 14 * time.Minute

// A spot is a message and the means to edit it. It never changes.
type spot struct {
	channel string
	message string // "" while unknown
	app     string
	token   string // of the interaction that made or last updated the message, "" for none
	until   int64  // when the token ends, in Unix nanoseconds

	followUp bool // the message is not the token's @original
	unsure   bool // Discord has not confirmed the answer that the message shows
	gone     bool // the message cannot be edited any more
}

// nowhere is where a match is that no message shows.
var nowhere = &spot{}

// spotOf returns where a game is shown as far as the store knows.
func spotOf(g commands.Game) *spot {
	if g.Message == "" {
		return nowhere
	}
	return &spot{channel: g.Place.Channel, message: g.Message}
}

// name returns what the token calls the message.
func (s *spot) name() string {
	if s.followUp {
		return s.message
	}
	return original
}

// hasToken says whether the message can be edited by its interaction's token.
func (s *spot) hasToken(now time.Time) bool { return s.token != "" && now.UnixNano() < s.until }

// confirmed returns the spot with the message that Discord has confirmed.
func (s *spot) confirmed(message string) *spot {
	known := *s
	known.message, known.unsure = message, false
	return &known
}

// tokenless returns the spot without its token.
func (s *spot) tokenless() *spot {
	known := *s
	known.token = ""
	return &known
}

// A board is the live message of one match. Whatever is sent about the match is
// sent in the match's turn, so that Discord gets versions in order. Boards are as
// many as matches, and so small.
type board struct {
	// Guarded by the match's turn.
	spot   *spot
	kept   *spot // the last that Discord has confirmed, and the store knows
	shown  int32 // the version that the message shows, 0 when unknown
	known  bool  // spot has been read from the store or set by an answer
	doubts int8  // how often Discord did not know of an unsure spot

	// Guarded by the boards' lock.
	settling bool  // a settler is at work
	again    bool  // and is to look once more
	used     int64 // in Unix nanoseconds
}

func newBoard() *board { return &board{spot: nowhere, kept: nowhere} }

// learn reads from the game what the board does not know about itself, as after
// a restart. Where other processes show matches, too, the store may know of a
// newer message. Callers have the match's turn.
func (b *board) learn(g commands.Game, alone bool) {
	moved := !alone && g.Message != "" && g.Message != b.kept.message && !b.spot.unsure
	if !b.known || moved {
		b.spot, b.known, b.shown = spotOf(g), true, 0
		b.kept = b.spot
	}
}

// behind says whether the message does not show a version yet.
func (b *board) behind(version int) bool { return int(b.shown) < version }

// forget gives the message up: it cannot be edited any more. Callers have the
// match's turn.
func (b *board) forget() {
	b.kept = &spot{message: b.kept.message, gone: true}
	b.spot, b.known, b.shown = nowhere, true, 0
}
