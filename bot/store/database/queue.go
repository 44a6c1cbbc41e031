package database

import (
	"context"
	"fmt"
	"sync"

	"noughts/bot/store"
)

// A write is a change that its caller waits for.
type write struct {
	do   func(ctx context.Context, tx querier) error
	done chan error // has room, so that nobody waits for a caller who has gone
}

// A queue hands writes to writers. It has no room of its own: a write that no
// writer has taken is still in its caller's hands, and goes when the caller goes.
type queue struct {
	taken   chan *write
	closing chan struct{}
	once    sync.Once
	writers sync.WaitGroup
}

func newQueue() *queue {
	return &queue{taken: make(chan *write), closing: make(chan struct{})}
}

// start starts a writer, which gets up to most writes at once. It has sent every
// result by the time carryOut returns.
func (q *queue) start(most int, carryOut func([]*write)) {
	q.writers.Go(func() {
		for {
			select {
			case first := <-q.taken:
				carryOut(q.collect(first, most))
			case <-q.closing:
				return
			}
		}
	})
}

// collect returns first and the writes that wait besides.
func (q *queue) collect(first *write, most int) []*write {
	batch := []*write{first}
	for len(batch) < most {
		select {
		case next := <-q.taken:
			batch = append(batch, next)
		default:
			return batch
		}
	}
	return batch
}

// submit has a change made. do runs in a transaction of its own or can be undone
// by itself, with a context that does not end with the caller's. Errors: do's,
// store.ErrClosed, and those that wrap ctx's.
func (q *queue) submit(ctx context.Context, do func(context.Context, querier) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &write{do: do, done: make(chan error, 1)}
	select {
	case q.taken <- w:
	case <-q.closing:
		return store.ErrClosed
	case <-ctx.Done():
		return fmt.Errorf("the database had no time for the change, which was not made: %w", ctx.Err())
	}
	return w.wait(ctx)
}

// wait returns the result of a write that was taken.
func (w *write) wait(ctx context.Context) error {
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-w.done: // both have come
		return err
	default:
		return fmt.Errorf("the database has not confirmed the change, which may still be made: %w", ctx.Err())
	}
}

// closed says whether close was called.
func (q *queue) closed() bool {
	select {
	case <-q.closing:
		return true
	default:
		return false
	}
}

// close lets the writers finish what they have taken.
func (q *queue) close() {
	q.once.Do(func() { close(q.closing) })
	q.writers.Wait()
}
