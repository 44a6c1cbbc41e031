package discordtest

import "strings"

// Intents, as bits of IDENTIFY's intents.
const (
	intentGuilds                 = 1 << 0
	intentGuildMembers           = 1 << 1
	intentGuildModeration        = 1 << 2
	intentGuildExpressions       = 1 << 3
	intentGuildIntegrations      = 1 << 4
	intentGuildWebhooks          = 1 << 5
	intentGuildInvites           = 1 << 6
	intentGuildVoiceStates       = 1 << 7
	intentGuildPresences         = 1 << 8
	intentGuildMessages          = 1 << 9
	intentGuildMessageReactions  = 1 << 10
	intentGuildMessageTyping     = 1 << 11
	intentDirectMessages         = 1 << 12
	intentDirectMessageReactions = 1 << 13
	intentDirectMessageTyping    = 1 << 14
	intentMessageContent         = 1 << 15
	intentScheduledEvents        = 1 << 16
	intentModerationConfig       = 1 << 20
	intentModerationExecution    = 1 << 21
	intentGuildPolls             = 1 << 24
	intentDirectPolls            = 1 << 25

	allIntents = 1<<17 - 1 | intentModerationConfig | intentModerationExecution | intentGuildPolls | intentDirectPolls

	// privilegedIntents are refused unless the application has them switched on.
	privilegedIntents = intentGuildMembers | intentGuildPresences | intentMessageContent
)

// An intentRule says which intents bring the events of a name that begins so:
// any one of them is enough.
type intentRule struct {
	prefix string
	guild  int // for an event in a guild
	direct int // for one outside; 0: no intent is needed
}

// intentRules are tried in order; an event without a rule, such as
// INTERACTION_CREATE, needs no intent.
var intentRules = []intentRule{
	{"GUILD_MEMBER", intentGuildMembers, 0},
	{"GUILD_BAN", intentGuildModeration, 0},
	{"GUILD_AUDIT_LOG", intentGuildModeration, 0},
	{"GUILD_EMOJIS", intentGuildExpressions, 0},
	{"GUILD_STICKERS", intentGuildExpressions, 0},
	{"GUILD_INTEGRATIONS", intentGuildIntegrations, 0},
	{"GUILD_SCHEDULED_EVENT", intentScheduledEvents, 0},
	{"GUILD_", intentGuilds, 0},
	{"CHANNEL_PINS", intentGuilds, intentDirectMessages},
	{"CHANNEL_", intentGuilds, 0},
	{"THREAD_MEMBERS_UPDATE", intentGuilds | intentGuildMembers, 0},
	{"THREAD_", intentGuilds, 0},
	{"STAGE_", intentGuilds, 0},
	{"INTEGRATION_", intentGuildIntegrations, 0},
	{"WEBHOOKS_", intentGuildWebhooks, 0},
	{"INVITE_", intentGuildInvites, 0},
	{"VOICE_STATE", intentGuildVoiceStates, 0},
	{"PRESENCE_", intentGuildPresences, 0},
	{"MESSAGE_REACTION", intentGuildMessageReactions, intentDirectMessageReactions},
	{"MESSAGE_POLL", intentGuildPolls, intentDirectPolls},
	{"MESSAGE_", intentGuildMessages, intentDirectMessages},
	{"TYPING_", intentGuildMessageTyping, intentDirectMessageTyping},
	{"AUTO_MODERATION_RULE", intentModerationConfig, 0},
	{"AUTO_MODERATION_ACTION", intentModerationExecution, 0},
}

// receives says whether a session with these intents gets an event.
func receives(intents int, event string, inGuild bool) bool {
	for _, rule := range intentRules {
		if !strings.HasPrefix(event, rule.prefix) {
			continue
		}
		needed := rule.direct
		if inGuild {
			needed = rule.guild
		}
		return needed == 0 || intents&needed != 0
	}
	return true
}
