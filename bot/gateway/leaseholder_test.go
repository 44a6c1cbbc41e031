package gateway

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
)

// A replica is a process that shares shards. A test can cut its connection to the lease server. The
// server may notice the cut (Disconnect) or not.
type replica struct {
	*storetest.Process
	supervisor *Supervisor
	stop       context.CancelFunc
	ended      chan error

	mu   sync.Mutex
	deaf bool
}

var errCut = errors.New("nothing leads to the leases")

func (r *replica) Poll(ctx context.Context, total int) (store.ShardLeases, error) {
	if r.cutOff() {
		return store.ShardLeases{}, errCut
	}
	return r.Process.Poll(ctx, total)
}

func (r *replica) Acquire(ctx context.Context, total int, free store.FreeShard) (bool, error) {
	if r.cutOff() {
		return false, errCut
	}
	return r.Process.Acquire(ctx, total, free)
}

func (r *replica) cutOff() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.deaf
}

func (r *replica) cut(off bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.deaf = off
}

const sharing = 4

// shares starts a replica. `change`, if not nil, changes its options first.
func (p fixture) shares(leases *storetest.MemoryLeases, sessions Sessions, change func(*Options)) *replica {
	r := &replica{Process: leases.Process(), ended: make(chan error, 1)}
	o := p.options()
	o.Start.MaxConcurrency = sharing
	o.Sessions, o.Leases = sessions, r
	if change != nil {
		change(&o)
	}
	var ctx context.Context
	ctx, r.stop = context.WithCancel(p.t.Context())
	r.supervisor = New(o)
	go func() { r.ended <- r.supervisor.Share(ctx, sharing) }()
	return r
}

func (r *replica) ends() error {
	r.stop()
	return <-r.ended
}

func (r *replica) up() int { return r.supervisor.States().Up }

func wantUp(t *testing.T, when string, want []int, replicas ...*replica) {
	t.Helper()
	synctest.Wait()
	var got []int
	for _, r := range replicas {
		got = append(got, r.up())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s the replicas have %v shards up, want %v", when, got, want)
	}
}

func inReplicas(t *testing.T, test func(t *testing.T, p fixture, leases *storetest.MemoryLeases, sessions *memorySessions)) {
	t.Helper()
	withFixture(t, func(t *testing.T, p fixture) {
		test(t, p, storetest.NewMemoryLeases(), newKept())
		if n := p.app.Identifies(); n != sharing {
			t.Errorf("%d identifies for %d shards", n, sharing)
		}
		p.checkHolders()
	}, discordtest.WithShards(sharing), discordtest.WithMaxConcurrency(sharing))
}

func (p fixture) checkHolders() {
	p.t.Helper()
	on := map[int]string{}
	for _, e := range p.app.ShardEvents() {
		if e.Up && on[e.ID] != "" {
			p.t.Errorf("shard %d came up on %s while it was up on %s", e.ID, e.Client, on[e.ID])
		}
		on[e.ID] = ""
		if e.Up {
			on[e.ID] = e.Client
		}
	}
}

func TestADeadProcessIsReplacedSoon(t *testing.T) {
	inReplicas(t, func(t *testing.T, p fixture, leases *storetest.MemoryLeases, sessions *memorySessions) {
		first := p.shares(leases, sessions, nil)
		second := p.shares(leases, sessions, nil)
		time.Sleep(30 * time.Second)
		wantUp(t, "before", []int{2, 2}, first, second)
		first.cut(true)
		first.Disconnect()
		first.supervisor.revoke(func(int) bool { return true }) // as if the operating system had closed the process's connections
		time.Sleep(2100 * time.Millisecond)
		wantUp(t, "two seconds later", []int{0, 4}, first, second)
		must(t, errors.Join(first.ends(), second.ends()))
	})
}

// A process is cut off from the leases, but not from Discord, at random times. The lease server notices that at once,
// later or never. The test checks that no shard is up in two processes at the same time (see checkHolders).
func TestWhoIsCutOffStopsBeforeOthersBegin(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		t.Run("", func(t *testing.T) {
			inReplicas(t, func(t *testing.T, p fixture, leases *storetest.MemoryLeases, sessions *memorySessions) {
				rng := rand.New(rand.NewPCG(seed, 1))
				replicas := []*replica{p.shares(leases, sessions, nil), p.shares(leases, sessions, nil)}
				time.Sleep(30 * time.Second)
				for range 20 {
					r := replicas[rng.IntN(2)]
					r.cut(true)
					noticed := rng.IntN(2) == 0
					if noticed {
						r.Disconnect()
					}
					time.Sleep(time.Duration(rng.Int64N(int64(4 * time.Second))))
					if !noticed && rng.IntN(2) == 0 { // the server's timeout ends the connection
						r.Disconnect()
					}
					r.cut(false)
					time.Sleep(time.Duration(rng.Int64N(int64(2 * time.Second))))
				}
				time.Sleep(30 * time.Second)
				wantUp(t, "afterwards", []int{2, 2}, replicas...)
				for _, r := range replicas {
					must(t, r.ends())
				}
				if t.Failed() {
					t.Logf("seed %d", seed)
				}
			})
		})
	}
}

