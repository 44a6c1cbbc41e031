package workload

import (
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// answerTime is how long Discord waits for an answer.
const answerTime = 3 * time.Second

// A Span is a piece of time.
type Span struct{ From, To time.Time }

// Overlaps reports whether two spans have a moment in common.
func (s Span) Overlaps(t Span) bool { return !s.From.After(t.To) && !t.From.After(s.To) }

// An Incident is an interaction that did not go as it should.
type Incident struct {
	Span  Span
	What  string // what was used, such as "press" or "/board"
	Error string // "" when it was answered, but late
}

// maxIncidents is how many are kept one by one; the others are counted.
const maxIncidents = 200_000

// longestLatency is the longest that a histogram tells from longer ones.
const longestLatency = time.Hour

// NewHistogram returns an empty histogram of times in microseconds, with three
// significant digits. Encode it as its Snapshot.
func NewHistogram() *hdrhistogram.Histogram {
	return hdrhistogram.New(1, longestLatency.Microseconds(), 3)
}

// results hold what became of every interaction. They are safe for concurrent
// use.
type results struct {
	mu        sync.Mutex
	latency   [2]*hdrhistogram.Histogram // of all that were answered, without and with a flood
	refused   uint64                     // answered in private where the board was expected
	incidents []Incident
	uncounted uint64 // incidents that are not kept
	notSent   string // what a member could not do at last, because Discord did not offer it
}

func newResults() *results {
	return &results{latency: [2]*hdrhistogram.Histogram{NewHistogram(), NewHistogram()}}
}

// answered counts an answer that came at end to an interaction that was due.
func (r *results) answered(flooded, refused bool, what string, due, end time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.latency[0]
	if flooded {
		h = r.latency[1]
	}
	_ = h.RecordValue(min(max(end.Sub(due), 0), longestLatency).Microseconds()) // which is within its bounds
	if refused {
		r.refused++
	}
	if end.Sub(due) > answerTime {
		r.add(Incident{Span: Span{due, end}, What: what})
	}
}

// unanswered notes an interaction that nobody answered in its time.
func (r *results) unanswered(what string, s Span, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(Incident{s, what, err.Error()})
}

// unsent notes that a member could not send what was meant.
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
