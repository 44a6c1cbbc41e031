// Package plan is what the handlers of commands and the owner of the matches say
// to each other, in values: the request of a member, what a handler needs to
// answer it, and the answer. Nothing in it waits for a store or for Discord.
package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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

// A Request is one interaction after it was decoded and checked: everything that a
// handler may read is there and harmless.
type Request struct {
	ID   string // the interaction's; the idempotency key of what is done for it
	App  string // the application's, which is also its bot's user
	User string // the member who did it
	Kind Kind
	// Path is "/name" of a slash command, "/user/name" of a user command, and the
	// custom id of what was pressed or sent.
	Path string

	// Reader is the language of what only the member sees, refusals and completions
	// among it: what the member has chosen, or else Locale, which is what Discord speaks with them.
	// For answers see Private and Public.
	Reader *texts.Language
	Locale string
	// DiscordLocale is the language of the server as Discord has it, "" outside servers.
	DiscordLocale string
	Texts         *texts.Catalogue // for Private and Public
	Tiles         render.Tiles     // for boards in the answer
	// Place is where it was done. Its Locale is the language of what everybody sees.
	Place  match.Place
	Direct bool // a conversation of the member and this bot alone
	Standing

	Options Options           // of a command; of a menu of members only what Discord says of those
	Values  []string          // chosen from a menu
	Fields  map[string]string // of a form that was sent, by the names of its fields
	Message Message           // that was pressed; its ID is "" for a command
	Vars    route.Vars

	// Match and Version are what the board showed that was pressed.
	Match   match.ID
	Version int
	// Tournament is the one whose button was pressed, "" for none.
	Tournament match.ID
}

// A Message is what a request says of the message that was pressed.
type Message struct {
	ID      string
	Private bool // only the member sees it
}

// Options are what was typed into a command or chosen from a menu of members.
type Options struct {
	List     []*Option // some may be nil
	Resolved Resolved
	Target   string // the member that a user command was used on
}

// An Option is one of them, as Discord sent it.
type Option struct {
	Name    string
	Type    discordgo.ApplicationCommandOptionType
	Value   any
	Focused bool // it is being typed
}

// Resolved is what Discord says of the members that are named.
type Resolved struct {
	Users   map[string]*User     // by id
	Members map[string]*struct{} // those of them who are in the server
	// Channels are those that are named, by id.
	Channels map[string]*Channel
}

// A Channel is what Discord says of a channel that is named.
type Channel struct {
	Type        discordgo.ChannelType
	Guild       string `json:"guild_id"` // its server, "" where Discord does not say it
	Permissions string // the caller's there, as Discord writes them: a number
	Parent      string `json:"parent_id"` // the channel that a thread is in, or the category of another channel
}

// isThread reports whether the channel is a thread.
func (c *Channel) isThread() bool {
	return c.Type == discordgo.ChannelTypeGuildPublicThread || c.Type == discordgo.ChannelTypeGuildPrivateThread || c.Type == discordgo.ChannelTypeGuildNewsThread
}

// InServer goes on if some channels are channels or threads of the request's server, and refuses otherwise.
// Discord has described each beside the option or the menu that names it, and lists the server's channels with
// what the bot may do there, which is handed on: see BotPermissions.
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

// Allows reports whether the caller has all of some permissions there.
func (c *Channel) Allows(permissions int64) bool {
	if c == nil {
		return false
	}
	has, err := strconv.ParseInt(c.Permissions, 10, 64)
	return err == nil && has&permissions == permissions
}

// A User is somebody who may be in the server or not.
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

// ID returns an option that names a member or a channel by its id, "" if it is absent. Errors: *Refusal.
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

// Number returns an integer option, or the given one if it is absent. What is no integer of a
// sensible size is refused.
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

// Focused returns what was typed so far into the option that is being typed.
func (o Options) Focused() string {
	for _, one := range o.List {
		if one != nil && one.Focused {
			typed, _ := one.Value.(string)
			return typed
		}
	}
	return ""
}

// BesideBoard begins the paths of what is pressed on a message beside the board of a match.
const BesideBoard = "/next/"

// OnBoard reports whether the request is a press on a message that everybody sees, and not on
// one beside the board.
func (r *Request) OnBoard() bool {
	return r.Message.ID != "" && !r.Message.Private && !strings.HasPrefix(r.Path, BesideBoard)
}

// ChosenIDs returns the members, roles or channels chosen from a menu, up to most of them. Errors: *Refusal.
func (r *Request) ChosenIDs(most int) ([]string, error) {
	isNone := func(id string) bool { return !match.IsSnowflake(id) }
	if len(r.Values) > most || slices.ContainsFunc(r.Values, isNone) {
		return nil, Refuse(texts.RefuseOldButton)
	}
	return slices.Clone(r.Values), nil
}

// Square returns the square that was pressed or chosen from a menu of squares. Errors: *Refusal.
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

// Chosen returns the one value chosen from a menu. Errors: *Refusal.
func (r *Request) Chosen() (string, error) {
	if len(r.Values) != 1 {
		return "", Refuse(texts.RefuseOldButton)
	}
	return r.Values[0], nil
}
