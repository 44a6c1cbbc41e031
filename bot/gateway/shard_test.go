package gateway

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/backoff"
	"noughts/bot/discordtest"
	"noughts/bot/store"
)

type tally struct {
	mu                  sync.Mutex
	identified, resumed int
}

func (o *tally) Identified() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.identified++
}

func (o *tally) Resumed() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.resumed++
}

type memorySessions struct {
	mu       sync.Mutex
	sessions map[[2]int]store.Session
}

func newKept() *memorySessions { return &memorySessions{sessions: map[[2]int]store.Session{}} }

func (k *memorySessions) LoadSession(_ context.Context, shard, total int) (store.Session, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.sessions[[2]int{shard, total}], nil
}

func (k *memorySessions) SaveSession(_ context.Context, shard, total int, s store.Session) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.sessions[[2]int{shard, total}] = s
	return nil
}

func (p fixture) options() Options {
	return Options{
		Token: p.app.Token, URL: p.address(), Dial: p.discord.DialContext,
		Start:       discordgo.SessionInformation{Total: 1000, Remaining: 1000, MaxConcurrency: 1, ResetAfter: 86_400_000},
		Limits:      func(context.Context) (discordgo.GatewayBotResponse, error) { return p.limits(), nil },
		Interaction: func(_ int, _ []byte, _ time.Time, _ bool, done func()) { done() },
		ClockLead:   func() time.Duration { return 0 }, Observer: &tally{}, Log: quiet,
	}
}

func (p fixture) limits() discordgo.GatewayBotResponse {
	left := 1000 - p.app.Identifies()
	return discordgo.GatewayBotResponse{SessionStartLimit: discordgo.SessionInformation{
		Total: 1000, Remaining: left, MaxConcurrency: 1, ResetAfter: 86_400_000,
	}}
}

// runs starts a Supervisor that runs all shards of a bot; `total` is their number. The function `stop` stops the
// Supervisor and returns the error of Run.
func (p fixture) runs(o Options, total int) (s *Supervisor, stop func() error) {
	p.t.Helper()
	s = New(o)
	var ids []int
	for id := range total {
		ids = append(ids, id)
	}
	ctx, cancel := context.WithCancel(p.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, ids, total) }()
	return s, func() error {
		cancel()
		return <-ended
	}
}

func TestEndsSession(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		end   End
		ends  bool
		fatal bool
	}{
		{End{}, false, false},
		{End{Reason: Lost}, false, false},
		{End{Reason: Silence}, false, false},
		{End{Reason: Reconnect}, false, false},
		{End{Reason: Broken}, false, false},
		{End{Reason: InvalidResumable}, false, false},
		{End{Reason: InvalidSession}, true, false},
		{End{Reason: Closed, Code: 4000}, false, false},
		{End{Reason: Closed, Code: 1001}, false, false},
		{End{Reason: Closed, Code: 1005}, false, false},
		{End{Reason: Closed, Code: 4007}, true, false},
		{End{Reason: Closed, Code: 4009}, true, false},
		{End{Reason: Closed, Code: 4004}, true, true},
		{End{Reason: Closed, Code: 4014}, true, true},
	} {
		var fatal FatalError
		if c.end.endsSession() != c.ends || errors.As(c.end.fatal(), &fatal) != c.fatal {
			t.Errorf("%v (%d): ends the session %v, %v", c.end.Reason, c.end.Code, c.end.endsSession(), c.end.fatal())
		}
	}
}

func TestAFatalCodeEndsAllShards(t *testing.T) {
	withFixture(t, func(t *testing.T, p fixture) {
		s, stop := p.runs(p.options(), 2)
		must(t, s.AwaitUp(t.Context()))
		p.app.CloseConnections(4013)
		synctest.Wait()
		var fatal FatalError
		if err := stop(); !errors.As(err, &fatal) || p.app.Connected() {
			t.Errorf("%v", err)
		}
	}, discordtest.WithMaxConcurrency(2))
}

// If the gateway asks for a reconnect as soon as a session is up, the pauses between connections
// grow: there are at most 200 resumes in an hour. (Once there were four connections a second.)
func TestAGatewayThatSendsEverybodyAway(t *testing.T) {
	withFixture(t, func(t *testing.T, p fixture) {
		p.app.ReconnectAfterReady(true)
		s, stop := p.runs(p.options(), 1)
		time.Sleep(time.Hour)
		if n := p.app.Resumes(); n > 200 || n < 100 {
			t.Errorf("%d resumes in an hour", n)
		}
		p.app.ReconnectAfterReady(false)
		time.Sleep(backoff.Longest + 2*leastLife)
		resumes, begun := p.app.Resumes(), time.Now()
		p.app.DropConnections()
		for p.app.Resumes() == resumes {
			time.Sleep(10 * time.Millisecond)
		}
		if took := time.Since(begun); took > time.Second {
			t.Errorf("after a minute's life the pause is still %v", took)
		}
		if s.States().Up != 1 {
			t.Errorf("%+v", s.States())
		}
		must(t, stop())
	})
}

