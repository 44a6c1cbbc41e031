package validate

import (
	"math"
	"strings"

	"noughts/bot/discordtest/internal/form"
)

// Fields of applications and direct messages that have no effect in the emulator: see Shape.

// scopes are the OAuth2 scopes that an application can request.
var scopes = strings.Fields(`identify email connections guilds guilds.join guilds.members.read gdm.join bot rpc
	rpc.notifications.read rpc.voice.read rpc.voice.write rpc.video.read rpc.video.write rpc.screenshare.read
	rpc.screenshare.write rpc.activities.write webhook.incoming messages.read applications.builds.upload
	applications.builds.read applications.commands applications.commands.permissions.update applications.commands.update
	applications.store.update applications.entitlements activities.read activities.write activities.invites.write
	relationships.read voice dm_channels.read role_connections.write openid`)

// webhookEvents are the events that an application can subscribe to by webhook.
var webhookEvents = strings.Fields(`APPLICATION_AUTHORIZED APPLICATION_DEAUTHORIZED ENTITLEMENT_CREATE ENTITLEMENT_DELETE
	ENTITLEMENT_UPDATE GAME_DIRECT_MESSAGE_CREATE GAME_DIRECT_MESSAGE_DELETE GAME_DIRECT_MESSAGE_UPDATE LOBBY_MESSAGE_CREATE
	LOBBY_MESSAGE_DELETE LOBBY_MESSAGE_UPDATE QUEST_USER_ENROLLMENT`)

// installParams accepts the settings of an application's install link.
var installParams = objectOf(shapes{
	"scopes": setOf(1, len(scopes), oneOfTexts(scopes...)), "permissions": wholeOf(0, maxPermissions),
})

// maxPermissions is the largest accepted set of permissions: 2^54-1.
const maxPermissions = 1<<54 - 1

// UnusedOfApplications checks the fields of an application that have an effect only in the developer portal.
var UnusedOfApplications = objectOf(shapes{
	"icon": pictureData, "cover_image": pictureData, "team_id": idText,
	"explicit_content_filter": oneOfNumbers(0, 1), "max_participants": wholeOf(-1, math.MaxInt32), "type": oneOfNumbers(4),
	"custom_install_url": webAddress, "role_connections_verification_url": webAddress, "install_params": installParams,
	"integration_types_config": installTypes, "event_webhooks_status": oneOfNumbers(1, 2), "event_webhooks_url": webAddress,
	"event_webhooks_types": setOf(0, len(webhookEvents), oneOfTexts(webhookEvents...)),
})

// installTypes accepts the settings for each way to install an application.
func installTypes(f form.Field) {
	if !f.Object() {
		return
	}
	f.CheckLength(len(f.Members()), 1, 2)
	for kind := range f.Members() {
		objectOf(shapes{"oauth2_install_params": installParams})(f.Get(kind))
	}
}

var unusedOfCommands = fieldsOf(shapes{"id": idText, "handler": oneOfNumbers(1, 2)})

// UnusedOfDirectMessages checks the fields for group messages, which bots create with access tokens.
var UnusedOfDirectMessages = objectOf(shapes{
	"access_tokens": setOf(0, math.MaxInt32, anyText),
	"nicks": func(f form.Field) {
		if f.Object() {
			for name := range f.Members() {
				anyText(f.Get(name))
			}
		}
	},
})