// If the connections to the leases end for a short time, as in a restart of the lease server, all
// shards keep their holders and their sessions.
func TestAShortLossCostsNothing(t *testing.T) {
	inReplicas(t, func(t *testing.T, p fixture, leases *storetest.MemoryLeases, sessions *memorySessions) {
		first, second := p.shares(leases, sessions, nil), p.shares(leases, sessions, nil)
		time.Sleep(30 * time.Second)
		resumes := p.app.Resumes()
		for range 10 {
			first.Disconnect()
			second.Disconnect()
			time.Sleep(time.Second)
			wantUp(t, "after a restart", []int{2, 2}, first, second)
		}
		if n := p.app.Resumes() - resumes; n != 0 {
			t.Errorf("%d resumes", n)
		}
		must(t, errors.Join(first.ends(), second.ends()))
	})
}

func TestALongOutageOfTheLeases(t *testing.T) {
	inReplicas(t, func(t *testing.T, p fixture, leases *storetest.MemoryLeases, sessions *memorySessions) {
		replicas := []*replica{p.shares(leases, sessions, nil), p.shares(leases, sessions, nil)}
		time.Sleep(30 * time.Second)
		for _, r := range replicas {
			r.cut(true)
			r.Disconnect()
		}
		time.Sleep(time.Minute)
		wantUp(t, "in the outage", []int{0, 0}, replicas...)
		for _, r := range replicas {
			if r.supervisor.Spare() {
				t.Error("a process that cannot know is taken for one that others leave without work")
			}
			r.cut(false)
		}
		time.Sleep(2 * time.Second)
		wantUp(t, "two seconds after it", []int{2, 2}, replicas...)
		for _, r := range replicas {
			must(t, r.ends())
		}
	})
}

// If a process cannot poll for a while and stops its shards, it starts them again once a poll shows
// that it still holds them. (Once such a shard stayed down while its lease was renewed.)
func TestAShardThatIsHeldRuns(t *testing.T) {
	inReplicas(t, func(t *testing.T, p fixture, leases *storetest.MemoryLeases, sessions *memorySessions) {
		r := p.shares(leases, sessions, nil)
		time.Sleep(30 * time.Second)
		for wait := 200 * time.Millisecond; wait < 1500*time.Millisecond; wait += 50 * time.Millisecond {
			r.cut(true)
			time.Sleep(wait)
			r.cut(false)
			time.Sleep(2 * time.Second)
			wantUp(t, "after "+wait.String(), []int{4}, r)
		}
		must(t, r.ends())
	})
}

// An interaction that is pending during a hand-over does not hold up the polls, so no other shard stops. (Once it did.)
func TestAHandOverThatTakesLongLosesNothing(t *testing.T) {
	inReplicas(t, func(t *testing.T, p fixture, leases *storetest.MemoryLeases, sessions *memorySessions) {
		first := p.shares(leases, sessions, nil)
		time.Sleep(30 * time.Second)
		for _, w := range first.supervisor.all() {
			w.current().track(Dispatch{Seq: 2}) // a dispatch that stays pending
		}
		second := p.shares(leases, sessions, nil)
		time.Sleep(drainLimit + 5*time.Second)
		wantUp(t, "after the hand-over", []int{2, 2}, first, second)
		if p.app.Resumes() != 2 {
			t.Errorf("%d resumes, want those of the two shards that were handed over", p.app.Resumes())
		}
		must(t, errors.Join(first.ends(), second.ends()))
	})
}

// Slow saves of the sessions do not hold up the polls, so no shard stops.
func TestSlowSavesLoseNothing(t *testing.T) {
	inReplicas(t, func(t *testing.T, p fixture, leases *storetest.MemoryLeases, sessions *memorySessions) {
		r := p.shares(leases, slowSessions{sessions}, nil)
		time.Sleep(time.Minute)
		wantUp(t, "while saving takes seconds", []int{4}, r)
		if p.app.Resumes() != 0 {
			t.Errorf("%d resumes", p.app.Resumes())
		}
		must(t, r.ends())
	})
}

type slowSessions struct{ *memorySessions }

func (s slowSessions) SaveSession(ctx context.Context, shard, total int, session store.Session) error {
	select {
	case <-time.After(10 * time.Second):
		return s.memorySessions.SaveSession(ctx, shard, total, session)
	case <-ctx.Done():
		return ctx.Err()
	}
}
