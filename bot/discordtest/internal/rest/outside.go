package rest

import (
	"net/http"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
)

// Discord has operations that this package does not serve. Requests for them get a message that
// says so. A 404 would suggest a mistake in the bot. The status is 400, because libraries show the
// message of a 400, while they hide the body of a 501 and repeat the request.

// An absence is a path of Discord's API together with the methods that this package does not serve there.
type absence struct {
	path    string
	methods []string
}

// outside returns the operations of Discord's API that are not in `routes`, by path. The keys are paths without
// parameter names: see bare.
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

// bare replaces each parameter in a pattern by {}, so that patterns with different parameter names compare equal.
// @original counts as a parameter.
func bare(pattern string) string {
	segments := strings.Split(pattern, "/")
	for i, s := range segments {
		if strings.HasPrefix(s, "{") || s == "@original" {
			segments[i] = "{}"
		}
	}
	return strings.Join(segments, "/")
}

// serveOutside serves a path of Discord's API. It answers with 400 if Discord has the requested method there and this
// package lacks it. Requests with any other method get 405.
func (api *API) serveOutside(a absence) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Pattern = "" // not a route of this package
		if !slices.Contains(a.methods, r.Method) {
			api.writeError(w, r, form.PlainError(http.StatusMethodNotAllowed))
			return
		}
		api.writeError(w, r, api.outside(r.Method+" "+a.path))
	})
}

// outside returns the refusal of a request for something that the emulator lacks, such as "GET /guilds/{guild_id}/bans"
// or "channels of type 2". For each such thing, only the first call logs a warning.
func (api *API) outside(what string) *form.Error {
	sentence := "discordtest does not have " + what
	if _, said := api.said.LoadOrStore(what, true); !said {
		api.Log.Warn(sentence + ": a bot asks for it in vain")
	}
	return form.Refuse(http.StatusBadRequest, form.CodeGeneral, sentence)
}

// NotServed returns the operations of Discord's API that this package does not serve, such as "GET
// /guilds/{guild_id}/bans", sorted by path. A request for one of them is answered with 400 and a message that says so.
func NotServed() []string {
	var out []string
	absent := outside((&API{}).routes())
	for line := range strings.Lines(strings.TrimSpace(DiscordPaths)) { // DiscordPaths is sorted
		path, _, _ := strings.Cut(line, " ")
		for _, method := range absent[bare(path)].methods {
			out = append(out, method+" "+path)
		}
	}
	return out
}
