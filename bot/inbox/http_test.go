package inbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/bot/rest"
	"noughts/commands/plan"
)

func (w *world) post(ctx context.Context, payload string) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	w.ServeInteraction(ctx, recorder, []byte(payload), time.Now())
	return recorder
}

func TestInteractionsAreAnsweredInline(t *testing.T) {
	t.Parallel()
	w := newWorld(nil)
	got := w.post(t.Context(), pressing("5", "/m/a/1/b2"))
	want, err := rest.EncodeResponse(plan.Content{Text: "done"}.Response(plan.InPlace))
	if err != nil {
		t.Fatal(err)
	}
	if got.Code != 200 || got.Header().Get("Content-Type") != "application/json" || got.Body.String() != string(want.Data) {
		t.Errorf("answered %d %s", got.Code, got.Body)
	}
	if seen := w.post(t.Context(), pressing("5", "/m/a/1/b2")); seen.Code != 202 || seen.Body.Len() != 0 {
		t.Errorf("the same again: %d %s", seen.Code, seen.Body)
	}
	w.end(t)
	if sent := w.executor.sent[0]; sent.Fate != matches.Unconfirmed || sent.Err != nil || sent.Message.ID != "6" || w.counts.outcomes[outcomeDone] != 1 {
		t.Errorf("sent %+v\n%s", sent, &w.log)
	}
}

func TestAPingIsAnswered(t *testing.T) {
	t.Parallel()
	got := newWorld(nil).post(t.Context(), `{"id":"5","application_id":"99","token":"t","type":1,"version":1,"novelty":[{}]}`)
	if got.Code != 200 || got.Header().Get("Content-Type") != "application/json" || got.Body.String() != `{"type":1}` {
		t.Errorf("answered %d %q %s", got.Code, got.Header(), got.Body)
	}
}

func TestWhatCannotBeAnsweredInline(t *testing.T) {
	t.Parallel()
	w := newWorld(nil)
	for payload, want := range map[string]int{
		"{": 400, "{}": 400, `{"id":"5","token":"t","type":77}`: 400, strings.Repeat(" ", maxInteraction+1): 400,
	} {
		if got := w.post(t.Context(), payload); got.Code != want {
			t.Errorf("%.40s: %d %s, want %d", payload, got.Code, got.Body, want)
		}
	}
	w.end(t)
	if got := w.post(t.Context(), pressing("5", "/x")); got.Code != 503 {
		t.Errorf("after the end: %d %s", got.Code, got.Body)
	}
	if got := w.executor.answered(); len(got) > 0 {
		t.Errorf("answered %q", got)
	}
}

func TestWhoIsTooFastInline(t *testing.T) {
	t.Parallel()
	w := newWorld(func(d *Deps) {
		l := limits.Defaults
		l.Member = limits.Rate{PerSecond: 0.01, Burst: 1}
		d.Rates = limits.NewMemberRates(l)
	})
	for n, want := range []string{"200 done", "200 too fast", "202 "} {
		got := w.post(t.Context(), commanding(fmt.Sprint(1+n)))
		if text := fmt.Sprint(got.Code, " ", got.Body); !strings.HasPrefix(text, want[:4]) || !strings.Contains(text, want[4:]) {
			t.Errorf("%d: %s, want %s", n, text, want)
		}
	}
	w.end(t)
}

// A late answer first waits (AwaitOriginal) until Discord has the deferral, which was the HTTP response.
func TestAnInlineAnswerThatTakesLongIsDeferred(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payload string
		as      plan.As
		body    string
		want    []string
	}{
		"a press":   {pressing("5", "/x"), plan.InPlace, `{"type":6}`, []string{"await", "edit done"}},
		"a command": {commanding("5"), plan.Private, `{"type":5}`, []string{"await", "delete", "follow done*"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, func(t *testing.T, w *world) {
				w.commands.handle = answering(c.as, "done", deferAfter+time.Millisecond)
				begun := time.Now()
				got := w.post(t.Context(), c.payload)
				if took := time.Since(begun); got.Body.String() != c.body || took != deferAfter {
					t.Errorf("answered %s after %v", got.Body, took)
				}
				w.endsAfter(t, c.want...)
			})
		})
	}
}

// A cut is a ResponseWriter whose writes fail.
type cut struct{ http.ResponseWriter }

func (cut) Write([]byte) (int, error) { return 0, errNetwork }

// If writing the deferral to the HTTP response fails, it is unknown whether Discord has it. The
// answer is then sent as a callback, and as an edit if Discord already has the deferral.
func TestALostInlineDeferralLosesNoAnswer(t *testing.T) {
	t.Parallel()
	for _, taken := range []bool{false, true} {
		inWorld(t, func(t *testing.T, w *world) {
			w.commands.handle = answering(plan.InPlace, "done", 2*time.Second)
			want := []string{"callback 7 done"}
			if taken {
				want = append(want, "edit done")
				w.discord.reply = func(call string) error {
					if strings.HasPrefix(call, "callback") {
						return errTaken
					}
					return nil
				}
			}
			w.ServeInteraction(t.Context(), cut{httptest.NewRecorder()}, []byte(pressing("5", "/x")), time.Now())
			w.end(t)
			if got := w.discord.called(); !slices.Equal(got, want) || w.executor.sent[0].Fate != matches.Confirmed {
				t.Errorf("called %q, want %q; sent %+v", got, want, w.executor.sent[0])
			}
		})
	}
}

func TestFatesInline(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		hangUp time.Duration // time until the client disconnects, 0 for never
		cut    bool
		fate   matches.Fate
		err    error
	}{
		"written":            {0, false, matches.Unconfirmed, nil},
		"not written whole":  {0, true, matches.NoReply, errNetwork},
		"the client hung up": {time.Second / 2, false, matches.Declined, errGone},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, func(t *testing.T, w *world) {
				w.commands.handle = answering(plan.InPlace, "done", time.Second)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if c.hangUp > 0 {
					time.AfterFunc(c.hangUp, cancel)
				}
				var writer http.ResponseWriter = httptest.NewRecorder()
				if c.cut {
					writer = cut{writer}
				}
				w.ServeInteraction(ctx, writer, []byte(pressing("5", "/x")), time.Now())
				w.end(t)
				if sent := w.executor.sent[0]; sent.Fate != c.fate || !errors.Is(sent.Err, c.err) {
					t.Errorf("sent %+v", sent)
				}
				if unanswered := w.counts.outcomes[outcomeUnanswered] == 1; unanswered != (c.err != nil) {
					t.Errorf("the log says\n%s", &w.log)
				}
			})
		})
	}
}

// FuzzServeInteraction posts arbitrary bodies, and checks the status and that a 200 has valid JSON.
func FuzzServeInteraction(f *testing.F) {
	for _, body := range []string{`{"type":1}`, pressing("5", "/x"), `{"type":2,"id":"5"}`, `{`, ``, `[]`, `{"type":3,"data":null,"message":{"components":[{"type":9999}]}}`} {
		f.Add(body)
	}
	w := newWorld(nil)
	f.Fuzz(func(t *testing.T, body string) {
		switch got := w.post(t.Context(), body); got.Code {
		case 200, 202:
			if got.Code == 200 && !json.Valid(got.Body.Bytes()) {
				t.Errorf("answered %s", got.Body)
			}
		case 400, 503: // unreadable, or refused because the id is from long ago
		default:
			t.Errorf("answered %d", got.Code)
		}
	})
}
