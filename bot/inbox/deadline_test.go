package inbox

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/matches"
	"noughts/bot/rest"
	"noughts/commands/plan"
)

const never = time.Hour

func TestWhatTakesLongIsDeferred(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payload string
		anew    bool
		as      plan.As
		takes   time.Duration
		want    []string
		message string // the message with the answer
	}{
		"a quick answer":                         {commanding("5"), false, plan.Anew, deferAfter - 1, []string{"callback 4 done"}, "made"},
		"a quick press":                          {pressing("5", "/x"), false, plan.InPlace, deferAfter - 1, []string{"callback 7 done"}, "6"},
		"a quick private answer":                 {pressing("5", "/x"), false, plan.Private, 0, []string{"callback 4 done*"}, "made"},
		"a command":                              {commanding("5"), false, plan.Anew, 5 * time.Second, []string{"callback 5", "edit done"}, "made"},
		"a private answer to a command":          {commanding("5"), false, plan.Private, 5 * time.Second, []string{"callback 5", "delete", "follow done*"}, "made"},
		"a press":                                {pressing("5", "/x"), false, plan.InPlace, 5 * time.Second, []string{"callback 6", "edit done"}, "made"},
		"a private answer to a press":            {pressing("5", "/x"), false, plan.Private, 5 * time.Second, []string{"callback 6", "follow done*"}, "made"},
		"a new board after a press":              {pressing("5", "/x"), false, plan.Anew, 5 * time.Second, []string{"callback 6", "follow done"}, "made"},
		"a press on a private message":           {pressingPrivately("5", "/x"), false, plan.InPlace, 5 * time.Second, []string{"callback 6", "edit done"}, "made"},
		"a rematch":                              {pressing("5", "/x"), true, plan.Anew, 5 * time.Second, []string{"callback 5", "edit done"}, "made"},
		"a rematch that is refused":              {pressing("5", "/x"), true, plan.Private, 5 * time.Second, []string{"callback 5", "delete", "follow done*"}, "made"},
		"a rematch that is there":                {pressing("5", "/x"), true, plan.InPlace, 5 * time.Second, []string{"callback 5", "edit done"}, "made"},
		"a picker":                               {pressingPrivately("5", "/x"), true, plan.Anew, 5 * time.Second, []string{"callback 5", "edit done"}, "made"},
		"a picker that stays private":            {pressingPrivately("5", "/x"), true, plan.InPlace, 5 * time.Second, []string{"callback 5", "delete", "follow done*"}, "made"},
		"a handler that does not end":            {pressing("5", "/x"), false, plan.InPlace, never, []string{"callback 6", "follow broken*"}, ""},
		"a command that does not end":            {commanding("5"), false, plan.Anew, never, []string{"callback 5", "delete", "follow broken*"}, ""},
		"choices":                                {completing("5"), false, plan.Choices, 2 * time.Second, []string{"callback 8"}, "made"},
		"choices that do not end":                {completing("5"), false, plan.Choices, never, []string{"callback 8"}, ""},
		"a form":                                 {sending("5"), false, plan.Anew, 2 * time.Second, []string{"callback 4 done"}, "made"},
		"a form that does not end":               {sending("5"), false, plan.Anew, never, []string{"callback 4 broken*"}, ""},
		"a press on a message that is not there": {payload("5", 3, `{"custom_id":"/x"}`, ""), false, plan.Anew, 5 * time.Second, []string{"callback 5", "edit done"}, "made"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, func(t *testing.T, w *world) {
				w.commands.anew, w.commands.handle = c.anew, answering(c.as, "done", c.takes)
				begun := time.Now()
				w.receive(c.payload)
				w.endsAfter(t, c.want...)
				sent := w.executor.sent[0]
				if c.takes == never {
					if sent.Fate != matches.Declined || !errors.Is(sent.Err, errAnswered) || w.counts.outcomes[outcomeLate] != 1 {
						t.Errorf("sent %+v\n%s", sent, &w.log)
					}
					return
				}
				want := rest.Message{Channel: "7", ID: c.message, App: "99", Token: "token-5", Until: begun.Add(rest.TokenLife),
					FollowUp: strings.HasPrefix(c.want[len(c.want)-1], "follow")}
				if sent.Fate != matches.Confirmed || sent.Err != nil || sent.Message != want {
					t.Errorf("sent %+v, want %+v\n%s", sent, want, &w.log)
				}
			})
		})
	}
}

