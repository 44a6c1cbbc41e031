package commands

import (
	"time"

	"github.com/bwmarrin/discordgo"

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
	elsewhere := c.texts.Elsewhere(key)
	if elsewhere == nil {
		return nil
	}
	locales := make(map[discordgo.Locale]string, len(elsewhere))
	for code, text := range elsewhere {
		locales[discordgo.Locale(code)] = text
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

// choose declares a text option with fixed choices: a text and a value by turns.
func (c *Commands) choose(name, about texts.Key, choices ...choice) *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionString, name, about)
	for _, ch := range choices {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{
			Name: c.texts.In(texts.Default).Say(ch.name), NameLocalizations: c.locales(ch.name), Value: ch.value,
		})
	}
	return o
}

// A choice is one of the values of an option.
type choice struct {
	name  texts.Key
	value string
}

func (c *Commands) gameOption() *discordgo.ApplicationCommandOption {
	return c.choose(texts.OptionGame, texts.OptionGameAbout,
		choice{texts.ChoiceClassic, "classic"}, choice{texts.ChoiceUltimate, "ultimate"})
}

func (c *Commands) sizeOption() *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionInteger, texts.OptionSize, texts.OptionSizeAbout)
	smallest := 1.0
	o.MinValue, o.MaxValue = &smallest, game.MaxSize
	return o
}

func (c *Commands) firstOption() *discordgo.ApplicationCommandOption {
	return c.choose(texts.OptionFirst, texts.OptionFirstAbout,
		choice{texts.ChoiceMe, "me"}, choice{texts.ChoiceThem, "them"}, choice{texts.ChoiceRandom, "random"})
}

func (c *Commands) styleOption() *discordgo.ApplicationCommandOption {
	return c.choose(texts.OptionStyle, texts.OptionStyleAbout,
		choice{texts.ChoiceEmoji, string(render.Emoji)}, choice{texts.ChoicePlain, string(render.Plain)},
		choice{texts.ChoiceBox, string(render.Box)}, choice{texts.ChoiceANSI, string(render.ANSI)})
}

// clockOption declares the choice of a clock, in seconds.
func (c *Commands) clockOption() *discordgo.ApplicationCommandOption {
	o := c.option(discordgo.ApplicationCommandOptionInteger, texts.OptionClock, texts.OptionClockAbout)
	for _, clock := range clocks {
		o.Choices = append(o.Choices, c.clockChoice(clock))
	}
	return o
}

func (c *Commands) clockChoice(clock time.Duration) *discordgo.ApplicationCommandOptionChoice {
	ch := &discordgo.ApplicationCommandOptionChoice{
		Name: span(c.texts.In(texts.Default), clock), Value: int(clock.Seconds()),
	}
	for code, l := range c.texts.Others() {
		if ch.NameLocalizations == nil {
			ch.NameLocalizations = make(map[discordgo.Locale]string)
		}
		ch.NameLocalizations[discordgo.Locale(code)] = span(l, clock)
	}
	return ch
}

// span says how long a time for a move is.
func span(l *texts.Language, d time.Duration) string {
	switch {
	case d == 0:
		return l.Say(texts.ClockNone)
	case d < time.Minute:
		return l.Count(texts.ClockSeconds, int(d/time.Second))
	case d < time.Hour:
		return l.Count(texts.ClockMinutes, int(d/time.Minute))
	case d < 24*time.Hour:
		return l.Count(texts.ClockHours, int(d/time.Hour))
	}
	return l.Count(texts.ClockDays, int(d/(24*time.Hour)))
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
