package database

import (
	"context"
	"fmt"
	"sync"
	"time"

	"noughts/bot/store"
)

type write struct {
	do    func(ctx context.Context, tx querier) (any, error) // what a caller of inTransaction does
	value any                                                // result of do, together with err
	err   error
	done  chan struct{} // closed when value and err are final, perhaps after the caller has gone
}

// A writeQueue passes writes from inTransaction to the writers, which `start` starts. It has no buffer: a write that no
// writer has begun is dropped when its caller gives up.
type writeQueue struct {
	explain func(error) error    // see dialect.explain
	atOnce  func([]*write) error // makes changes in place of the writers, or nil: see openMemory
	waiting chan *write
	closing chan struct{}
	once    sync.Once
	writers sync.WaitGroup

	mu      sync.Mutex
	failing bool      // the last write failed for another reason than an answer of the store
	saved   time.Time // when the last write succeeded
}

func newQueue(explain func(error) error) *writeQueue {
	return &writeQueue{explain: explain, waiting: make(chan *write), closing: make(chan struct{})}
}

// start starts a writer. Its `carryOut`, such as sqliteWriter.carryOut, gets up to `most` writes at
// once. It sets their results, or returns the reason why none of them was made.
func (q *writeQueue) start(most int, carryOut func([]*write) error) {
	q.writers.Go(func() {
		for {
			var batch []*write
			select {
			case first := <-q.waiting:
				batch = append(batch, first)
			case <-q.closing:
				return
			}
			for more := true; more && len(batch) < most; {
				select {
				case next := <-q.waiting:
					batch = append(batch, next)
				default:
					more = false
				}
			}
			q.run(batch, carryOut)
		}
	})
}

func (q *writeQueue) run(batch []*write, carryOut func([]*write) error) {
	err := carryOut(batch)
	for _, w := range batch {
		if err != nil {
			w.err = fmt.Errorf("change rolled back: %w", err)
		}
		if w.err != nil {
			w.err = q.explain(w.err)
		}
		q.mu.Lock()
		switch {
		case w.err == nil:
			q.saved, q.failing = time.Now(), false
		case !store.IsAnswer(w.err):
			q.failing = true
		}
		q.mu.Unlock()
		close(w.done)
	}
}

// inTransaction queues a change and returns the result of `do`, which makes the change. `do` runs in a transaction of its
// own, or under a savepoint of a shared one. It may run several times, and its context does not end with the caller's.
// It must write only to the transaction. Errors: those of `do`, store.ErrClosed, and errors that wrap ctx.Err().
func inTransaction[T any](ctx context.Context, q *writeQueue, do func(context.Context, querier) (T, error)) (T, error) {
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	w := &write{done: make(chan struct{}), do: func(ctx context.Context, tx querier) (any, error) { return do(ctx, tx) }}
	if q.atOnce != nil && !q.closed() {
		q.run([]*write{w}, q.atOnce)
		value, _ := w.value.(T)
		return value, w.err
	}
	select {
	case q.waiting <- w:
	case <-q.closing:
		return none, store.ErrClosed
	case <-ctx.Done():
		return none, fmt.Errorf("database busy, change not made: %w", ctx.Err())
	}
	select {
	case <-w.done:
	case <-ctx.Done():
		select {
		case <-w.done: // the write has ended at the same moment
		default:
			return none, fmt.Errorf("commit not confirmed, the change may still be made: %w", ctx.Err())
		}
	}
	value, _ := w.value.(T)
	return value, w.err
}

func (q *writeQueue) inTransaction(ctx context.Context, do func(context.Context, querier) error) error {
	_, err := inTransaction(ctx, q, func(ctx context.Context, tx querier) (struct{}, error) { return struct{}{}, do(ctx, tx) })
	return err
}

func (q *writeQueue) closed() bool {
	select {
	case <-q.closing:
		return true
	default:
		return false
	}
}

// close refuses further writes, and waits until the writers have finished those that they have begun.
func (q *writeQueue) close() {
	q.once.Do(func() { close(q.closing) })
	q.writers.Wait()
}
