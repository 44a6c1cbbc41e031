package main

import (
	"context"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func TestASeedDecidesTheRestarts(t *testing.T) {
	t.Parallel()
	const up = 10 * time.Second
	plan := planRestarts(7, up, 20, 9, 3)
	if !slices.Equal(plan, planRestarts(7, up, 20, 9, 3)) || slices.Equal(plan, planRestarts(8, up, 20, 9, 3)) {
		t.Error("the same seed must lead to the same plan, and another to another")
	}
	var total time.Duration
	kills := 0
	for i, r := range plan {
		total += r.after
		if r.after < 0 || r.replica != i%3 {
			t.Errorf("the restart %d is %+v", i, r)
		}
		if r.signal == syscall.SIGKILL {
			kills++
		}
	}
	if len(plan) != 29 || total >= up || kills != 20 {
		t.Errorf("%d restarts in %v, %d with SIGKILL", len(plan), total, kills)
	}
}

func TestDueTimesDoNotWaitForAnybody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		a := &arrivals{start: time.Now(), rate: 10, random: rand.New(rand.NewPCG(1, 1))}
		due := a.next(ctx)
		if !time.Now().Equal(due) {
			t.Errorf("due %v at %v", due, time.Now())
		}
		time.Sleep(time.Minute) // the caller is late
		late := a.next(ctx)
		if late.Sub(due) > 10*time.Second {
			t.Errorf("the delay that was to be measured is %v", time.Since(late))
		}
		time.AfterFunc(time.Minute, stop)
		for ctx.Err() == nil {
			due = a.next(ctx)
		}
		if wait := time.Until(due); wait <= 0 || time.Since(a.start) > 3*time.Minute {
			t.Errorf("it ended %v before the next", wait)
		}
	})
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

func TestReadyReplicasTakeTurns(t *testing.T) {
	t.Parallel()
	took := make([]int, 3)
	var replicas []*replica
	for i := range took {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Path != "/readyz":
				took[i]++
				w.WriteHeader(http.StatusInternalServerError) // an answer like any other: it is not sent again
				_, _ = io.Copy(w, r.Body)
			case i == 0:
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		}))
		t.Cleanup(server.Close)
		address := strings.TrimPrefix(server.URL, "http://")
		replicas = append(replicas, &replica{http: address, ops: address})
	}
	b := newBalancer(replicas)
	for _, r := range replicas {
		r.ready.Store(r.isReady())
	}
	for range 10 {
		w := httptest.NewRecorder()
		b.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/interactions", strings.NewReader("a press")))
		if w.Code != http.StatusInternalServerError || w.Body.String() != "a press" {
			t.Errorf("%d: %s", w.Code, w.Body.String())
		}
	}
	if !slices.Equal(took, []int{0, 5, 5}) {
		t.Errorf("they got %v", took)
	}
}

func TestReadingMetrics(t *testing.T) {
	t.Parallel()
	page := "# HELP more x\nmore 1\n# TYPE go_goroutines gauge\ngo_goroutines 12\n"
	heap := "go_memstats_heap_alloc_bytes 5.5e+06\n"
	for name, tc := range map[string]struct {
		page       string
		goroutines int
	}{
		"both": {page + heap, 24}, "one": {page, 0}, "not a page": {"{}", 0}, "none": {"", 0},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, tc.page) }))
		r := &replica{ops: strings.TrimPrefix(server.URL, "http://")}
		test := &loadTest{options: options{scrape: time.Second}, replicas: []*replica{r, r}}
		test.sample()
		server.Close()
		if m := test.measured; m.goroutines != tc.goroutines || len(m.heaps) > 0 && m.heaps[0] != 11_000_000 {
			t.Errorf("%s: %+v", name, m)
		}
	}
}
