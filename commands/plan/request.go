// Package plan declares the values that command handlers exchange with bot/matches, which calls them: a member's
// request, the plan that a handler returns, and the answer. Nothing in this package waits for the store or for Discord.
package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// Kind says what the member did to make a request, such as pressing a button.
type Kind uint8

// The kinds of requests.
const (
	Command    Kind = iota + 1 // used a slash command or a user command
	Completion                 // is typing an option with autocomplete
	Press                      // pressed a button or chose from a menu
	Form                       // submitted a form
)

// A Request is one interaction. The inbox decodes it; Commands.Route sets Texts, Tiles, Vars, Match, Version and Tournament;
// the executor sets Read, Now, Server, ServerErr, Language and Place.Locale before it calls the handler.
type Request struct {
	ID   string // the interaction's id, used as the idempotency key
	App  string // the application's id, which is also the bot's user id
	User string // the user who made the request; comments call this user the user, or the member
	Kind Kind
	Now  time.Time // when the handler is called
	// Path is "/name" for a slash command and "/user/name" for a user command. For other requests it is the custom id.
	Path string

	Read Reader // what a handler needs to know

	// Language is the language of private answers, refusals and autocomplete choices: the language that the member has
	// chosen, or otherwise ClientLocale, the language of the member's Discord client. See Private and Public.
	Language     *texts.Language
	ClientLocale string
	// DiscordLocale is the server's language in Discord's settings, "" outside servers.
	DiscordLocale string
	Texts         *texts.Catalogue // the texts of all languages, for Private and Public
	Tiles         render.Tiles     // draws boards in the answer
	// Place is the place where the request was made. Place.Locale is the language of public messages.
	Place  match.Place
	Direct bool // set in a direct message between the member and this bot
	Origin

	Options Options           // options of a slash command; for a user command only Resolved and Target are set
	Values  []string          // values chosen from a menu
	Fields  map[string]string // contents of a form, by field name
	Message Message           // the pressed message; ID is "" for a command
	Vars    RouteVars

	// Match and Version identify the pressed board: the match and its version when the board was drawn.
	Match   match.ID
	Version int
	// Tournament is the tournament whose button was pressed, "" for none.
	Tournament match.ID
}

// A Message describes the pressed message.
type Message struct {
	ID      string
	Private bool // only the member sees it
}

// Options are the options of a slash command, or the target of a user command.
type Options struct {
	List     []*Option // elements may be nil
	Resolved Resolved
	Target   string // id of the member on whom a user command was used
}

// An Option is one option of a command, as Discord sent it.
type Option struct {
	Name    string
	Type    discordgo.ApplicationCommandOptionType
	Value   any
	Focused bool // set while the member is typing this option
}

// Resolved describes the members, channels and roles that the options or a menu name.
type Resolved struct {
	Users   map[string]*User     // by id
	Members map[string]*struct{} // members of the server among Users, by id
	// Channels holds the named channels by id.
	Channels map[string]*Channel
	Roles    map[string]*Role // by id
}

// A Role is Discord's description of a named role.
type Role struct {
	Permissions string // the role's permissions, as a decimal number
}

// HasPermissionsOf reports whether the user has all permissions of a role that a menu names.
func (r *Request) HasPermissionsOf(role string) bool {
	described := r.Options.Resolved.Roles[role]
	if described == nil {
		return false
	}
	gives, err := strconv.ParseInt(described.Permissions, 10, 64)
	return err == nil && r.May.Has(Permissions(gives))
}

// A Channel is Discord's description of a named channel.
type Channel struct {
	Type        discordgo.ChannelType
	Guild       string `json:"guild_id"` // id of the channel's server, "" if Discord does not name it
	Permissions string // the user's permissions in the channel, as a decimal number
	Parent      string `json:"parent_id"` // the parent channel if this is a thread; otherwise the category that contains the channel
}

