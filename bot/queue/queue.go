// Package queue runs jobs by key: those of one key in the order in which they came,
// one at a time, and different keys side by side.
package queue

import (
	"context"
	"sync"
)

// A Queue runs jobs. What waits is bounded, in all and for each key, and so is the
// number of goroutines: there is one for each key with work. Make it with New.
type Queue struct {
	most, mostOfKey int
	guard           func(job func())

	mu     sync.Mutex
	lines  map[string]*line // of the keys with work
	jobs   int              // that count against most, running ones included
	closed bool
	idle   chan struct{} // closed when the queue is closed and has no work
}

// A line is the work of a key that waits.
type line struct {
	jobs []job
	soon func() // nil for none
}

type job struct {
	run     func()
	counted bool // it takes a place of the queue's
}

// New returns a queue that takes so many jobs, and so many for each key. guard runs
// every job: it is there to recover from panics.
func New(most, mostOfKey int, guard func(job func())) *Queue {
	return &Queue{most: most, mostOfKey: mostOfKey, guard: guard, lines: map[string]*line{}, idle: make(chan struct{})}
}

// Do takes a job, or returns false when there is no room for it or the queue is
// closed.
func (q *Queue) Do(key string, run func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.lines[key]
	if q.closed || q.jobs >= q.most || l != nil && len(l.jobs) >= q.mostOfKey {
		return false
	}
	q.add(key, job{run, true})
	return true
}

// HandOver takes a job that goes on with the work of a running one, which has been
// given room: it is always taken, also while the queue is being closed. It must be
// called from within that job.
func (q *Queue) HandOver(key string, run func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.add(key, job{run, true})
}

// add puts a job at the end of its key's line. Callers hold q.mu.
func (q *Queue) add(key string, j job) {
	if j.counted {
		q.jobs++
	}
	l, running := q.lines[key]
	if !running {
		l = &line{}
		q.lines[key] = l
		go q.work(key, l)
	}
	l.jobs = append(l.jobs, j)
}

// Soon runs a job after those that wait for its key. It takes no room: a key has
// one such job at most, and what is given while another one waits replaces it. A
// queue that is closed and idle takes none.
func (q *Queue) Soon(key string, run func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if l, running := q.lines[key]; running {
		l.soon = run
		return
	}
	if q.closed && len(q.lines) == 0 {
		return
	}
	l := &line{soon: run}
	q.lines[key] = l
	go q.work(key, l)
}

// work runs the jobs of a key until there are none.
func (q *Queue) work(key string, l *line) {
	for {
		j, ok := q.next(key, l)
		if !ok {
			return
		}
		q.guard(j.run)
		if j.counted {
			q.mu.Lock()
			q.jobs--
			q.mu.Unlock()
		}
	}
}

// next takes the next job of a line. A line without any is at its end.
func (q *Queue) next(key string, l *line) (job, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case len(l.jobs) > 0:
		j := l.jobs[0]
		l.jobs = l.jobs[1:]
		return j, true
	case l.soon != nil:
		j := job{run: l.soon}
		l.soon = nil
		return j, true
	}
	delete(q.lines, key)
	if q.closed && len(q.lines) == 0 {
		close(q.idle)
	}
	return job{}, false
}

// Size returns how many jobs there are that take room, running ones included.
func (q *Queue) Size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.jobs
}

// Close takes no more jobs but those that go on with others, and waits until there
// is no work, or for ctx. It may be called again.
func (q *Queue) Close(ctx context.Context) error {
	q.mu.Lock()
	if !q.closed {
		q.closed = true
		if len(q.lines) == 0 {
			close(q.idle)
		}
	}
	q.mu.Unlock()
	select {
	case <-q.idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
