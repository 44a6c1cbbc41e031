package discordtest

// AllowIntents sets which privileged intents the application may use, in place
// of those before, as the switches of the developer portal do; without any, none.
// A new application may use none. Bits of other intents are ignored.
//
// A session that asks for another one is closed with 4014. What the REST API
// gives depends on the switch alone and changes at once; sessions keep the
// intents with which they have begun.
func (a *Application) AllowIntents(intents ...Intents) {
	a.world.Lock()
	defer a.world.Unlock()
	a.allowed = 0
	for _, i := range intents {
		a.allowed |= i & privilegedIntents
	}
}

// allows says whether the application may use a privileged intent. Callers hold
// s.mu.
func (a *Application) allows(i Intents) bool { return a.allowed&i == i }

// allowedIntents returns the privileged intents that the application may use.
func (a *Application) allowedIntents() Intents {
	a.world.Lock()
	defer a.world.Unlock()
	return a.allowed
}

// intentFlags are the flags of an application that show its privileged intents:
// those of bots in fewer than 100 guilds, which Discord has not verified.
var intentFlags = map[Intents]int{
	IntentGuildPresences: 1 << 13, // GATEWAY_PRESENCE_LIMITED
	IntentGuildMembers:   1 << 15, // GATEWAY_GUILD_MEMBERS_LIMITED
	IntentMessageContent: 1 << 19, // GATEWAY_MESSAGE_CONTENT_LIMITED
}

// flags returns the flags of the application. Callers hold s.mu.
func (a *Application) flags() int {
	flags := 0
	for intent, flag := range intentFlags {
		if a.allows(intent) {
			flags |= flag
		}
	}
	return flags
}

// intentsOfFlags returns the privileged intents that flags switch on.
func intentsOfFlags(flags int64) Intents {
	var allowed Intents
	for intent, flag := range intentFlags {
		if flags&int64(flag) != 0 {
			allowed |= intent
		}
	}
	return allowed
}
