package commands

import (
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game/match"
)

// kind says what a member did.
type kind uint8

const (
	typed     kind = iota + 1 // used a command
	completed                 // types an option with autocomplete
	pressed                   // pressed a button or chose from a menu
)

// A request is an interaction after it was checked: everything a handler may
// read is there and harmless.
type request struct {
	kind   kind
	path   string
	vars   []variable
	user   *discordgo.User
	reader *texts.Language // of private answers
	place  Place
	direct bool // a conversation of the member and this bot alone
	// private is set when the pressed message is one that only the member sees.
	private bool
	app     string // id of the application, which is also its bot's
	target  string // the member that a user command was used on

	options  []*discordgo.ApplicationCommandInteractionDataOption
	resolved *discordgo.ApplicationCommandInteractionDataResolved
	values   []string // chosen from a menu
}

// newRequest reads an interaction. It refuses those that discordgo could not
// decode and passes on half empty.
func newRequest(i *discordgo.Interaction, catalogue *texts.Catalogue) (*request, error) {
	r := &request{app: i.AppID, user: i.User, reader: catalogue.In(string(i.Locale))}
	if i.Member != nil {
		r.user = i.Member.User
	}
	r.place = Place{Guild: i.GuildID, Channel: i.ChannelID, Locale: string(i.Locale)}
	if i.GuildLocale != nil {
		r.place.Locale = string(*i.GuildLocale)
	}
	r.place.Away = isAway(i)
	r.private = i.Message != nil && i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
	r.direct = i.GuildID == "" && i.Context == discordgo.InteractionContextBotDM
	if err := r.readData(i); err != nil {
		return r, err
	}
	if r.user == nil || r.user.ID == "" || r.place.Channel == "" {
		return r, fmt.Errorf("commands: interaction %s has no user or no channel", i.ID)
	}
	return r, nil
}

// isAway says whether the bot itself has no access to where an interaction comes
// from: a member has brought it along.
func isAway(i *discordgo.Interaction) bool {
	_, byGuild := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return i.GuildID == "" || len(i.AuthorizingIntegrationOwners) > 0 && !byGuild
}

// readData reads what was typed or pressed.
func (r *request) readData(i *discordgo.Interaction) error {
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		r.kind = typed
		if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
			r.kind = completed
		}
		r.path = commandPath(data.CommandType, data.Name)
		r.options, r.resolved, r.target = data.Options, data.Resolved, data.TargetID
		return nil
	case discordgo.MessageComponentInteractionData:
		r.kind, r.path, r.values = pressed, data.CustomID, data.Values
		return nil
	}
	return fmt.Errorf("commands: interaction %s of type %d has no data that can be used", i.ID, i.Type)
}

// commandPath returns the path of a command.
func commandPath(t discordgo.ApplicationCommandType, name string) string {
	switch t {
	case discordgo.UserApplicationCommand:
		return "/user/" + name
	case discordgo.MessageApplicationCommand:
		return "/message/" + name
	default:
		return "/" + name
	}
}

// variable returns a variable of the path, "" for one the pattern lacks.
func (r *request) variable(name string) string {
	for _, v := range r.vars {
		if v.name == name {
			return v.value
		}
	}
	return ""
}

// option returns an option of a command, nil when it was left away.
func (r *request) option(name string) *discordgo.ApplicationCommandInteractionDataOption {
	for _, o := range r.options {
		if o != nil && o.Name == name {
			return o
		}
	}
	return nil
}

// text returns a text option, "" when it was left away.
func (r *request) text(name string) string {
	if o := r.option(name); o != nil {
		text, _ := o.Value.(string)
		return text
	}
	return ""
}

// number returns an integer option, or the given one when it was left away. A
// value that is no integer of a sensible size is refused.
func (r *request) number(name string, otherwise int) (int, error) {
	o := r.option(name)
	if o == nil {
		return otherwise, nil
	}
	number, ok := o.Value.(float64) // as JSON has it
	if !ok || number != float64(int32(number)) {
		return 0, refuse(texts.RefuseOption, "Value", fmt.Sprint(o.Value), "Option", name)
	}
	return int(number), nil
}

// chosen returns the one value chosen from a menu, or an error.
func (r *request) chosen() (string, error) {
	if len(r.values) != 1 {
		return "", refuse(texts.RefuseOldButton)
	}
	return r.values[0], nil
}

// seen returns which match at which version the pressed message showed.
func (r *request) seen() (seen, error) {
	version, err := strconv.Atoi(r.variable("version"))
	id := match.ID(r.variable("match"))
	if err != nil || version < 1 || !id.Valid() {
		return seen{}, refuse(texts.RefuseOldButton)
	}
	return seen{id, version}, nil
}

// A seen is a match at the version that a member saw when they acted; version
// 0 when it does not matter.
type seen struct {
	id      match.ID
	version int
}