// If each session ends as soon as it has begun and cannot be resumed, the bot identifies at most 60 times in an hour.
func TestIdentifiesAreNotSpentInHours(t *testing.T) {
	withFixture(t, func(t *testing.T, p fixture) {
		p.app.ReconnectAfterReady(true)
		p.app.ForgetSessions(true)
		_, stop := p.runs(p.options(), 1)
		time.Sleep(time.Hour)
		if n := p.app.Identifies(); n < 20 || n > 60 {
			t.Errorf("%d identifies in an hour", n)
		}
		must(t, stop())
	})
}

// A message that cannot be decoded makes the bot resume. If a second such message follows, the bot starts a new
// session.
func TestWhatCannotBeReadIsNotAskedForForEver(t *testing.T) {
	withFixture(t, func(t *testing.T, p fixture) {
		_, stop := p.runs(p.options(), 1)
		p.awaitUp()
		for range 2 {
			p.app.SendFrame(1, 4, []byte("null"))
			synctest.Wait()
			p.awaitUp()
		}
		if p.app.Identifies() != 2 || p.app.Resumes() != 1 {
			t.Errorf("%d identifies, %d resumes", p.app.Identifies(), p.app.Resumes())
		}
		must(t, stop())
	})
}

func TestAnInteractionThatPanicsEndsNothing(t *testing.T) {
	withFixture(t, func(t *testing.T, p fixture) {
		o := p.options()
		panicked := 0
		o.Interaction = func(int, []byte, time.Time, bool, func()) {
			panicked++
			panic("of a test")
		}
		s, stop := p.runs(o, 1)
		p.awaitUp()
		text := []byte(`{"t":"INTERACTION_CREATE","s":2,"op":0,"d":{"id":"1"}}`)
		p.app.SendFrame(1, uint64(len(text)), text)
		time.Sleep(time.Minute)
		if s.States().Up != 1 || p.app.Identifies() != 1 || panicked != 1 {
			t.Errorf("%+v, %d identifies, %d panics", s.States(), p.app.Identifies(), panicked)
		}
		must(t, stop())
	})
}

// Reach is true for the guilds of shards that are up. The test checks it for a bot with three of
// four shards, while one of them is down for ten minutes.
func TestReach(t *testing.T) {
	withFixture(t, func(t *testing.T, p fixture) {
		guild := func(shard uint64) string { return strconv.FormatUint((4e6+shard)<<22, 10) }
		s := New(p.options())
		if since, _, now := s.Reach(guild(1)); now || !since.IsZero() {
			t.Error("members come before there is a shard")
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx, []int{0, 1, 2}, 4) }()
		time.Sleep(time.Second)
		must(t, s.AwaitUp(t.Context()))
		begun := time.Now()
		time.Sleep(time.Minute)
		p.app.HoldShard(1, true)
		time.Sleep(10 * time.Minute)
		if states := s.States(); states != (States{Up: 2, Down: 1}) {
			t.Errorf("%+v", states)
		}
		for g, want := range map[string]bool{guild(0): true, "": true, guild(1): false, guild(2): true, guild(3): false} {
			if since, _, now := s.Reach(g); now != want || now && since.After(begun) {
				t.Errorf("guild %q: %v since %v", g, now, since)
			}
		}
		held := time.Now()
		p.app.HoldShard(1, false)
		time.Sleep(longestIdentifyPause + time.Minute)
		if since, _, now := s.Reach(guild(1)); !now || since.Before(held) {
			t.Errorf("afterwards %v since %v", now, since)
		}
		for range 2 { // the first call asks Discord for a sign of life
			time.Sleep(2 * time.Second)
			s.Reach("")
		}
		synctest.Wait()
		if _, heard, _ := s.Reach(""); time.Since(heard) > time.Second {
			t.Errorf("Discord was asked, and was last heard %v ago", time.Since(heard))
		}
		p.app.Silence(true)
		time.Sleep(10 * time.Second) // a connection ends 1.5 heartbeat intervals after its last message, so it survives 10 s
		if _, _, now := s.Reach(""); !now {
			t.Errorf("a short silence counts as the end: %+v", s.States())
		}
		cancel()
		must(t, <-ended)
	}, discordtest.WithMaxConcurrency(16))
}
