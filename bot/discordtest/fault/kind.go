package fault

import (
	"maps"
	"slices"
)

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

// These faults wait for something to strike: the next payloads on the application's gateway connections, and
// the next events except READY and RESUMED.
const (
	Lag              Kind = "lag"               // a payload leaves late, and those after it
	SlowReads        Kind = "slow reads"        // a payload of the client's is read late
	Duplicate        Kind = "duplicate"         // an event comes twice
	Reorder          Kind = "reorder"           // an event comes after the next one, or late
	LoseEvent        Kind = "lost event"        // an event never comes, but perhaps in a replay
	UnknownComponent Kind = "unknown component" // an interaction's message holds a component of a new type
)

// FutureID waits for the application's next interaction, over the gateway or HTTP, as Duplicate does: its id
// comes from a clock that is ahead.
const FutureID Kind = "future id"

// The REST faults wait for the application's next requests of the route, including requests that would be
// refused.
const (
	Status      Kind = "status"       // an error 5xx; nothing happens
	Limit       Kind = "route limit"  // 429 for the route
	Shared      Kind = "shared limit" // 429 because others have used up the limit
	Global      Kind = "global limit" // 429 for everything
	HTMLLimit   Kind = "HTML limit"   // 429 by Cloudflare, in HTML
	LoseRequest Kind = "lost request" // the connection is cut; nothing happens
	LoseAnswer  Kind = "lost answer"  // the request takes effect, then the connection is cut
	LateRequest Kind = "late request" // the request takes effect late
	LateAnswer  Kind = "late answer"  // the request takes effect at once, its answer comes late
	SlowBody    Kind = "slow body"    // the request's body is read slowly
	BareAnswer  Kind = "bare answer"  // the request takes effect, and the answer says so and nothing else
)

// A place is where a fault strikes.
type place int

const (
	nowhere   place = iota
	onGateway       // its connections, at once
	onTraffic       // payloads and events, as they come
	onREST          // requests, as they come
)

// places says where each kind of fault strikes.
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

// Kinds returns all kinds of faults, in the order of their names.
func Kinds() []Kind { return slices.Sorted(maps.Keys(places)) }

// OnREST reports whether faults of the kind strike requests of the REST API.
func (k Kind) OnREST() bool { return places[k] == onREST }
