package matches

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/game/match"
)

// sees stores a match in which the computer has the move, and makes member 7 open it, so that the manager caches it.
func (f *fixture) sees(message string) {
	f.t.Helper()
	f.put("a", computer)
	if did := f.act("a", message, look(func(match.Record) {})); did.Refusal != nil {
		f.t.Fatal(did.Refusal)
	}
}

// wants checks the calls to Discord after the first answer.
func (f *fixture) wants(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	if got := f.discord.calls("")[1:]; !slices.Equal(got, want) {
		t.Errorf("asked\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestARateLimitOfAnEditIsWaitedFor(t *testing.T) {
	t.Parallel()
	withFixture(t, first(time.Second), func(t *testing.T, f *fixture) {
		f.sees("1")
		limited := false
		f.discord.refuse(func(call string) error {
			if limited || !strings.HasPrefix(call, "edit") {
				return nil
			}
			limited = true
			return &rest.Error{Status: 429, RetryAfter: 4 * time.Second}
		})
		time.Sleep(10 * time.Second) // the manager resumes the computer's turn, and the computer thinks
		moved := time.Now()
		for f.discord.shown("1") != "live a 2" {
			time.Sleep(100 * time.Millisecond)
			if time.Since(moved) > time.Minute {
				t.Fatalf("%q is shown", f.discord.shown("1"))
			}
		}
		f.wants(t, "edit 1: live a 2", "edit 1: live a 2")
	})
}

// An edit whose reply was lost may still arrive later. The test checks that the board is therefore
// drawn once more, even if a newer version was shown meanwhile.
func TestAnEditThatIsLostIsWrittenOnceMore(t *testing.T) {
	t.Parallel()
	withFixture(t, first(time.Second), func(t *testing.T, f *fixture) {
		f.sees("1")
		lost := false
		f.discord.refuse(func(call string) error {
			if lost || !strings.HasPrefix(call, "edit") {
				return nil
			}
			lost = true
			return errNetwork
		})
		time.Sleep(7 * time.Second)
		did := f.act("a", "1", bump)
		time.Sleep(time.Minute)
		calls := f.discord.calls("")
		if last := calls[len(calls)-1]; did.Version != 3 || last != "edit 1: live a 3" {
			t.Errorf("after version %d was shown the last call is %q", did.Version, last)
		}
	})
}

func TestAMessageThatIsGoneIsForgotten(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]*rest.Error{
		"deleted": {Status: 404, Code: rest.CodeUnknownMessage}, "no permission": {Status: 403, Code: 50013},
	} {
		withFixture(t, first(time.Second), func(t *testing.T, f *fixture) {
			f.sees("1")
			f.discord.refuse(func(call string) error {
				if strings.HasPrefix(call, "edit") {
					return err
				}
				return nil
			})
			time.Sleep(time.Minute)
			f.wants(t, "edit 1: live a 2")
			f.discord.refuse(nil)
			did := f.act("a", "1", func(*plan.Request, match.Record, plan.Facts) (plan.Decision, error) {
				return plan.Decision{Answer: plan.Answer{As: plan.Anew, View: &plan.View{}}}, nil
			})
			if text := f.discord.shown(did.Sent.Message.ID); text != "live a 2" {
				t.Errorf("%s: %q is shown anew", name, text)
			}
			if r := f.record("a"); r.Message != did.Sent.Message.ID {
				t.Errorf("%s: message %q is stored", name, r.Message)
			}
		})
	}
}

// A private answer does not become the live message of a match.
func TestARefusalIsNoBoard(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.put("a", match.Person("8"))
		f.act("a", "1", bump)
		f.act("a", "1", func(*plan.Request, match.Record, plan.Facts) (plan.Decision, error) {
			return plan.Decision{}, errors.New("no")
		})
		time.Sleep(time.Minute)
		if r := f.record("a"); r.Message != "1" || f.discord.shown("1") != "live a 3" {
			t.Errorf("message %q is stored, and shows %q", r.Message, f.discord.shown("1"))
		}
	})
}

// A match has been shown again in a new message. A press on its older message replaces the older message by a link to
// the new one.
func TestANewerMessageTakesOver(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.put("a", match.Person("8"))
		f.act("a", "1", bump)
		did := f.act("a", "1", func(*plan.Request, match.Record, plan.Facts) (plan.Decision, error) {
			return plan.Decision{Answer: plan.Answer{As: plan.Anew, View: &plan.View{}}}, nil
		})
		stale := func(*plan.Request, match.Record, plan.Facts) (plan.Decision, error) { return plan.Decision{}, errStale }
		f.act("a", "1", stale)
		f.act("a", did.Sent.Message.ID, stale)
		synctest.Wait()
		f.wants(t, "answer 102: live a 3", "edit 1: moved a to message-of-102", "answer 103: stale", "edit 1: moved a to message-of-102", "answer 104: stale")
	})
}

