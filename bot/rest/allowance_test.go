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
			a.noteRefusal("", &Error{Status: http.StatusForbidden})
			a.noteRefusal("", &Error{Status: http.StatusNotFound}) // a 404 does not count toward the ban
		}
		begun := time.Now()
		if err := a.wait(t.Context(), "", withToken); err != nil || time.Since(begun) != invalidSpan {
			t.Errorf("a call may be made after %v: %v", time.Since(begun), err)
		}
		a.noteRefusal("", &Error{Status: http.StatusForbidden})
		begun = time.Now()
		if err := a.wait(t.Context(), "", withToken); err != nil || time.Since(begun) > time.Second {
			t.Errorf("in the next span a call may be made after %v: %v", time.Since(begun), err)
		}
	})
}

// After a 429 the client sends nothing that the limit is for until the pause is over, and everything else.
func TestEveryPauseIsKept(t *testing.T) {
	t.Parallel()
	type call struct {
		method, path string
		with         auth
	}
	lookUp := call{http.MethodGet, "guilds/1/members/5", withToken}
	another := call{http.MethodGet, "guilds/1/members/6", withToken}
	edit := call{http.MethodPatch, "channels/7/messages/8", withToken}
	elsewhere := call{http.MethodGet, "guilds/2/members/5", withToken}
	answer := call{http.MethodPost, "interactions/9/token/callback", withoutToken}
	late := call{http.MethodPatch, "webhooks/3/token/messages/@original", withoutToken}
	for name, c := range map[string]struct {
		limited    call
		body       string
		held, sent []call
	}{
		"a route":                  {lookUp, `{"message":"slow","retry_after":60}`, []call{lookUp, another}, []call{edit, elsewhere, answer, late}},
		"a channel's messages":     {edit, `{"message":"slow","retry_after":60}`, []call{edit}, []call{lookUp, answer, late, {http.MethodPost, "channels/7/messages", withToken}}},
		"a user":                   {call{http.MethodGet, "users/1", withToken}, `{"message":"slow","retry_after":60}`, []call{{http.MethodGet, "users/2", withToken}}, []call{lookUp}},
		"an interaction's token":   {late, `{"message":"slow","retry_after":60}`, []call{late}, []call{answer, {late.method, "webhooks/3/another/messages/@original", withoutToken}}},
		"the bot":                  {lookUp, `{"message":"slow","retry_after":60,"global":true}`, []call{lookUp, edit, elsewhere}, []call{answer, late}},
		"a ban in HTML":            {lookUp, "<html>error code: 1015</html>", []call{lookUp, edit, elsewhere, answer, late}, nil},
		"a ban met by an answer":   {answer, "error code: 1015", []call{lookUp, edit, elsewhere, answer, late}, nil},
		"a limit without any word": {late, "", []call{lookUp, edit, elsewhere, answer, late}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				asked, refusing := 0, true
				client := restOver(func(*http.Request) (*http.Response, error) {
					if asked++; refusing {
						return answering(429, c.body, "Retry-After", "60"), nil
					}
					return answering(200, "{}"), nil
				})
				try := func(c call) (sent bool) {
					ctx, cancel := context.WithTimeout(t.Context(), time.Second)
					defer cancel()
					before := asked
					err := client.do(ctx, c.method, "https://discord.com/api/v9/"+c.path, c.with, nil, nil)
					if _, limited := RateLimited(err); (err == nil) == limited {
						t.Errorf("%v: %v", c, err)
					}
					return asked > before
				}
				try(c.limited)
				refusing = false
				time.Sleep(58 * time.Second)
				for _, held := range c.held {
					if try(held) {
						t.Errorf("sent in the pause: %v", held)
					}
				}
				for _, other := range c.sent {
					if !try(other) {
						t.Errorf("held back: %v", other)
					}
				}
				time.Sleep(2 * time.Second)
				for _, held := range c.held {
					if !try(held) {
						t.Errorf("held back after the pause: %v", held)
					}
				}
				if n := len(client.allowance.routes); n > 1 {
					t.Errorf("%d routes are remembered", n)
				}
			})
		})
	}
}
