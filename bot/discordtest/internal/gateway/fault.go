package gateway

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// A Fault is a failure between Discord and a bot. Only Kind is always required.
type Fault struct {
	Kind  FaultKind
	Code  int           // for FaultClose: the close code. For FaultStatus: by default 500. For FaultBareAnswer: 200 or, by default, 204
	Route string        // for REST faults: a method and a pattern, such as RouteCallback; "" is any route
	Wait  time.Duration // the delay; for a 429 the time until a retry; for FaultFutureID how far the clock is ahead; by default one second
	Times int           // how many events or requests the fault strikes; by default one
}

// A FaultKind is a kind of fault, such as a cut connection.
type FaultKind string

// The faults of the gateway strike all open connections of the application at once. In their names and comments, op 7
// is the payload Reconnect (opcode 7) and op 9 is the payload Invalid Session (opcode 9).
const (
	FaultDrop                 FaultKind = "drop"                   // the TCP connection is cut
	FaultSilence              FaultKind = "silence"                // the server sends nothing more and keeps the connection open
	FaultHalfOpen             FaultKind = "half-open"              // payloads are lost in both directions, and the connection stays open
	FaultReconnect            FaultKind = "op 7"                   // the server asks the client to reconnect
	FaultReconnectBeforeHello FaultKind = "op 7 in place of HELLO" // cuts the connection, and sends op 7 instead of HELLO on the next one
	FaultReconnectAfterResume FaultKind = "op 7 after RESUME"      // cuts the connection, and answers the RESUME on the next one with op 7
	FaultInvalidResumable     FaultKind = "op 9, resumable"        // op 9 that lets the client resume its session
	FaultInvalid              FaultKind = "op 9"                   // op 9 that requires a new session
	FaultClose                FaultKind = "close"                  // the server closes the connection with Code
	FaultBrokenJSON           FaultKind = "broken JSON"            // an additional payload that ends in the middle of its JSON
)

// These faults wait for the next payloads on the application's gateway connections, or for the next events except READY
// and RESUMED. FaultDuplicate and FaultFutureID also strike interactions over HTTP.
const (
	FaultLag              FaultKind = "lag"               // a payload, and with it all later ones, is sent late
	FaultSlowReads        FaultKind = "slow reads"        // a payload from the client is read late
	FaultDuplicate        FaultKind = "duplicate"         // an event is sent twice
	FaultReorder          FaultKind = "reorder"           // an event is sent after the next event, or late if there is none
	FaultLoseEvent        FaultKind = "lost event"        // an event is not sent, except perhaps in a replay after RESUME
	FaultUnknownComponent FaultKind = "unknown component" // the message in an interaction has a component of a new type
	FaultFutureID         FaultKind = "future id"         // the next interaction has an id from a clock that is ahead by Wait
)

// The REST faults strike the application's next requests to the route, even requests that the server would refuse
// anyway.
const (
	FaultStatus      FaultKind = "status"       // the answer is an error 5xx, and the request has no effect
	FaultLimit       FaultKind = "route limit"  // 429 for the route
	FaultShared      FaultKind = "shared limit" // 429 because other applications have used up the limit
	FaultGlobal      FaultKind = "global limit" // 429 for all routes
	FaultHTMLLimit   FaultKind = "HTML limit"   // 429 by Cloudflare, in HTML
	FaultLoseRequest FaultKind = "lost request" // the connection is cut, and the request has no effect
	FaultLoseAnswer  FaultKind = "lost answer"  // the request takes effect, then the connection is cut
	FaultLateRequest FaultKind = "late request" // the request takes effect late
	FaultLateAnswer  FaultKind = "late answer"  // the request takes effect at once, and its answer comes late
	FaultSlowBody    FaultKind = "slow body"    // the request's body is read slowly
	FaultBareAnswer  FaultKind = "bare answer"  // the request takes effect, and the answer has only the fields that Discord's schema requires
)

// These are values of Fault.Route. Any other route of the server in the same form is possible too.
const (
	RouteCallback    = "POST /interactions/{interaction}/{token}/callback"
	RouteEditMessage = "PATCH /channels/{channel}/messages/{message}"
	RouteListEmojis  = "GET /applications/{application}/emojis"
	RouteCreateEmoji = "POST /applications/{application}/emojis"
)

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
func (e Effect) String() string { return [...]string{"none", "resume", "identify", "stop"}[e] }

// trafficFaults wait for payloads and restFaults for requests. The other kinds strike at once: see strikes.
var (
	trafficFaults = []FaultKind{
		FaultLag, FaultSlowReads, FaultDuplicate, FaultReorder, FaultLoseEvent, FaultUnknownComponent, FaultFutureID,
	}
	restFaults = []FaultKind{
		FaultStatus, FaultLimit, FaultShared, FaultGlobal, FaultHTMLLimit, FaultLoseRequest, FaultLoseAnswer,
		FaultLateRequest, FaultLateAnswer, FaultSlowBody, FaultBareAnswer,
	}
)

var closeCodes = []int{4000, 4001, 4002, 4003, 4004, 4005, 4007, 4008, 4009, 4010, 4011, 4012, 4013, 4014}

// ErrFault is wrapped by the errors for invalid faults.
var ErrFault = errors.New("discordtest: no such fault")

// ErrNotConnected is returned when a fault has no connection to strike.
var ErrNotConnected = errors.New("discordtest: the application is not connected")

