package bot

import (
	"context"
	"time"
)

const (
	// savePace is how often a session is saved at most, saveLimit how long that may
	// take.
	savePace  = 200 * time.Millisecond
	saveLimit = 2 * time.Second
	// settleLimit is how long a session's end waits for what is in work: as long as
	// an answer may take.
	settleLimit = 2500 * time.Millisecond
)

// inherit takes over the session that another process has left, if any.
func (s *shard) inherit(ctx context.Context) {
	if s.sessions == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, saveLimit)
	defer cancel()
	left, err := s.sessions.LoadSession(ctx, s.id, s.total)
	if err != nil {
		s.log.Warn("a saved gateway session cannot be read; making a new one", "err", err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.session = inherit(left, s.moved)
}

// keepSaved saves the session as it moves on, until ctx ends.
func (s *shard) keepSaved(ctx context.Context) {
	if s.sessions == nil {
		return
	}
	var pause backoff
	for {
		select {
		case <-s.moved:
		case <-ctx.Done():
			return
		}
		wait := savePace
		if err := s.save(); err != nil {
			s.log.Warn("the gateway session cannot be saved", "err", err)
			signal(s.moved)
			wait = pause.next()
		} else {
			pause.reset()
		}
		if sleep(ctx, wait) != nil {
			return
		}
	}
}

// save saves the session once. It waits for that also when the shard stops: a
// save left alone could be made after the next one.
func (s *shard) save() error {
	s.mu.Lock()
	session := s.session
	s.mu.Unlock()
	if session == nil || s.disowned.Load() || s.lapsed() {
		return nil // or it would overwrite the next owner's
	}
	ctx, cancel := context.WithTimeout(context.Background(), saveLimit)
	defer cancel()
	return s.sessions.SaveSession(ctx, s.id, s.total, session.saved(s.clock()))
}

// bequeath saves the session for whoever comes next, when what is in work is
// over.
func (s *shard) bequeath() {
	s.mu.Lock()
	session := s.session
	s.mu.Unlock()
	if s.sessions == nil || session == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), settleLimit)
	defer cancel()
	session.settle(ctx)
	if err := s.save(); err != nil {
		s.log.Warn("the gateway session cannot be saved", "err", err)
	}
}
