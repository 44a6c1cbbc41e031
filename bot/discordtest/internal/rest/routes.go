package rest

import (
	"maps"
	"net/http"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/world"
)

// routes lists every path of the REST API that exists here.
func (api *API) routes() map[string]methods {
	all := api.applicationRoutes()
	for _, more := range []map[string]methods{
		interactionRoutes(), channelRoutes(), reactionRoutes(), pinRoutes(), roleRoutes(), memberRoutes(), changingRoutes(),
		threadMemberRoutes(), webhookRoutes(), pollRoutes(), inviteRoutes(),
	} {
		maps.Copy(all, more)
	}
	return all
}

// The limits are of the size that Discord's usually have; Discord does not
// publish them. Callbacks of interactions have none.

func read(serve serving) route {
	return route{limit: 50, span: time.Second, serve: serve}
}

func write(serve serving) route {
	return route{limit: 5, span: 5 * time.Second, serve: serve}
}

func hook(serve serving) route {
	return route{open: true, exempt: true, limit: 5, span: 2 * time.Second, serve: serve}
}

const (
	get, post, put    = http.MethodGet, http.MethodPost, http.MethodPut
	patch, deletion   = http.MethodPatch, http.MethodDelete
	applicationPath   = "/applications/{application}"
	applicationsGuild = applicationPath + "/guilds/{guild}"
)

func (api *API) applicationRoutes() map[string]methods {
	scope, command, emoji := (*request).scope, (*request).command, (*request).emoji
	commands := methods{
		get: read(listCommands), post: write(told(scope, createCommand)), put: write(told(scope, overwriteCommands)),
	}
	oneCommand := methods{
		get: read(about(command, getCommand)), patch: write(told(command, patchCommand)),
		deletion: write(about(command, deleteCommand)),
	}
	return map[string]methods{
		"/gateway":                 {get: {open: true, serve: getGateway}},
		"/gateway/bot":             {get: read(getGatewayBot)},
		"/users/@me":               {get: read(getCurrentUser), patch: write(patchCurrentUser)},
		"/users/@me/channels":      {post: write(createDirectMessage)},
		"/users/{user}":            {get: read(getUser)},
		applicationPath:            {get: read(about(scope, getOwnApplication)), patch: write(patchOwnApplication)},
		"/applications/@me":        {get: read(getApplication), patch: write(patchApplication)},
		"/oauth2/applications/@me": {get: read(getApplication)},

		applicationPath + "/commands":             commands,
		applicationPath + "/commands/{command}":   oneCommand,
		applicationsGuild + "/commands":           commands,
		applicationsGuild + "/commands/{command}": oneCommand,

		applicationPath + "/emojis": {
			get:  read(about(scope, listEmojis)),
			post: {limit: api.EmojiLimit, span: world.EmojiSpan, serve: told(scope, createEmoji)},
		},
		applicationPath + "/emojis/{emoji}": {
			get: read(about(emoji, getEmoji)), patch: write(told(emoji, renameEmoji)),
			deletion: write(about(emoji, deleteEmoji)),
		},
	}
}

func interactionRoutes() map[string]methods {
	message, ofWebhook := (*request).hookMessage, (*request).webhookMessage
	return map[string]methods{
		"/interactions/{interaction}/{token}/callback": {post: {open: true, exempt: true, serve: createCallback}},
		"/webhooks/{webhook}/{token}/messages/{message}": {
			get:      hook(byWebhook(about(ofWebhook, getWebhookMessage), about(message, getWebhookMessage))),
			patch:    hook(byWebhook(told(ofWebhook, editWebhookMessage), told(message, editWebhookMessage))),
			deletion: hook(byWebhook(about(ofWebhook, deleteWebhookMessage), about(message, deleteWebhookMessage))),
		},
	}
}

func channelRoutes() map[string]methods {
	guild, channel, message := (*request).guild, (*request).channel, (*request).ownMessage
	return map[string]methods{
		"/guilds/{guild}":                {get: read(about(guild, getGuild))},
		"/guilds/{guild}/threads/active": {get: read(about(guild, listActiveThreads))},
		"/channels/{channel}/messages":   {get: read(listMessages), post: write(told(channel, createMessage))},
		"/channels/{channel}/messages/{message}": {
			get: read(about(message, getMessage)), patch: write(told(message, editMessage)),
			deletion: write(about(message, deleteMessage)),
		},
		"/channels/{channel}/messages/bulk-delete":         {post: write(told(channel, bulkDelete))},
		"/channels/{channel}/messages/{message}/crosspost": {post: write(about(message, crosspost))},
		"/channels/{channel}/typing":                       {post: write(about(channel, triggerTyping))},
		"/channels/{channel}/threads":                      {post: write(told(channel, createThread))},
		"/channels/{channel}/messages/{message}/threads":   {post: write(told(channel, createMessageThread))},
	}
}

func getCurrentUser(r *request) (reply, error) { return ok(r.world.CurrentUser(r.app)) }

func getApplication(r *request) (reply, error) {
	r.world.Lock()
	defer r.world.Unlock()
	return ok(r.app.Object())
}

func getChannel(r *request, c *world.Channel) (reply, error) {
	return ok(c.Object(r.app.User))
}

// channel returns the channel of the path, which the bot must be in. Callers// hold the world's lock.
func (r *request) channel() (*world.Channel, error) {
	c := r.world.Channels[r.PathValue("channel")]
	switch {
	case c == nil:
		return nil, form.ErrUnknownChannel()
	case !c.Reads(r.app.User):
		return nil, form.ErrMissingAccess()
	}
	return c, nil
}

func getGateway(r *request) (reply, error) { return ok(gateway.Info{URL: r.api.gateway.URL()}) }

// getGatewayBot answers with what the application's shards need to know.
func getGatewayBot(r *request) (reply, error) {
	g := r.api.gateway
	return ok(gateway.Info{URL: r.api.gateway.URL(), Shards: g.Settings.Shards, Limit: g.StartLimit(r.app)})
}
