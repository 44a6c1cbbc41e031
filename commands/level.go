package commands

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
)

// levelNames are what the levels are called.
var levelNames = map[string]texts.Key{
	"random": texts.LevelRandom, "rules": texts.LevelRules, "scores": texts.LevelScores, "local": texts.LevelLocal,
	"newcomer": texts.LevelNewcomer, "beginner": texts.LevelBeginner, "casual": texts.LevelCasual,
	"regular": texts.LevelRegular, "club": texts.LevelClub, "advanced": texts.LevelAdvanced,
	"expert": texts.LevelExpert, "master": texts.LevelMaster, "grandmaster": texts.LevelGrandmaster,
	"champion": texts.LevelChampion,
	"strong":   texts.LevelStrong, "perfect": texts.LevelPerfect,
}

// levelName returns what a level is called, also one that there was when a match
// was saved and is no more.
func levelName(l *texts.Language, level string) string {
	if key, ok := levelNames[level]; ok {
		return l.Say(key)
	}
	return level
}

// ratedLevel returns what a level is called, with its rating if it has one.
func ratedLevel(l *texts.Language, v game.Variant, level string) string {
	rating, ok := ai.RatingOf(v, level)
	if !ok {
		return levelName(l, level)
	}
	return l.Say(texts.LevelRated, "Level", levelName(l, level), "Rating", rating.Value)
}

// levelChoice returns a level as a choice of an option, in every language.
func (c *Commands) levelChoice(v game.Variant, level string) *discordgo.ApplicationCommandOptionChoice {
	ch := &discordgo.ApplicationCommandOptionChoice{
		Name: ratedLevel(c.texts.In(texts.Default), v, level), Value: level,
	}
	for code, l := range c.texts.Others() {
		if ch.NameLocalizations == nil {
			ch.NameLocalizations = make(map[discordgo.Locale]string)
		}
		ch.NameLocalizations[discordgo.Locale(code)] = ratedLevel(l, v, level)
	}
	return ch
}

// checkLevel returns a level of a variant: the one named, or the variant's
// default for "".
func checkLevel(r *request, v game.Variant, level string) (string, error) {
	if level == "" {
		return ai.DefaultLevel(v), nil
	}
	if known, ok := ai.LookUp(v, level); ok {
		return known, nil
	}
	return "", refuse(texts.RefuseLevel, "Level", shorten(level, 20),
		"Game", variantName(r.reader, v), "Levels", strings.Join(ai.Levels(v), ", "))
}

// completeLevel offers the levels of the game that the other options name, by
// what they are called or by what is sent for them.
func (c *Commands) completeLevel(_ context.Context, r *request) (Reply, error) {
	v, err := readGame(r)
	if err != nil {
		return Reply{}, err // whose sentence the member gets when the command is sent
	}
	var choices []*discordgo.ApplicationCommandOptionChoice
	typed := strings.ToLower(r.focused())
	for _, level := range ai.Levels(v) {
		name := ratedLevel(r.reader, v, level)
		if strings.HasPrefix(level, typed) || strings.HasPrefix(strings.ToLower(name), typed) {
			choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: name, Value: level})
		}
	}
	return completions(choices), nil
}

// focused returns what was typed so far into the option that is being typed.
func (r *request) focused() string {
	for _, o := range r.options {
		if o != nil && o.Focused {
			typed, _ := o.Value.(string)
			return typed
		}
	}
	return ""
}
