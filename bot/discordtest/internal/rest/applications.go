package rest

import (
	"net/http"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

const applicationPath = "/applications/{application}"

// applicationRoutes are the routes about applications and the routes that return the gateway's URL.
func applicationRoutes() map[string]methods {
	return map[string]methods{
		"/applications/@me": {get: read(withObject((*request).self, getApplication)), patch: write(patchApplication)},
		"/gateway":          {get: {open: true, serve: getGateway}},
		"/gateway/bot":      {get: read(getGatewayBot)},
	}
}

// scope returns the id of the guild in the request's path, or "" for global commands. It returns an error if the path
// names an application other than the bot's, or a guild that the bot is not in. Callers hold the world's lock.
func (r *request) scope() (object.Snowflake, error) {
	id := r.PathValue("application")
	if r.world.Application(id) == nil {
		return "", form.Refuse(http.StatusNotFound, form.CodeUnknownApplication, "Unknown Application")
	}
	if id != r.app.ID {
		return "", form.Refuse(http.StatusForbidden, form.CodeWrongApplication, "You are not authorized to perform this action on this application")
	}
	guild := r.PathValue("guild")
	if g := r.world.Guilds[guild]; guild != "" && (g == nil || !g.Has(r.app)) {
		return "", form.ErrMissingAccess()
	}
	return guild, nil
}

// self returns the application of the request's bot token.
func (r *request) self() (*world.Application, error) { return r.app, nil }

func getApplication(_ *request, a *world.Application) (reply, error) { return ok(a.Object()) }

// patchApplication changes the application's description, tags, privileged intents and interactions endpoint,
// as the developer portal does. Other fields are checked, but have no effect.
func patchApplication(r *request) (reply, error) {
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	var tags []string
	description := f.Get("description").Text(0, 400)
	validate.CheckDistinct(f.Get("tags"))
	for _, t := range f.Get("tags").List(0, 5) {
		tags = append(tags, t.Text(1, 20))
	}
	address := f.Get("interactions_endpoint_url").Text(0, 2048)
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	if e := f.Get("interactions_endpoint_url"); e.There {
		if err := r.api.desk.SetInteractionsURL(r.app, address); err != nil {
			e.Fail("APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", "The specified interactions endpoint url could not be verified.")
			return failed(f.Form.Err())
		}
	}
	r.world.Lock()
	defer r.world.Unlock()
	if f.Get("description").There {
		r.app.Description = description
	}
	if f.Get("tags").There {
		r.app.Tags = tags
	}
	return ok(r.app.Object())
}

func getGateway(r *request) (reply, error) { return ok(gateway.Info{URL: r.api.gateway.URL()}) }

// getGatewayBot answers with the gateway's URL, the recommended number of shards and the session start limit.
func getGatewayBot(r *request) (reply, error) {
	g := r.api.gateway
	return ok(gateway.Info{URL: g.URL(), Shards: g.Settings.Shards, Limit: g.StartLimit(r.app)})
}
