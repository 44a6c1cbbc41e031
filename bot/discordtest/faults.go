package discordtest

import "noughts/bot/discordtest/fault"

// A Fault is something that goes wrong between Discord and a bot, as it does in the life of every bot. Only
// Kind is required. Code is a close code or an HTTP status, Route the only route that a REST fault strikes,
// Wait a delay, and Times how often the fault strikes, once by default. Fault.Effect says what Discord's
// documentation asks of the client.
type Fault = fault.Fault

// A FaultKind is what goes wrong, in a few words such as "lost answer": one of the
// constants below.
type FaultKind = fault.Kind

// The faults of the gateway strike every open connection of the application, at
// once.
const (
	FaultDrop                 = fault.Drop                 // the TCP connection is cut
	FaultSilence              = fault.Silence              // the server says nothing more, and stays
	FaultHalfOpen             = fault.HalfOpen             // nothing gets through either way, and nobody is told
	FaultReconnect            = fault.Reconnect            // reconnect
	FaultReconnectBeforeHello = fault.ReconnectBeforeHello // on the next connection, after this one is cut
	FaultReconnectAfterResume = fault.ReconnectAfterResume // on the next connection, after this one is cut
	FaultInvalidResumable     = fault.InvalidResumable     // invalid session, true
	FaultInvalid              = fault.Invalid              // invalid session, false
	FaultClose                = fault.Close                // with the close code
	FaultBrokenJSON           = fault.BrokenJSON           // a payload more, that ends in its middle
)

// These faults wait for something to strike: the next payloads on the application's gateway connections, and
// the next events except READY and RESUMED.
const (
	FaultLag              = fault.Lag              // a payload leaves late, and those after it
	FaultSlowReads        = fault.SlowReads        // a payload of the client's is read late
	FaultDuplicate        = fault.Duplicate        // an event comes twice
	FaultReorder          = fault.Reorder          // an event comes after the next one, or late
	FaultLoseEvent        = fault.LoseEvent        // an event never comes, but perhaps in a replay
	FaultUnknownComponent = fault.UnknownComponent // an interaction's message holds a component of a new type
)

// FaultFutureID gives the application's next interaction an id from a clock that is ahead. It strikes
// interactions over the gateway and over HTTP, as FaultDuplicate does.
const FaultFutureID = fault.FutureID

// The REST faults wait for the application's next requests of the route, including requests that would be
// refused.
const (
	FaultStatus      = fault.Status      // an error 5xx; nothing happens
	FaultLimit       = fault.Limit       // 429 for the route
	FaultShared      = fault.Shared      // 429 because others have used up the limit
	FaultGlobal      = fault.Global      // 429 for everything
	FaultHTMLLimit   = fault.HTMLLimit   // 429 by Cloudflare, in HTML
	FaultLoseRequest = fault.LoseRequest // the connection is cut; nothing happens
	FaultLoseAnswer  = fault.LoseAnswer  // the request takes effect, then the connection is cut
	FaultLateRequest = fault.LateRequest // the request takes effect late
	FaultLateAnswer  = fault.LateAnswer  // the request takes effect at once, its answer comes late
	FaultSlowBody    = fault.SlowBody    // the request's body is read slowly
	FaultBareAnswer  = fault.BareAnswer  // the request takes effect, and the answer says so and nothing else
)

// Routes that are interesting for a bot's faults, for Fault.Route. A test may name any other route
// in the same way.
const (
	RouteCallback     = fault.RouteCallback
	RouteFollowUp     = fault.RouteFollowUp
	RouteEditFollowUp = fault.RouteEditFollowUp // also @original
	RouteEditMessage  = fault.RouteEditMessage
	RouteListEmojis   = fault.RouteListEmojis
	RouteCreateEmoji  = fault.RouteCreateEmoji
)

// An Effect is what a fault asks of a client, by Discord's documentation.
type Effect = fault.Effect

// Duties of clients.
const (
	EffectNone     = fault.EffectNone     // go on with the session
	EffectResume   = fault.EffectResume   // connect again and resume the session
	EffectIdentify = fault.EffectIdentify // start a new session
	EffectStop     = fault.EffectStop     // not come back before somebody has changed something
)

// An Injection is a fault that [Application.Inject] has injected, with its defaults filled in. Injection.Done
// and Injection.Wait tell when it is over, Injection.Outcome what has happened so far.
type Injection = fault.Injection

// An Outcome is what has happened since a fault was injected: how many
// connections, events or requests it has Struck; when the connections were Lost
// and when as many sessions were Back, zero before; and how many Resumes and
// Identifies that took.
type Outcome = fault.Outcome

// Faults returns the faults that a bot should survive: at least one of each kind.
func Faults() []Fault { return fault.All() }

// FatalFaults returns the faults that must end a bot.
func FatalFaults() []Fault { return fault.Fatal() }

// DrawFaults returns n of the given faults in a random order that depends only on the seed. Each occurs equally
// often, give or take one.
func DrawFaults(seed uint64, n int, from ...Fault) []Fault { return fault.Draw(seed, n, from...) }