// The reply to the deferral was lost, so the bot does not know whether Discord has the deferral. It sends the answer as
// a first answer. If Discord already has one, or does not reply, the bot sends the answer again as an edit or a
// follow-up. Otherwise the member would see "is thinking…" until the token expires.
func TestALostDeferralLosesNoAnswer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payload string
		as      plan.As
		lost    error // the error instead of the reply to the deferral
		answer  error // the reply to the callback with the answer
		want    []string
		fate    matches.Fate
	}{
		"a command":              {commanding("5"), plan.Anew, errNetwork, errTaken, []string{"callback 5", "callback 4 done", "edit done"}, matches.Confirmed},
		"a refused command":      {commanding("5"), plan.Private, errNetwork, errTaken, []string{"callback 5", "callback 4 done*", "delete", "follow done*"}, matches.Confirmed},
		"a press":                {pressing("5", "/x"), plan.InPlace, errDiscordIll, errTaken, []string{"callback 6", "callback 7 done", "edit done"}, matches.Confirmed},
		"a refused press":        {pressing("5", "/x"), plan.Private, errNetwork, errTaken, []string{"callback 6", "callback 4 done*", "follow done*"}, matches.Confirmed},
		"it never came":          {commanding("5"), plan.Anew, errNetwork, nil, []string{"callback 5", "callback 4 done"}, matches.Confirmed},
		"it came too late":       {commanding("5"), plan.Anew, errNetwork, errUnknown, []string{"callback 5", "callback 4 done"}, matches.Declined},
		"the answer is lost too": {commanding("5"), plan.Anew, errNetwork, errNetwork, []string{"callback 5", "callback 4 done", "edit done"}, matches.Confirmed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, func(t *testing.T, w *world) {
				w.commands.handle = answering(c.as, "done", 5*time.Second)
				w.discord.reply = func(call string) error {
					switch {
					case !strings.HasPrefix(call, "callback"):
						return nil
					case !strings.Contains(call, "done"):
						return c.lost
					}
					return c.answer
				}
				w.receive(c.payload)
				w.endsAfter(t, c.want...)
				if got := w.executor.sent[0].Fate; got != c.fate {
					t.Errorf("fate %d, want %d\n%s", got, c.fate, &w.log)
				}
			})
		})
	}
}

func TestAnAnswerWaitsForTheDeferral(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		w.commands.handle = answering(plan.Anew, "done", deferAfter+time.Millisecond)
		w.discord.reply = func(call string) error {
			if strings.HasPrefix(call, "callback 5") {
				time.Sleep(answerLimit - deferAfter)
				return errNetwork
			}
			if strings.HasPrefix(call, "callback") {
				return errTaken
			}
			return nil
		}
		w.receive(commanding("5"))
		w.endsAfter(t, "callback 5", "callback 4 done", "edit done")
	})
}

// If Discord accepted nothing from this process, error 40060 means that another process has answered.
func TestAnotherProcessHasAnswered(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payload string
		as      plan.As
		takes   time.Duration
		want    []string
		fate    matches.Fate
	}{
		"a board":                      {pressing("5", "/x"), plan.InPlace, 0, []string{"callback 7 done"}, matches.NoReply},
		"a new board":                  {commanding("5"), plan.Anew, 0, []string{"callback 4 done"}, matches.NoReply},
		"a private answer":             {pressing("5", "/x"), plan.Private, 0, []string{"callback 4 done*"}, matches.Declined},
		"a private message":            {pressingPrivately("5", "/x"), plan.InPlace, 0, []string{"callback 7 done"}, matches.Declined},
		"choices":                      {completing("5"), plan.Choices, 0, []string{"callback 8"}, matches.Declined},
		"the deferral is refused, too": {pressing("5", "/x"), plan.InPlace, 2 * time.Second, []string{"callback 6", "callback 7 done"}, matches.NoReply},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, func(t *testing.T, w *world) {
				w.commands.handle = answering(c.as, "done", c.takes)
				w.discord.reply = func(string) error { return errTaken }
				w.receive(c.payload)
				w.endsAfter(t, c.want...)
				if sent := w.executor.sent[0]; sent.Fate != c.fate || !errors.Is(sent.Err, matches.ErrElsewhere) {
					t.Errorf("sent %+v", sent)
				}
				if w.counts.outcomes[outcomeDuplicate] != 1 {
					t.Errorf("the log says\n%s", &w.log)
				}
			})
		})
	}
}

func TestFates(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want matches.Fate
	}{
		"the network": {errNetwork, matches.NoReply}, "Discord's fault": {errDiscordIll, matches.NoReply},
		"a rate limit": {errRateLimit, matches.Declined}, "too late": {errUnknown, matches.Declined},
	} {
		for _, takes := range []time.Duration{0, 5 * time.Second} {
			inWorld(t, func(t *testing.T, w *world) {
				w.commands.handle = answering(plan.InPlace, "done", takes)
				w.discord.reply = func(call string) error {
					if strings.Contains(call, "done") {
						return c.err
					}
					return nil
				}
				w.receive(pressing("5", "/x"))
				w.end(t)
				sent := w.executor.sent[0]
				if sent.Fate != c.want || !errors.Is(sent.Err, c.err) || sent.Message.ID != "6" || w.counts.outcomes[outcomeUnanswered] != 1 {
					t.Errorf("%s after %v: %+v\n%s", name, takes, sent, &w.log)
				}
			})
		}
	}
}

