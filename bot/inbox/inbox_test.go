package inbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

func TestInteractionsOfAMatchKeepTheirOrder(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		wait := map[string]time.Duration{"1": 300 * time.Millisecond, "2": 200 * time.Millisecond, "4": 100 * time.Millisecond}
		w.commands.handle = func(r *plan.Request) (plan.Plan, error) {
			return answering(plan.InPlace, "done", wait[r.ID])(r)
		}
		for _, press := range []string{"1 a", "2 a", "3 a", "4 b"} {
			id, of, _ := strings.Cut(press, " ")
			w.receive(pressing(id, "/m/"+of+"/1/b2"))
		}
		w.end(t)
		if got, want := w.executor.answered(), []string{"4", "1", "2", "3"}; !slices.Equal(got, want) {
			t.Errorf("answered %q, want %q", got, want)
		}
		if got, want := w.executor.keys, []string{"m/a", "m/a", "m/a", "m/b"}; !slices.Equal(got, want) {
			t.Errorf("keys %q, want %q", got, want)
		}
	})
}

func TestWhatIsDoneIsLoggedInOneLine(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		err     error
		payload string
	}{
		`level=INFO msg=interaction id=5 shard=3 path=/test outcome=done took=1s match=a version=2`:                                  {nil, pressing("5", "/m/a/2/b2")},
		`level=INFO msg=interaction id=5 shard=3 path=/test outcome=refused took=1s err=refuse.over`:                                 {plan.Refuse(texts.RefuseOver), commanding("5")},
		`level=ERROR msg=interaction id=5 shard=3 path=/test outcome=failed took=1s match=a version=2 err="the store is gone"`:       {errors.New("the store is gone"), pressing("5", "/m/a/2/b2")},
		`level=ERROR msg=interaction id=5 shard=3 path=/test outcome=panicked took=1s match=a version=2 err="panic in a handler: x"`: {fmt.Errorf("%w in a handler: x", matches.ErrPanic), pressing("5", "/m/a/2/b2")},
	} {
		inWorld(t, func(t *testing.T, w *world) {
			w.commands.handle = func(*plan.Request) (plan.Plan, error) {
				time.Sleep(time.Second)
				return privately("done"), c.err
			}
			w.receive(c.payload)
			w.end(t)
			if _, got, _ := strings.Cut(w.log.String(), " "); got != want+"\n" {
				t.Errorf("the log says\n%swant\n%s", got, want)
			}
		})
	}
}

func TestAPanicInRoutingIsAnsweredAndLoggedWithItsStack(t *testing.T) {
	t.Parallel()
	w := newWorld(nil)
	w.commands.routed = func(*plan.Request) { panic("of a test") }
	done := make(chan struct{})
	w.Receive(3, []byte(pressing("1", "/m/a/1/b2")), time.Now(), false, func() { close(done) })
	<-done
	w.endsAfter(t, "callback 4 broken*")
	for _, want := range []string{"of a test", "inbox_test.go", "outcome=panicked"} {
		if !strings.Contains(w.log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, &w.log)
		}
	}
}

func TestDuplicatesAreDropped(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		done := 0
		for range 3 {
			w.Receive(3, []byte(pressing("1", "/m/a/1/b2")), time.Now(), false, func() { done++ })
			synctest.Wait()
		}
		w.receive(`{"id":"2","type":1,"token":"t"}`) // a PING, which has no request
		w.end(t)
		if got := w.executor.answered(); len(got) != 1 || done != 3 || w.counts.outcomes[outcomeDuplicate] != 2 {
			t.Errorf("answered %q, done %d\n%s", got, done, &w.log)
		}
	})
}