// Close draws an outdated board at once if its edit waits for a retry.
func TestABoardIsBroughtUpToDateBeforeTheBotStops(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{"Discord has failed": &rest.Error{Status: 503}, "nobody knows": errNetwork} {
		synctest.Test(t, func(t *testing.T) {
			f := newFixture(t, nil)
			f.put("a", match.Person("8"))
			f.act("a", "1", bump)
			f.discord.refuse(func(string) error { return err })
			f.act("a", "1", bump)
			synctest.Wait()
			f.discord.refuse(func(call string) error {
				if strings.HasPrefix(call, "find") {
					return &rest.Error{Status: 404, Code: 10015}
				}
				return nil
			})
			if err := f.Close(t.Context()); err != nil {
				t.Error(err)
			}
			if text := f.discord.shown("1"); text != "live a 4" {
				t.Errorf("%s: %q is shown in the end", name, text)
			}
			time.Sleep(time.Hour) // until all timers have expired
		})
	}
}

// An edit whose reply was lost may take effect after a later press was answered. The test checks
// that the board shows the newest version in the end.
func TestLateEditIsWrittenOver(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		m := f.putGame("m1", 0)
		f.discord.replies(func(_ context.Context, _ string, show func()) error {
			f.discord.refuse(nil)
			time.AfterFunc(2*time.Second, show)
			return errNetwork
		})
		f.reconcileSoon("m1") // as after a restart, when the content of the message is unknown
		synctest.Wait()
		f.press("m1", "900", m.Version)
		time.Sleep(time.Minute)
		if got, want := f.discord.shown("900"), liveText("m1", m.Version+1); got != want {
			t.Errorf("the message shows %q, want %q", got, want)
		}
	})
}

// If Discord has asked for a pause before the next edit, calls of reconcile in the meantime do not shorten the pause.
func TestRateLimitIsKept(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.putGame("m1", 0)
		f.discord.refuse(func(string) error {
			return &rest.Error{Status: http.StatusTooManyRequests, RetryAfter: 20 * time.Second}
		})
		for range 10 {
			f.reconcileSoon("m1")
			time.Sleep(time.Second)
		}
		if n := len(f.discord.calls("edit")); n != 1 {
			t.Errorf("%d edits in ten seconds, where Discord wanted none for twenty", n)
		}
	})
}

// If the store hangs while it saves a message's id, a request about the match waits no longer than
// a request's time limit.
func TestSavingAMessageEnds(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.putGame("m1", 0)
		f.store.change(hooks{setMessage: func(ctx context.Context) error {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(10 * time.Minute): // the call never returns in time
				return errNetwork
			}
		}})
		begun := time.Now()
		f.command(again("m1"))
		if took := time.Since(begun); took > 15*time.Second {
			t.Errorf("the request held up its match for %v", took)
		}
	})
}

// Discord bans the addresses of bots that make too many refused calls.
func TestNoEditWhereTheBotMayNot(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		away := here
		away.Away = true
		m := f.match("m1", match.Person("8"), match.Options{Variant: classic4})
		f.putAt(m, away, "900")
		f.discord.texts["900"] = "live m1 0" // the process died between Save and the answer
		f.discord.refuse(func(call string) error {
			if strings.HasPrefix(call, "edit") {
				return &rest.Error{Status: http.StatusForbidden, Code: 50001}
			}
			return nil
		})
		for range 20 {
			f.press("m1", "900", m.Version-1)
			time.Sleep(time.Second)
		}
		if n := len(f.discord.calls("edit")); n > 0 {
			t.Errorf("%d calls that Discord refuses", n)
		}
		if got, want := f.discord.shown("900"), liveText("m1", m.Version); got != want {
			t.Errorf("the message shows %q after twenty presses, want %q", got, want)
		}
		if n := strings.Count(strings.Join(f.discord.calls(""), "\n"), "stale"); n != 20 {
			t.Errorf("%d of twenty members were told why not", n)
		}
	})
}

// Ten presses on an old message at the same time cause one edit of that message.
func TestOldBoardIsClearedOnce(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		m := f.putGame("m1", 0)
		f.press("m1", "900", m.Version)
		synctest.Wait()
		before := len(f.discord.calls("edit"))
		f.discord.takes = time.Second
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() { f.press("m1", "800", m.Version) })
		}
		all.Wait()
		synctest.Wait()
		if n := len(f.discord.calls("edit")) - before; n != 1 {
			t.Errorf("an old board was edited %d times", n)
		}
	})
}

// Otherwise the old message would become the live one again after a restart or a reload.
func TestMessageIsSavedAfterAFailure(t *testing.T) {
	t.Parallel()
	for _, shared := range []bool{false, true} {
		withFixture(t, nil, func(t *testing.T, f *fixture) {
			f.putGame("m1", 0)
			failed := false
			f.store.change(hooks{shared: shared, setMessage: func(context.Context) error {
				if !failed {
					failed = true
					return errNetwork
				}
				return nil
			}})
			message := f.command(again("m1")).Sent.Message.ID
			time.Sleep(time.Minute)
			if _, _, live := parse(f.discord.shown("900")); live || f.record("m1").Message != message {
				t.Errorf("shared %v: the store has %q, and the message before shows %q", shared, f.record("m1").Message, f.discord.shown("900"))
			}
			if n := f.log.count("cannot save the messages of a match"); n != 1 {
				t.Errorf("shared %v: the log names the failure %d times", shared, n)
			}
		})
	}
}
