package inbox

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

// A skewedClock makes ids by a clock that is ahead of this machine's clock, and passes them to a
// freshness, which computes the ages of interactions.
type skewedClock struct {
	*freshness
	skew time.Duration // how far Discord's clock is ahead
	now  time.Duration // time since the start
}

func newClockwork() *skewedClock {
	return &skewedClock{freshness: newFreshness(), skew: 45 * 365 * 24 * time.Hour}
}

func (c *skewedClock) id(ago time.Duration) string {
	return strconv.FormatInt((c.skew+c.now-ago).Milliseconds()<<22+5, 10)
}

// comes makes an interaction arrive after the pause `after`. The interaction was created `ago` before
// its arrival. comes returns the computed age.
func (c *skewedClock) comes(after, ago time.Duration) time.Duration {
	c.now += after
	return c.age(c.id(ago), c.start.Add(c.now), false).Round(time.Millisecond)
}

const usualDelay = 100 * time.Millisecond

func TestIDsFromTheFutureAreNoClock(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]int{"the first of all": 0, "the second": 1, "after a few": 4, "after many": 500} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClockwork()
			for range before {
				c.comes(time.Second, usualDelay)
			}
			if age := c.comes(time.Second, usualDelay-4*time.Second); age != 0 {
				t.Errorf("an id from the future is %v old", age)
			}
			for n := range 200 {
				if n%10 == 9 {
					c.comes(time.Second, -time.Hour)
				}
				if age := c.comes(time.Second, usualDelay); age >= staleAge {
					t.Fatalf("interaction %d after it is %v old", n, age)
				}
				if c.mostlyStale(c.start.Add(c.now)) {
					t.Fatal("nearly everything is stale")
				}
			}
		})
	}
}

func TestAReplayIsNoClock(t *testing.T) {
	t.Parallel()
	c := newClockwork()
	for range 100 {
		c.now += 10 * time.Millisecond
		if age := c.age(c.id(3*time.Second), c.start.Add(c.now), true); age != 0 || c.lead() != 0 {
			t.Fatalf("%v old, lead %v", age, c.lead())
		}
	}
	for range 10 {
		c.comes(time.Second, usualDelay)
	}
	if age := c.comes(time.Second, 5*time.Second); age < staleAge {
		t.Errorf("what is 5 s old is %v old", age)
	}
}

// If this machine's clock has stood still for a while, all new ids seem to come from the future.
// After enough samples freshness corrects its clock offset.
func TestTheClockMovesWhenOthersAgree(t *testing.T) {
	t.Parallel()
	c := newClockwork()
	for range 20 {
		c.comes(time.Minute, usualDelay)
	}
	c.skew += time.Minute
	for range 25 {
		if age := c.comes(time.Minute, usualDelay); age != 0 {
			t.Fatalf("an id ahead of those before is %v old", age)
		}
	}
	if age := c.comes(time.Second, 5*time.Second); age < staleAge {
		t.Errorf("what is 5 s old by the new clock is %v old", age)
	}
}

func TestWhatIsLateIsStale(t *testing.T) {
	t.Parallel()
	c := newClockwork()
	for range 3 {
		if age := c.comes(time.Second, usualDelay); age != 0 {
			t.Errorf("one of the first is %v old", age)
		}
	}
	for _, ago := range []time.Duration{0, 200 * time.Millisecond, 3 * time.Second, time.Minute} {
		if age, want := c.comes(time.Second, ago), max(ago-usualDelay, 0); age != want {
			t.Errorf("what was made %v ago is %v old, want %v", ago, age, want)
		}
	}
	if age := c.age("no number", c.start, false); age != 0 {
		t.Errorf("without a time: %v", age)
	}
}

