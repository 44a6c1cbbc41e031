package workload

import (
	"math"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"
)

func TestDueTimesDoNotWaitForAnybody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		stop := make(chan struct{})
		a := &arrivals{start: time.Now(), rate: 10, stop: stop}
		var dues []time.Duration
		for range 3 {
			due, ok := a.next()
			dues = append(dues, due.Sub(a.start))
			if !ok || time.Now().Before(due) {
				t.Errorf("due %v at %v: %v", due, time.Now(), ok)
			}
		}
		time.Sleep(time.Second) // the caller is late
		due, _ := a.next()
		if late := time.Since(due); late != 900*time.Millisecond {
			t.Errorf("the delay that was to be measured is %v; before it %v", late, dues)
		}
		time.AfterFunc(10*time.Millisecond, func() { close(stop) })
		for range 9 { // the due times that passed while the caller was late
			a.next()
		}
		if _, ok := a.next(); ok {
			t.Error("it went on after it was stopped")
		}
	})
}

func TestArrivalsWithoutARateEndWhenTheyAreStopped(t *testing.T) {
	t.Parallel()
	stop := make(chan struct{})
	a := &arrivals{stop: stop}
	if _, ok := a.next(); !ok {
		t.Error("it ended by itself")
	}
	close(stop)
	if _, ok := a.next(); ok {
		t.Error("it went on after it was stopped")
	}
}

// The gaps of a Poisson process have the mean 1/rate, and a standard deviation equal to that mean.
func TestArrivalsAreAPoissonProcess(t *testing.T) {
	t.Parallel()
	const rate, many = 100.0, 20_000
	a := &arrivals{start: time.Now(), rate: rate, random: rand.New(rand.NewPCG(1, 1))}
	var sum, squares float64
	last := a.start
	for range many {
		due := a.nextDue()
		gap := due.Sub(last).Seconds() * rate
		sum, squares, last = sum+gap, squares+gap*gap, due
	}
	mean := sum / many
	if deviation := math.Sqrt(squares/many - mean*mean); math.Abs(mean-1) > 0.03 || math.Abs(deviation-1) > 0.03 {
		t.Errorf("gaps are %v times those of the rate, and deviate by %v", mean, deviation)
	}
}
