package rest

// DiscordPaths lists the paths of Discord's API with their methods. They come from Discord's OpenAPI document of
// 2026-07-18. A few others, such as those for SKUs, OAuth2 and a bot's nickname, come from Discord's reference or from
// discord.js. A path that is not listed does not exist on Discord. If this package does not serve a listed path, its
// answer says so.
//
// TestWhatIsOutIsSaid requests every listed path. TestNoOperationOfTheDocumentIsUnknown checks that the list has every
// operation of the OpenAPI document. TestNoRouteOfDiscordJSIsUnknown checks that the list has every route of
// discord.js.
const DiscordPaths = `
/applications/@me GET PATCH
/applications/{application_id} GET PATCH
/applications/{application_id}/activity-instances/{instance_id} GET
/applications/{application_id}/application-identities/{provider_type}/{provider_issued_user_id} GET
/applications/{application_id}/attachment POST
/applications/{application_id}/commands GET POST PUT
/applications/{application_id}/commands/{command_id} GET PATCH DELETE
/applications/{application_id}/emojis GET POST
/applications/{application_id}/emojis/{emoji_id} GET PATCH DELETE
/applications/{application_id}/entitlements GET POST
/applications/{application_id}/entitlements/{entitlement_id} GET DELETE
/applications/{application_id}/entitlements/{entitlement_id}/consume POST
/applications/{application_id}/guilds/{guild_id}/commands GET POST PUT
/applications/{application_id}/guilds/{guild_id}/commands/permissions GET PUT
/applications/{application_id}/guilds/{guild_id}/commands/{command_id} GET PATCH DELETE
/applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions GET PUT
/applications/{application_id}/role-connections/metadata GET PUT
/applications/{application_id}/skus GET
/applications/{application_id}/users/{user_id}/identities/{provider_issued_user_id}/profile GET PATCH
/channels/{channel_id} GET PATCH DELETE
/channels/{channel_id}/followers POST
/channels/{channel_id}/invites GET POST
/channels/{channel_id}/messages GET POST
/channels/{channel_id}/messages/bulk-delete POST
/channels/{channel_id}/messages/pins GET
/channels/{channel_id}/messages/pins/{message_id} PUT DELETE
/channels/{channel_id}/messages/{message_id} GET PATCH DELETE
/channels/{channel_id}/messages/{message_id}/crosspost POST
/channels/{channel_id}/messages/{message_id}/reactions DELETE
/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name} GET DELETE
/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me PUT DELETE
/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id} DELETE
/channels/{channel_id}/messages/{message_id}/threads POST
/channels/{channel_id}/permissions/{overwrite_id} PUT DELETE
/channels/{channel_id}/pins GET
/channels/{channel_id}/pins/{message_id} PUT DELETE
/channels/{channel_id}/polls/{message_id}/answers/{answer_id} GET
/channels/{channel_id}/polls/{message_id}/expire POST
/channels/{channel_id}/recipients/{user_id} PUT DELETE
/channels/{channel_id}/send-soundboard-sound POST
/channels/{channel_id}/thread-members GET
/channels/{channel_id}/thread-members/@me PUT DELETE
/channels/{channel_id}/thread-members/{user_id} GET PUT DELETE
/channels/{channel_id}/threads POST
/channels/{channel_id}/threads/archived/private GET
/channels/{channel_id}/threads/archived/public GET
/channels/{channel_id}/threads/search GET
/channels/{channel_id}/typing POST
/channels/{channel_id}/users/@me/threads/archived/private GET
/channels/{channel_id}/voice-status PUT
/channels/{channel_id}/webhooks GET POST
/gateway GET
/gateway/bot GET
/guilds POST
/guilds/templates/{code} GET POST
/guilds/{guild_id} GET PATCH DELETE
/guilds/{guild_id}/audit-logs GET
/guilds/{guild_id}/auto-moderation/rules GET POST
/guilds/{guild_id}/auto-moderation/rules/{rule_id} GET PATCH DELETE
/guilds/{guild_id}/bans GET
/guilds/{guild_id}/bans/{user_id} GET PUT DELETE
/guilds/{guild_id}/bulk-ban POST
/guilds/{guild_id}/channels GET POST PATCH
/guilds/{guild_id}/emojis GET POST
/guilds/{guild_id}/emojis/{emoji_id} GET PATCH DELETE
/guilds/{guild_id}/incident-actions PUT
/guilds/{guild_id}/integrations GET
/guilds/{guild_id}/integrations/{integration_id} DELETE
/guilds/{guild_id}/invites GET
/guilds/{guild_id}/member-verification GET PATCH
/guilds/{guild_id}/members GET
/guilds/{guild_id}/members/@me PATCH
/guilds/{guild_id}/members/@me/nick PATCH
/guilds/{guild_id}/members/search GET
/guilds/{guild_id}/members/{user_id} GET PUT PATCH DELETE
/guilds/{guild_id}/members/{user_id}/roles/{role_id} PUT DELETE
/guilds/{guild_id}/messages/search GET
/guilds/{guild_id}/mfa POST
/guilds/{guild_id}/new-member-welcome GET
/guilds/{guild_id}/onboarding GET PUT
/guilds/{guild_id}/preview GET
/guilds/{guild_id}/prune GET POST
/guilds/{guild_id}/regions GET
/guilds/{guild_id}/requests GET
/guilds/{guild_id}/requests/{request_id} PATCH
/guilds/{guild_id}/roles GET POST PATCH
/guilds/{guild_id}/roles/member-counts GET
/guilds/{guild_id}/roles/{role_id} GET PATCH DELETE
/guilds/{guild_id}/scheduled-events GET POST
/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id} GET PATCH DELETE
/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/exceptions POST
/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/exceptions/{exception_id} PATCH DELETE
/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users GET
/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users/counts GET
/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/{guild_scheduled_event_exception_id}/users GET
/guilds/{guild_id}/soundboard-sounds GET POST
/guilds/{guild_id}/soundboard-sounds/{sound_id} GET PATCH DELETE
/guilds/{guild_id}/stickers GET POST
/guilds/{guild_id}/stickers/{sticker_id} GET PATCH DELETE
/guilds/{guild_id}/templates GET POST
/guilds/{guild_id}/templates/{code} PUT PATCH DELETE
/guilds/{guild_id}/threads/active GET
/guilds/{guild_id}/vanity-url GET
/guilds/{guild_id}/voice-states/@me GET PATCH
/guilds/{guild_id}/voice-states/{user_id} GET PATCH
/guilds/{guild_id}/webhooks GET
/guilds/{guild_id}/welcome-screen GET PATCH
/guilds/{guild_id}/widget GET PATCH
/guilds/{guild_id}/widget.json GET
/guilds/{guild_id}/widget.png GET
/interactions/{interaction_id}/{interaction_token}/callback POST
/invites/{code} GET DELETE
/invites/{code}/target-users GET PUT
/invites/{code}/target-users/job-status GET
/lobbies POST PUT
/lobbies/{lobby_id} GET PATCH DELETE
/lobbies/{lobby_id}/channel-linking PATCH
/lobbies/{lobby_id}/members/@me DELETE
/lobbies/{lobby_id}/members/@me/invites POST
/lobbies/{lobby_id}/members/bulk POST
/lobbies/{lobby_id}/members/{user_id} PUT DELETE
/lobbies/{lobby_id}/members/{user_id}/invites POST
/lobbies/{lobby_id}/messages GET POST
/lobbies/{lobby_id}/messages/{message_id}/moderation-metadata PUT
/oauth2/@me GET
/oauth2/applications/@me GET
/oauth2/authorize GET
/oauth2/keys GET
/oauth2/token POST
/oauth2/token/revoke POST
/oauth2/userinfo GET
/partner-sdk/dms/{user_id_1}/{user_id_2}/messages/{message_id}/moderation-metadata PUT
/partner-sdk/provisional-accounts/unmerge POST
/partner-sdk/provisional-accounts/unmerge/bot POST
/partner-sdk/token POST
/partner-sdk/token/bot POST
/skus/{sku_id}/subscriptions GET
/skus/{sku_id}/subscriptions/{subscription_id} GET
/soundboard-default-sounds GET
/stage-instances POST
/stage-instances/{channel_id} GET PATCH DELETE
/sticker-packs GET
/sticker-packs/{pack_id} GET
/stickers/{sticker_id} GET
/users/@me GET PATCH
/users/@me/applications/{application_id}/entitlements GET
/users/@me/applications/{application_id}/role-connection GET PUT DELETE
/users/@me/channels POST
/users/@me/connections GET
/users/@me/guilds GET
/users/@me/guilds/{guild_id} DELETE
/users/@me/guilds/{guild_id}/member GET
/users/{user_id} GET
/users/{user_id}/application-identities/{application_id} GET
/users/{user_id}/application-identities/{application_id}/{provider_type}/{provider_issued_user_id}/delete POST
/voice/regions GET
/webhooks/{webhook_id} GET PATCH DELETE
/webhooks/{webhook_id}/{webhook_token} GET POST PATCH DELETE
/webhooks/{webhook_id}/{webhook_token}/github POST
/webhooks/{webhook_id}/{webhook_token}/messages/@original GET PATCH DELETE
/webhooks/{webhook_id}/{webhook_token}/messages/{message_id} GET PATCH DELETE
/webhooks/{webhook_id}/{webhook_token}/slack POST
`
