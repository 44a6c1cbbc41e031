package rest

import (
	"net/http"
	"slices"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/object"
)

func commandRoutes() map[string]methods {
	all := methods{get: read(listCommands), put: write(withBody((*request).scope, overwriteCommands))}
	return map[string]methods{
		applicationPath + "/commands":                all,
		applicationPath + "/guilds/{guild}/commands": all,
	}
}

func listCommands(r *request) (reply, error) {
	localized, err := r.flag("with_localizations")
	if err != nil {
		return failed(err)
	}
	r.world.Lock()
	defer r.world.Unlock()
	guild, err := r.scope()
	if err != nil {
		return failed(err)
	}
	out := r.app.CommandsOf(guild)
	if !localized {
		for i := range out {
			out[i].NameLocalizations, out[i].DescriptionLocalizations = nil, nil
		}
	}
	return ok(out)
}

// overwriteCommands replaces all commands of a guild, or all global commands. A command with the same name and type as
// an existing one keeps its id. If nothing else changes either, it also keeps its version.
func overwriteCommands(r *request, guild object.Snowflake, f form.Field) (reply, error) {
	wanted := validate.ReadCommands(f, guild)
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	if err := validate.CheckCommandCounts(wanted); err != nil {
		return failed(err)
	}
	existing := r.app.CommandsOf(guild)
	isEntry := func(c object.Command) bool { return c.Type == object.CommandEntry }
	if slices.ContainsFunc(existing, isEntry) && !slices.ContainsFunc(wanted, isEntry) {
		return failed(form.Refuse(http.StatusBadRequest, form.CodeEntryPoint,
			"You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately."))
	}
	created := 0
	for i, c := range wanted {
		if j := validate.IndexOfCommand(existing, c); j >= 0 {
			wanted[i] = r.app.ChangedCommand(existing[j], c)
			continue
		}
		created++
		wanted[i] = r.app.NewCommand(c)
	}
	if err := r.app.CountCreations(guild, created); err != nil {
		return failed(err)
	}
	r.app.SetCommands(guild, wanted)
	return ok(wanted)
}
