// Package fault has the faults that a test can put between Discord and a bot. A [Fault] is one
// failure, and [Fault.Effect] returns the reaction that Discord's documentation asks of the client.
// [All], [Fatal] and [Draw] return lists of faults.
//
// A [Book] has the faults injected into one Discord. An [Injection] tells whether its fault has struck and whether the
// client has recovered. All state is in the Book. Code that holds the Book's lock takes no other lock. The package
// imports no other package of this project except Discord's objects.
package fault

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Fault is a failure between Discord and a bot. Only Kind is always required.
type Fault struct {
	Kind  Kind
	Code  int           // for Close: the close code. For Status: by default 500. For BareAnswer: 200 or, by default, 204
	Route string        // for REST faults: a method and a pattern, such as RouteCallback; "" is any route
	Wait  time.Duration // the delay; for a 429 the time until a retry; for FutureID how far the clock is ahead; by default one second
	Times int           // how many events or requests the fault strikes; by default one
}

// These are values of Fault.Route for routes that matter to many bots.
const (
	RouteCallback     = "POST /interactions/{interaction}/{token}/callback"
	RouteFollowUp     = "POST /webhooks/{webhook}/{token}"
	RouteEditFollowUp = "PATCH /webhooks/{webhook}/{token}/messages/{message}" // also for message @original
	RouteEditMessage  = "PATCH /channels/{channel}/messages/{message}"
	RouteListEmojis   = "GET /applications/{application}/emojis"
	RouteCreateEmoji  = "POST /applications/{application}/emojis"
)

// ErrInvalid is wrapped by the errors for invalid faults.
var ErrInvalid = errors.New("discordtest: no such fault")

// ErrNotConnected is returned when a fault has no connection to strike.
var ErrNotConnected = errors.New("discordtest: the application is not connected")

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

// Complete returns the fault with its defaults filled in, or an error if the fault is invalid.
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

// check returns an error if the fault is invalid.
func (f Fault) check() error {
	switch {
	case places[f.Kind] == nowhere:
		return fmt.Errorf("%w: kind %q", ErrInvalid, f.Kind)
	case f.Route != "" && !f.Kind.OnREST():
		return fmt.Errorf("%w: %s on the route %q", ErrInvalid, f.Kind, f.Route)
	case f.Wait < 0 || f.Times < 0:
		return fmt.Errorf("%w: %s: less than nothing", ErrInvalid, f)
	}
	return f.checkCode()
}

// checkCode returns an error if the fault's code does not fit its kind.
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
