// Package matches owns every match that is played: it reads the match, has a
// handler decide, saves what was decided under the version it was decided on, lets
// the computer answer, and shows the result.
package matches

import (
	"context"
	"errors"

	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/game/match"
)

// A Responder carries the one answer to a request to Discord: as the answer to the
// interaction if that is in time, else by the interaction's token.
type Responder interface {
	// Context ends when an answer would come too late; the member has then been told
	// something else, and nothing may be begun for the request any more.
	Context() context.Context
	// Send carries the answer. It is called once at most.
	Send(ctx context.Context, as plan.As, content plan.Content) Sent
	// Add sends one more message, which only the member sees, after the answer.
	Add(ctx context.Context, content plan.Content)
}

// Sent is what is known of an answer that was sent.
type Sent struct {
	Fate    Fate
	Message rest.Message // that shows the answer; its ID is "" when Discord did not say
	Err     error        // nil when Confirmed
}

// ErrElsewhere is wrapped by Sent.Err when another delivery of the interaction has
// been answered, here or by another process.
var ErrElsewhere = errors.New("another delivery of the interaction was answered")

// A Fate is what became of an answer.
type Fate uint8

// The fates of answers.
const (
	Confirmed   Fate = iota + 1 // Discord has it
	Unconfirmed                 // it went as the answer to a request, to which Discord says nothing
	Refused                     // Discord does not take it, and nothing was shown
	Lost                        // nobody knows: no reply came
)

// A Job is a request on its way through the owner.
type Job struct {
	Request *plan.Request
	Handle  plan.Handler
	To      Responder
	// Done is called once, when the request is answered or cannot be: it reports.
	Done func(Report)
}

// A Report says what became of a request.
type Report struct {
	Match   match.ID // that the answer shows or that was decided on, "" for none
	Version int      // shown
	Refusal error    // why the member was refused, nil when it was carried out
	Sent    Sent
}
