package rest

import (
	"net/http"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
)

// This file answers requests for what Discord has and this package does not:
// with one sentence that says so, and not with a 404 that would send somebody
// looking for a mistake in the bot. The status is 400: libraries show what is said
// with it, where they hide the body of a 501 and repeat the request.

// An absence is a path of Discord's with those of its methods that nothing here
// serves.
type absence struct {
	path    string
	methods []string
}

// outside returns what routes do not serve of Discord's API, by paths without
// the names of their parameters: see bare.
func outside(routes map[string]methods) map[string]absence {
	served := map[string]methods{}
	for path, m := range routes {
		served[bare(path)] = m
	}
	out := map[string]absence{}
	for line := range strings.Lines(strings.TrimSpace(DiscordPaths)) {
		words := strings.Fields(line)
		key := bare(words[0])
		a := absence{path: words[0]}
		for _, method := range words[1:] {
			if _, here := served[key][method]; !here {
				a.methods = append(a.methods, method)
			}
		}
		if len(a.methods) > 0 {
			out[key] = a
		}
	}
	return out
}

// bare returns a pattern without the names of its parameters. Other names of ids in the paths of
// webhooks are unified.
func bare(pattern string) string {
	segments := strings.Split(pattern, "/")
	for i, s := range segments {
		if strings.HasPrefix(s, "{") || s == "@original" {
			segments[i] = "{}"
		}
	}
	return strings.Join(segments, "/")
}

// serveOutside answers for methods of a path that nothing here serves.
func (api *API) serveOutside(a absence) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Pattern = "" // it is no route of this package's
		if !slices.Contains(a.methods, r.Method) {
			api.writeError(w, r, form.PlainError(http.StatusMethodNotAllowed))
			return
		}
		api.writeError(w, r, api.outside(r.Method+" "+a.path))
	})
}

// outside refuses what Discord has and this package does not, such as
// "GET /guilds/{guild_id}/bans" or "channels of type 2". The first time it is a
// warning in the log.
func (api *API) outside(what string) *form.Error {
	sentence := "discordtest does not have " + what
	if _, said := api.said.LoadOrStore(what, true); !said {
		api.Log.Warn(sentence + ": a bot asks for it in vain")
	}
	return form.Refuse(http.StatusBadRequest, form.CodeGeneral, sentence)
}

// NotServed returns what Discord's API has and this package does not, such as
// "GET /guilds/{guild_id}/bans", sorted by paths: requests for it are answered
// with 400 and a sentence that says so.
func NotServed() []string {
	var out []string
	absent := outside((&API{}).routes())
	for line := range strings.Lines(strings.TrimSpace(DiscordPaths)) { // which are sorted
		path, _, _ := strings.Cut(line, " ")
		for _, method := range absent[bare(path)].methods {
			out = append(out, method+" "+path)
		}
	}
	return out
}
