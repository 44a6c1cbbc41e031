package matches

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestIdleWorkGivesWay: a search of idle work begins only where there is room beside those that members wait for, and takes none
// of theirs away.
func TestIdleWorkGivesWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newFixture(t, nil).Owner
		o.slots = make(chan struct{}, 3)
		member := func() func() {
			t.Helper()
			release, err := o.takeSlot(t.Context())
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
		members := []func(){member(), member(), member()} // none of them waits
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
		go func() { _, _ = o.takeSlot(waits) }()
		synctest.Wait()
		ends[1]()
		ends = append(ends, idle())
		members[2]() // whose slot goes to the member that waits
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
		o.slots = make(chan struct{})
		if _, err := o.Idle(late); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a search that never begins: %v", err)
		}
	})
}
