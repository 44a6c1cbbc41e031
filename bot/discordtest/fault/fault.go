package fault

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Fault is something that goes wrong between Discord and a bot, as it does in
// the life of every bot. Only Kind is always needed.
type Fault struct {
	Kind  Kind
	Code  int           // of FaultClose: the close code. Of FaultStatus: 500 unless given. Of FaultBareAnswer: 200 or, unless given, 204
	Route string        // of REST faults: a method and a pattern, such as RouteCallback; "" is any
	Wait  time.Duration // how late, how slow, or when to come back; a second unless given
	Times int           // how many events or requests it meets; 1 unless given
}

// A Kind is what goes wrong.
type Kind string

// The faults of the gateway strike every open connection of the application, at
// once.
const (
	Drop                 Kind = "drop"                   // the TCP connection is cut
	Silence              Kind = "silence"                // the server says nothing more, and stays
	HalfOpen             Kind = "half-open"              // nothing gets through either way, and nobody is told
	Reconnect            Kind = "op 7"                   // reconnect
	ReconnectBeforeHello Kind = "op 7 in place of HELLO" // on the next connection, after this one is cut
	ReconnectAfterResume Kind = "op 7 after RESUME"      // on the next connection, after this one is cut
	InvalidResumable     Kind = "op 9, resumable"        // invalid session, true
	Invalid              Kind = "op 9"                   // invalid session, false
	Close                Kind = "close"                  // with the close code
	BrokenJSON           Kind = "broken JSON"            // a payload more, that ends in its middle
)

// These faults wait for what they strike: the next payloads on the
// application's gateway connections, and the next events but READY and RESUMED.
const (
	Lag              Kind = "lag"               // a payload leaves late, and those after it
	SlowReads        Kind = "slow reads"        // a payload of the client's is read late
	Duplicate        Kind = "duplicate"         // an event comes twice
	Reorder          Kind = "reorder"           // an event comes after the next one, or late
	LoseEvent        Kind = "lost event"        // an event never comes, but perhaps in a replay
	UnknownComponent Kind = "unknown component" // an interaction's message holds a component of a new type
)

// These faults wait for the application's next interactions, whichever way they
// come; so does FaultDuplicate.
const (
	FutureID Kind = "future id" // its id was made by a clock that is ahead
)

// The faults of the REST API wait for the application's next requests of the
// route, also those that would be refused.
const (
	Status      Kind = "status"       // an error 5xx; nothing happens
	Limit       Kind = "route limit"  // 429 for the route
	Shared      Kind = "shared limit" // 429 for what others have used up
	Global      Kind = "global limit" // 429 for everything
	HTMLLimit   Kind = "HTML limit"   // 429 by Cloudflare, in HTML
	LoseRequest Kind = "lost request" // the connection is cut; nothing happens
	LoseAnswer  Kind = "lost answer"  // the request takes effect, then the connection is cut
	LateRequest Kind = "late request" // the request takes effect late
	LateAnswer  Kind = "late answer"  // the request takes effect at once, its answer comes late
	SlowBody    Kind = "slow body"    // the request's body is read slowly
	BareAnswer  Kind = "bare answer"  // the request takes effect, and the answer says so and nothing else
)

// Routes of which a bot's faults are interesting.
const (
	RouteCallback     = "POST /interactions/{interaction}/{token}/callback"
	RouteFollowUp     = "POST /webhooks/{webhook}/{token}"
	RouteEditFollowUp = "PATCH /webhooks/{webhook}/{token}/messages/{message}" // also @original
	RouteEditMessage  = "PATCH /channels/{channel}/messages/{message}"
	RouteListEmojis   = "GET /applications/{application}/emojis"
	RouteCreateEmoji  = "POST /applications/{application}/emojis"
)

// ErrFault is wrapped by the errors of faults that make no sense.
var ErrInvalid = errors.New("discordtest: no such fault")

// ErrNotConnected is returned when a fault has no connection to strike.
var ErrNotConnected = errors.New("discordtest: the application is not connected")

// An Effect is what a fault asks of a client, by Discord's documentation.
type Effect int

// What clients have to do.
const (
	EffectNone     Effect = iota // go on with the session
	EffectResume                 // connect again and resume the session
	EffectIdentify               // start a new session
	EffectStop                   // not come back before somebody has changed something
)

