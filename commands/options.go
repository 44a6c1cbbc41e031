package commands

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// clocks are the times for a move that can be chosen, 0 for none.
var clocks = []time.Duration{
	0, 30 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 24 * time.Hour,
}

// openFor are the times that a challenge can wait; the first is what it waits if none is
// chosen.
var openFor = []time.Duration{match.ChallengeLife, time.Hour, 24 * time.Hour}

// slash declares a slash command: for servers, direct and group messages,
// installed in a server or for a user. Its texts are "command.<name>" and
// "command.<name>.about".
func (c *Commands) slash(name string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	declared := c.declare(discordgo.ChatApplicationCommand, name)
	about := texts.Key("command." + name + ".about")
	declared.Description = c.texts.In(texts.Default).Say(about)
	if others := c.locales(about); others != nil {
		declared.DescriptionLocalizations = &others
	}
	declared.Options = options
	return declared
}

// declare declares a command without a description.
func (c *Commands) declare(t discordgo.ApplicationCommandType, command string) *discordgo.ApplicationCommand {
	name := texts.Key("command." + command)
	declared := &discordgo.ApplicationCommand{
		Type: t,
		Name: c.texts.In(texts.Default).Say(name),
		Contexts: &[]discordgo.InteractionContextType{
			discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM,
			discordgo.InteractionContextPrivateChannel,
		},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{
			discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall,
		},
	}
	if others := c.locales(name); others != nil {
		declared.NameLocalizations = &others
	}
	return declared
}

// locales returns a text in the other languages as Discord wants it.
func (c *Commands) locales(key texts.Key) map[discordgo.Locale]string {
	var locales map[discordgo.Locale]string
	for _, l := range c.texts.Others() {
		if !l.Own(key) {
			continue
		}
		if locales == nil {
			locales = make(map[discordgo.Locale]string)
		}
		locales[discordgo.Locale(l.Code())] = l.Say(key)
	}
	return locales
}

// option declares an option. Its texts are "option.<name>" and "option.<name>.about".
func (c *Commands) option(t discordgo.ApplicationCommandOptionType, option string) *discordgo.ApplicationCommandOption {
	say, name := c.texts.In(texts.Default).Say, texts.Key("option."+option)
	about := name + ".about"
	return &discordgo.ApplicationCommandOption{
		Type: t, Name: say(name), NameLocalizations: c.locales(name),
		Description: say(about), DescriptionLocalizations: c.locales(about),
	}
}

// choose declares a text option with fixed values. What they are called are the texts
// "choice.<value>".
func (c *Commands) choose(option string, values ...string) *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionString, option)
	for _, value := range values {
		o.Choices = append(o.Choices, c.choice(value, func(l *texts.Language) string { return l.Say(texts.Key("choice." + value)) }))
	}
	return o
}

func (c *Commands) gameOption() *discordgo.ApplicationCommandOption {
	return c.choose("game", "classic", "ultimate")
}

func (c *Commands) sizeOption() *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionInteger, "size")
	smallest := 1.0
	o.MinValue, o.MaxValue = &smallest, game.MaxSize
	return o
}

// inARowOption declares how many in a row win on a classic board.
func (c *Commands) inARowOption() *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionInteger, "in_a_row")
	least := float64(game.LeastInARow)
	o.MinValue, o.MaxValue = &least, game.MaxSize
	return o
}

func (c *Commands) firstOption() *discordgo.ApplicationCommandOption {
	return c.choose("first", "me", "them", "random")
}

// styleOption declares the choice of a style: of all that package render has. What they
// are called are the texts "style.<name>".
func (c *Commands) styleOption() *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionString, "style")
	for _, style := range render.Styles {
		o.Choices = append(o.Choices, c.choice(string(style), func(l *texts.Language) string { return l.Say(texts.Key("style." + style)) }))
	}
	return o
}

// clockOption declares the choice of a clock.
func (c *Commands) clockOption() *discordgo.ApplicationCommandOption { return c.span("clock", clocks) }

// openForOption declares the choice of how long a challenge waits.
func (c *Commands) openForOption() *discordgo.ApplicationCommandOption {
	return c.span("open_for", openFor)
}

// span declares the choice of a time, in seconds.
func (c *Commands) span(option string, among []time.Duration) *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionInteger, option)
	for _, span := range among {
		o.Choices = append(o.Choices, c.choice(int(span.Seconds()), func(l *texts.Language) string { return card.Span(l, span) }))
	}
	return o
}

// choice returns a value that an option can have, with its name in every language.
func (c *Commands) choice(value any, name func(*texts.Language) string) *discordgo.ApplicationCommandOptionChoice {
	ch := &discordgo.ApplicationCommandOptionChoice{Name: name(c.texts.In(texts.Default)), Value: value}
	for _, l := range c.texts.Others() {
		if ch.NameLocalizations == nil {
			ch.NameLocalizations = make(map[discordgo.Locale]string)
		}
		ch.NameLocalizations[discordgo.Locale(l.Code())] = name(l)
	}
	return ch
}

// memberOption declares the choice of a member.
func (c *Commands) memberOption(name string) *discordgo.ApplicationCommandOption {
	return c.option(discordgo.ApplicationCommandOptionUser, name)
}

// levelOption declares a level that is completed while it is typed, because the
// levels depend on the game.
func (c *Commands) levelOption(name string) *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionString, name)
	o.Autocomplete = true
	return o
}
