package workload

import (
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// answerTime is how long Discord waits for an answer.
const answerTime = 3 * time.Second

// A Span is a period of time.
type Span struct{ From, To time.Time }

// Overlaps reports whether two spans have a moment in common.
func (s Span) Overlaps(t Span) bool { return !s.From.After(t.To) && !t.From.After(s.To) }

// An Incident is an interaction whose answer was late or missing.
type Incident struct {
	Span  Span
	What  string // the kind of interaction, such as "press" or "/board"
	Error string // why there was no answer; "" if there was one, but late
}

// maxIncidents is how many incidents are kept. Further incidents are only counted.
const maxIncidents = 200_000

// longestLatency is the largest latency in a histogram. Longer latencies are recorded as longestLatency.
const longestLatency = time.Hour

// NewHistogram returns an empty histogram of times in microseconds with three significant digits.
// To encode it, use its Snapshot.
func NewHistogram() *hdrhistogram.Histogram {
	return hdrhistogram.New(1, longestLatency.Microseconds(), 3)
}

// results collects the outcomes of interactions, without presses of the flood. It is safe for concurrent use.
type results struct {
	mu        sync.Mutex
	latency   [2]*hdrhistogram.Histogram // of answered interactions: [0] while the flood was off, [1] while it was on
	refused   uint64                     // number of answers that showed a private message instead of a board
	incidents []Incident
	uncounted uint64 // number of further incidents, which were not kept
	notSent   string // describes the last action that was not sent, usually because the button was gone
}

func newResults() *results {
	return &results{latency: [2]*hdrhistogram.Histogram{NewHistogram(), NewHistogram()}}
}

// answered records an interaction that got an answer. It was due at `due`, and the answer came at `end`.
func (r *results) answered(flooded, refused bool, what string, due, end time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.latency[0]
	if flooded {
		h = r.latency[1]
	}
	_ = h.RecordValue(min(max(end.Sub(due), 0), longestLatency).Microseconds()) // the value is within the histogram's bounds
	if refused {
		r.refused++
	}
	if end.Sub(due) > answerTime {
		r.add(Incident{Span: Span{due, end}, What: what})
	}
}

// unanswered records an interaction that got no answer in time.
func (r *results) unanswered(what string, s Span, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(Incident{s, what, err.Error()})
}

// unsent records an action that was not sent to the bot, usually because the button was gone.
func (r *results) unsent(what string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.notSent = what + ": " + err.Error()
}

func (r *results) add(i Incident) {
	if len(r.incidents) == maxIncidents {
		r.uncounted++
		return
	}
	r.incidents = append(r.incidents, i)
}
