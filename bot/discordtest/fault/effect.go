package fault

// An Effect is what a client should do after a fault, according to Discord's documentation.
type Effect int

// These are the effects of faults.
const (
	EffectNone     Effect = iota // keep the session
	EffectResume                 // connect again and resume the session
	EffectIdentify               // start a new session
	EffectStop                   // do not reconnect until a person has fixed the cause
)

// String returns the effect's name.
func (e Effect) String() string {
	return [...]string{"none", "resume", "identify", "stop"}[e]
}

// Effect returns what a client should do after the fault.
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

// closeEffect returns what a client should do after the gateway has closed a connection with this code.
func closeEffect(code int) Effect {
	switch {
	case code == 4007 || code == 4009: // wrong sequence number; session timed out
		return EffectIdentify
	case EndsSession(code):
		return EffectStop
	}
	return EffectResume
}

// EndsSession reports whether a gateway close code ends the session. These are the codes that require a new session
// (4007, 4009) and those that forbid reconnecting.
func EndsSession(code int) bool {
	switch code {
	case 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014:
		return true
	}
	return false
}

// closeCodes are the gateway's close codes that Discord documents.
var closeCodes = []int{4000, 4001, 4002, 4003, 4004, 4005, 4007, 4008, 4009, 4010, 4011, 4012, 4013, 4014}
