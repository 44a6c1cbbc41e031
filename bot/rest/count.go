package rest

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The classes of calls, for counts: no ids, and few.
const (
	routeCallback = "callback" // the first answer to an interaction
	routeWebhook  = "webhook"  // what comes later by its token
	routeMessage  = "message"  // edits with the bot's own token
	routeCommands = "commands"
	routeGateway  = "gateway"
	routeOther    = "other"
)

// Routes are the classes of calls that a Counter is told of.
var Routes = []string{routeCallback, routeWebhook, routeMessage, routeCommands, routeGateway, routeOther}

// Statuses are the classes of answers to them.
var Statuses = []string{"2xx", "3xx", "4xx", "429", "5xx", statusLost}

// statusLost stands for a call without an answer, also because its sender has given up.
const statusLost = "lost"

// classes returns the class of a call by its path, and that of the answer, which is nil
// when there was none.
func classes(path string, r *http.Response) (route, status string) {
	switch {
	case strings.Contains(path, "/interactions/"):
		route = routeCallback
	case strings.Contains(path, "/webhooks/"):
		route = routeWebhook
	case strings.Contains(path, "/channels/"):
		route = routeMessage
	case strings.Contains(path, "/commands"):
		route = routeCommands
	case strings.Contains(path, "/gateway"):
		route = routeGateway
	default:
		route = routeOther
	}
	switch {
	case r == nil:
		return route, statusLost
	case r.StatusCode == http.StatusTooManyRequests:
		return route, "429"
	}
	return route, strconv.Itoa(r.StatusCode/100) + "xx"
}

// A Counter counts calls. Its method returns at once.
type Counter interface {
	// Called counts a call by the class of its path and of its answer, one of Routes and
	// one of Statuses, with the time until the answer began.
	Called(route, status string, took time.Duration)
}
