// Package fault names what goes wrong between Discord and a bot: a [Fault] is one such event, with the reaction
// that Discord's documentation asks of the client. [All], [Fatal] and [Draw] choose some.
//
// A [Book] has the faults injected into one Discord, and an [Injection] shows what became of one. All state is
// in the Book, under a lock that is always the last one taken. The package imports only Discord's objects from
// this project.
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
	Code  int           // of Close: the close code. Of Status: 500 unless given. Of BareAnswer: 200 or, unless given, 204
	Route string        // of REST faults: a method and a pattern, such as RouteCallback; "" is any
	Wait  time.Duration // how late, how slow, or when to come back; a second unless given
	Times int           // how many events or requests it meets; 1 unless given
}

// Routes that are interesting for a bot's faults.
const (
	RouteCallback     = "POST /interactions/{interaction}/{token}/callback"
	RouteFollowUp     = "POST /webhooks/{webhook}/{token}"
	RouteEditFollowUp = "PATCH /webhooks/{webhook}/{token}/messages/{message}" // also @original
	RouteEditMessage  = "PATCH /channels/{channel}/messages/{message}"
	RouteListEmojis   = "GET /applications/{application}/emojis"
	RouteCreateEmoji  = "POST /applications/{application}/emojis"
)

// ErrInvalid is wrapped by the errors of faults that make no sense.
var ErrInvalid = errors.New("discordtest: no such fault")

// ErrNotConnected is returned when a fault has no connection to strike.
var ErrNotConnected = errors.New("discordtest: the application is not connected")

// String returns what the fault is: "close 4000", "route limit, POST /channels/…, 2s, 3 times".
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

// Complete returns the fault with its defaults filled in, or an error if it makes no sense.
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
	case places[f.Kind] == nowhere:
		return fmt.Errorf("%w: kind %q", ErrInvalid, f.Kind)
	case f.Route != "" && !f.Kind.OnREST():
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
