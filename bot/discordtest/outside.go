package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// This file answers requests for what Discord has and this package does not:
// with one sentence that says so, and not with a 404 that would send somebody
// looking for a mistake in the bot.

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
	for line := range strings.Lines(strings.TrimSpace(discordPaths)) {
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

// bare returns a pattern without the names of its parameters. What stands for
// an id in the paths of webhooks is one, too.
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
func (api *api) serveOutside(a absence) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Pattern = "" // it is no route of this package's
		if !slices.Contains(a.methods, r.Method) {
			api.writeError(w, r, plainError(http.StatusMethodNotAllowed))
			return
		}
		api.writeError(w, r, errOutside(r.Method+" "+a.path))
	})
}

// errOutside refuses what Discord has and this package does not, such as
// "GET /guilds/{guild_id}/bans" or "channels of type 2".
func errOutside(what string) *apiError {
	return refuse(http.StatusNotImplemented, codeGeneral, fmt.Sprintf("discordtest does not have %s", what))
}

// hasRoute says whether a method and pattern are a route of the API.
func (api *api) hasRoute(name string) bool {
	method, path, _ := strings.Cut(name, " ")
	_, ok := api.routes()[path][method]
	return ok
}
