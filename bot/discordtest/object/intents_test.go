package object_test

import (
	"testing"

	"noughts/bot/discordtest/object"
)

func TestGatewayIntentsFilterEvents(t *testing.T) {
	t.Parallel()
	tests := []struct {
		intents object.Intents
		event   string
		guild   bool
		want    bool
	}{
		{0, "INTERACTION_CREATE", true, true},
		{0, "ENTITLEMENT_CREATE", false, true},
		{0, "MESSAGE_CREATE", true, false},
		{object.IntentGuildMessages, "MESSAGE_CREATE", true, true},
		{object.IntentGuildMessages, "MESSAGE_CREATE", false, false},
		{object.IntentDirectMessages, "MESSAGE_CREATE", false, true},
		{object.IntentDirectMessages, "MESSAGE_CREATE", true, false},
		{object.IntentGuilds, "GUILD_MEMBER_ADD", true, false},
		{object.IntentGuilds, "GUILD_ROLE_CREATE", true, true},
		{object.IntentGuilds, "CHANNEL_CREATE", true, true},
		{object.IntentGuilds, "THREAD_CREATE", true, true},
		{object.IntentGuildMessages, "MESSAGE_REACTION_ADD", true, false},
	}
	for _, test := range tests {
		if got := object.Receives(test.intents, test.event, test.guild); got != test.want {
			t.Errorf("receives(%#x, %s, %v) = %v", test.intents, test.event, test.guild, got)
		}
	}
}
