package discordtest

import "strings"

// Intents are bits of the gateway's intents, as IDENTIFY has them.
type Intents int64

// The privileged intents, which an application may use only when they are
// switched on for it: see [Application.AllowIntents].
const (
	IntentGuildMembers   Intents = 1 << 1
	IntentGuildPresences Intents = 1 << 8
	IntentMessageContent Intents = 1 << 15

	privilegedIntents = IntentGuildMembers | IntentGuildPresences | IntentMessageContent
)

// The other intents.
const (
	intentGuilds                 Intents = 1 << 0
	intentGuildModeration        Intents = 1 << 2
	intentGuildExpressions       Intents = 1 << 3
	intentGuildIntegrations      Intents = 1 << 4
	intentGuildWebhooks          Intents = 1 << 5
	intentGuildInvites           Intents = 1 << 6
	intentGuildVoiceStates       Intents = 1 << 7
	intentGuildMessages          Intents = 1 << 9
	intentGuildMessageReactions  Intents = 1 << 10
	intentGuildMessageTyping     Intents = 1 << 11
	intentDirectMessages         Intents = 1 << 12
	intentDirectMessageReactions Intents = 1 << 13
	intentDirectMessageTyping    Intents = 1 << 14
	intentScheduledEvents        Intents = 1 << 16
	intentModerationConfig       Intents = 1 << 20
	intentModerationExecution    Intents = 1 << 21
	intentGuildPolls             Intents = 1 << 24
	intentDirectPolls            Intents = 1 << 25

	allIntents = 1<<17 - 1 | intentModerationConfig | intentModerationExecution | intentGuildPolls | intentDirectPolls
)

// An intentRule says which intents bring the events of a name that begins so:
// any one of them is enough.
type intentRule struct {
	prefix string
	guild  Intents // for an event in a guild
	direct Intents // for one outside; 0: no intent is needed
}

// intentRules are tried in order; an event without a rule, such as
// INTERACTION_CREATE, needs no intent.
var intentRules = []intentRule{
	{"GUILD_MEMBER", IntentGuildMembers, 0},
	{"GUILD_BAN", intentGuildModeration, 0},
	{"GUILD_AUDIT_LOG", intentGuildModeration, 0},
	{"GUILD_EMOJIS", intentGuildExpressions, 0},
	{"GUILD_STICKERS", intentGuildExpressions, 0},
	{"GUILD_INTEGRATIONS", intentGuildIntegrations, 0},
	{"GUILD_SCHEDULED_EVENT", intentScheduledEvents, 0},
	{"GUILD_", intentGuilds, 0},
	{"CHANNEL_PINS", intentGuilds, intentDirectMessages},
	{"CHANNEL_", intentGuilds, 0},
	{"THREAD_MEMBERS_UPDATE", intentGuilds | IntentGuildMembers, 0},
	{"THREAD_", intentGuilds, 0},
	{"STAGE_", intentGuilds, 0},
	{"INTEGRATION_", intentGuildIntegrations, 0},
	{"WEBHOOKS_", intentGuildWebhooks, 0},
	{"INVITE_", intentGuildInvites, 0},
	{"VOICE_STATE", intentGuildVoiceStates, 0},
	{"PRESENCE_", IntentGuildPresences, 0},
	{"MESSAGE_REACTION", intentGuildMessageReactions, intentDirectMessageReactions},
	{"MESSAGE_POLL", intentGuildPolls, intentDirectPolls},
	{"MESSAGE_", intentGuildMessages, intentDirectMessages},
	{"TYPING_", intentGuildMessageTyping, intentDirectMessageTyping},
	{"AUTO_MODERATION_RULE", intentModerationConfig, 0},
	{"AUTO_MODERATION_ACTION", intentModerationExecution, 0},
}

// receives says whether a session with these intents gets an event.
func receives(intents Intents, event string, inGuild bool) bool {
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
