package discordtest

import (
	"maps"
	"net/http"
	"time"
)

// routes lists every path of the REST API that exists here.
func (s *Server) routes() map[string]methods {
	all := applicationRoutes()
	maps.Copy(all, interactionRoutes())
	maps.Copy(all, channelRoutes())
	return all
}

// The limits are of the size that Discord's usually have; Discord does not
// publish them. Callbacks of interactions have none.

func read(serve func(*request) (reply, error)) route {
	return route{limit: 50, span: time.Second, serve: serve}
}

func write(serve func(*request) (reply, error)) route {
	return route{limit: 5, span: 5 * time.Second, serve: serve}
}

func hook(serve func(*request) (reply, error)) route {
	return route{open: true, exempt: true, limit: 5, span: 2 * time.Second, serve: serve}
}

const (
	get, post, put    = http.MethodGet, http.MethodPost, http.MethodPut
	patch, deletion   = http.MethodPatch, http.MethodDelete
	applicationPath   = "/applications/{application}"
	applicationsGuild = applicationPath + "/guilds/{guild}"
)

func applicationRoutes() map[string]methods {
	commands := methods{get: read(listCommands), post: write(createCommand), put: write(overwriteCommands)}
	command := methods{get: read(getCommand), patch: write(patchCommand), deletion: write(deleteCommand)}
	application := methods{get: read(getApplication)}
	return map[string]methods{
		"/gateway":                 {get: {open: true, serve: getGateway}},
		"/gateway/bot":             {get: read(getGatewayBot)},
		"/users/@me":               {get: read(getCurrentUser)},
		"/users/@me/channels":      {post: write(createDirectMessage)},
		"/users/{user}":            {get: read(getUser)},
		"/applications/@me":        application,
		"/oauth2/applications/@me": application,

		applicationPath + "/commands":             commands,
		applicationPath + "/commands/{command}":   command,
		applicationsGuild + "/commands":           commands,
		applicationsGuild + "/commands/{command}": command,

		applicationPath + "/emojis":         {get: read(listEmojis), post: write(createEmoji)},
		applicationPath + "/emojis/{emoji}": {get: read(getEmoji), patch: write(renameEmoji), deletion: write(deleteEmoji)},
	}
}

func interactionRoutes() map[string]methods {
	return map[string]methods{
		"/interactions/{interaction}/{token}/callback": {post: {open: true, exempt: true, serve: createCallback}},
		"/webhooks/{webhook}/{token}":                  {post: hook(createFollowUp)},
		"/webhooks/{webhook}/{token}/messages/{message}": {
			get: hook(getWebhookMessage), patch: hook(editWebhookMessage), deletion: hook(deleteWebhookMessage)},
	}
}

func channelRoutes() map[string]methods {
	return map[string]methods{
		"/guilds/{guild}":                {get: read(ofGuild(guildItself))},
		"/guilds/{guild}/roles":          {get: read(ofGuild(guildRoles))},
		"/guilds/{guild}/channels":       {get: read(ofGuild(guildChannelList))},
		"/guilds/{guild}/members/{user}": {get: read(ofGuild(guildMember))},
		"/guilds/{guild}/threads/active": {get: read(listActiveThreads)},
		"/channels/{channel}":            {get: read(getChannel), patch: write(changeChannel)},
		"/channels/{channel}/messages":   {get: read(listMessages), post: write(createMessage)},
		"/channels/{channel}/messages/{message}": {
			get: read(getMessage), patch: write(editMessage), deletion: write(deleteMessage)},
		"/channels/{channel}/threads":                    {post: write(createThread)},
		"/channels/{channel}/messages/{message}/threads": {post: write(createMessageThread)},
		"/channels/{channel}/thread-members/@me":         {put: write(joinThread)},
	}
}

func getCurrentUser(r *request) (reply, error) { return ok(r.server.currentUser(r.app)) }

func getApplication(r *request) (reply, error) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	return ok(r.app.object())
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
