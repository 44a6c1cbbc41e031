package backoff

import (
	"context"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Run looks at the times that are set and that look returns, and never otherwise. While something is left to do it looks
// again after growing pauses, and with a shared store at a steady pace.
func TestAlarm(t *testing.T) {
	t.Parallel()
	const hour = 3600
	for name, c := range map[string]struct {
		shared bool
		set    map[int][]int // times that are set, in seconds, by the time of the call of Set
		next   map[int]int   // what look returns, by the time of the call
		want   []int         // when look is called
	}{
		"nothing":           {want: []int{0, hour, 2 * hour}},
		"the earliest":      {set: map[int][]int{5: {100, 50, 70}}, next: map[int]int{50: 70}, want: []int{0, 50, 70, hour + 70, 2*hour + 70}},
		"a past time":       {set: map[int][]int{5: {1}}, want: []int{0, 5, hour + 5, 2*hour + 5}},
		"what look says":    {next: map[int]int{0: 30, 30: 3000}, want: []int{0, 30, 3000, hour + 3000, 2*hour + 3000}},
		"earlier than that": {next: map[int]int{0: 30}, set: map[int][]int{10: {20}}, want: []int{0, 20, hour + 20, 2*hour + 20}},
		"a shared store":    {shared: true, want: []int{0, 5, 10, 15, 20}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				begun, a, looks := time.Now(), &Alarm{}, []int{}
				at := func(second int) time.Time { return begun.Add(time.Duration(second) * time.Second) }
				until := at(3*hour - 1)
				if c.shared {
					until = at(21)
				}
				ctx, stop := context.WithDeadline(t.Context(), until)
				defer stop()
				var running sync.WaitGroup
				running.Go(func() {
					a.Run(ctx, 5*time.Second, c.shared, func(now time.Time) (next time.Time, again bool) {
						second := int(now.Sub(begun).Seconds())
						looks = append(looks, second)
						if then, ok := c.next[second]; ok {
							next = at(then)
						}
						return next, false
					})
				})
				for second, times := range c.set {
					time.Sleep(time.Until(at(second)))
					for _, then := range times {
						a.Set(at(then))
					}
				}
				running.Wait()
				if !slices.Equal(looks, c.want) {
					t.Errorf("looks at %v, want %v", looks, c.want)
				}
			})
		})
	}
}

// While something is left to do, Run looks again, at first soon and later every `pace`; also after a look that took long.
func TestAlarmGoesOnWhileSomethingIsLeft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
		defer stop()
		begun, a, looks := time.Now(), Alarm{}, 0
		a.Run(ctx, 5*time.Second, false, func(now time.Time) (time.Time, bool) {
			looks++
			time.Sleep(time.Second)
			return time.Time{}, now.Sub(begun) < time.Minute
		})
		if looks < 13 || looks > 20 {
			t.Errorf("%d looks in a minute", looks)
		}
	})
}

// An Alarm with a function Woke wakes up every second before a time, so that a pause around that time is noticed. Late then
// returns the pause, once; if the look does not ask, Woke is called after it.
func TestAlarmNoticesPauses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun, wakes, lates := time.Now(), []int{}, map[int]int{}
		ctx, stop := context.WithTimeout(t.Context(), 110*time.Second)
		defer stop()
		a := Alarm{}
		a.Woke = func() {
			now := int(time.Since(begun).Seconds())
			wakes = append(wakes, now)
			if late := a.Late(time.Second); late != 0 {
				lates[now] = int(late.Seconds())
			}
		}
		looks := 0
		a.Run(ctx, 5*time.Second, false, func(now time.Time) (time.Time, bool) {
			looks++
			switch looks {
			case 1:
				time.Sleep(4 * time.Second) // as in a paused process
			case 2:
				time.Sleep(2 * time.Second)
				for _, want := range []time.Duration{2 * time.Second, 0} {
					if late := a.Late(time.Second); late != want {
						t.Errorf("%v late, want %v", late, want)
					}
				}
				stop()
			}
			return begun.Add(100 * time.Second), false
		})
		want := []int{4, 4, 60, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 102}
		if time.Sleep(time.Hour); !slices.Equal(wakes, want) || a.Late(0) != 0 {
			t.Errorf("woke at %v, want %v; after the end %v late", wakes, want, a.Late(0))
		}
		if !maps.Equal(lates, map[int]int{4: 4}) {
			t.Errorf("late by %v, want only the first look's 4 seconds", lates)
		}
	})
}
