package world

import (
	"noughts/bot/discordtest/object"
)

// Allows says whether the application may use a privileged intent. Callers hold
// the world's lock.
func (a *Application) Allows(i object.Intents) bool { return a.allowed&i == i }

// AllowedIntents returns the privileged intents that the application may use.
func (a *Application) AllowedIntents() object.Intents {
	a.World.Lock()
	defer a.World.Unlock()
	return a.allowed
}

// intentFlags are the flags of an application that show its privileged intents:
// those of bots in fewer than 100 guilds, which Discord has not verified.
var intentFlags = map[object.Intents]int{
	object.IntentGuildPresences: 1 << 13, // GATEWAY_PRESENCE_LIMITED
	object.IntentGuildMembers:   1 << 15, // GATEWAY_GUILD_MEMBERS_LIMITED
	object.IntentMessageContent: 1 << 19, // GATEWAY_MESSAGE_CONTENT_LIMITED
}

// flags returns the flags of the application. Callers hold the world's lock.
func (a *Application) flags() int {
	flags := 0
	for intent, flag := range intentFlags {
		if a.Allows(intent) {
			flags |= flag
		}
	}
	return flags
}

// SetFlags sets which privileged intents the application may use, by its flags.
// Callers hold the world's lock.
func (a *Application) SetFlags(flags int64) {
	a.allowed = 0
	for intent, flag := range intentFlags {
		if flags&int64(flag) != 0 {
			a.allowed |= intent
		}
	}
}
