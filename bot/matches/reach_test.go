package matches

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noughts/commands/plan"
	"noughts/game/match"
)

// A fakeClock makes an uptime see clocks that are set, or machines that were suspended, and pauses of the process.
type fakeClock struct{ wall, paused atomic.Int64 }

func (c *fakeClock) install(u *uptime) {
	ahead, late := u.ahead, u.late
	u.ahead = func() time.Duration { return ahead() + time.Duration(c.wall.Load()) }
	u.late = func(most time.Duration) time.Duration {
		if paused := time.Duration(c.paused.Swap(0)); paused > most {
			return paused
		}
		return late(most)
	}
}

func (c *fakeClock) step(by time.Duration)      { c.wall.Add(int64(by)) }
func (c *fakeClock) pause(lasted time.Duration) { c.paused.Store(int64(lasted)) }

// A breakdown is a time in which members cannot move. It begins two seconds before a clock of a minute runs out, or
// earlier by `early`, and ends after the time `lasts`.
type breakdown struct {
	lasts  time.Duration
	begins func(f *fixture, c *fakeClock)
	ends   func(f *fixture, c *fakeClock) // nil if the break is over at once
	early  time.Duration
}

var errDisk = errors.New("disk full")

func refused(f *fixture, _ *fakeClock) {
	f.store.failSaves(-1, errDisk)
	if did := f.act("m1", "900", bump); !errors.Is(did.Refusal, errDisk) {
		f.t.Errorf("refused with %v", did.Refusal)
	}
}

// waits makes member 7 press in time, while the store takes four seconds for everything.
func waits(f *fixture, _ *fakeClock) {
	f.store.change(hooks{shared: true, load: func(match.ID) error { time.Sleep(4 * time.Second); return nil }})
	did := f.act("m1", "900", func(_ *plan.Request, _ match.Record, f plan.Facts) (plan.Decision, error) {
		return plan.Decision{Next: &f.Ticked, Answer: plan.Answer{As: plan.InPlace, View: &plan.View{}}}, nil
	})
	f.store.change(hooks{shared: true})
	if m := f.stored("m1"); did.Refusal != nil || m.Status != match.Playing {
		f.t.Errorf("refused with %v: status %d, %+v", did.Refusal, m.Status, m.Result)
	}
}

func accepted(f *fixture, _ *fakeClock)     { f.store.failSaves(0, nil) }
func disconnected(f *fixture, _ *fakeClock) { f.link.Store(&link{gone: true}) }
func connected(f *fixture, _ *fakeClock)    { f.link.Store(&link{back: time.Now()}) }

var breakdowns = map[string]breakdown{
	"the process is paused":                                    {0, func(_ *fixture, c *fakeClock) { c.pause(50 * time.Second) }, nil, 0},
	"the clock is set ahead":                                   {0, func(_ *fixture, c *fakeClock) { c.step(10 * time.Minute) }, nil, 0},
	"the clock is set back":                                    {0, func(_ *fixture, c *fakeClock) { c.step(-3 * time.Second) }, nil, 0},
	"the machine is suspended":                                 {0, func(_ *fixture, c *fakeClock) { c.step(time.Hour) }, nil, 0},
	"the disk is full":                                         {40 * time.Second, refused, accepted, 0},
	"the disk is full for little":                              {time.Second, refused, accepted, 0},
	"the disk is full until shortly before the clock runs out": {lasts: 19 * time.Second, early: 18 * time.Second, begins: refused, ends: accepted},
	"the store is slow":                                        {0, waits, nil, 0},
	"the connection is gone":                                   {40 * time.Second, disconnected, connected, 0},
	"Discord falls silent":                                     {40 * time.Second, func(f *fixture, _ *fakeClock) { f.link.Store(&link{heard: time.Now()}) }, connected, 0},
	"the store cannot be read": {40 * time.Second, func(f *fixture, _ *fakeClock) {
		f.store.change(hooks{shared: true, load: func(match.ID) error { return errDisk }})
	}, func(f *fixture, _ *fakeClock) { f.store.change(hooks{shared: true}) }, 0},
	"the disk is full, and the connection goes before there is room": {30 * time.Second, refused, func(f *fixture, c *fakeClock) {
		disconnected(f, c)
		accepted(f, c)
		time.Sleep(10 * time.Second)
		connected(f, c)
	}, 0},
	"the connection is gone, and comes back in a paused process": {30 * time.Second, disconnected, func(f *fixture, c *fakeClock) {
		connected(f, c)
		time.Sleep(2 * time.Second)
		c.pause(30 * time.Second)
	}, 0},
}

// A clock that runs out while members cannot move starts again, and the player has the whole time.
func TestNobodyLosesInATimeInWhichNobodyCouldMove(t *testing.T) {
	t.Parallel()
	for name, b := range breakdowns {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f, c := newFixture(t, nil), &fakeClock{}
				c.install(f.up)
				before := f.putGame("m1", time.Minute)
				defer f.start()()
				time.Sleep(58*time.Second - b.early)
				b.begins(f, c)
				time.Sleep(b.lasts)
				if m := f.stored("m1"); m.Version != before.Version && b.lasts > 0 {
					t.Fatalf("the match changed in the break: %+v", m)
				}
				if b.ends != nil {
					b.ends(f, c)
				}
				back := time.Now()
				time.Sleep(40 * time.Second) // longer than any pause between two looks at the store
				m := f.stored("m1")
				if m.Status != match.Playing || m.Deadline.Before(back.Add(time.Minute-time.Second)) {
					t.Fatalf("after the break the match has status %d, %+v, and runs until %v, %v after the break", m.Status, m.Result, m.Deadline, m.Deadline.Sub(back))
				}
				time.Sleep(time.Minute)
				if m := f.stored("m1"); m.Result.Reason != match.ByTimeout && m.Result.Reason != match.Aborted {
					t.Errorf("after another minute the match has status %d, %+v", m.Status, m.Result)
				}
			})
		})
	}
}

// A short hesitation does not give a player more time, and neither does a break that was over long before.
func TestAClockThatRunsOutAfterABreakEndsTheGame(t *testing.T) {
	t.Parallel()
	for name, begins := range map[string]func(*fixture, *fakeClock){
		"a late beat":      func(_ *fixture, c *fakeClock) { c.pause(2 * time.Second) },
		"a corrected time": func(_ *fixture, c *fakeClock) { c.step(-1500 * time.Millisecond) },
		"a pause":          func(_ *fixture, c *fakeClock) { c.pause(50 * time.Second); time.Sleep(10 * time.Second) },
		"a full disk": func(f *fixture, c *fakeClock) {
			refused(f, c)
			accepted(f, c)
			time.Sleep(10 * time.Second)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f, c := newFixture(t, nil), &fakeClock{}
				c.install(f.up)
				due := f.putGame("m1", time.Minute).Deadline
				defer f.start()()
				time.Sleep(time.Until(due) - 15*time.Second)
				begins(f, c)
				time.Sleep(time.Until(due) + time.Second)
				if m := f.stored("m1"); m.Status != match.Over {
					t.Errorf("the match has status %d and runs until %v, %v after its time", m.Status, m.Deadline, m.Deadline.Sub(due))
				}
			})
		})
	}
}