// Such requests must not flood the log.
func TestWhatDiscordNeverSendsIsOneLineAtDebug(t *testing.T) {
	t.Parallel()
	for payload, want := range map[string]string{
		`{"id":"5","token":"t","channel_id":"7","type":2,"data":"help",` + alice + `}`: `"malformed interaction" id=5 type=2 err=`,
		`{"id":"5","token":"t","type":2,"data":{"name":"help"}}`:                       `"malformed interaction" id=5 type=2 err=`,
		`{"guild_id":[],"id":"5","type":2}`:                                            `"malformed interaction" id=5 type=2 err=`,
		`{"id":"5","token":"t","channel_id":"7","type":4,` + alice + `}`:               `"malformed interaction" id=5 type=4 err=`,
		strings.Replace(commanding("5"), `,"permissions":"0"`, ``, 1):                  `lacks the member's permissions, and counts as having none" id=5 type=2`,
		strings.Replace(completing("5"), `"permissions":"0"`, `"permissions":null`, 1): `lacks the member's permissions, and counts as having none" id=5 type=4`,
	} {
		inWorld(t, func(t *testing.T, w *world) {
			done := false
			w.Receive(3, []byte(payload), w.fresh.start, false, func() { done = true })
			synctest.Wait()
			w.end(t)
			log := w.log.String()
			if !strings.Contains(log, "level=DEBUG") || strings.Count(log, want) != 1 || strings.Contains(log, "level=WARN") || !done {
				t.Errorf("%s: done %v, the log says\n%s", payload, done, log)
			}
		})
	}
}

// An earlier delivery of a stale interaction may have been handled, except of an autocompletion.
func TestWhatIsTooOldIsTended(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		start := time.Now()
		id := func() string { return strconv.FormatInt(time.Since(start).Milliseconds()<<22, 10) }
		for range 5 { // so that the clock offset is known to be zero
			time.Sleep(time.Second)
			w.receive(commanding(id()))
		}
		time.Sleep(time.Millisecond)
		press := pressing(id(), "/m/a/1/b2")
		time.Sleep(time.Millisecond)
		command := commanding(id())
		time.Sleep(time.Millisecond)
		typed := completing(id())
		time.Sleep(staleAge)
		w.receive(press)
		w.receive(command)
		w.receive(typed)
		w.end(t)
		if len(w.executor.answered()) != 5 || w.counts.outcomes[outcomeStale] != 3 {
			t.Errorf("answered %q\n%s", w.executor.answered(), &w.log)
		}
		want := []string{"m/a " + strconv.Itoa(5001<<22), "i/" + strconv.Itoa(5002<<22) + " " + strconv.Itoa(5002<<22)}
		if !slices.Equal(w.executor.reconciled, want) {
			t.Fatalf("reconciled %q, want %q", w.executor.reconciled, want)
		}
		at := rest.Message{Channel: "7", App: "99", Token: "token-" + strconv.Itoa(5001<<22), Until: start.Add(5001*time.Millisecond + rest.TokenLife)}
		if got := w.executor.tokens[0]; got != at {
			t.Errorf("at %+v, want %+v", got, at)
		}
	})
}

func TestWithoutRoomMembersAreToldToComeBack(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		w.executor.full = true
		w.discord.reply = func(string) error { time.Sleep(time.Second); return nil }
		const flood = 100
		for n := range flood {
			w.receive(commanding(strconv.Itoa(1 + n)))
		}
		synctest.Wait()
		if n := w.counts.of(outcomeDropped); n != flood-limits.Defaults.Apologies {
			t.Errorf("%d were dropped at once", n)
		}
		w.end(t)
		apologies := limits.Defaults.Apologies
		if got := w.discord.called(); len(got) != apologies || got[0] != "callback 4 busy*" {
			t.Errorf("called %q", got)
		}
		if o := w.counts.outcomes; o[outcomeBusy] != apologies || o[outcomeDropped] != flood-apologies || w.counts.limits[limits.Queue] != flood {
			t.Errorf("outcomes %v, limits %v", o, w.counts.limits)
		}
		if n := strings.Count(w.log.String(), "msg=interaction"); n != flood {
			t.Errorf("%d lines in the log, want %d", n, flood)
		}
	})
}

// Close waits for accepted interactions. A closed inbox accepts nothing and does not call done, so
// the gateway delivers the event again to the next process.
func TestCloseWaitsForWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		w.commands.handle = answering(plan.InPlace, "done", time.Second)
		begun := time.Now()
		w.receive(pressing("1", "/x"))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		if err := w.Close(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("closed with %v", err)
		}
		w.Receive(3, []byte(pressing("2", "/x")), time.Now(), false, func() { t.Error("the second is done") })
		w.end(t)
		if took := time.Since(begun); took != time.Second || len(w.executor.answered()) != 1 {
			t.Errorf("closed after %v with %q", took, w.executor.answered())
		}
	})
}
