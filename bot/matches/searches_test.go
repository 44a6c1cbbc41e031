package matches

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// While members' turns take all slots, background searches begin one at a time, each after its patience.
func TestIdleWorkIsNotStarved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newFixture(t, nil).Manager
		o.searches.slots = 2
		playing, stop := context.WithCancel(t.Context())
		var turns, work sync.WaitGroup
		for i := range 4 {
			turns.Go(func() { // two slots for four members who always want one
				for playing.Err() == nil {
					end, err := o.searches.begin(t.Context(), searcher{member: fmt.Sprint(i)})
					if err != nil {
						t.Error(err)
						return
					}
					time.Sleep(time.Second + time.Duration(i)*time.Millisecond)
					end()
				}
			})
		}
		synctest.Wait()
		begun := time.Now()
		for range 2 {
			work.Go(func() {
				end, err := o.Idle(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				time.Sleep(5 * time.Second)
				end()
			})
		}
		work.Wait()
		stop()
		turns.Wait()
		if took := time.Since(begun).Round(time.Second); took < patience+10*time.Second || took > patience+12*time.Second {
			t.Errorf("two background searches took %v", took)
		}
	})
}

// A background search begins only while a slot is left beside the searches that members wait for,
// and never makes a member wait.
func TestIdleWorkGivesWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newFixture(t, nil).Manager
		o.searches.slots = 3
		known := 0
		member := func() func() {
			t.Helper()
			known++
			release, err := o.searches.begin(t.Context(), searcher{member: fmt.Sprint(known), server: "7"})
			if err != nil {
				t.Fatal(err)
			}
			return release
		}
		var running atomic.Int64
		idle := func() (end func()) {
			ends := make(chan struct{})
			go func() {
				release, err := o.Idle(t.Context())
				if err != nil {
					return
				}
				running.Add(1)
				<-ends
				running.Add(-1)
				release()
			}()
			synctest.Wait()
			return func() { close(ends); synctest.Wait() }
		}
		runs := func(want int64, when string) {
			t.Helper()
			synctest.Wait()
			if got := running.Load(); got != want {
				t.Errorf("%s: %d run", when, got)
			}
		}
		ends := []func(){idle(), idle(), idle()}
		runs(2, "one slot is left to members")
		members := []func(){member(), member(), member()} // each begins at once
		ends[0]()
		runs(1, "members have all slots")
		members[0]()
		runs(1, "there is room for the one that runs")
		members[1]()
		runs(2, "there is room for another")
		waits, waited := context.WithCancel(t.Context())
		for range 2 {
			members = append(members, member())
		}
		go func() { _, _ = o.searches.begin(waits, searcher{member: "waits", server: "7"}) }()
		synctest.Wait()
		ends[1]()
		ends = append(ends, idle())
		members[2]() // the waiting member's search takes its slot
		runs(1, "a member waits")
		for _, release := range members[3:] {
			release()
		}
		runs(2, "no member waits")
		waited()
		ends[2]()
		ends[3]()
		late, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		o.searches.slots = 0
		if _, err := o.Idle(late); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a search that never begins: %v", err)
		}
	})
}

// A line starts named searches in the background, and records the order in which they begin.
type line struct {
	t     *testing.T
	on    *searches
	begun []string
	ends  map[string]func()
}

func (l *line) waits(name string, of searcher) {
	go func() {
		end, err := l.on.begin(l.t.Context(), of)
		if err == nil {
			l.begun = append(l.begun, name)
			l.ends[name] = end
		}
	}()
	synctest.Wait()
}

// wants checks the searches that have begun since its last call.
func (l *line) wants(when string, want ...string) {
	l.t.Helper()
	synctest.Wait()
	if !slices.Equal(l.begun, want) {
		l.t.Errorf("%s: begun are %q, want %q", when, l.begun, want)
	}
	l.begun = nil
}

func (l *line) end(names ...string) {
	for _, name := range names {
		l.ends[name]()
		synctest.Wait()
	}
}

func inLine(t *testing.T, slots int, test func(l *line)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		test(&line{t: t, on: &searches{slots: slots}, ends: map[string]func(){}})
	})
}

// A member has at most two searches running. The second one does not keep other members from
// beginning theirs, even if there are only two slots.
func TestAMemberHasTwoSearchesAtATime(t *testing.T) {
	t.Parallel()
	alice, bob, carol := searcher{member: "alice", server: "7"}, searcher{member: "bob", server: "7"}, searcher{member: "carol", server: "7"}
	inLine(t, 4, func(l *line) {
		for _, name := range []string{"a1", "a2", "a3", "a4"} {
			l.waits(name, alice)
		}
		l.wants("one member", "a1", "a2")
		l.waits("b1", bob)
		l.wants("another member", "b1")
		l.end("a2")
		l.wants("one has ended", "a3")
		l.end("a1", "a3", "b1")
		l.wants("no more than one is left", "a4")
		l.end("a4")
	})
	inLine(t, 2, func(l *line) {
		l.waits("a1", alice)
		l.waits("a2", alice)
		l.wants("one member has both slots", "a1", "a2")
		l.waits("b1", bob)
		l.wants("another member", "b1")
		l.waits("c1", carol)
		l.waits("b2", bob)
		l.wants("two members have a slot each")
		l.end("a1")
		l.wants("they still do")
		l.end("a2")
		l.wants("a slot is free", "c1")
		l.end("b1")
		l.wants("another one is", "b2")
		l.end("b2", "c1")
	})
}

// A server with many waiting searches gets a slot as often as a server with one, and the same holds
// for the members of one server.
func TestServersTakeTurns(t *testing.T) {
	t.Parallel()
	inLine(t, 1, func(l *line) {
		l.waits("first", searcher{member: "zoe", server: "9"})
		for _, name := range []string{"a1", "a2", "a3"} {
			l.waits(name, searcher{member: "alice", server: "7"})
		}
		l.waits("b1", searcher{member: "bob", server: "7"})
		l.waits("c1", searcher{member: "carol", server: "8"})
		l.waits("c2", searcher{member: "carol", server: "8"})
		l.waits("d1", searcher{member: "dan"}) // outside servers
		for _, name := range []string{"first", "a1", "c1", "d1", "b1", "c2", "a2", "a3"} {
			l.wants("in turn", name)
			l.end(name)
		}
	})
}

// A search for a game between computers does not delay searches for members' turns. Searches for such games and
// searches for reviews take turns with each other.
func TestWatchingTakesNoTurn(t *testing.T) {
	t.Parallel()
	watches, review := searcher{member: "alice", server: "7", background: true}, searcher{background: true}
	inLine(t, 2, func(l *line) {
		for _, name := range []string{"w1", "w2", "w3"} {
			l.waits(name, watches)
		}
		l.waits("r1", review)
		l.wants("one slot is left free", "w1")
		l.waits("a1", searcher{member: "alice", server: "7"})
		l.waits("b1", searcher{member: "bob", server: "7"})
		l.wants("turns take both slots at once", "a1", "b1")
		l.end("w1")
		l.wants("turns have both slots")
		l.end("a1", "b1")
		l.wants("whoever did not have a turn", "r1")
		l.end("r1")
		l.wants("then the others", "w2")
		l.end("w2", "w3")
	})
}
