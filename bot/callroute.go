package bot

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The classes of REST calls, for counts: no ids, and few.
const (
	callCallback = "callback" // the first answer to an interaction
	callWebhook  = "webhook"  // what comes later by its token
	callMessage  = "message"  // edits with the bot's own token
	callCommands = "commands"
	callGateway  = "gateway"
	callOther    = "other"
)

// CallRoutes are the classes of REST calls that a Meter is told of.
var CallRoutes = []string{callCallback, callWebhook, callMessage, callCommands, callGateway, callOther}

// CallStatuses are the classes of answers to them.
var CallStatuses = []string{"2xx", "3xx", "4xx", "429", "5xx", callLost}

// callLost stands for a call without an answer.
const callLost = "lost"

// routeOf returns the class of a REST call by its path.
func routeOf(path string) string {
	for _, class := range []struct{ part, route string }{
		{"/interactions/", callCallback},
		{"/webhooks/", callWebhook},
		{"/channels/", callMessage},
		{"/commands", callCommands},
		{"/gateway", callGateway},
	} {
		if strings.Contains(path, class.part) {
			return class.route
		}
	}
	return callOther
}

// statusOf returns the class of an answer.
func statusOf(r *http.Response, err error) string {
	switch {
	case err != nil:
		return callLost
	case r.StatusCode == http.StatusTooManyRequests:
		return "429"
	}
	return strconv.Itoa(r.StatusCode/100) + "xx"
}

// metered counts the requests that it passes on. A request whose sender has
// given up counts as lost.
type metered struct {
	next  http.RoundTripper
	meter Meter
}

// RoundTrip makes one request.
func (m metered) RoundTrip(r *http.Request) (*http.Response, error) {
	begun := time.Now()
	response, err := m.next.RoundTrip(r)
	m.meter.Called(routeOf(r.URL.Path), statusOf(response, err), time.Since(begun))
	return response, err
}

// CloseIdleConnections closes those of the transport below, if it has any.
func (m metered) CloseIdleConnections() {
	if closer, ok := m.next.(interface{ CloseIdleConnections() }); ok {
		closer.CloseIdleConnections()
	}
}
