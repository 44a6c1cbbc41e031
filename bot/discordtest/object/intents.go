package object

// Intents is a set of intents: the bits of the field intents in IDENTIFY, the payload that starts a session. This bot
// has none, so the gateway sends no events but interactions.
type Intents int64

const (
	// PrivilegedIntents are those for members, presences and message content.
	PrivilegedIntents Intents = 1<<1 | 1<<8 | 1<<15
	// AllIntents are all intents that Discord knows.
	AllIntents Intents = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)
