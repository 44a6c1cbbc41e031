package discordtest

import "net/http"

// pathIDs are the parameters of paths that must be ids, with the names that
// Discord's refusals give them.
var pathIDs = []struct{ parameter, name string }{
	{"application", "application_id"}, {"guild", "guild_id"}, {"channel", "channel_id"}, {"message", "message_id"},
	{"user", "user_id"}, {"role", "role_id"}, {"command", "command_id"}, {"emoji", "emoji_id"},
	{"interaction", "interaction_id"}, {"webhook", "webhook_id"}, {"overwrite", "overwrite_id"},
}

// checkPathIDs refuses a path with an id that is none, such as "undefined" of
// a careless script.
func checkPathIDs(r *http.Request) error {
	f := form{}
	for _, p := range pathIDs {
		id := r.PathValue(p.parameter)
		if id == "" || isSnowflake(id) || p.parameter == "message" && id == "@original" && r.PathValue("webhook") != "" {
			continue
		}
		f.failed = true
		f.root.add([]string{p.name}, formError{"NUMBER_TYPE_COERCE", "Value \"" + id + "\" is not snowflake."})
	}
	return f.err()
}
