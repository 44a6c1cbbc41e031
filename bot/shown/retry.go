package shown

import (
	"time"
)

const (
	// firstPause is the pause after the first failure. It doubles with each further failure, up to longestPause.
	firstPause   = time.Second
	longestPause = 30 * time.Second
	// maxFailures is how many failures in a row end the retries. So many failures take about two minutes, which is less
	// than pingRetryWindow.
	maxFailures = 9
)

// A Retry is the retry state of one part of a State, such as the board or the thread, or of all writes to the store.
// The zero Retry is ready for a call.
type Retry struct {
	Failures int       // in a row; rate limits do not count
	At       time.Time // the earliest time of the next call
	Spent    bool      // no further call until a press, an answer or a new revision
}

// ready reports whether a call may be made now. If not, it returns the earliest time for the call, or the zero time if
// a press, an answer or a new revision must come first.
func (r Retry) ready(w Want) (bool, time.Time) {
	switch {
	case r.Spent:
		return false, time.Time{}
	case w.Now.Before(r.At) && !w.Closing:
		return false, r.At
	}
	return true, time.Time{}
}

// after returns the retry state after a call. While the bot is closing, the first failure ends the retries.
func (r Retry) after(w Want, o StepResult) Retry {
	switch o.Status {
	case Limited:
		r.At = o.At.Add(max(o.Wait, firstPause))
	case Lost, Down:
		r.Failures++
		r.At = o.At.Add(min(firstPause<<(r.Failures-1), longestPause))
		if o.Status == Down {
			r.Failures = min(r.Failures, maxFailures-1) // writes to the store are retried without limit
		}
	case Unknown, Refused:
		return Retry{Spent: true}
	default:
		return Retry{}
	}
	if r.Failures >= maxFailures || w.Closing {
		return Retry{Spent: true}
	}
	return r
}
