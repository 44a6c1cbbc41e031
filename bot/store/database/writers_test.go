package database

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
)

// stalled returns a queue whose writer takes writes, but makes none of them until `release` is called.
func stalled(t *testing.T) (q *writeQueue, release func()) {
	t.Helper()
	q = newQueue(explainSQLite)
	gate := make(chan struct{})
	q.start(10, func(batch []*write) error {
		<-gate
		for _, w := range batch {
			w.value, w.err = w.do(context.Background(), nil)
		}
		return nil
	})
	return q, func() { close(gate) }
}

func counting(made *int) func(context.Context, querier) error {
	return func(context.Context, querier) error { *made++; return nil }
}

func TestAWriteThatIsNotTakenGoesWithItsCaller(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, release := stalled(t)
		made, other := 0, 0
		go func() { _ = q.inTransaction(context.Background(), counting(&other)) }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := q.inTransaction(ctx, counting(&made))
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "not made") {
			t.Errorf("got %v", err)
		}
		release()
		q.close()
		if made != 0 || other != 1 {
			t.Errorf("made %d times, and the other %d times; want never, and once", made, other)
		}
	})
}

func TestClosingTurnsAwayWhoWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, release := stalled(t)
		taken, waiting := make(chan error, 1), make(chan error, 1)
		made := 0
		go func() { taken <- q.inTransaction(context.Background(), counting(&made)) }()
		synctest.Wait()
		go func() { waiting <- q.inTransaction(context.Background(), counting(&made)) }()
		synctest.Wait()
		closed := make(chan struct{})
		go func() { q.close(); close(closed) }()
		if err := <-waiting; !errors.Is(err, store.ErrClosed) {
			t.Errorf("who waited got %v", err)
		}
		release()
		<-closed
		if err := <-taken; err != nil || made != 1 {
			t.Errorf("who was taken on got %v, and %d changes were made", err, made)
		}
	})
}

// The writes that wait while a batch is carried out make up the next batch, up to the largest size.
func TestBatches(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const most, writes = 10, 26
		q := newQueue(explainSQLite)
		gate := make(chan struct{})
		var sizes []int
		q.start(most, func(batch []*write) error {
			<-gate
			sizes = append(sizes, len(batch))
			return nil
		})
		for range writes {
			go func() { _ = q.inTransaction(context.Background(), nil) }()
			synctest.Wait()
		}
		close(gate)
		synctest.Wait()
		q.close()
		if want := []int{1, 10, 10, 5}; len(sizes) != len(want) || sizes[1] != most || sizes[3] != want[3] {
			t.Errorf("batches of %v, want %v", sizes, want)
		}
	})
}

func TestAgain(t *testing.T) {
	t.Parallel()
	passing, final := errors.New("passes"), errors.New("final")
	passes := func(err error) bool { return errors.Is(err, passing) }
	for name, c := range map[string]struct {
		answers []error
		tries   int
		want    error
	}{
		"at once":                {[]error{nil}, 1, nil},
		"after a while":          {[]error{passing, passing, nil}, 3, nil},
		"not for a final answer": {[]error{passing, final}, 2, final},
		"not for ever":           {[]error{passing, passing, passing, passing, passing, nil}, attempts, passing},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				tries := 0
				err := retry(t.Context(), passes, func() error { tries++; return c.answers[tries-1] })
				if !errors.Is(err, c.want) || tries != c.tries {
					t.Errorf("%v after %d tries, want %v after %d", err, tries, c.want, c.tries)
				}
			})
		})
	}
}

func TestResultOfAChangeWhoseCallerHasGone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, release := stalled(t)
		made := 0
		number := func(context.Context, querier) (int, error) { made++; return 7, nil }
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		got, err := inTransaction(ctx, q, number)
		if got != 0 || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "may still be made") {
			t.Errorf("got %d, %v", got, err)
		}
		go release()
		if got, err := inTransaction(t.Context(), q, number); got != 7 || err != nil {
			t.Errorf("got %d, %v, want 7", got, err)
		}
		q.close()
		if made != 2 {
			t.Errorf("made %d times, want both", made)
		}
	})
}