func (c *Channel) isThread() bool {
	return c.Type == discordgo.ChannelTypeGuildPublicThread || c.Type == discordgo.ChannelTypeGuildPrivateThread || c.Type == discordgo.ChannelTypeGuildNewsThread
}

// InServer returns `refusal` unless all the given channels belong to the request's server. The request's Resolved data
// must describe the channels. Discord sends this data for channels that an option or a menu names. If the bot's
// permissions in the server's channels are known, each given channel must be among these channels. For a thread this
// applies to its parent channel.
func (r *Request) InServer(channels []string, refusal *Refusal) error {
	for _, id := range channels {
		if c := r.Options.Resolved.Channels[id]; c == nil || c.Guild != "" && c.Guild != r.Place.Guild {
			return refusal
		}
	}
	may := r.Read.BotPermissions()
	for _, id := range channels {
		if c := r.Options.Resolved.Channels[id]; c.isThread() {
			id = c.Parent
		}
		if _, has := may[id]; !has && may != nil {
			return refusal
		}
	}
	return nil
}

// MayWriteIn returns a refusal if the user may not write in a channel that the options or a menu name: see MayWrite.
func (r *Request) MayWriteIn(channel string) error {
	if c := r.Options.Resolved.Channels[channel]; c != nil {
		has, err := strconv.ParseInt(c.Permissions, 10, 64)
		if err == nil && Permissions(has).CanWrite(c.isThread()) {
			return nil
		}
	}
	return Refuse("refuse.write", "ID", channel)
}

// A User is a user whom an option names. The user need not be in the server.
type User struct{ Bot bool }

// Option returns the option with a name. It returns nil if the option is absent or has no value.
func (o Options) Option(name string) *Option {
	for _, one := range o.List {
		if one != nil && one.Name == name && one.Value != nil {
			return one
		}
	}
	return nil
}

// Text returns the value of a text option, "" if the option is absent.
func (o Options) Text(name string) string {
	if one := o.Option(name); one != nil {
		text, _ := one.Value.(string)
		return text
	}
	return ""
}

// ID returns the value of an option that names a member or a channel by id, "" if the option is
// absent. Errors: *Refusal.
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

// Number returns the value of an integer option. If the option is absent, it returns `otherwise`. It
// refuses values that are not 32-bit integers.
func (o Options) Number(name string, otherwise int) (int, error) {
	one := o.Option(name)
	if one == nil {
		return otherwise, nil
	}
	number, ok := one.Value.(float64) // encoding/json decodes numbers as float64
	if !ok || number != float64(int32(number)) {
		return 0, RefuseOption(name, fmt.Sprint(one.Value))
	}
	return int(number), nil
}

// Focused returns the text typed so far in the option that is being typed.
func (o Options) Focused() string {
	for _, one := range o.List {
		if one != nil && one.Focused {
			typed, _ := one.Value.(string)
			return typed
		}
	}
	return ""
}

// BesideBoard is the path prefix of the buttons on the separate message that is posted beside a match's board.
const BesideBoard = "/next/"

// OnBoard reports whether the request is a press on a public message. The message beside the board does not count.
func (r *Request) OnBoard() bool {
	return r.Message.ID != "" && !r.Message.Private && !strings.HasPrefix(r.Path, BesideBoard)
}

// ChosenIDs returns the ids of the members, roles or channels chosen from a menu. It refuses more
// than `most` of them. Errors: *Refusal.
func (r *Request) ChosenIDs(most int) ([]string, error) {
	isNone := func(id string) bool { return !match.IsSnowflake(id) }
	if len(r.Values) > most || slices.ContainsFunc(r.Values, isNone) {
		return nil, Refuse(texts.RefuseOldButton)
	}
	return slices.Clone(r.Values), nil
}

// Square returns the square that was pressed or was chosen from a menu. Errors: *Refusal.
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

// Chosen returns the single value chosen from a menu. Errors: *Refusal.
func (r *Request) Chosen() (string, error) {
	if len(r.Values) != 1 {
		return "", Refuse(texts.RefuseOldButton)
	}
	return r.Values[0], nil
}
