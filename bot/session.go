package bot

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"sync"
	"time"

	"noughts/bot/store"
)

// A session is a gateway session as its shard knows it: over one connection after
// another, and through Sessions over one process after another.
//
// A process that is killed takes with it what it had in work. So the next one is
// not to resume after the last dispatch that arrived but after the last one up to
// which all were dealt with: what comes a second time does no harm.
type session struct {
	id    string
	url   string // where Discord wants it resumed
	moved chan struct{}
	clock time.Duration // of the process before: see store.Session

	mu        sync.Mutex
	newest    int64   // sequence of the last dispatch
	open      []int64 // those in work, ascending
	idle      chan struct{}
	inherited bool // not resumed yet in this process
}

// newSession returns the session that READY has begun; nil when READY does not
// say which, so that it cannot be resumed. moved gets a value whenever there is
// something new to save.
func newSession(ready json.RawMessage, moved chan struct{}) *session {
	var data struct {
		ID  string `json:"session_id"`
		URL string `json:"resume_gateway_url"`
	}
	if json.Unmarshal(ready, &data) != nil || data.ID == "" {
		return nil
	}
	return &session{id: data.ID, url: data.URL, moved: moved}
}

// inherit returns the session that another process has left, nil for none.
func inherit(s store.Session, moved chan struct{}) *session {
	if s.ID == "" {
		return nil
	}
	return &session{id: s.ID, url: s.ResumeURL, moved: moved, clock: s.ClockLead, newest: s.Sequence, inherited: true}
}

// take notes a dispatch, and the function that it returns that the dispatch has
// been dealt with.
func (s *session) take(sequence int64) (done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sequence <= s.newest {
		return func() {} // delivered again
	}
	s.newest = sequence
	s.open = append(s.open, sequence)
	return sync.OnceFunc(func() { s.finish(sequence) })
}

func (s *session) finish(sequence int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, _ := slices.BinarySearch(s.open, sequence)
	s.open = slices.Delete(s.open, i, i+1)
	if i == 0 {
		signal(s.moved)
	}
	if len(s.open) == 0 && s.idle != nil {
		close(s.idle)
		s.idle = nil
	}
}

// signal leaves a value in a channel that holds one.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// settle waits until all dispatches have been dealt with, or for ctx.
func (s *session) settle(ctx context.Context) {
	s.mu.Lock()
	if len(s.open) == 0 {
		s.mu.Unlock()
		return
	}
	if s.idle == nil {
		s.idle = make(chan struct{})
	}
	idle := s.idle
	s.mu.Unlock()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}

// resumption returns the payload that resumes the session where this process has
// left off: op 6.
func (s *session) resumption(token Secret) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	payload, _ := json.Marshal(map[string]any{ // strings and a number always encode
		"op": opResume,
		"d":  map[string]any{"token": string(token), "session_id": s.id, "seq": s.newest},
	})
	return payload
}

// saved returns what the next process needs. clock is 0 while this one does not
// know how Discord's runs.
func (s *session) saved(clock time.Duration) store.Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	settled := s.newest
	if len(s.open) > 0 {
		settled = s.open[0] - 1
	}
	if clock == 0 {
		clock = s.clock
	}
	return store.Session{ID: s.id, ResumeURL: s.url, Sequence: settled, ClockLead: clock}
}

// resumed notes that this process is up to date. It says whether the session is
// another process's.
func (s *session) resumed() (inherited bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	inherited, s.inherited = s.inherited, false
	return inherited
}

// missed says whether an interaction was made so long ago, while no process
// listened, that it has failed for its member: it must not happen behind the
// member's back. A process that has just started cannot tell from its own
// interactions how old they are (see freshness), only from its predecessor's.
func (s *session) missed(id string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := strconv.ParseUint(id, 10, 64)
	if !s.inherited || s.clock == 0 || err != nil {
		return false
	}
	made := time.Duration(n>>22)*time.Millisecond + s.clock
	return time.Duration(now.UnixMilli())*time.Millisecond-made >= staleAge
}
