package discordtest

import (
	"net/http"
	"time"
)

// routes lists every path of the REST API that exists here. The limits are of the size that Discord's usually have; Discord
// does not publish them. Callbacks of interactions have none.
func (s *Server) routes() map[string]methods {
	get, post, put, patch, del := http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete
	read := func(serve func(*request) (reply, error)) route {
		return route{limit: 50, span: time.Second, serve: serve}
	}
	write := func(serve func(*request) (reply, error)) route {
		return route{limit: 5, span: 5 * time.Second, serve: serve}
	}
	hook := func(serve func(*request) (reply, error)) route {
		return route{open: true, exempt: true, limit: 5, span: 2 * time.Second, serve: serve}
	}
	commands := methods{get: read(listCommands), post: write(createCommand), put: write(overwriteCommands)}
	command := methods{get: read(getCommand), patch: write(patchCommand), del: write(deleteCommand)}
	application := methods{get: read(getApplication)}
	return map[string]methods{
		"/gateway":                 {get: {open: true, serve: getGateway}},
		"/gateway/bot":             {get: read(getGatewayBot)},
		"/users/@me":               {get: read(getCurrentUser)},
		"/applications/@me":        application,
		"/oauth2/applications/@me": application,

		"/applications/{application}/commands":                          commands,
		"/applications/{application}/commands/{command}":                command,
		"/applications/{application}/guilds/{guild}/commands":           commands,
		"/applications/{application}/guilds/{guild}/commands/{command}": command,

		"/interactions/{interaction}/{token}/callback": {post: {open: true, exempt: true, serve: createCallback}},
		"/webhooks/{webhook}/{token}":                  {post: hook(createFollowUp)},
		"/webhooks/{webhook}/{token}/messages/{message}": {
			get: hook(getWebhookMessage), patch: hook(editWebhookMessage), del: hook(deleteWebhookMessage)},

		"/guilds/{guild}":              {get: read(getGuild)},
		"/channels/{channel}":          {get: read(getChannel)},
		"/channels/{channel}/messages": {get: read(listMessages), post: write(createMessage)},
		"/channels/{channel}/messages/{message}": {
			get: read(getMessage), patch: write(editMessage), del: write(deleteMessage)},
	}
}

func getCurrentUser(r *request) (reply, error) { return ok(r.server.currentUser(r.app)) }

func getApplication(r *request) (reply, error) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	return ok(r.app.object())
}

func getGuild(r *request) (reply, error) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	g := r.server.guilds[r.PathValue("guild")]
	if g == nil || !g.has(r.app) {
		return failed(refuse(http.StatusNotFound, codeUnknownGuild, "Unknown Guild"))
	}
	return ok(g.object())
}

func getChannel(r *request) (reply, error) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	c, err := r.channel()
	if err != nil {
		return failed(err)
	}
	return ok(c.object(r.app.User))
}

// channel returns the channel of the path, which the bot must be in. Callers
// hold s.mu.
func (r *request) channel() (*Channel, error) {
	c := r.server.channels[r.PathValue("channel")]
	switch {
	case c == nil:
		return nil, refuse(http.StatusNotFound, codeUnknownChannel, "Unknown Channel")
	case !c.reads(r.app.User):
		return nil, errMissingAccess()
	}
	return c, nil
}
