package bot

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// A shard keeps one gateway session alive: it connects, resumes where it can,
// identifies where it must, and stops when Discord says for good.
type shard struct {
	*gateway
	id, total int
	log       *slog.Logger
	moved     chan struct{} // gets a value when the session has something new to save
	disowned  atomic.Bool   // another process has the shard

	mu      sync.Mutex
	session *session // nil when there is none to resume
	link    *link    // the newest connection
	up      bool     // the session is up on it
	detour  bool     // the address where Discord wants sessions resumed has failed

	once    sync.Once
	firstUp chan struct{} // closed when the session is up for the first time
}

func newShard(g *gateway, id, total int) *shard {
	return &shard{
		gateway: g, id: id, total: total, log: g.log.With("shard", id),
		moved: make(chan struct{}, 1), firstUp: make(chan struct{}),
	}
}

// A verdict says what to do after a connection has ended.
type verdict uint8

const (
	resume verdict = iota // the session lives: connect again
	renew                 // the session is gone: make a new one
)

// fatalCodes are the close codes after which Discord wants no other attempt.
var fatalCodes = map[int]FatalError{
	4004: ErrToken,
	4010: "Discord does not accept the shard number (close code 4010): check SHARDS.",
	4011: "Discord wants this bot to use more shards (close code 4011): set SHARDS to auto.",
	4012: "Discord no longer speaks this version of its gateway (close code 4012): update Noughts.",
	4013: "Discord does not accept the bot's intents (close code 4013): update Noughts.",
	4014: "Discord does not allow the bot's intents (close code 4014): update Noughts.",
}

// judgeEnd decides after a connection's end. Errors: FatalError.
func judgeEnd(e ending) (verdict, error) {
	switch {
	case e.kind == byInvalidSession:
		return renew, nil
	case e.kind != byCloseFrame:
		return resume, nil
	}
	if fatal, ok := fatalCodes[e.code]; ok {
		return renew, fatal
	}
	if e.code == 4007 || e.code == 4009 { // wrong sequence number, session timed out
		return renew, nil
	}
	return resume, nil
}

// run keeps the session alive until ctx ends, then leaves it as the process is
// to leave it, and returns nil. Errors: FatalError.
func (s *shard) run(ctx context.Context) error {
	s.inherit(ctx)
	keeping, stop := context.WithCancel(ctx)
	var keeper sync.WaitGroup
	keeper.Go(func() { s.keepSaved(keeping) })
	err := s.stay(ctx)
	stop()
	keeper.Wait()
	s.bequeath()
	return err
}

// stay connects again and again until ctx ends. Errors: FatalError.
func (s *shard) stay(ctx context.Context) error {
	var pause backoff
	for ctx.Err() == nil {
		l := s.nextLink()
		healthy, err := s.connect(ctx, l)
		if ctx.Err() != nil {
			break
		}
		if err := s.decide(l, err); err != nil {
			return err
		}
		wait := rand.N(time.Second / 2)
		if healthy {
			pause.reset()
		} else {
			wait = pause.next()
		}
		if sleep(ctx, wait) != nil {
			break
		}
	}
	return nil //nolint:nilerr // the context's end is how a shard is stopped
}

// connect opens a connection and keeps it until it ends or ctx does. It says
// whether the session was up on it, and the error of opening it, if any.
func (s *shard) connect(ctx context.Context, l *link) (healthy bool, err error) {
	if err := s.open(ctx, l); err != nil {
		return s.setUp(l, false), err
	}
	late := time.AfterFunc(openLimit, func() {
		if !s.isUp(l) { // the replay has no end
			l.cut()
		}
	})
	defer late.Stop()
	select {
	case <-l.current().over:
	case <-ctx.Done():
		l.leave(s.farewell())
	}
	return s.setUp(l, false), nil
}

// nextLink makes the shard's next connection.
func (s *shard) nextLink() *link {
	s.mu.Lock()
	defer s.mu.Unlock()
	url, resumption := s.url, []byte(nil)
	if s.session != nil {
		resumption = s.session.resumption(s.token)
		if !s.detour {
			url = s.resumeURL(s.session.url)
		}
	}
	var l *link
	l = newLink(s, url, resumption, func(e *discordgo.Event) { s.event(l, e) })
	s.link, s.up = l, false
	return l
}

// errLapsed is returned by open when another process may have the shard.
var errLapsed = errors.New("the shard's lease may have ended")

// open opens a connection, in the shard's turn if it must identify.
func (s *shard) open(ctx context.Context, l *link) error {
	if s.disowned.Load() || s.lapsed() {
		return errLapsed
	}
	if l.resume != nil {
		return s.gateway.open(ctx, l)
	}
	leave, err := s.gate.enter(ctx, s.id)
	if err != nil {
		return err
	}
	defer func() { leave(l.identified()) }()
	return s.gateway.open(ctx, l)
}

// event takes what Discord dispatches on a connection. It returns at once.
func (s *shard) event(l *link, e *discordgo.Event) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("taking a dispatch panicked", "type", e.Type, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	session, current := s.follow(l, e)
	if !current {
		return
	}
	done := func() {}
	if session != nil {
		done = session.take(e.Sequence)
	}
	switch i, _ := e.Struct.(*discordgo.InteractionCreate); {
	case e.Type == "READY":
		s.setUp(l, true)
		s.observer.Identified()
		s.log.Info("gateway session is up")
	case e.Type == "RESUMED":
		s.setUp(l, true)
		s.observer.Resumed()
		s.log.Info("gateway session is resumed", "from another process", session != nil && session.resumed())
	case i != nil && i.Interaction != nil && session != nil && session.missed(i.ID, time.Now()):
		s.log.Warn("interaction", "id", i.ID, "outcome", "stale")
		done()
		return
	}
	s.events(e, done)
}

// follow returns the session of a dispatch, which READY begins, and false when
// the connection is no longer the shard's.
func (s *shard) follow(l *link, e *discordgo.Event) (*session, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link != l {
		return nil, false
	}
	if e.Type == "READY" {
		s.session = newSession(e.RawData, s.moved)
	}
	return s.session, true
}

// decide drops the session if it cannot be resumed. Errors: FatalError.
func (s *shard) decide(l *link, opening error) error {
	end := l.reason()
	next, err := judgeEnd(end)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if next == renew {
		s.session = nil
	}
	s.detour = opening != nil
	s.log.Warn("gateway connection ended", "reason", end.kind, "code", end.code, "resume", s.session != nil, "err", opening)
	return nil
}

// setUp notes that the session is up on a connection, or no more. It says
// whether it was.
func (s *shard) setUp(l *link, up bool) (was bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link != l {
		return false
	}
	was, s.up = s.up, up
	if up {
		s.once.Do(func() { close(s.firstUp) })
	}
	return was
}

func (s *shard) isUp(l *link) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.link == l && s.up
}

// silentFor says how long nothing has been heard from Discord, and false when
// the session is not up.
func (s *shard) silentFor(now time.Time) (time.Duration, bool) {
	s.mu.Lock()
	l, up := s.link, s.up
	s.mu.Unlock()
	if !up {
		return 0, false
	}
	return now.Sub(l.current().lastHeard()), true
}
