package matches

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/game/match"
)

// After a long outage thousands of clocks are due at once, but the bot may edit only 45 messages in
// a second. The test checks that in the end every board shows the stored version of its match.
func TestAllDueBoardsAreShown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, nil)
		const all = 1000
		for i := range all {
			id := match.ID("m" + strconv.Itoa(i))
			f.putAt(f.match(id, match.Person("8"), match.Options{Variant: classic4, Clock: time.Minute}), here, strconv.Itoa(10_000+i))
		}
		time.Sleep(time.Hour)
		f.link.Store(&link{back: time.Now()})
		var mu sync.Mutex
		second, made := time.Now(), 0
		f.discord.refuse(func(string) error {
			mu.Lock()
			defer mu.Unlock()
			if time.Since(second) >= time.Second {
				second, made = time.Now(), 0
			}
			if made++; made > 45 {
				return &rest.ThrottledError{RetryAfter: time.Duration(15+made%15) * time.Second}
			}
			return nil
		})
		stop := f.start()
		time.Sleep(4 * time.Minute)
		behind := 0
		for i := range all {
			r := f.record(match.ID("m" + strconv.Itoa(i)))
			if f.discord.shown(r.Message) != liveText(r.Match.ID, r.Match.Version) {
				behind++
			}
		}
		if behind > 0 {
			t.Errorf("%d of %d boards do not show how their match stands, with %d lines in the log", behind, all, f.log.count("\n"))
		}
		stop()
	})
}

// The log has at most two lines in ten minutes about a damaged match that is due, although the
// store lists it each second.
func TestDamagedDueMatchDoesNotFloodTheLog(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.putGame("m1", time.Minute)
		f.store.change(hooks{load: func(match.ID) error { return store.ErrCorrupt }})
		time.Sleep(11 * time.Minute)
		if lines := f.log.count("corrupt"); lines == 0 || lines > 2 {
			t.Errorf("%d lines in ten minutes about one damaged match", lines)
		}
	})
}

// While the store refuses all saves, the bot does not try to save each due match. It logs the outage and its end once
// each. Then all clocks start again.
func TestAnOutageOfTheStoreIsLoggedOnceAndWaitedFor(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		const all = 20
		for i := range all {
			f.putGame(match.ID("m"+strconv.Itoa(i)), time.Minute)
		}
		f.store.failSaves(-1, errors.New("disk full"))
		time.Sleep(11 * time.Minute)
		if n := f.store.saved(); n == 0 || n > all {
			t.Errorf("%d saves of %d matches in ten minutes without a store", n, all)
		}
		if n := f.log.count("level=ERROR"); n != 1 || f.log.count("cannot read or save matches") != 1 {
			t.Errorf("%d errors are logged:\n%s", n, f.log.lines.String())
		}
		f.store.failSaves(0, nil)
		for _, want := range []match.Status{match.Playing, match.Over} {
			time.Sleep(50 * time.Second) // longer than any pause between two attempts
			for i := range all {
				if m := f.stored(match.ID("m" + strconv.Itoa(i))); m.Status != want || m.Version == 2 {
					t.Errorf("match %s has status %d in version %d, want status %d", m.ID, m.Status, m.Version, want)
				}
			}
		}
		if n := f.log.count("database recovered"); n != 1 {
			t.Errorf("the end is logged %d times", n)
		}
	})
}

// putIdle stores a match and waits until its players must be warned that it will be abandoned.
func (f *fixture) putIdle() {
	f.putGame("m1", 0)
	time.Sleep(match.IdleLife + time.Second)
}

func TestWarningIsPostedWhenTheReplyOfTheStoreIsLost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, nil)
		f.putIdle()
		f.store.change(hooks{save: func(do func() (match.Record, error)) (match.Record, error) {
			f.store.change(hooks{})
			_, _ = do()
			return match.Record{}, errNetwork
		}})
		stop := f.start()
		time.Sleep(time.Minute)
		if len(f.discord.calls("post")) == 0 {
			t.Error("the players of a match that will be abandoned were not told")
		}
		stop()
	})
}

func TestWarningIsPostedAfterAnOutage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, nil)
		f.putIdle()
		up, posts := time.Now().Add(time.Minute), 0
		f.discord.replies(func(ctx context.Context, call string, show func()) error {
			switch {
			case !strings.HasPrefix(call, "post"):
				show()
			case time.Now().Before(up):
				<-ctx.Done() // like the real client, which retries until the deadline
				return &rest.Error{Status: http.StatusServiceUnavailable}
			default:
				posts++
			}
			return nil
		})
		stop := f.start()
		time.Sleep(5 * time.Minute)
		stop()
		if posts != 1 {
			t.Errorf("the players of a match that will be abandoned were told %d times", posts)
		}
	})
}
