// Package commands is what members see of the bot: one file per slash command
// with its declaration, its policy and its handler, the buttons and menus of
// the live message, and the texts in every language. Handlers take an
// interaction and return the answer as a value; they know discordgo's plain
// data types and no session.
package commands

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/game"
	"noughts/game/match"
)

// A Reply is the answer to one interaction, as a value that the gateway and the
// HTTP transport carry alike.
type Reply struct {
	// Response is what Discord gets; never nil.
	Response *discordgo.InteractionResponse
	// Match is the match whose live board the answered message is or becomes,
	// "" when the answer shows none. Version is the version shown.
	Match   match.ID
	Version int
	// Refresh names a match whose live message elsewhere in the channel may be
	// behind, because the answer changed the match or met an old board without
	// showing the new one: the bot is to edit it. "" for none.
	Refresh match.ID
	// Err is why the interaction was refused or failed, nil when it was carried
	// out; Response already tells the member. It is for logs and counts.
	Err error
	// Path is the route that answered, such as "/ultimate" or
	// "/m/{match}/{version}/{action}": for logs and counts.
	Path string
}

// A Place is where a match is played.
type Place struct {
	Guild   string // "" outside servers
	Channel string
	Locale  string // the server's language, or its owner's outside servers
	Style   string // how the board is drawn, a render.Style; "" for the default
	// Away is set where the bot can edit a message for as long as the token of an
	// interaction lasts and no longer: outside servers, and in those that have not
	// installed it.
	Away bool
}

// A Game is a match in its place, with the message that shows it.
type Game struct {
	Match   match.Match
	Place   Place
	Message string // id of the live message, "" when it is not known
}

// Matches keeps the matches that handlers work on. The bot's registry is one.
type Matches interface {
	// Create stores a new match and returns it with its place; or the one that the
	// interaction of ctx created or changed when it was carried out before.
	Create(ctx context.Context, m match.Match, at Place) (Game, error)
	// Find returns a match, ended ones included, or ErrNoMatch.
	Find(ctx context.Context, id match.ID) (Game, error)
	// Change loads a match, applies change to it and stores the result under the
	// expected version; it tries again with the newer match when somebody else was
	// faster. What change returns as an error is returned as it is. When the
	// interaction of ctx was carried out before, Change changes nothing and returns
	// the match that it changed then, as it is now.
	Change(ctx context.Context, id match.ID, change func(match.Match) (match.Match, error)) (Game, error)
	// CarriedOut returns the match that the interaction of ctx created or changed
	// when it was delivered before, here or to another process, and false if it
	// was not. What this delivery of it has done does not count.
	CarriedOut(ctx context.Context) (Game, bool)
	// InChannel returns the unfinished matches of a channel, oldest first.
	InChannel(ctx context.Context, channel string) ([]Game, error)
}

// Computer is the pool of searches.
type Computer interface {
	// Reply lets the computer, whose turn it is in g, answer. It returns the game
	// with the answer when it comes within the time that an interaction can wait;
	// otherwise it returns g at once as it is, the search goes on, and the bot
	// shows the answer in the live message when it is there. When it is not the
	// computer's turn it returns g. For a match between two computers it starts
	// the play and returns g.
	Reply(ctx context.Context, g Game) Game
	// AcceptsDraw says whether the computer takes the draw offered in m.
	AcceptsDraw(ctx context.Context, m match.Match) bool
}

// Services are what the handlers need.
type Services struct {
	Matches  Matches
	Computer Computer
	Now      func() time.Time
	// Back is when members could last not reach the bot: clocks that had run out by
	// then are wound up again. Nil means that they always could.
	Back  func() time.Time
	NewID func() match.ID
	Toss  func() game.Mark // a fair coin: X or O
}
