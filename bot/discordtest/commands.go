package discordtest

import (
	"net/http"
	"reflect"
	"slices"
	"time"
)

// The numbers of commands that an application may have, for each scope.
const (
	maxChatInput   = 100
	maxContextMenu = 15 // of users and of messages each
	maxBulk        = 130
	maxCreations   = 200 // a day
)

// scope returns the guild of the path ("" global) when the bot token is the
// application's. Callers hold s.mu.
func (r *request) scope() (Snowflake, error) {
	id := r.PathValue("application")
	if r.world.application(id) == nil {
		return "", refuse(http.StatusNotFound, codeUnknownApplication, "Unknown Application")
	}
	if id != r.app.ID {
		return "", refuse(http.StatusForbidden, codeWrongApplication, "You are not authorized to perform this action on this application")
	}
	guild := r.PathValue("guild")
	if g := r.world.guilds[guild]; guild != "" && (g == nil || !g.has(r.app)) {
		return "", errMissingAccess()
	}
	return guild, nil
}

// inScope returns the application's commands of one scope.
func (a *Application) inScope(guild Snowflake) []Command {
	out := []Command{}
	for _, c := range a.commands {
		if c.GuildID == guild {
			out = append(out, c)
		}
	}
	return out
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
	out := r.app.inScope(guild)
	if localized {
		return ok(out)
	}
	return ok(localizedAll(out, r.locale()))
}

// command returns the index of the command of the path. Callers hold s.mu.
func (r *request) command() (int, error) {
	guild, err := r.scope()
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(r.app.commands, func(c Command) bool {
		return c.GuildID == guild && c.ID == r.PathValue("command")
	})
	if i < 0 {
		return 0, refuse(http.StatusNotFound, codeUnknownCommand, "Unknown application command")
	}
	return i, nil
}

func getCommand(r *request, i int) (reply, error) {
	return ok(r.app.commands[i])
}

func deleteCommand(r *request, i int) (reply, error) {
	r.app.commands = slices.Delete(slices.Clone(r.app.commands), i, i+1)
	return noContent()
}

// createCommand makes a command, or overwrites the one of its name and type.
func createCommand(r *request, guild Snowflake, f field) (reply, error) {
	c := readCommand(f, guild)
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	existing := r.app.inScope(guild)
	i := indexOfCommand(existing, c)
	if i >= 0 {
		existing[i] = r.app.overwrite(existing[i], c)
		r.app.replace(guild, existing)
		return ok(existing[i])
	}
	if err := checkCounts(append(existing, c)); err != nil {
		return failed(err)
	}
	if err := r.app.countCreations(guild, 1); err != nil {
		return failed(err)
	}
	c = r.app.create(c)
	r.app.replace(guild, append(existing, c))
	return reply{http.StatusCreated, c}, nil
}

func indexOfCommand(commands []Command, c Command) int {
	return slices.IndexFunc(commands, func(x Command) bool { return x.Name == c.Name && x.Type == c.Type })
}

// patchCommand changes the parts of a command that the body names.
func patchCommand(r *request, i int, f field) (reply, error) {
	old := r.app.commands[i]
	c := patchedCommand(f, old)
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	others := slices.DeleteFunc(r.app.inScope(old.GuildID), func(x Command) bool { return x.ID == old.ID })
	if indexOfCommand(others, c) >= 0 {
		return failed(refuse(http.StatusBadRequest, codeCommandExists, "An application command with that name already exists"))
	}
	changed := slices.Clone(r.app.commands)
	changed[i] = r.app.overwrite(old, c)
	r.app.commands = changed
	return ok(changed[i])
}

// overwriteCommands replaces all commands of a scope. Those that keep name and
// type keep their id, and their version when nothing changes.
func overwriteCommands(r *request, guild Snowflake, f field) (reply, error) {
	wanted := readCommands(f, guild)
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	if err := checkCounts(wanted); err != nil {
		return failed(err)
	}
	existing := r.app.inScope(guild)
	created := 0
	for i, c := range wanted {
		if j := indexOfCommand(existing, c); j >= 0 {
			wanted[i] = r.app.overwrite(existing[j], c)
			continue
		}
		created++
		wanted[i] = r.app.create(c)
	}
	if err := r.app.countCreations(guild, created); err != nil {
		return failed(err)
	}
	r.app.replace(guild, wanted)
	return ok(wanted)
}

// create gives a new command its identity. Callers hold s.mu.
func (a *Application) create(c Command) Command {
	c.ID, c.Version, c.ApplicationID = a.world.snowflake(), a.world.snowflake(), a.ID
	return c
}

// overwrite returns a command with the identity of an old one, and a new
// version when it differs. Callers hold s.mu.
func (a *Application) overwrite(old, c Command) Command {
	c.ID, c.Version, c.ApplicationID = old.ID, old.Version, old.ApplicationID
	if !reflect.DeepEqual(old, c) {
		c.Version = a.world.snowflake()
	}
	return c
}

// replace sets the commands of a scope. Callers hold s.mu.
func (a *Application) replace(guild Snowflake, commands []Command) {
	others := slices.DeleteFunc(slices.Clone(a.commands), func(c Command) bool { return c.GuildID == guild })
	a.commands = append(others, commands...)
}

// countCreations notes new commands, or refuses them when it were too many in
// a day. Callers hold s.mu.
func (a *Application) countCreations(guild Snowflake, n int) error {
	now := time.Now()
	recent := slices.DeleteFunc(a.created[guild], func(t time.Time) bool { return now.Sub(t) >= 24*time.Hour })
	a.created[guild] = recent
	if len(recent)+n > maxCreations {
		return refuse(http.StatusBadRequest, codeTooManyCreations, "Maximum number of daily application command creates has been reached (200)")
	}
	for range n {
		a.created[guild] = append(a.created[guild], now)
	}
	return nil
}

// checkCounts refuses too many commands of a type.
func checkCounts(commands []Command) error {
	counts := map[int]int{}
	for _, c := range commands {
		counts[c.Type]++
	}
	if counts[commandChatInput] > maxChatInput || counts[commandUser] > maxContextMenu || counts[commandMessage] > maxContextMenu {
		return refuse(http.StatusBadRequest, codeTooManyCommands, "Maximum number of application commands reached (100)")
	}
	return nil
}
