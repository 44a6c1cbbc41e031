package shown

import (
	"time"
)

const (
	// firstPause doubles with each failure up to longestPause.
	firstPause   = time.Second
	longestPause = 30 * time.Second
	// maxFailures is how many failures in a row use up the retries: after some two minutes, well within
	// pingRetryWindow.
	maxFailures = 9
)

// A Retry is the backoff of one machine. The zero Retry is ready.
type Retry struct {
	Failures int       // in a row; rate limits do not count
	At       time.Time // no call before
	Spent    bool      // no call before a press, an answer or a new revision
}

// ready reports whether a call may be made. If not it returns when: zero for not without an event.
func (r Retry) ready(w Want) (bool, time.Time) {
	switch {
	case r.Spent:
		return false, time.Time{}
	case w.Now.Before(r.At) && !w.Closing:
		return false, r.At
	}
	return true, time.Time{}
}

// after returns the backoff after a call. While the bot stops the first failure spends it.
func (r Retry) after(w Want, o StepResult) Retry {
	switch o.Status {
	case Limited:
		r.At = o.At.Add(max(o.Wait, firstPause))
	case Lost, Down:
		r.Failures++
		r.At = o.At.Add(min(firstPause<<(r.Failures-1), longestPause))
		if o.Status == Down {
			r.Failures = min(r.Failures, maxFailures-1) // the store is asked until it answers
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
