package rest

import (
	"net/http"
	"slices"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/object"
)

func commandRoutes() map[string]methods {
	scope, command := (*request).scope, (*request).command
	all := methods{
		get: read(listCommands), post: write(withBody(scope, createCommand)), put: write(withBody(scope, overwriteCommands)),
	}
	one := methods{
		get: read(withObject(command, getCommand)), patch: write(withBody(command, patchCommand)),
		deletion: write(withObject(command, deleteCommand)),
	}
	return map[string]methods{
		applicationPath + "/commands":                          all,
		applicationPath + "/commands/{command}":                one,
		applicationPath + "/guilds/{guild}/commands":           all,
		applicationPath + "/guilds/{guild}/commands/{command}": one,
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
	if localized {
		return ok(out)
	}
	return ok(localizedAll(out, r.locale()))
}

// command returns the index of the command that the request's path names. Callers hold the world's lock.
func (r *request) command() (int, error) {
	guild, err := r.scope()
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(r.app.Commands, func(c object.Command) bool {
		return c.GuildID == guild && c.ID == r.PathValue("command")
	})
	if i < 0 {
		return 0, form.Refuse(http.StatusNotFound, form.CodeUnknownCommand, "Unknown application command")
	}
	return i, nil
}

func getCommand(r *request, i int) (reply, error) {
	return ok(r.app.Commands[i])
}

func deleteCommand(r *request, i int) (reply, error) {
	r.app.DeleteCommand(i)
	return noContent()
}

// createCommand creates a command. It overwrites an existing command with the same name and type.
func createCommand(r *request, guild object.Snowflake, f form.Field) (reply, error) {
	c := validate.ReadCommand(f, guild)
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	existing := r.app.CommandsOf(guild)
	i := validate.IndexOfCommand(existing, c)
	if i >= 0 {
		existing[i] = r.app.ChangedCommand(existing[i], c)
		r.app.SetCommands(guild, existing)
		return ok(existing[i])
	}
	if err := validate.CheckCommandCounts(append(existing, c)); err != nil {
		return failed(err)
	}
	if err := r.app.CountCreations(guild, 1); err != nil {
		return failed(err)
	}
	c = r.app.NewCommand(c)
	r.app.SetCommands(guild, append(existing, c))
	return reply{http.StatusCreated, c}, nil
}

// patchCommand changes the given fields of a command.
func patchCommand(r *request, i int, f form.Field) (reply, error) {
	old := r.app.Commands[i]
	c := validate.PatchedCommand(f, old)
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	others := slices.DeleteFunc(r.app.CommandsOf(old.GuildID), func(x object.Command) bool { return x.ID == old.ID })
	if validate.IndexOfCommand(others, c) >= 0 {
		return failed(form.Refuse(http.StatusBadRequest, form.CodeCommandExists, "An application command with that name already exists"))
	}
	return ok(r.app.ChangeCommand(i, c))
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

// locale returns the language of the answer: that of the X-Discord-Locale header, or en-US.
func (r *request) locale() string {
	if l := r.Header.Get("X-Discord-Locale"); slices.Contains(validate.Locales, l) {
		return l
	}
	return "en-US"
}

// A localizedCommand is a command in the list that a bot gets if it asks without with_localizations. It has the texts
// of one locale instead of all localizations.
type localizedCommand struct {
	object.Command
	localizedTexts
	Options []localizedOption `json:"options,omitempty"`
}

type localizedOption struct {
	object.CommandOption
	localizedTexts
	Options []localizedOption `json:"options,omitempty"`
	Choices []localizedChoice `json:"choices,omitempty"`
}

type localizedChoice struct {
	object.Choice
	localizedTexts
}

// localizedTexts are the texts in one locale. A missing text is omitted.
type localizedTexts struct {
	NameLocalized        string `json:"name_localized,omitempty"`
	DescriptionLocalized string `json:"description_localized,omitempty"`
}

func localizedAll(commands []object.Command, locale string) []localizedCommand {
	out := make([]localizedCommand, len(commands))
	for i, c := range commands {
		out[i] = localizedCommand{
			Command: c, Options: localizedList(c.Options, locale),
			localizedTexts: textsOf(c.NameLocalizations, c.DescriptionLocalizations, locale),
		}
		out[i].NameLocalizations, out[i].DescriptionLocalizations = nil, nil
	}
	return out
}

func localizedList(options []object.CommandOption, locale string) []localizedOption {
	out := make([]localizedOption, len(options))
	for i, o := range options {
		out[i] = localizedOption{
			CommandOption: o, Options: localizedList(o.Options, locale),
			localizedTexts: textsOf(o.NameLocalizations, o.DescriptionLocalizations, locale),
		}
		out[i].NameLocalizations, out[i].DescriptionLocalizations = nil, nil
		for _, c := range o.Choices {
			texts := textsOf(c.NameLocalizations, nil, locale)
			c.NameLocalizations = nil
			out[i].Choices = append(out[i].Choices, localizedChoice{c, texts})
		}
	}
	return out
}

func textsOf(names, descriptions map[string]string, locale string) (t localizedTexts) {
	t.NameLocalized, _ = object.Localized(names, locale)
	t.DescriptionLocalized, _ = object.Localized(descriptions, locale)
	return t
}
