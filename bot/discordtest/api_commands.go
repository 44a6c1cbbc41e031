package discordtest

import (
	"net/http"
	"regexp"
	"slices"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

func (api *api) commandRoutes() map[string]methods {
	scope, emoji := (*request).scope, (*request).emoji
	commands := methods{get: readRoute(listCommands), put: writeRoute(withBody(scope, overwriteCommands))}
	return map[string]methods{
		"/applications/{application}/commands":                commands,
		"/applications/{application}/guilds/{guild}/commands": commands,
		"/applications/{application}/emojis": {
			get:  readRoute(withObject(scope, listEmojis)),
			post: {limit: api.emojiLimit, span: time.Hour, serve: withBody(scope, createEmoji)},
		},
		"/applications/{application}/emojis/{emoji}": {deletion: writeRoute(withObject(emoji, deleteEmoji))},
	}
}

// scope returns the id of the guild in the request's path, or "" for global commands. It returns an error if the path
// names an application other than the bot's, or a guild that the bot is not in.
func (r *request) scope() (Snowflake, error) {
	id, guild := r.PathValue("application"), r.PathValue("guild")
	switch g := r.server.guilds[guild]; {
	case r.server.application(id) == nil:
		return "", form.Refuse(http.StatusNotFound, 10002, "Unknown Application")
	case id != r.app.ID:
		return "", form.Refuse(http.StatusForbidden, 20012, "You are not authorized to perform this action on this application")
	case guild != "" && (g == nil || !g.has(r.app)):
		return "", form.ErrMissingAccess
	}
	return guild, nil
}

func listCommands(r *request) (reply, error) {
	localized, err := r.flag("with_localizations")
	if err != nil {
		return failed(err)
	}
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	guild, err := r.scope()
	if err != nil {
		return failed(err)
	}
	out := r.app.commandsOf(guild)
	if !localized {
		for i := range out {
			out[i].NameLocalizations, out[i].DescriptionLocalizations = nil, nil
		}
	}
	return ok(out)
}

// overwriteCommands replaces all commands of a scope. A command with the same name and type as an existing one keeps
// its id, and its version if nothing else changes either.
func overwriteCommands(r *request, guild Snowflake, f form.Field) (reply, error) {
	wanted := form.ReadCommands(f, guild)
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	if err := form.CheckCommandCounts(wanted); err != nil {
		return failed(err)
	}
	existing := r.app.commandsOf(guild)
	isEntry := func(c Command) bool { return c.Type == object.CommandEntry }
	if slices.ContainsFunc(existing, isEntry) && !slices.ContainsFunc(wanted, isEntry) {
		return failed(form.Refuse(http.StatusBadRequest, 50240, "You cannot remove this app's Entry Point command in a bulk "+
			"update operation. Please include the Entry Point command in your update request or delete it separately."))
	}
	created := 0
	for i, c := range wanted {
		if j := form.IndexOfCommand(existing, c); j >= 0 {
			wanted[i] = r.app.changedCommand(existing[j], c)
			continue
		}
		created++
		wanted[i] = r.app.newCommand(c)
	}
	if err := r.app.countCreations(guild, created); err != nil {
		return failed(err)
	}
	r.app.setCommands(guild, wanted)
	return ok(wanted)
}

// Limits of an application's emojis.
const (
	maxEmojis     = 2000
	maxEmojiImage = 256 << 10 // bytes
)

var emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)

func listEmojis(r *request, _ Snowflake) (reply, error) {
	return ok(map[string][]object.ApplicationEmoji{"items": append([]object.ApplicationEmoji{}, r.app.emojis...)})
}

func createEmoji(r *request, _ Snowflake, f form.Field) (reply, error) {
	image := form.ReadPicture(f.Get("image"))
	if len(image.Data) > maxEmojiImage {
		f.Get("image").Fail("BINARY_TYPE_MAX_SIZE", "File cannot be larger than %d kb.", maxEmojiImage>>10)
	}
	n := f.Get("name")
	n.Required()
	name := n.Text(2, 32)
	switch {
	case f.Form.Failed():
	case !emojiName.MatchString(name):
		n.Fail("STRING_TYPE_REGEX", "String value did not match validation regex.")
	case slices.ContainsFunc(r.app.emojis, func(e object.ApplicationEmoji) bool { return e.Name == name }):
		n.Fail("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")
	}
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	if len(r.app.emojis) >= maxEmojis {
		return failed(form.Refuse(http.StatusBadRequest, 30008, "Maximum number of emojis reached (2000)"))
	}
	return reply{http.StatusCreated, r.app.addEmoji(name, r.app.User, image)}, nil
}

func (r *request) emoji() (int, error) {
	if _, err := r.scope(); err != nil {
		return 0, err
	}
	i := r.app.emoji(r.PathValue("emoji"))
	if i < 0 {
		return 0, form.Refuse(http.StatusNotFound, 10014, "Unknown Emoji")
	}
	return i, nil
}

func deleteEmoji(r *request, i int) (reply, error) {
	r.app.emojis = slices.Delete(slices.Clone(r.app.emojis), i, i+1)
	return noContent()
}
