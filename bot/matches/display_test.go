package matches

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

// sees has member 7 look at the match in a message, so that the owner knows it, and then
// the computer move a second later.
func (h *house) sees(message string) {
	h.t.Helper()
	h.begins("a", computer)
	if did := h.acts("a", message, look(func(match.Record) {})); did.Refusal != nil {
		h.t.Fatal(did.Refusal)
	}
}

// wants checks what was asked of Discord since the first answer.
func (h *house) wants(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	if got := h.wall.calls()[1:]; !slices.Equal(got, want) {
		t.Errorf("asked\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestARateLimitOfAnEditIsWaitedFor(t *testing.T) {
	t.Parallel()
	inHouse(t, store.NewMemory(), first(time.Second), func(t *testing.T, h *house) {
		h.sees("1")
		limited := false
		h.wall.refuses(func(call string) error {
			if limited || !strings.HasPrefix(call, "edit") {
				return nil
			}
			limited = true
			return &rest.Error{Status: 429, RetryAfter: 4 * time.Second}
		})
		time.Sleep(10 * time.Second) // the computer's turn is taken up, and it thinks
		moved := time.Now()
		for h.wall.shown("1") != "live a 2" {
			time.Sleep(100 * time.Millisecond)
			if time.Since(moved) > time.Minute {
				t.Fatalf("%q is shown", h.wall.shown("1"))
			}
		}
		h.wants(t, "edit 1: live a 2", "edit 1: live a 2")
	})
}

// TestAnEditThatIsLostIsWrittenOnceMore does not know whether it still comes.
func TestAnEditThatIsLostIsWrittenOnceMore(t *testing.T) {
	t.Parallel()
	inHouse(t, store.NewMemory(), first(time.Second), func(t *testing.T, h *house) {
		h.sees("1")
		lost := false
		h.wall.refuses(func(call string) error {
			if lost || !strings.HasPrefix(call, "edit") {
				return nil
			}
			lost = true
			return errNetwork
		})
		time.Sleep(10 * time.Second)
		did := h.acts("a", "1", bump)
		time.Sleep(time.Minute)
		calls := h.wall.calls()
		if last := calls[len(calls)-1]; did.Version != 3 || last != "edit 1: live a 3" {
			t.Errorf("after version %d was shown the last call is %q", did.Version, last)
		}
	})
}

func TestAMessageThatIsGoneIsForgotten(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]*rest.Error{
		"deleted": {Status: 404, Code: rest.CodeUnknownMessage}, "no access": {Status: 403, Code: 50001},
	} {
		inHouse(t, store.NewMemory(), first(time.Second), func(t *testing.T, h *house) {
			h.sees("1")
			h.wall.refuses(func(call string) error {
				if strings.HasPrefix(call, "edit") {
					return err
				}
				return nil
			})
			time.Sleep(time.Minute)
			h.wants(t, "edit 1: live a 2")
			h.wall.refuses(nil)
			did := h.acts("a", "1", func(match.Record, plan.Facts) (plan.Decision, error) {
				return plan.Decision{Answer: plan.Answer{As: plan.Anew, Board: &plan.View{}}}, nil
			})
			if text := h.wall.shown(did.Sent.Message.ID); text != "live a 2" {
				t.Errorf("%s: %q is shown anew", name, text)
			}
			if r, err := h.kept.Load(t.Context(), "a"); err != nil || r.Message != did.Sent.Message.ID {
				t.Errorf("%s: message %q is noted, %v", name, r.Message, err)
			}
		})
	}
}

// TestARefusalIsNoBoard answers privately: the message of the match stays what it was.
func TestARefusalIsNoBoard(t *testing.T) {
	t.Parallel()
	inHouse(t, store.NewMemory(), nil, func(t *testing.T, h *house) {
		h.begins("a", match.Person("8"))
		h.acts("a", "1", bump)
		h.acts("a", "1", func(match.Record, plan.Facts) (plan.Decision, error) { return plan.Decision{}, errors.New("no") })
		time.Sleep(time.Minute)
		if r, err := h.kept.Load(t.Context(), "a"); err != nil || r.Message != "1" || h.wall.shown("1") != "live a 3" {
			t.Errorf("message %q is noted, %v, and shows %q", r.Message, err, h.wall.shown("1"))
		}
	})
}

// TestANewerMessageTakesOver presses an older message of a match that is shown in
// another: the older one gets a pointer.
func TestANewerMessageTakesOver(t *testing.T) {
	t.Parallel()
	inHouse(t, store.NewMemory(), nil, func(t *testing.T, h *house) {
		h.begins("a", match.Person("8"))
		h.acts("a", "1", bump)
		did := h.acts("a", "1", func(match.Record, plan.Facts) (plan.Decision, error) {
			return plan.Decision{Answer: plan.Answer{As: plan.Anew, Board: &plan.View{}}}, nil
		})
		stale := func(match.Record, plan.Facts) (plan.Decision, error) { return plan.Decision{}, errStale }
		h.acts("a", "1", stale)
		h.acts("a", did.Sent.Message.ID, stale)
		synctest.Wait()
		h.wants(t, "answer 102: live a 3", "edit 1: ", "answer 103: stale", "edit 1: ", "answer 104: stale")
	})
}

// TestAnUnsureMessageGivesWayToANewerOne has another process note a message while it is
// not known what became of an answer in an older one.
func TestAnUnsureMessageGivesWayToANewerOne(t *testing.T) {
	t.Parallel()
	var d display
	older := rest.Message{Channel: channel, ID: "20", Token: "t"}
	d.kept, d.at, d.version = older, older, 5
	d.learn(match.Record{Message: "21", Place: match.Place{Channel: channel}})
	if d.at.ID != "21" || !d.sure || d.version != 0 || len(d.retired) != 1 || d.retired[0] != older {
		t.Errorf("after a newer one was noted: %+v", d)
	}
	d.sure, d.version, d.retired = false, 5, nil
	d.learn(match.Record{Message: "9", Place: match.Place{Channel: channel}})
	if d.at.ID != "21" || d.sure || d.version != 5 || len(d.retired) != 0 {
		t.Errorf("after an older one was noted: %+v", d)
	}
}

// TestABoardIsBroughtUpToDateBeforeTheBotStops stops while an edit waits to be tried
// again.
func TestABoardIsBroughtUpToDateBeforeTheBotStops(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{"Discord has failed": &rest.Error{Status: 503}, "nobody knows": errNetwork} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t, store.NewMemory(), nil)
			h.begins("a", match.Person("8"))
			h.acts("a", "1", bump)
			h.wall.refuses(func(string) error { return err })
			h.acts("a", "1", bump)
			synctest.Wait()
			h.wall.refuses(func(call string) error {
				if strings.HasPrefix(call, "find") {
					return &rest.Error{Status: 404, Code: 10015}
				}
				return nil
			})
			if err := h.Close(t.Context()); err != nil {
				t.Error(err)
			}
			if text := h.wall.shown("1"); text != "live a 4" {
				t.Errorf("%s: %q is shown in the end", name, text)
			}
			time.Sleep(time.Hour) // for timers
		})
	}
}
