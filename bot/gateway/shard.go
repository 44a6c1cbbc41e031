package gateway

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"noughts/bot/backoff"
)

// A shard keeps one gateway session alive. It connects, and resumes the session if possible,
// otherwise it identifies. It stops after a FatalError.
type shard struct {
	o         *Options
	gate      *identifyGate
	held      func() bool // reports whether no other process can have the shards of this process
	id, total int
	log       *slog.Logger
	moved     chan struct{}   // gets a value when the session must be saved again
	revoked   atomic.Bool     // set if another process may run the shard now
	entered   func(sent bool) // releases the identify turn of the current connection

	mu        sync.Mutex
	session   *session  // nil if there is none to resume
	conn      *Conn     // nil between connections
	up        time.Time // when the session came up on conn, zero if it is not up
	signAsked time.Time // when askForSign last sent a heartbeat
	detour    bool      // the last attempt at Discord's recommended address has failed, so use the usual one

	once    sync.Once
	firstUp chan struct{} // closed when the session is up for the first time
}

func (s *shard) run(ctx context.Context) error {
	if s.o.Sessions == nil {
		return s.reconnect(ctx)
	}
	s.restore(ctx)
	saving, stop := context.WithCancel(ctx)
	var saver sync.WaitGroup
	saver.Go(func() { s.saveChanges(saving) })
	err := s.reconnect(ctx)
	stop()
	saver.Wait()
	s.saveFinal()
	return err
}

func (s *shard) reconnect(ctx context.Context) error {
	var p pauses
	broken := false
	for ctx.Err() == nil {
		end := s.connect(ctx)
		if ctx.Err() != nil {
			break
		}
		if err := end.fatal(); err != nil {
			return err
		}
		// Begin a new session after two undecodable messages in a row: if Discord replays an event that cannot be
		// decoded, each resume would fail in the same way.
		if end.endsSession() || end.Reason == Broken && broken && end.Lived < leastLife {
			s.setSession(nil)
		}
		broken = end.Reason == Broken
		fresh := s.current() == nil
		pause := p.after(end, fresh)
		s.log.Warn("gateway connection ended", "reason", end.Reason, "code", end.Code, "resume", !fresh, "pause", pause, "err", end.Err)
		if backoff.Sleep(ctx, pause) != nil {
			break
		}
	}
	return nil //nolint:nilerr // the context's end is how a shard is stopped
}

var errNotHeld = errors.New("the shard's lease may have expired")

func (s *shard) connect(ctx context.Context) End {
	login := Login{Token: s.o.Token, Shard: s.id, Total: s.total, CloseCode: closeAndResume}
	if s.o.Sessions == nil {
		login.CloseCode = closeAndEnd // no process will resume the session
	}
	s.entered = func(bool) {}
	if session := s.current(); session != nil {
		login.Resume = session.resume()
	} else {
		leave, err := s.gate.enter(ctx, s.id)
		if err != nil {
			return End{Err: err}
		}
		var leaving sync.WaitGroup // leave may wait for the database, so it runs in a goroutine
		var once sync.Once
		s.entered = func(sent bool) { once.Do(func() { leaving.Go(func() { leave(sent) }) }) }
		defer leaving.Wait()
	}
	end := s.runConn(ctx, login)
	s.entered(end.Identified)
	return end
}

func (s *shard) runConn(ctx context.Context, login Login) End {
	if !s.isOurs() {
		return End{Err: errNotHeld}
	}
	s.mu.Lock()
	url := s.o.URL
	if s.session != nil && !s.detour {
		url = resumeURL(s.o.URL, s.session.url)
	}
	s.mu.Unlock()
	address, err := dialURL(url)
	if err != nil {
		return End{Err: err}
	}
	conn, err := Dial(ctx, address, s.o.Dial, s.o.Proxy)
	if err == nil && !s.isOurs() { // the machine may have been suspended while dialling, without a timer firing
		conn.abort(End{})
		conn, err = nil, errNotHeld
	}
	s.mu.Lock()
	s.conn, s.detour = conn, err != nil
	s.mu.Unlock()
	if err != nil {
		return End{Err: err}
	}
	end := conn.Run(ctx, login, s.dispatch)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.detour = s.up.IsZero()
	s.conn, s.up = nil, time.Time{}
	return end
}

const interactionCreate = "INTERACTION_CREATE"

// dispatch handles an event of the session: an interaction goes to Options.Interaction.
func (s *shard) dispatch(d Dispatch) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("event handler panicked", "type", d.Type, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	arrived, missed, done := time.Now(), "", func() {}
	s.mu.Lock()
	if d.Type == "READY" {
		s.session = newSession(d.Data, s.moved)
	}
	session, replayed := s.session, s.up.IsZero() // Discord replays dispatches between RESUME and RESUMED
	s.mu.Unlock()
	if session != nil {
		missed, done = session.track(d)
	}
	switch {
	case missed != "":
		s.log.Warn("interaction", "id", missed, "outcome", "stale")
	case d.Type == interactionCreate:
		s.o.Interaction(s.id, d.Data, arrived, replayed, done)
		return
	case d.Type == "READY":
		s.setUp()
		s.entered(true)
		s.o.Observer.Identified()
		s.log.Info("gateway session started")
	case d.Type == "RESUMED":
		s.setUp()
		s.o.Observer.Resumed()
		s.log.Info("gateway session resumed", "from another process", session != nil && session.resumed())
	}
	done()
}

func (s *shard) isOurs() bool { return !s.revoked.Load() && s.held() }

func (s *shard) current() *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.session
}

func (s *shard) setSession(session *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.session = session
}
