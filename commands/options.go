package commands

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/render"
)

// clocks are the times for a move that can be chosen, 0 for none.
var clocks = []time.Duration{
	0, 30 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 24 * time.Hour,
}

// slash declares a slash command: for servers, direct and group messages,
// installed in a server or for a user.
func (c *Commands) slash(name, about texts.Key, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	declared := c.declare(discordgo.ChatApplicationCommand, name)
	declared.Description = c.texts.In(texts.Default).Say(about)
	if others := c.locales(about); others != nil {
		declared.DescriptionLocalizations = &others
	}
	declared.Options = options
	return declared
}

// declare declares a command without a description.
func (c *Commands) declare(t discordgo.ApplicationCommandType, name texts.Key) *discordgo.ApplicationCommand {
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
		if !l.Has(key) {
			continue
		}
		if locales == nil {
			locales = make(map[discordgo.Locale]string)
		}
		locales[discordgo.Locale(l.Code())] = l.Say(key)
	}
	return locales
}

// option declares an option.
func (c *Commands) option(t discordgo.ApplicationCommandOptionType, name, about texts.Key) *discordgo.ApplicationCommandOption {
	say := c.texts.In(texts.Default).Say
	return &discordgo.ApplicationCommandOption{
		Type: t, Name: say(name), NameLocalizations: c.locales(name),
		Description: say(about), DescriptionLocalizations: c.locales(about),
	}
}

// A word is a value of a text option with its name.
type word struct {
	name  texts.Key
	value string
}

// choose declares a text option with fixed choices.
func (c *Commands) choose(name, about texts.Key, words ...word) *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionString, name, about)
	for _, w := range words {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{
			Name: c.texts.In(texts.Default).Say(w.name), NameLocalizations: c.locales(w.name), Value: w.value,
		})
	}
	return o
}

func (c *Commands) gameOption() *discordgo.ApplicationCommandOption {
	return c.choose(texts.OptionGame, texts.OptionGameAbout,
		word{texts.ChoiceClassic, "classic"}, word{texts.ChoiceUltimate, "ultimate"})
}

func (c *Commands) sizeOption() *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionInteger, texts.OptionSize, texts.OptionSizeAbout)
	smallest := 1.0
	o.MinValue, o.MaxValue = &smallest, game.MaxSize
	return o
}

func (c *Commands) firstOption() *discordgo.ApplicationCommandOption {
	return c.choose(texts.OptionFirst, texts.OptionFirstAbout,
		word{texts.ChoiceMe, "me"}, word{texts.ChoiceThem, "them"}, word{texts.ChoiceRandom, "random"})
}

func (c *Commands) styleOption() *discordgo.ApplicationCommandOption {
	return c.choose(texts.OptionStyle, texts.OptionStyleAbout,
		word{texts.ChoiceEmoji, string(render.Emoji)}, word{texts.ChoicePlain, string(render.Plain)},
		word{texts.ChoiceBox, string(render.Box)}, word{texts.ChoiceANSI, string(render.ANSI)})
}

// clockOption declares the choice of a clock, in seconds.
func (c *Commands) clockOption() *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionInteger, texts.OptionClock, texts.OptionClockAbout)
	for _, clock := range clocks {
		o.Choices = append(o.Choices, c.choice(int(clock.Seconds()), func(l *texts.Language) string { return card.Span(l, clock) }))
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
func (c *Commands) memberOption(name, about texts.Key) *discordgo.ApplicationCommandOption {
	return c.option(discordgo.ApplicationCommandOptionUser, name, about)
}

// levelOption declares a level that is completed while it is typed, because the
// levels depend on the game.
func (c *Commands) levelOption(name, about texts.Key) *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionString, name, about)
	o.Autocomplete = true
	return o
}