// After a resumed connection many stale interactions arrive at once, and for a quarter of an hour Discord delivers more
// and more slowly. Neither makes interactions that arrive on time count as stale.
func TestManyStaleOnesAreNoNewClock(t *testing.T) {
	t.Parallel()
	c := newClockwork()
	for range 300 {
		c.comes(10*time.Second, usualDelay)
	}
	for n := range 5000 { // interactions missed in one minute
		if age := c.comes(0, time.Minute-time.Duration(n)*10*time.Millisecond); age < staleAge {
			t.Fatalf("%d of the missed is %v old", n, age)
		}
	}
	if c.mostlyStale(c.start.Add(c.now)) {
		t.Error("a replay makes the bot unready")
	}
	for n := range 15 * 60 { // the delay grows slowly to a minute
		lag := min(time.Duration(n)*200*time.Millisecond, time.Minute)
		if age := c.comes(time.Second, usualDelay+lag); lag > 2*staleAge && age < staleAge {
			t.Fatalf("after %d seconds of lag what was made %v ago is %v old", n, lag, age)
		}
	}
	if age := c.comes(time.Second, usualDelay); age > usualDelay {
		t.Errorf("afterwards what is new is %v old", age)
	}
}

func TestTheClockIsTrustedForTwoHours(t *testing.T) {
	t.Parallel()
	c := newClockwork()
	for range 10 {
		c.comes(time.Second, usualDelay)
	}
	if age := c.comes(clockTrust-time.Minute, 10*time.Second); age < staleAge {
		t.Errorf("before the time is over: %v", age)
	}
	c = newClockwork()
	for range 10 {
		c.comes(time.Second, usualDelay)
	}
	if age := c.comes(clockTrust, 10*time.Second); age != 0 {
		t.Errorf("when the time is over: %v", age)
	}
	if n := len(c.samples); n != 1 {
		t.Errorf("%d samples are kept", n)
	}
}

func TestSamplesAreBounded(t *testing.T) {
	t.Parallel()
	c := newClockwork()
	for n := range 100_000 {
		c.comes(time.Duration(n%1000)*time.Millisecond, usualDelay)
	}
	if n := len(c.samples); n > firstSamples+int(clockTrust/samplePace) {
		t.Errorf("%d samples are kept", n)
	}
}

func TestNearlyAllStale(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClockwork()
		c.skew = 1000 * time.Hour
		comes := func(n int, ago time.Duration) {
			for range n {
				time.Sleep(10 * time.Second)
				c.comes(10*time.Second, ago)
			}
		}
		want := func(stale bool, when string) {
			t.Helper()
			if got := c.mostlyStale(time.Now()); got != stale {
				t.Errorf("%s: %v", when, got)
			}
		}
		comes(100, usualDelay)
		want(false, "while all come in time")
		comes(staleSamples-2, 10*time.Second)
		want(false, "while a few come late")
		comes(1, usualDelay)
		comes(staleSamples-1, 10*time.Second)
		want(true, "when nearly all have come late for a minute")
		comes(2, usualDelay)
		want(false, "when they come in time again")
		comes(staleSamples, 10*time.Second)
		want(true, "while all come late")
		time.Sleep(staleSpan)
		want(false, "when nothing has come for long")
	})
}

func TestABoardWithoutItsMatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFreshness()
		time.Sleep(time.Hour)
		id := func(hours uint64) string { return strconv.FormatUint((1000+hours*3600_000)<<22, 10) }
		for _, c := range []struct {
			message, interaction string
			want                 bool
		}{{id(5), id(5), true}, {id(5), id(6), false}, {id(6), id(5), false}, {"x", id(5), false}, {id(5), "", false}} {
			if got := f.isSinceStart(c.message, c.interaction); got != c.want {
				t.Errorf("message %s, interaction %s: %t", c.message, c.interaction, got)
			}
		}
		time.Sleep(48 * time.Hour)
		if !f.isSinceStart(id(5), id(20)) || f.isSinceStart(id(5), id(29)) {
			t.Error("a match is known for less than a day, or longer")
		}
	})
}
