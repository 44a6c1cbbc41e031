package commands

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
)

// checkLevel returns a level of a variant: the one named, or the variant's
// default for "".
func checkLevel(r *request, v game.Variant, level string) (string, error) {
	switch levels := ai.Levels(v); {
	case level == "":
		return ai.DefaultLevel(v), nil
	case slices.Contains(levels, level):
		return level, nil
	default:
		return "", refuse(texts.RefuseLevel, "Level", shorten(level, 20),
			"Game", variantName(r.reader, v), "Levels", strings.Join(levels, ", "))
	}
}

// completeLevel offers the levels of the game that the other options name.
func (c *Commands) completeLevel(_ context.Context, r *request) (Reply, error) {
	v, err := readGame(r)
	if err != nil {
		return Reply{}, err // whose sentence the member gets when the command is sent
	}
	var choices []*discordgo.ApplicationCommandOptionChoice
	for _, level := range ai.Levels(v) {
		if strings.HasPrefix(level, strings.ToLower(r.focused())) {
			choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: level, Value: level})
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
