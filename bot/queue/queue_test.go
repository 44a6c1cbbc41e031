package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func closed(t *testing.T, q *Queue) {
	t.Helper()
	if err := q.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestJobsOfAKeyRunInOrderAndKeysSideBySide(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(100, 100, slog.New(slog.DiscardHandler))
		var mu sync.Mutex
		var order []string
		begun := time.Now()
		for n := range 3 {
			for _, key := range []string{"a", "b"} {
				if !q.Submit(key, func() {
					time.Sleep(time.Second)
					mu.Lock()
					defer mu.Unlock()
					order = append(order, fmt.Sprint(key, n))
				}) {
					t.Error("there is room")
				}
			}
		}
		closed(t, q)
		if took := time.Since(begun); took != 3*time.Second {
			t.Errorf("two keys with three seconds of work each took %v", took)
		}
		for _, key := range []string{"a", "b"} {
			got := slices.DeleteFunc(slices.Clone(order), func(s string) bool { return !strings.HasPrefix(s, key) })
			if want := []string{key + "0", key + "1", key + "2"}; !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		}
	})
}

func TestThereIsNoMoreRoomThanSaid(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(5, 2, slog.New(slog.DiscardHandler))
		work := func() { time.Sleep(time.Second) }
		var took []bool
		for _, key := range []string{"a", "a", "a", "a", "b", "b", "b"} {
			took = append(took, q.Submit(key, work))
			synctest.Wait()
		}
		if want := []bool{true, true, true, false, true, true, false}; !slices.Equal(took, want) {
			t.Errorf("took %v, want %v: one runs and two wait of each key, and five in all", took, want)
		}
		if q.Size() != 5 {
			t.Errorf("%d jobs", q.Size())
		}
		time.Sleep(time.Minute)
		if q.Size() != 0 || !q.Submit("a", work) {
			t.Error("room comes back with the end of work")
		}
		closed(t, q)
	})
}

func TestSoonRunsOnceAfterWhatWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(5, 5, slog.New(slog.DiscardHandler))
		var order []string
		add := func(what string) func() {
			return func() {
				time.Sleep(time.Second)
				order = append(order, what)
			}
		}
		q.Submit("a", add("first"))
		q.RunLast("a", add("never"))
		q.RunLast("a", add("soon"))
		q.Submit("a", add("second"))
		time.Sleep(time.Minute)
		q.RunLast("a", add("later"))
		closed(t, q)
		if want := []string{"first", "second", "soon", "later"}; !slices.Equal(order, want) {
			t.Errorf("ran %v, want %v", order, want)
		}
		q.RunLast("a", func() { t.Error("a queue that is closed and idle runs nothing") })
	})
}

func TestWhatIsHandedOverIsTakenAlsoWhileTheQueueCloses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(1, 1, slog.New(slog.DiscardHandler))
		done := false
		q.Submit("a", func() {
			time.Sleep(time.Second)
			q.HandOver("b", func() {
				time.Sleep(time.Second)
				done = true
			})
		})
		closed(t, q)
		if !done || q.Submit("a", func() {}) {
			t.Errorf("done is %v; a closed queue takes nothing new", done)
		}
	})
}

func TestClosingWaitsNoLongerThanItMay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(1, 1, slog.New(slog.DiscardHandler))
		q.Submit("a", func() { time.Sleep(time.Minute) })
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := q.Close(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		closed(t, q)
	})
}

func TestAPanicIsLoggedAndEndsNoOtherJob(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		q := New(5, 5, slog.New(slog.NewTextHandler(&log, nil)))
		done := false
		q.Submit("a", func() { panic("no such square") })
		q.Submit("a", func() { done = true })
		closed(t, q)
		if !done || !strings.Contains(log.String(), "no such square") || !strings.Contains(log.String(), "queue_test.go") {
			t.Errorf("done is %v, and the log says %s", done, &log)
		}
	})
}
