package gateway

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"sync"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/store"
)

// Sessions stores gateway sessions for the next process.
type Sessions interface {
	// LoadSession returns the last session saved for a shard of `total` shards, or the zero Session.
	LoadSession(ctx context.Context, shard, total int) (store.Session, error)
	// SaveSession replaces the saved session.
	SaveSession(ctx context.Context, shard, total int, s store.Session) error
}

const (
	// tooLate is the age from which an interaction must not be handled. After three seconds Discord
	// has told the member that the interaction failed.
	tooLate = 3500 * time.Millisecond
	// savePace is the shortest time between two saves of a session. saveLimit is the timeout of a save.
	savePace  = 200 * time.Millisecond
	saveLimit = 2 * time.Second
	// drainLimit is how long a session that ends waits for pending interactions. It is as long as an answer may take
	// that is not deferred.
	drainLimit = 2500 * time.Millisecond
)

// A session is the state of a gateway session. It outlives connections and, through Sessions, processes.
//
// If a process is killed, its pending work is lost. So the saved sequence number is not that of the
// last dispatch that arrived. It is that of the last dispatch before the oldest pending one. The
// next process resumes from there, and receives some dispatches again, which does no harm.
type session struct {
	id    string
	url   string // Discord's recommended address for a RESUME
	moved chan struct{}
	clock time.Duration // the previous process's ClockLead: see store.Session

	mu       sync.Mutex
	newest   int64   // sequence number of the last dispatch
	open     []int64 // sequence numbers of the pending dispatches, ascending
	idle     chan struct{}
	restored bool // loaded from Sessions and not yet resumed
}

// newSession returns the session of a READY, or nil if the READY lacks the data for a resume. The session sends a value
// to the channel `moved` whenever it must be saved again.
func newSession(ready []byte, moved chan struct{}) *session {
	var data struct {
		ID  string `json:"session_id"`
		URL string `json:"resume_gateway_url"`
	}
	if json.Unmarshal(ready, &data) != nil || data.ID == "" {
		return nil
	}
	return &session{id: data.ID, url: data.URL, moved: moved}
}

func restored(s store.Session, moved chan struct{}) *session {
	if s.ID == "" {
		return nil
	}
	return &session{id: s.ID, url: s.ResumeURL, moved: moved, clock: s.ClockLead, newest: s.Sequence, restored: true}
}

// track adds a dispatch to the pending ones. The caller must call `done` when the dispatch is handled.
//
// `missed` is the id of an interaction that must not be handled: it was created while no process was listening, and is
// so old that Discord has told the member that it failed. For all other dispatches `missed` is "". A process that has
// just started does not know yet how far its clock is ahead of Discord's, so track uses the previous process's value.
func (s *session) track(d Dispatch) (missed string, done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.restored && s.clock != 0 && d.Type == interactionCreate {
		if id, age := ageOf(d.Data, s.clock); age >= tooLate {
			missed = id
		}
	}
	if d.Seq <= s.newest { // Discord has sent the dispatch before: the inbox drops it
		return missed, func() {}
	}
	s.newest = d.Seq
	s.open = append(s.open, d.Seq)
	return missed, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		i, found := slices.BinarySearch(s.open, d.Seq)
		if !found {
			return
		}
		s.open = slices.Delete(s.open, i, i+1)
		if i == 0 {
			signal(s.moved)
		}
		if len(s.open) == 0 && s.idle != nil {
			close(s.idle)
			s.idle = nil
		}
	}
}

func (s *session) drain(ctx context.Context) {
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

func (s *session) resume() *Resume {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Resume{Session: s.id, Sequence: s.newest}
}

// saved returns the session as the next process needs it. `clock` is how far this machine's clock is
// ahead of the times in Discord's ids, 0 if unknown.
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

// resumed records that this process has resumed the session. It returns true once, if another process had saved it.
func (s *session) resumed() (was bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was, s.restored = s.restored, false
	return was
}

// ageOf returns the id of an interaction and its age, or "" and 0 if it cannot read the id. `clock` is what must be
// added to the time in an id to get this machine's Unix time. Times in ids count from 2015, so `clock` is 45 years plus
// the error of this machine's clock.
func ageOf(interaction []byte, clock time.Duration) (id string, age time.Duration) {
	var data struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(interaction, &data) != nil {
		return "", 0
	}
	n, err := strconv.ParseUint(data.ID, 10, 64)
	if err != nil {
		return "", 0
	}
	made := time.Duration(n>>22)*time.Millisecond + clock
	return data.ID, time.Duration(time.Now().UnixMilli())*time.Millisecond - made
}

func (s *shard) setUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.up = time.Now()
	s.once.Do(func() { close(s.firstUp) })
}

func (s *shard) restore(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, saveLimit)
	defer cancel()
	saved, err := s.o.Sessions.LoadSession(ctx, s.id, s.total)
	if err != nil {
		s.log.Warn("cannot read the saved gateway session; starting a new one", "err", err)
		return
	}
	s.setSession(restored(saved, s.moved))
}

func (s *shard) saveChanges(ctx context.Context) {
	var pause backoff.Pause
	for {
		select {
		case <-s.moved:
		case <-ctx.Done():
			return
		}
		wait := savePace
		if err := s.save(); err != nil {
			s.log.Warn("cannot save the gateway session", "err", err)
			signal(s.moved)
			wait = pause.Next()
		} else {
			pause.Reset()
		}
		if backoff.Sleep(ctx, wait) != nil {
			return
		}
	}
}

// save saves the session once. A shard that stops waits for a running save and does not cancel it. Otherwise that save
// could finish after a newer one.
func (s *shard) save() error {
	session := s.current()
	if session == nil || !s.isOurs() {
		return nil // a process that has taken over the shard may have saved a newer session, which must not be overwritten
	}
	ctx, cancel := context.WithTimeout(context.Background(), saveLimit)
	defer cancel()
	return s.o.Sessions.SaveSession(ctx, s.id, s.total, session.saved(s.o.ClockLead()))
}

// saveFinal waits until pending interactions are handled, at most 2.5 seconds, and saves the session for the next
// process.
func (s *shard) saveFinal() {
	session := s.current()
	if session == nil || !s.isOurs() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), drainLimit)
	defer cancel()
	session.drain(ctx)
	if err := s.save(); err != nil {
		s.log.Warn("cannot save the gateway session", "err", err)
	}
}
