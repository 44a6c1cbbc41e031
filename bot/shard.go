package bot

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// A gateway is what the shards of a process share.
type gateway struct {
	token     Secret
	transport http.RoundTripper
	dial      dialFunc
	gate      *identifyGate
	events    func(*discordgo.Event)
	log       *slog.Logger
}

// A shard keeps one gateway session alive: it connects, resumes where it can,
// identifies where it must, and stops when Discord says for good.
type shard struct {
	*gateway
	id, total int
	log       *slog.Logger

	mu   sync.Mutex
	link *link
	up   bool

	once    sync.Once
	firstUp chan struct{} // closed when the session is up for the first time
}

func newShard(g *gateway, id, total int) *shard {
	return &shard{gateway: g, id: id, total: total, log: g.log.With("shard", id), firstUp: make(chan struct{})}
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

// run keeps the session alive until ctx ends, then closes it and returns nil.
// Errors: FatalError.
func (s *shard) run(ctx context.Context) error {
	var pause backoff
	for ctx.Err() == nil {
		healthy, err := s.connect(ctx)
		if ctx.Err() != nil {
			break
		}
		if err := s.decide(err); err != nil {
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
func (s *shard) connect(ctx context.Context) (healthy bool, err error) {
	l := s.session()
	if err := s.open(ctx, l); err != nil {
		return false, err
	}
	defer s.setUp(false)
	for {
		select {
		case <-l.ready:
			healthy = true
			s.setUp(true)
			s.log.Info("gateway session is up")
		case <-l.lost:
			return healthy, nil
		case <-ctx.Done():
			l.close()
			return healthy, nil
		}
	}
}

// open opens a connection, in the shard's turn if it must identify.
func (s *shard) open(ctx context.Context, l *link) error {
	if l.resumable() {
		return l.open(ctx)
	}
	if err := s.gate.wait(ctx, s.id); err != nil {
		return err
	}
	defer s.gate.sent(s.id)
	return l.open(ctx)
}

// session returns the link, a new one if there is none.
func (s *shard) session() *link {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link == nil {
		s.link = newLink(s.gateway, s.id, s.total, s.events)
	}
	return s.link
}

// decide drops the session if it cannot be resumed. Errors: FatalError.
func (s *shard) decide(opening error) error {
	l := s.session()
	end := l.reason()
	next, err := judgeEnd(end)
	if err != nil {
		return err
	}
	if errors.Is(opening, errAbandoned) {
		next = renew
	}
	s.log.Warn("gateway connection ended", "reason", end.kind, "code", end.code,
		"resume", next == resume && l.resumable(), "err", opening)
	if next == renew || !l.resumable() {
		l.abandon()
		s.mu.Lock()
		s.link = nil
		s.mu.Unlock()
	}
	return nil
}

func (s *shard) setUp(up bool) {
	s.mu.Lock()
	s.up = up
	s.mu.Unlock()
	if up {
		s.once.Do(func() { close(s.firstUp) })
	}
}

// silentFor says how long nothing has been heard from Discord, and false when
// the session is not up.
func (s *shard) silentFor(now time.Time) (time.Duration, bool) {
	s.mu.Lock()
	l, up := s.link, s.up
	s.mu.Unlock()
	if !up || l == nil {
		return 0, false
	}
	t := l.current()
	if t == nil {
		return 0, false
	}
	return now.Sub(t.lastHeard()), true
}
