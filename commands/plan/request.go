// Package plan has the values that handlers of commands and their caller, bot/matches, exchange: a member's
// request, the plan that a handler makes of it, and the answer. Nothing in it waits for a store or for Discord.
package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/route"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// Kind says what a member did.
type Kind uint8

// What members do.
const (
	Command    Kind = iota + 1 // used a command
	Completion                 // types an option that is completed
	Press                      // pressed a button or chose from a menu
	Form                       // sent a form
)

// A Request is one interaction after decoding and validation.
type Request struct {
	ID   string // the interaction's id, which serves as the idempotency key
	App  string // the application's id, which is also its bot's
	User string // the member who did it
	Kind Kind
	Now  time.Time // when the handler is called
	// Path is "/name" for a slash command, "/user/name" for a user command, and otherwise the custom id.
	Path string

	// Reader is the language of private answers, refusals and completions: the member's choice, or else Locale,
	// the language of their Discord. See Private and Public.
	Reader *texts.Language
	Locale string
	// DiscordLocale is the server's language by Discord's settings, "" outside servers.
	DiscordLocale string
	Texts         *texts.Catalogue // for Private and Public
	Tiles         render.Tiles     // for boards in the answer
	// Place is where the request was made. Its Locale is the language of public messages.
	Place  match.Place
	Direct bool // a direct message between the member and this bot
	Standing

	Options Options           // of a slash command; a user command has only Resolved
	Values  []string          // chosen from a menu
	Fields  map[string]string // of a form, by the names of its fields
	Message Message           // the pressed message; its ID is "" for a command
	Vars    route.Vars

	// Match and Version are those of the pressed board.
	Match   match.ID
	Version int
	// Tournament is the one whose button was pressed, "" for none.
	Tournament match.ID
}

// A Message is the pressed message, as far as the request describes it.
type Message struct {
	ID      string
	Private bool // only the member sees it
}

// Options are the options of a command, or the target of a user command.
type Options struct {
	List     []*Option // some may be nil
	Resolved Resolved
	Target   string // the target of a user command
}

// An Option is one of them, as Discord sent it.
type Option struct {
	Name    string
	Type    discordgo.ApplicationCommandOptionType
	Value   any
	Focused bool // it is being typed
}

// Resolved describes the members and channels that the options name.
type Resolved struct {
	Users   map[string]*User     // by id
	Members map[string]*struct{} // those who are in the server
	// Channels are the named channels by id.
	Channels map[string]*Channel
}

// A Channel is Discord's description of a named channel.
type Channel struct {
	Type        discordgo.ChannelType
	Guild       string `json:"guild_id"` // its server, "" if Discord does not name it
	Permissions string // the caller's permissions there, as a decimal number
	Parent      string `json:"parent_id"` // the channel of a thread, or the category of another channel
}

// isThread reports whether the channel is a thread.
func (c *Channel) isThread() bool {
	return c.Type == discordgo.ChannelTypeGuildPublicThread || c.Type == discordgo.ChannelTypeGuildPrivateThread || c.Type == discordgo.ChannelTypeGuildNewsThread
}

// InServer goes on if all channels belong to the request's server, and refuses otherwise. Discord describes
// each channel beside the option or the menu that names it. then gets the bot's permissions by channel: see
// BotPermissions.
func (r *Request) InServer(channels []string, refusal *Refusal, then func(map[string]Permissions) (Plan, error)) (Plan, error) {
	for _, id := range channels {
		if c := r.Options.Resolved.Channels[id]; c == nil || c.Guild != "" && c.Guild != r.Place.Guild {
			return nil, refusal
		}
	}
	return Ask(BotPermissions{}, func(may map[string]Permissions) (Plan, error) {
		for _, id := range channels {
			if c := r.Options.Resolved.Channels[id]; c.isThread() {
				id = c.Parent
			}
			if _, has := may[id]; !has && may != nil {
				return nil, refusal
			}
		}
		return then(may)
	}), nil
}

// Allows reports whether the caller has all given permissions there.
func (c *Channel) Allows(permissions int64) bool {
	if c == nil {
		return false
	}
	has, err := strconv.ParseInt(c.Permissions, 10, 64)
	return err == nil && has&permissions == permissions
}

// A User is a named user, in the server or not.
type User struct{ Bot bool }

// Option returns an option, nil if it is absent or has no value.
func (o Options) Option(name string) *Option {
	for _, one := range o.List {
		if one != nil && one.Name == name && one.Value != nil {
			return one
		}
	}
	return nil
}

// Text returns a text option, "" if it is absent.
func (o Options) Text(name string) string {
	if one := o.Option(name); one != nil {
		text, _ := one.Value.(string)
		return text
	}
	return ""
}

// ID returns an option that is the id of a member or a channel, "" if it is absent. Errors: *Refusal.
func (o Options) ID(name string) (string, error) {
	one := o.Option(name)
	if one == nil {
		return "", nil
	}
	if id := o.Text(name); match.IsSnowflake(id) {
		return id, nil
	}
	return "", RefuseOption(name, fmt.Sprint(one.Value))
}

// Number returns an integer option, or otherwise if it is absent. It refuses values that are not integers of a
// sensible size.
func (o Options) Number(name string, otherwise int) (int, error) {
	one := o.Option(name)
	if one == nil {
		return otherwise, nil
	}
	number, ok := one.Value.(float64) // as JSON has it
	if !ok || number != float64(int32(number)) {
		return 0, RefuseOption(name, fmt.Sprint(one.Value))
	}
	return int(number), nil
}

// Focused returns the text of the option that is being typed.
func (o Options) Focused() string {
	for _, one := range o.List {
		if one != nil && one.Focused {
			typed, _ := one.Value.(string)
			return typed
		}
	}
	return ""
}

// BesideBoard is the prefix of custom ids on the message beside a match's board.
const BesideBoard = "/next/"

// OnBoard reports whether the request is a press on a public message, other than the one beside the board.
func (r *Request) OnBoard() bool {
	return r.Message.ID != "" && !r.Message.Private && !strings.HasPrefix(r.Path, BesideBoard)
}

// ChosenIDs returns the members, roles or channels chosen from a menu, at most `most`. Errors: *Refusal.
func (r *Request) ChosenIDs(most int) ([]string, error) {
	isNone := func(id string) bool { return !match.IsSnowflake(id) }
	if len(r.Values) > most || slices.ContainsFunc(r.Values, isNone) {
		return nil, Refuse(texts.RefuseOldButton)
	}
	return slices.Clone(r.Values), nil
}

// Square returns the pressed square, or the one chosen from a menu. Errors: *Refusal.
func (r *Request) Square() (game.Square, error) {
	name, pressed := r.Vars["square"]
	if !pressed {
		var err error
		if name, err = r.Chosen(); err != nil {
			return 0, err
		}
	}
	s, err := game.ParseSquare(name)
	if err != nil {
		return 0, Refuse(texts.RefuseOldButton).Because(err)
	}
	return s, nil
}

// Chosen returns the value chosen from a menu. Errors: *Refusal.
func (r *Request) Chosen() (string, error) {
	if len(r.Values) != 1 {
		return "", Refuse(texts.RefuseOldButton)
	}
	return r.Values[0], nil
}
