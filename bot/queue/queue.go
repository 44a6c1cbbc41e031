// Package queue runs jobs by key: those of one key in order, one at a time, and different keys side
// by side.
package queue

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
)

// Guard returns a function that runs another one and recovers from its panic, which
// it logs. It is around everything that runs outside an HTTP handler, so that one
// match or member cannot end the process for all.
func Guard(log *slog.Logger) func(run func()) {
	return func(run func()) {
		defer func() {
			if p := recover(); p != nil {
				log.Error("job panicked", "panic", p, "stack", string(debug.Stack()))
			}
		}()
		run()
	}
}

// A Queue runs jobs. Waiting jobs are bounded, in all and for each key, and so is the number of
// goroutines: there is one for each key with work. Make it with New.
type Queue struct {
	most, mostOfKey int
	guard           func(job func())

	mu     sync.Mutex
	lines  map[string]*line // of the keys with work
	jobs   int              // that take room, running ones included
	closed bool
	idle   chan struct{} // closed when the queue is closed and has no work
}

// A line is the work of a key that waits.
type line struct {
	jobs []func()
	last func() // runs when there are no other jobs, and takes no room; nil for none
}

// New returns a queue that takes so many jobs, and so many for each key. guard runs
// every job: it is there to recover from panics.
func New(most, mostOfKey int, guard func(job func())) *Queue {
	return &Queue{most: most, mostOfKey: mostOfKey, guard: guard, lines: map[string]*line{}, idle: make(chan struct{})}
}

// Submit adds a job behind the others of its key. It returns false when there is no
// room for it or the queue is closed.
func (q *Queue) Submit(key string, run func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.lines[key]
	if q.closed || q.jobs >= q.most || l != nil && len(l.jobs) >= q.mostOfKey {
		return false
	}
	q.jobs++
	l = q.line(key)
	l.jobs = append(l.jobs, run)
	return true
}

// HandOver adds a job that continues the work of a running one, which had a place: it is always
// added, also while the queue is being closed. It must be called from within that job.
func (q *Queue) HandOver(key string, run func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs++
	l := q.line(key)
	l.jobs = append(l.jobs, run)
}

// line returns the line of a key, which is worked on from now on. Callers hold q.mu.
func (q *Queue) line(key string) *line {
	l, running := q.lines[key]
	if !running {
		l = &line{}
		q.lines[key] = l
		go q.work(key, l)
	}
	return l
}

// RunLast runs a job when all others of its key are done. It takes no room: a key has
// one such job at most, and another one that is given while it waits replaces it. A
// queue that is closed and has no work takes none.
func (q *Queue) RunLast(key string, run func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed || len(q.lines) > 0 {
		q.line(key).last = run
	}
}

// work runs the jobs of a key until there are none.
func (q *Queue) work(key string, l *line) {
	q.mu.Lock()
	for len(l.jobs) > 0 || l.last != nil {
		run, room := l.last, 0
		if len(l.jobs) > 0 {
			run, room = l.jobs[0], 1
			l.jobs = l.jobs[1:]
		} else {
			l.last = nil
		}
		q.mu.Unlock()
		q.guard(run)
		q.mu.Lock()
		q.jobs -= room
	}
	delete(q.lines, key)
	if q.closed && len(q.lines) == 0 {
		close(q.idle)
	}
	q.mu.Unlock()
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