// An apology says that nothing was changed only if the handler was not called before the deadline. After the deadline
// the handler is not called any more.
func TestWhatIsOverIsNotBegun(t *testing.T) {
	t.Parallel()
	for _, begins := range []bool{false, true} {
		w := newWorld(nil)
		done := 0
		r := w.accepted(t, func() { done++ })
		r.route.Handle = answering(plan.Anew, "done", 0)
		want := []string{"callback 4 busy*"}
		if begins {
			want = []string{"callback 4 broken*"}
			if !r.Begin() {
				t.Error("the handler is not called")
			}
		}
		r.expire()
		if r.Context().Err() == nil {
			t.Error("the context goes on")
		}
		if r.Begin() {
			t.Error("the handler is called after the deadline")
		}
		r.Finish(matches.Report{Refusal: errors.New("the store is gone")})
		if got := w.discord.called(); !slices.Equal(got, want) || done != 1 || w.counts.of(outcomeLate) != 1 {
			t.Errorf("called %q, want %q; done %d times", got, want, done)
		}
		if !strings.Contains(w.log.String(), "the store is gone") {
			t.Errorf("the log says\n%s", &w.log)
		}
	}
}

func TestWithoutMoreTimeTheAnswerCanStillCome(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		takes time.Duration
		want  []string
		ends  time.Duration
	}{
		{deferAfter + 100*time.Millisecond, []string{"callback 5", "callback 4 done"}, deferAfter + 100*time.Millisecond},
		{never, []string{"callback 5", "callback 4 broken*"}, answerLimit},
	} {
		inWorld(t, func(t *testing.T, w *world) {
			w.commands.handle = answering(plan.Anew, "done", c.takes)
			var last time.Time
			w.discord.reply = func(call string) error {
				last = time.Now()
				if strings.HasPrefix(call, "callback 5") {
					return errRateLimit
				}
				return nil
			}
			begun := time.Now()
			w.receive(commanding("5"))
			w.end(t)
			if got := w.discord.called(); !slices.Equal(got, c.want) || last.Sub(begun) != c.ends {
				t.Errorf("called %q, the last after %v", got, last.Sub(begun))
			}
			if !strings.Contains(w.log.String(), "cannot defer the interaction") {
				t.Errorf("the log says\n%s", &w.log)
			}
		})
	}
}

// accepted returns a command that the inbox has accepted, without starting its deadline timer.
func (w *world) accepted(t *testing.T, done func()) *interaction {
	t.Helper()
	p, r, err := decode([]byte(commanding("5")))
	if err != nil {
		t.Fatal(err)
	}
	i := &interaction{in: w.Inbox, request: r, token: p.Token, arrived: time.Now(), done: done, deciding: make(chan struct{}, 1)}
	i.ctx, i.cancel = context.WithCancel(t.Context())
	return i
}

func TestOneAnswerOnly(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		r := w.accepted(t, func() {})
		if s := r.Send(t.Context(), plan.Anew, plan.Content{Text: "one"}); s.Fate != matches.Confirmed {
			t.Errorf("the first answer: %+v", s)
		}
		if s := r.Send(t.Context(), plan.Anew, plan.Content{Text: "two"}); s.Fate != matches.Declined || !errors.Is(s.Err, errAnswered) {
			t.Errorf("a second answer: %+v", s)
		}
		if r.startTimer(); r.timer != nil {
			t.Error("the time of an answer that was faster is watched")
		}
		time.Sleep(time.Minute)
		r.Finish(matches.Report{})
		if got := w.discord.called(); len(got) != 1 {
			t.Errorf("called %q", got)
		}
	})
}

func TestWhoGetsNoAnswerIsToldSo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		takes time.Duration
		want  []string
	}{
		{0, []string{"callback 4 broken*"}},
		{5 * time.Second, []string{"callback 6", "follow broken*"}},
	} {
		inWorld(t, func(t *testing.T, w *world) {
			w.executor.silent = true
			w.commands.handle = answering(plan.InPlace, "done", c.takes)
			w.receive(pressing("5", "/x"))
			w.end(t)
			if got := w.discord.called(); !slices.Equal(got, c.want) || w.counts.outcomes[outcomeFailed] != 1 {
				t.Errorf("called %q, want %q\n%s", got, c.want, &w.log)
			}
		})
	}
}

func TestAPanicInATimer(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		w.commands.handle = answering(plan.InPlace, "done", 2*time.Second)
		w.discord.reply = func(call string) error {
			if strings.HasPrefix(call, "callback 6") {
				panic("of a test")
			}
			return nil
		}
		w.receive(pressing("5", "/x"))
		w.endsAfter(t, "callback 6", "callback 7 done")
		if !strings.Contains(w.log.String(), "of a test") || !strings.Contains(w.log.String(), "deadline.go") {
			t.Errorf("the log says\n%s", &w.log)
		}
	})
}
