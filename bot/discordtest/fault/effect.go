package fault

// An Effect is what a fault asks of a client, by Discord's documentation.
type Effect int

// Duties of clients.
const (
	EffectNone     Effect = iota // go on with the session
	EffectResume                 // connect again and resume the session
	EffectIdentify               // start a new session
	EffectStop                   // not come back before somebody has changed something
)

// String returns the effect's name.
func (e Effect) String() string {
	return [...]string{"none", "resume", "identify", "stop"}[e]
}

// Effect returns what the fault asks of a client.
func (f Fault) Effect() Effect {
	switch f.Kind {
	case Drop, Silence, HalfOpen, Reconnect, ReconnectBeforeHello,
		ReconnectAfterResume, InvalidResumable:
		return EffectResume
	case Invalid:
		return EffectIdentify
	case Close:
		return closeEffect(f.Code)
	}
	return EffectNone
}

// closeEffect returns what a close code asks of a client.
func closeEffect(code int) Effect {
	switch {
	case code == 4007 || code == 4009: // a wrong sequence number, a session that has timed out
		return EffectIdentify
	case EndsSession(code):
		return EffectStop
	}
	return EffectResume
}

// EndsSession reports whether a close code ends the session: the codes that need a new session
// (4007, 4009) and those that forbid coming back at all.
func EndsSession(code int) bool {
	switch code {
	case 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014:
		return true
	}
	return false
}

// closeCodes are those that Discord documents.
var closeCodes = []int{4000, 4001, 4002, 4003, 4004, 4005, 4007, 4008, 4009, 4010, 4011, 4012, 4013, 4014}
