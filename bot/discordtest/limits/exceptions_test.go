package limits_test

// outside has the schemas that TestDocument skips, each with the reason. Most of them belong to features that
// discordtest does not have. A key with an operation's id skips the schema in that operation only.
var outside = map[string]string{
	"ApplicationFormPartial.interactions_endpoint_url": "an address is called before it is taken: no test of bodies may reach for the network",

	"CreateForumThreadRequest":    "there are no forums",
	"UpdateDMRequestPartial":      "direct messages cannot be changed by bots: 50024",
	"UpdateGroupDMRequestPartial": "nor can group messages",
	"CreateGroupDMInviteRequest":  "there are no invites to group messages",

	"execute_webhook IncomingWebhookUpdateRequestPartial":         "it is that of edits, and demands nothing that the other does not",
	"update_webhook_message PollCreateRequest":                    "a webhook's message cannot get a poll later",
	"PongInteractionCallbackRequest":                              "pings come over HTTP, and nothing is asked of their answers but the type",
	"LaunchActivityInteractionCallbackRequest":                    "there are no activities",
	"SocialLayerSKUPurchaseEligibilityInteractionCallbackRequest": "there is no commerce",
}

// unlisted has the operations that discordtest serves and that are deliberately missing from the variable `operations`,
// with the reason.
var unlisted = map[string]string{}

// exceptions has the constraints of Discord's OpenAPI document that discordtest deliberately does not enforce, with the
// reason. A key is one constraint ("Schema.field maxLength"), which may be limited to one operation ("operation:
// Schema.field maxLength"), or a schema or a field alone, which covers all constraints on it and on its parts.
var exceptions = map[string]string{
	"ApplicationFormPartial.description":       "the documentation says a string, and so do libraries (Edit Current Application)",
	"BotAccountPatchRequest required username": "the documentation has all fields optional (Modify Current User)",

	"CreateGuildChannelRequest.topic maxLength":               "4096 is for forums; text channels have 1024 (Modify Channel)",
	"UpdateGuildChannelRequestPartial.topic maxLength":        "4096 is for forums; text channels have 1024 (Modify Channel)",
	"CreateGuildInviteRequest.role_ids|1 type":                "a text is right as well: role_ids oneOf shows what is not",
	"bulk_delete_messages.messages minItems":                  "too few are refused with a code of their own, 50016 (JSON Error Codes)",
	"ApplicationCommandOptionStringChoice.value maxLength":    "the documentation has 100 (Application Command Option Choice Structure)",
	"MessageCreateRequest.content maxLength":                  "4000 is for members with Nitro; bots have 2000 (Create Message)",
	"MessageEditRequestPartial.content maxLength":             "4000 is for members with Nitro; bots have 2000 (Edit Message)",
	"ModalInteractionCallbackRequestData.components maxItems": "the documentation has 5 (Modal)",
	"ActionRowComponentForModalRequest.components maxItems":   "an action row holds one text input (Action Row)",
	"ContainerComponentForMessageRequest.components maxItems": "with the container they would be 41 (Components V2: 40 in all)",
	"PollMediaCreateRequest.text maxLength":                   "an answer has 55 (Poll Media Object)",

	"ComponentEmojiForRequest.name maxLength":                           "32 letters are no emoji, which is what it must be",
	"PollEmojiCreateRequest.name maxLength":                             "32 letters are no emoji, which is what it must be",
	"UnfurledMediaRequestWithAttachmentReferenceRequired.url maxLength": "an address so long names no file of the request",
}
