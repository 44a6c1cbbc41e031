package discordtest

import "noughts/bot/discordtest/fault"

// A Fault is something that goes wrong between Discord and a bot. Kind is required. Code is a close code, which
// FaultClose requires, or an HTTP status. Route limits a REST fault to one route. Wait is a delay. Times is how often
// the fault strikes, by default once. Fault.Effect returns the reaction that Discord's documentation asks of clients.
type Fault = fault.Fault

// A FaultKind names a kind of fault, such as "lost answer". It is one of the constants below.
type FaultKind = fault.Kind

// The faults of the gateway strike all open connections of the application at once. In the following comments, op 7 is
// the payload Reconnect (opcode 7) and op 9 is the payload Invalid Session (opcode 9).
const (
	FaultDrop                 = fault.Drop                 // the TCP connection is cut
	FaultSilence              = fault.Silence              // the server sends nothing more and keeps the connection open
	FaultHalfOpen             = fault.HalfOpen             // payloads are lost in both directions, and the connection stays open
	FaultReconnect            = fault.Reconnect            // op 7: the server asks the client to reconnect
	FaultReconnectBeforeHello = fault.ReconnectBeforeHello // cuts the connection, and sends op 7 instead of HELLO on the next one
	FaultReconnectAfterResume = fault.ReconnectAfterResume // cuts the connection, and answers the RESUME on the next one with op 7
	FaultInvalidResumable     = fault.InvalidResumable     // op 9 that lets the client resume its session
	FaultInvalid              = fault.Invalid              // op 9 that requires a new session
	FaultClose                = fault.Close                // the server closes the connection with Code
	FaultBrokenJSON           = fault.BrokenJSON           // an additional payload that ends in the middle of its JSON
)

// These faults wait for the next payloads on the application's gateway connections, or for the next
// events except READY and RESUMED.
const (
	FaultLag              = fault.Lag              // a payload, and with it all later ones, is sent late
	FaultSlowReads        = fault.SlowReads        // a payload from the client is read late
	FaultDuplicate        = fault.Duplicate        // an event is sent twice
	FaultReorder          = fault.Reorder          // an event is sent after the next event, or late if there is none
	FaultLoseEvent        = fault.LoseEvent        // an event is not sent, except perhaps in a replay after RESUME
	FaultUnknownComponent = fault.UnknownComponent // the message in an interaction has a component of a new type
)

// FaultFutureID gives the application's next interaction an id from a clock that is ahead by
// Fault.Wait. Like FaultDuplicate it strikes interactions over the gateway and over HTTP.
const FaultFutureID = fault.FutureID

// The REST faults strike the application's next requests to the route, even requests that the server would refuse
// anyway.
const (
	FaultStatus      = fault.Status      // the answer is an error 5xx, and the request has no effect
	FaultLimit       = fault.Limit       // 429 for the route
	FaultShared      = fault.Shared      // 429 because other applications have used up the limit
	FaultGlobal      = fault.Global      // 429 for all routes
	FaultHTMLLimit   = fault.HTMLLimit   // 429 by Cloudflare, in HTML
	FaultLoseRequest = fault.LoseRequest // the connection is cut, and the request has no effect
	FaultLoseAnswer  = fault.LoseAnswer  // the request takes effect, then the connection is cut
	FaultLateRequest = fault.LateRequest // the request takes effect late
	FaultLateAnswer  = fault.LateAnswer  // the request takes effect at once, and its answer comes late
	FaultSlowBody    = fault.SlowBody    // the request's body is read slowly
	FaultBareAnswer  = fault.BareAnswer  // the request takes effect, and the answer has only the fields that Discord's schema requires
)

// These are values of Fault.Route for routes that matter to many bots. Tests may use any other route in the same form.
const (
	RouteCallback     = fault.RouteCallback
	RouteFollowUp     = fault.RouteFollowUp
	RouteEditFollowUp = fault.RouteEditFollowUp // also edits the initial response, message @original
	RouteEditMessage  = fault.RouteEditMessage
	RouteListEmojis   = fault.RouteListEmojis
	RouteCreateEmoji  = fault.RouteCreateEmoji
)

// An Effect is what a client should do after a fault, according to Discord's documentation.
type Effect = fault.Effect

// These are the effects of faults.
const (
	EffectNone     = fault.EffectNone     // keep the session
	EffectResume   = fault.EffectResume   // connect again and resume the session
	EffectIdentify = fault.EffectIdentify // start a new session
	EffectStop     = fault.EffectStop     // do not reconnect until a person has fixed the cause
)

// An Injection is a fault that [Application.Inject] has injected. Its Fault has the defaults filled in. Injection.Done
// and Injection.Wait tell when the fault is over; Injection.Outcome returns the events so far.
type Injection = fault.Injection

// An Outcome has the events since a fault was injected. Struck counts the connections, events or requests that the
// fault struck. For a fault of the gateway, Lost is the time at which the last struck connection ended, and Back the
// time at which the same number of sessions was up again. Lost and Back are zero until then. Resumes counts the
// sessions that were resumed until Back, and Identifies the IDENTIFYs that arrived until Back.
type Outcome = fault.Outcome

// Faults returns the faults that a bot should survive: at least one of each kind.
func Faults() []Fault { return fault.All() }

// FatalFaults returns the faults that must end a bot.
func FatalFaults() []Fault { return fault.Fatal() }

// DrawFaults returns n of the given faults in a random order that depends only on the seed. All
// faults occur equally often, give or take one.
func DrawFaults(seed uint64, n int, from ...Fault) []Fault { return fault.Draw(seed, n, from...) }
