// Package queue runs jobs by key: jobs of one key in order, one at a time; jobs of different keys concurrently.
package queue

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
)

// Guard calls `run`, recovers its panic and logs it. Jobs and regular checks run under it, so that a panic about one
// match does not end the process.
func Guard(log *slog.Logger, run func()) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("job panicked", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	run()
}

// A Queue runs jobs. The number of waiting jobs is limited, in all and for each key. There is one
// goroutine for each key with work. Make it with New.
type Queue struct {
	most, mostOfKey int
	log             *slog.Logger // gets the panics of jobs

	mu     sync.Mutex
	lines  map[string]*line // by key, only for keys with work
	jobs   int              // number of jobs that count toward the limit, running ones included
	closed bool
	idle   chan struct{} // closed once the queue is closed and empty
}

type line struct {
	jobs []func()
	last func() // runs after all other jobs, without counting toward the limit; nil for none
}

// New returns a queue that holds at most `most` jobs, and at most `mostOfKey` of one key. Jobs that panic
// are logged.
func New(most, mostOfKey int, log *slog.Logger) *Queue {
	return &Queue{most: most, mostOfKey: mostOfKey, log: log, lines: map[string]*line{}, idle: make(chan struct{})}
}

// Submit adds a job behind the others of its key. It returns false if the queue is full or closed.
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

// HandOver adds `run`, the rest of a running job, to the jobs of another key. It always succeeds, even while the queue
// is closing, because the running job already counts toward the limit. It must be called from within that job.
func (q *Queue) HandOver(key string, run func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs++
	l := q.line(key)
	l.jobs = append(l.jobs, run)
}

// line returns the line of a key, and starts its goroutine if needed. Callers hold q.mu.
func (q *Queue) line(key string) *line {
	l, running := q.lines[key]
	if !running {
		l = &line{}
		q.lines[key] = l
		go q.work(key, l)
	}
	return l
}

// RunLast runs a job once all other jobs of its key are done. The job does not count toward the limits: a key has at
// most one such job, and a new one replaces the waiting one. RunLast does nothing if the queue is closed and empty.
func (q *Queue) RunLast(key string, run func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed || len(q.lines) > 0 {
		q.line(key).last = run
	}
}

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
		Guard(q.log, run)
		q.mu.Lock()
		q.jobs -= room
	}
	delete(q.lines, key)
	if q.closed && len(q.lines) == 0 {
		close(q.idle)
	}
	q.mu.Unlock()
}

// Size returns the number of jobs that count toward the limit, running ones included.
func (q *Queue) Size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.jobs
}

// Close makes Submit refuse new jobs, and waits until the queue is empty or ctx ends. HandOver and RunLast can still
// add jobs until the queue is empty. Close may be called again.
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