// String names the effect.
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
// EndsSession says whether a session is over once its connection has been
// closed with a code: the codes after which a client must start a new
// session (4007, 4009) and those after which it must not come back at all.
func EndsSession(code int) bool {
	switch code {
	case 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014:
		return true
	}
	return false
}

func closeEffect(code int) Effect {
	switch {
	case code == 4007 || code == 4009: // a wrong sequence number, a session that has timed out
		return EffectIdentify
	case EndsSession(code):
		return EffectStop
	}
	return EffectResume
}

// String describes the fault: "close 4000", "route limit, POST /channels/…, 2s, 3 times".
func (f Fault) String() string {
	parts := []string{string(f.Kind)}
	if f.Code != 0 {
		parts[0] += fmt.Sprint(" ", f.Code)
	}
	if f.Route != "" {
		parts = append(parts, f.Route)
	}
	if f.Wait != 0 {
		parts = append(parts, f.Wait.String())
	}
	if f.Times > 1 {
		parts = append(parts, fmt.Sprint(f.Times, " times"))
	}
	return strings.Join(parts, ", ")
}

// A place is where a fault strikes.
type place int

const (
	nowhere   place = iota
	onGateway       // its connections, at once
	onTraffic       // payloads and events, as they come
	OnREST          // requests, as they come
)

// Places says where each kind of fault strikes.
var Places = map[Kind]place{
	Drop: onGateway, Silence: onGateway, HalfOpen: onGateway, Reconnect: onGateway,
	ReconnectBeforeHello: onGateway, ReconnectAfterResume: onGateway,
	InvalidResumable: onGateway, Invalid: onGateway, Close: onGateway, BrokenJSON: onGateway,

	Lag: onTraffic, SlowReads: onTraffic, Duplicate: onTraffic, Reorder: onTraffic,
	LoseEvent: onTraffic, UnknownComponent: onTraffic, FutureID: onTraffic,

	Status: OnREST, Limit: OnREST, Shared: OnREST, Global: OnREST, HTMLLimit: OnREST,
	LoseRequest: OnREST, LoseAnswer: OnREST, LateRequest: OnREST, LateAnswer: OnREST,
	SlowBody: OnREST, BareAnswer: OnREST,
}

func (k Kind) Place() place { return Places[k] }

// closeCodes are those that Discord documents.
var closeCodes = []int{4000, 4001, 4002, 4003, 4004, 4005, 4007, 4008, 4009, 4010, 4011, 4012, 4013, 4014}

// Complete returns the fault with what it leaves out, or why it makes no sense.
func (f Fault) Complete() (Fault, error) {
	if f.Wait == 0 {
		f.Wait = time.Second
	}
	switch {
	case f.Kind == Status && f.Code == 0:
		f.Code = 500
	case f.Kind == BareAnswer && f.Code == 0:
		f.Code = 204
	}
	err := f.check()
	f.Times = max(f.Times, 1)
	return f, err
}

// check returns why a fault makes no sense, nil when it does.
func (f Fault) check() error {
	switch {
	case f.Kind.Place() == nowhere:
		return fmt.Errorf("%w: kind %q", ErrInvalid, f.Kind)
	case f.Route != "" && f.Kind.Place() != OnREST:
		return fmt.Errorf("%w: %s on the route %q", ErrInvalid, f.Kind, f.Route)
	case f.Wait < 0 || f.Times < 0:
		return fmt.Errorf("%w: %s: less than nothing", ErrInvalid, f)
	}
	return f.checkCode()
}

// checkCode returns why a fault's code makes no sense, nil when it does.
func (f Fault) checkCode() error {
	switch {
	case f.Kind == Close && !slices.Contains(closeCodes, f.Code):
		return fmt.Errorf("%w: close code %d", ErrInvalid, f.Code)
	case f.Kind == Status && (f.Code < 500 || f.Code > 599):
		return fmt.Errorf("%w: status %d is not one of Discord's failures", ErrInvalid, f.Code)
	case f.Kind == BareAnswer && f.Code != 200 && f.Code != 204:
		return fmt.Errorf("%w: status %d is no bare answer", ErrInvalid, f.Code)
	}
	return nil
}
