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

// InScope returns the application's commands of one scope.
func (a *Application) InScope(guild object.Snowflake) []object.Command {
	out := []object.Command{}
	for _, c := range a.Commands {
		if c.GuildID == guild {
			out = append(out, c)
		}
	}
	return out
}

// Create gives a new command its identity. Callers hold the world's lock.
func (a *Application) Create(c object.Command) object.Command {
	c.ID, c.Version, c.ApplicationID = a.World.Snowflake(), a.World.Snowflake(), a.ID
	return c
}

// Overwrite returns a command with the identity of an old one, and a new
// version when it differs. Callers hold the world's lock.
func (a *Application) Overwrite(old, c object.Command) object.Command {
	c.ID, c.Version, c.ApplicationID = old.ID, old.Version, old.ApplicationID
	if !reflect.DeepEqual(old, c) {
		c.Version = a.World.Snowflake()
	}
	return c
}

// Replace sets the commands of a scope. Callers hold the world's lock.
func (a *Application) Replace(guild object.Snowflake, commands []object.Command) {
	others := slices.DeleteFunc(slices.Clone(a.Commands), func(c object.Command) bool { return c.GuildID == guild })
	a.Commands = append(others, commands...)
}

// CountCreations notes new commands, or refuses them when it were too many in
// a day. Callers hold the world's lock.
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
