package object

import (
	"strings"
)

// Intents is a set of intents: the bits of the field intents in IDENTIFY, the payload that starts a session.
type Intents int64

// The privileged intents. An application may use them only if they are enabled for it.
const (
	IntentGuildMembers   Intents = 1 << 1
	IntentGuildPresences Intents = 1 << 8
	IntentMessageContent Intents = 1 << 15

	PrivilegedIntents = IntentGuildMembers | IntentGuildPresences | IntentMessageContent
)

// The other intents.
const (
	IntentGuilds                 Intents = 1 << 0
	intentGuildModeration        Intents = 1 << 2
	intentGuildExpressions       Intents = 1 << 3
	intentGuildIntegrations      Intents = 1 << 4
	IntentGuildWebhooks          Intents = 1 << 5
	IntentGuildInvites           Intents = 1 << 6
	intentGuildVoiceStates       Intents = 1 << 7
	IntentGuildMessages          Intents = 1 << 9
	IntentGuildMessageReactions  Intents = 1 << 10
	IntentGuildMessageTyping     Intents = 1 << 11
	IntentDirectMessages         Intents = 1 << 12
	intentDirectMessageReactions Intents = 1 << 13
	intentDirectMessageTyping    Intents = 1 << 14
	intentScheduledEvents        Intents = 1 << 16
	intentModerationConfig       Intents = 1 << 20
	intentModerationExecution    Intents = 1 << 21
	IntentGuildPolls             Intents = 1 << 24
	intentDirectPolls            Intents = 1 << 25

	AllIntents = 1<<17 - 1 | intentModerationConfig | intentModerationExecution | IntentGuildPolls | intentDirectPolls
)

// An intentRule says which intents the events with a certain name prefix require. A session needs only one of these
// intents.
type intentRule struct {
	prefix string
	guild  Intents // for an event in a guild
	direct Intents // for an event outside a guild; 0: no intent is needed
}

// intentRules are tried in order. An event that matches no rule, such as INTERACTION_CREATE, needs no intent.
var intentRules = []intentRule{
	{"GUILD_MEMBER", IntentGuildMembers, 0},
	{"GUILD_BAN", intentGuildModeration, 0},
	{"GUILD_AUDIT_LOG", intentGuildModeration, 0},
	{"GUILD_EMOJIS", intentGuildExpressions, 0},
	{"GUILD_STICKERS", intentGuildExpressions, 0},
	{"GUILD_INTEGRATIONS", intentGuildIntegrations, 0},
	{"GUILD_SCHEDULED_EVENT", intentScheduledEvents, 0},
	{"GUILD_", IntentGuilds, 0},
	{"CHANNEL_PINS", IntentGuilds, IntentDirectMessages},
	{"CHANNEL_", IntentGuilds, 0},
	{"THREAD_MEMBERS_UPDATE", IntentGuilds | IntentGuildMembers, 0},
	{"THREAD_", IntentGuilds, 0},
	{"STAGE_", IntentGuilds, 0},
	{"INTEGRATION_", intentGuildIntegrations, 0},
	{"WEBHOOKS_", IntentGuildWebhooks, 0},
	{"INVITE_", IntentGuildInvites, 0},
	{"VOICE_STATE", intentGuildVoiceStates, 0},
	{"PRESENCE_", IntentGuildPresences, 0},
	{"MESSAGE_REACTION", IntentGuildMessageReactions, intentDirectMessageReactions},
	{"MESSAGE_POLL", IntentGuildPolls, intentDirectPolls},
	{"MESSAGE_", IntentGuildMessages, IntentDirectMessages},
	{"TYPING_", IntentGuildMessageTyping, intentDirectMessageTyping},
	{"AUTO_MODERATION_RULE", intentModerationConfig, 0},
	{"AUTO_MODERATION_ACTION", intentModerationExecution, 0},
}

// Receives reports whether a session with these intents gets an event.
func Receives(intents Intents, event string, inGuild bool) bool {
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
