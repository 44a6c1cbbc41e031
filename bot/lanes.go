package bot

import (
	"context"
	"sync"
)

// Lanes run jobs: those of one lane in order, one at a time, and different lanes
// side by side. What waits is bounded, in all and in each lane, and so is the
// number of goroutines.
type lanes struct {
	limit     int // jobs in all, running ones included
	laneLimit int // jobs of one lane

	mu      sync.Mutex
	waiting map[string][]func() // of lanes that run
	jobs    int
	closed  bool
	idle    chan struct{} // closed when closed and without jobs
}

func newLanes(limit, laneLimit int) *lanes {
	return &lanes{limit: limit, laneLimit: laneLimit, waiting: map[string][]func(){}, idle: make(chan struct{})}
}

// submit takes a job, or returns false when there is no room for it or the lanes
// are closed. job must not panic.
func (l *lanes) submit(lane string, job func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	queue, running := l.waiting[lane]
	if l.closed || l.jobs >= l.limit || len(queue) >= l.laneLimit {
		return false
	}
	l.jobs++
	if running {
		l.waiting[lane] = append(queue, job)
		return true
	}
	l.waiting[lane] = nil
	go l.run(lane, job)
	return true
}

func (l *lanes) run(lane string, job func()) {
	for job != nil {
		job()
		job = l.next(lane)
	}
}

// next counts a job as done and returns the lane's next, or nil and ends it.
func (l *lanes) next(lane string) func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.jobs--
	if l.closed && l.jobs == 0 {
		close(l.idle)
	}
	queue := l.waiting[lane]
	if len(queue) == 0 {
		delete(l.waiting, lane)
		return nil
	}
	l.waiting[lane] = queue[1:]
	return queue[0]
}

// size returns how many jobs there are, running ones included.
func (l *lanes) size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.jobs
}

// close takes no more jobs and waits for those taken, or for ctx.
func (l *lanes) close(ctx context.Context) error {
	l.mu.Lock()
	if !l.closed {
		l.closed = true
		if l.jobs == 0 {
			close(l.idle)
		}
	}
	l.mu.Unlock()
	select {
	case <-l.idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
