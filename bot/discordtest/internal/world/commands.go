package world

import (
	"net/http"
	"reflect"
	"slices"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/object"
)

// CommandsOf returns the application's commands of one scope: a guild, or "" for global commands.
// Callers hold the world's lock.
func (a *Application) CommandsOf(guild object.Snowflake) []object.Command {
	out := []object.Command{}
	for _, c := range a.Commands {
		if c.GuildID == guild {
			out = append(out, c)
		}
	}
	return out
}

// NewCommand returns the command with a new id and version. SetCommands stores it. Callers hold the world's lock.
func (a *Application) NewCommand(c object.Command) object.Command {
	c.ID, c.Version, c.ApplicationID = a.World.Snowflake(), a.World.Snowflake(), a.ID
	return c
}

// ChangedCommand returns c with the id of the command `old`. If the commands differ, the result has
// a new version. Callers hold the world's lock.
func (a *Application) ChangedCommand(old, c object.Command) object.Command {
	c.ID, c.Version, c.ApplicationID = old.ID, old.Version, old.ApplicationID
	if !reflect.DeepEqual(old, c) {
		c.Version = a.World.Snowflake()
	}
	return c
}

// SetCommands sets the commands of a scope. Callers hold the world's lock.
func (a *Application) SetCommands(guild object.Snowflake, commands []object.Command) {
	others := slices.DeleteFunc(slices.Clone(a.Commands), func(c object.Command) bool { return c.GuildID == guild })
	a.Commands = append(others, commands...)
}

// CommandsIn returns the global commands and, if `guild` is not "", the commands of that guild. Callers hold the
// world's lock.
func (a *Application) CommandsIn(guild object.Snowflake) []object.Command {
	var out []object.Command
	for _, c := range a.Commands {
		if c.GuildID == "" || c.GuildID == guild {
			out = append(out, c)
		}
	}
	return out
}

// CountCreations counts n new commands of a guild, or n global ones if `guild` is "". If the number of new commands in
// the last 24 hours would exceed Discord's limit, it returns an error and counts none. Callers hold the world's lock.
func (a *Application) CountCreations(guild object.Snowflake, n int) error {
	now := time.Now()
	recent := slices.DeleteFunc(a.created[guild], func(t time.Time) bool { return now.Sub(t) >= 24*time.Hour })
	a.created[guild] = recent
	if len(recent)+n > validate.MaxCreations {
		return form.Refuse(http.StatusBadRequest, form.CodeTooManyCreations, "Maximum number of daily application command creates has been reached (200)")
	}
	for range n {
		a.created[guild] = append(a.created[guild], now)
	}
	return nil
}
