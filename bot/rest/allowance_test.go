package rest

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A thousand calls at the same time are sent at about 45 per second (ownRate), after an initial burst.
func TestCallsWithTheTokenKeepToDiscordsRate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		made := map[int64]int{} // number of calls by Unix second
		client := restOver(func(*http.Request) (*http.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			made[time.Now().Unix()]++
			return answering(200, "{}"), nil
		})
		begun := time.Now()
		var calls sync.WaitGroup
		for range 1000 {
			calls.Go(func() {
				if err := client.do(t.Context(), http.MethodGet, "http://discord.test/api/v9/x", withToken, nil, nil); err != nil {
					t.Error(err)
				}
			})
		}
		calls.Wait()
		for second, n := range made {
			if n > 2*ownRate { // the initial burst, and the calls of that second
				t.Errorf("%d calls in second %d", n, second)
			}
		}
		if took := time.Since(begun); took < 20*time.Second {
			t.Errorf("a thousand calls took %v", took)
		}
	})
}

// A global rate limit delays calls with the bot's token, but not answers to interactions, which
// have limits of their own.
func TestAnswersDoNotWaitForOtherCalls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client := restOver(func(r *http.Request) (*http.Response, error) {
			if r.Header.Get("Authorization") != "" {
				return answering(429, `{"message":"slow","retry_after":30,"global":true}`), nil
			}
			return answering(200, "{}"), nil
		})
		get := func(ctx context.Context, a auth) error {
			return client.do(ctx, http.MethodGet, "http://discord.test/api/v9/x", a, nil, nil)
		}
		var refused *Error
		if err := get(t.Context(), withToken); !errors.As(err, &refused) || !refused.Global {
			t.Fatalf("the first call: %v", err)
		}
		begun := time.Now()
		if err := get(t.Context(), withoutToken); err != nil || time.Since(begun) > 0 {
			t.Errorf("an answer took %v: %v", time.Since(begun), err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if wait, limited := RateLimited(get(ctx, withToken)); !limited || wait != 30*time.Second {
			t.Errorf("a call in the pause is to be made after %v", wait)
		}
		if time.Since(begun) > 0 {
			t.Error("a call waited for a pause longer than its time")
		}
		if err := get(t.Context(), withToken); err == nil || time.Since(begun) < 30*time.Second {
			t.Errorf("a patient call was made after %v: %v", time.Since(begun), err)
		}
	})
}

// After 5,000 refused calls the client pauses the calls with the bot's token, long before Discord
// would ban the address.
func TestManyRefusalsPutCallsOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := newAllowance()
		for range mostInvalid {
			a.noteRefusal(&Error{Status: http.StatusForbidden})
			a.noteRefusal(&Error{Status: http.StatusNotFound}) // a 404 does not count toward the ban
		}
		begun := time.Now()
		if err := a.wait(t.Context()); err != nil || time.Since(begun) != invalidSpan {
			t.Errorf("a call may be made after %v: %v", time.Since(begun), err)
		}
		a.noteRefusal(&Error{Status: http.StatusForbidden})
		begun = time.Now()
		if err := a.wait(t.Context()); err != nil || time.Since(begun) > time.Second {
			t.Errorf("in the next span a call may be made after %v: %v", time.Since(begun), err)
		}
	})
}
