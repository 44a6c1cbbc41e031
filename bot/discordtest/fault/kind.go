package fault

import (
	"maps"
	"slices"
)

// A Kind is a kind of fault, such as a cut connection.
type Kind string

// The faults of the gateway strike all open connections of the application at once. In their names and comments, op 7
// is the payload Reconnect (opcode 7) and op 9 is the payload Invalid Session (opcode 9).
const (
	Drop                 Kind = "drop"                   // the TCP connection is cut
	Silence              Kind = "silence"                // the server sends nothing more and keeps the connection open
	HalfOpen             Kind = "half-open"              // payloads are lost in both directions, and the connection stays open
	Reconnect            Kind = "op 7"                   // the server asks the client to reconnect
	ReconnectBeforeHello Kind = "op 7 in place of HELLO" // cuts the connection, and sends op 7 instead of HELLO on the next one
	ReconnectAfterResume Kind = "op 7 after RESUME"      // cuts the connection, and answers the RESUME on the next one with op 7
	InvalidResumable     Kind = "op 9, resumable"        // op 9 that lets the client resume its session
	Invalid              Kind = "op 9"                   // op 9 that requires a new session
	Close                Kind = "close"                  // the server closes the connection with Code
	BrokenJSON           Kind = "broken JSON"            // an additional payload that ends in the middle of its JSON
)

// These faults wait for the next payloads on the application's gateway connections, or for the next
// events except READY and RESUMED.
const (
	Lag              Kind = "lag"               // a payload, and with it all later ones, is sent late
	SlowReads        Kind = "slow reads"        // a payload from the client is read late
	Duplicate        Kind = "duplicate"         // an event is sent twice
	Reorder          Kind = "reorder"           // an event is sent after the next event, or late if there is none
	LoseEvent        Kind = "lost event"        // an event is not sent, except perhaps in a replay after RESUME
	UnknownComponent Kind = "unknown component" // the message in an interaction has a component of a new type
)

// FutureID gives the application's next interaction an id from a clock that is ahead by Fault.Wait.
// Like Duplicate it strikes interactions over the gateway and over HTTP.
const FutureID Kind = "future id"

// The REST faults strike the application's next requests to the route, even requests that the server would refuse
// anyway.
const (
	Status      Kind = "status"       // the answer is an error 5xx, and the request has no effect
	Limit       Kind = "route limit"  // 429 for the route
	Shared      Kind = "shared limit" // 429 because other applications have used up the limit
	Global      Kind = "global limit" // 429 for all routes
	HTMLLimit   Kind = "HTML limit"   // 429 by Cloudflare, in HTML
	LoseRequest Kind = "lost request" // the connection is cut, and the request has no effect
	LoseAnswer  Kind = "lost answer"  // the request takes effect, then the connection is cut
	LateRequest Kind = "late request" // the request takes effect late
	LateAnswer  Kind = "late answer"  // the request takes effect at once, and its answer comes late
	SlowBody    Kind = "slow body"    // the request's body is read slowly
	BareAnswer  Kind = "bare answer"  // the request takes effect, and the answer has only the fields that Discord's schema requires
)

// A place is the part of Discord that a fault strikes.
type place int

const (
	nowhere   place = iota
	onGateway       // strikes the gateway's open connections at once
	onTraffic       // strikes gateway payloads and events, when they come
	onREST          // strikes requests of the REST API, when they come
)

// places maps each kind of fault to the place that it strikes.
var places = map[Kind]place{
	Drop: onGateway, Silence: onGateway, HalfOpen: onGateway, Reconnect: onGateway,
	ReconnectBeforeHello: onGateway, ReconnectAfterResume: onGateway,
	InvalidResumable: onGateway, Invalid: onGateway, Close: onGateway, BrokenJSON: onGateway,

	Lag: onTraffic, SlowReads: onTraffic, Duplicate: onTraffic, Reorder: onTraffic,
	LoseEvent: onTraffic, UnknownComponent: onTraffic, FutureID: onTraffic,

	Status: onREST, Limit: onREST, Shared: onREST, Global: onREST, HTMLLimit: onREST,
	LoseRequest: onREST, LoseAnswer: onREST, LateRequest: onREST, LateAnswer: onREST,
	SlowBody: onREST, BareAnswer: onREST,
}

// Kinds returns all kinds of faults, sorted by name.
func Kinds() []Kind { return slices.Sorted(maps.Keys(places)) }

// OnREST reports whether faults of the kind strike requests of the REST API.
func (k Kind) OnREST() bool { return places[k] == onREST }