// Effect returns what a client should do after the fault.
func (f Fault) Effect() Effect {
	switch f.Kind {
	case FaultDrop, FaultSilence, FaultHalfOpen, FaultReconnect, FaultReconnectBeforeHello, FaultReconnectAfterResume,
		FaultInvalidResumable:
		return EffectResume
	case FaultInvalid:
		return EffectIdentify
	case FaultClose:
		switch {
		case f.Code == 4007 || f.Code == 4009: // wrong sequence number; session timed out
			return EffectIdentify
		case endsSession(f.Code):
			return EffectStop
		}
		return EffectResume
	}
	return EffectNone
}

// endsSession reports whether a close code requires a new session (4007, 4009) or forbids reconnecting.
func endsSession(code int) bool {
	return slices.Contains([]int{4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014}, code)
}

// String describes the fault, such as "close 4000" or "route limit, POST /channels/…, 2s, 3 times".
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

// complete returns the fault with its defaults filled in, or an error if it is invalid.
func (f Fault) complete() (Fault, error) {
	switch {
	case f.Kind == FaultStatus && f.Code == 0:
		f.Code = 500
	case f.Kind == FaultBareAnswer && f.Code == 0:
		f.Code = 204
	}
	onREST := slices.Contains(restFaults, f.Kind)
	switch {
	case !onREST && !slices.Contains(trafficFaults, f.Kind) && strikes[f.Kind] == nil:
		return f, fmt.Errorf("%w: kind %q", ErrFault, f.Kind)
	case f.Route != "" && !onREST:
		return f, fmt.Errorf("%w: %s on the route %q", ErrFault, f.Kind, f.Route)
	case f.Wait < 0 || f.Times < 0:
		return f, fmt.Errorf("%w: %s: less than nothing", ErrFault, f)
	case f.Kind == FaultClose && !slices.Contains(closeCodes, f.Code):
		return f, fmt.Errorf("%w: close code %d", ErrFault, f.Code)
	case f.Kind == FaultStatus && (f.Code < 500 || f.Code > 599):
		return f, fmt.Errorf("%w: status %d is not one of Discord's failures", ErrFault, f.Code)
	case f.Kind == FaultBareAnswer && f.Code != 200 && f.Code != 204:
		return f, fmt.Errorf("%w: status %d is no bare answer", ErrFault, f.Code)
	}
	if f.Wait == 0 {
		f.Wait = time.Second
	}
	f.Times = max(f.Times, 1)
	return f, nil
}

// Faults returns the faults that a bot should survive: each kind, and each close code that allows a reconnect.
func Faults() []Fault {
	all := []Fault{
		{Kind: FaultDrop}, {Kind: FaultSilence}, {Kind: FaultHalfOpen},
		{Kind: FaultReconnect}, {Kind: FaultReconnectBeforeHello}, {Kind: FaultReconnectAfterResume},
		{Kind: FaultInvalidResumable}, {Kind: FaultInvalid}, {Kind: FaultBrokenJSON},
		{Kind: FaultLag, Wait: 700 * time.Millisecond, Times: 3}, {Kind: FaultSlowReads, Wait: 2 * time.Second},
		{Kind: FaultDuplicate}, {Kind: FaultReorder}, {Kind: FaultLoseEvent}, {Kind: FaultUnknownComponent},
		{Kind: FaultFutureID, Wait: 4 * time.Second},
		{Kind: FaultLoseRequest, Route: RouteCallback}, {Kind: FaultLoseAnswer, Route: RouteCallback},
		{Kind: FaultLateRequest, Route: RouteCallback}, {Kind: FaultLateRequest, Route: RouteCallback, Wait: 4 * time.Second},
		{Kind: FaultLateAnswer, Route: RouteCallback}, {Kind: FaultLateAnswer, Route: RouteCallback, Wait: 4 * time.Second},
		{Kind: FaultSlowBody, Route: RouteCallback},
		{Kind: FaultBareAnswer, Route: RouteCallback}, {Kind: FaultBareAnswer, Route: RouteCallback, Code: 200},
		{Kind: FaultLimit, Route: RouteCallback}, {Kind: FaultShared}, {Kind: FaultGlobal, Times: 2}, {Kind: FaultHTMLLimit},
		{Kind: FaultStatus, Code: 500}, {Kind: FaultStatus, Code: 502}, {Kind: FaultStatus, Code: 503, Times: 2},
	}
	return append(all, closeFaults(false)...)
}

// FatalFaults returns the faults that must end a bot.
func FatalFaults() []Fault { return closeFaults(true) }

func closeFaults(fatal bool) []Fault {
	var all []Fault
	for _, code := range closeCodes {
		if f := (Fault{Kind: FaultClose, Code: code}); (f.Effect() == EffectStop) == fatal {
			all = append(all, f)
		}
	}
	return all
}

// DrawFaults returns n of the faults, all equally often, give or take one, in an order that depends on the seed.
func DrawFaults(seed uint64, n int, from ...Fault) []Fault {
	random := rand.New(rand.NewPCG(seed, 0))
	drawn := make([]Fault, 0, n)
	for len(drawn) < n && len(from) > 0 {
		for _, i := range random.Perm(len(from)) {
			drawn = append(drawn, from[i])
		}
	}
	drawn = drawn[:min(n, len(drawn))]
	random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	return drawn
}
