package discordtest_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
)

// An endpoint is a bot's web server for interactions.
type endpoint struct {
	key ed25519.PublicKey

	mu       sync.Mutex
	trusting bool // accepts every signature
	answer   func(w http.ResponseWriter, it Received)
	taken    []Received
}

// will sets the answer to later interactions.
func (e *endpoint) will(answer func(w http.ResponseWriter, it Received)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.answer = answer
}

// got returns the interactions received so far.
func (e *endpoint) got() []Received {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.taken)
}

const endpointURL = "http://bot.test/interactions"

// ServeHTTP answers PINGs itself and calls e.answer for all other interactions.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	signed, hexErr := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	message := append([]byte(r.Header.Get("X-Signature-Timestamp")), body...)
	e.mu.Lock()
	trusting, answer := e.trusting, e.answer
	e.mu.Unlock()
	if err != nil || hexErr != nil || !trusting && !ed25519.Verify(e.key, message, signed) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	it := Received{Raw: body}
	if json.Unmarshal(body, &it) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if it.Type == 1 {
		inline(w, `{"type":1}`)
		return
	}
	e.mu.Lock()
	e.taken = append(e.taken, it)
	e.mu.Unlock()
	answer(w, it)
}

// inline writes `body` as the endpoint's answer to an interaction.
func inline(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, body)
}

// listen serves h as the HTTP endpoint at bot.test until the test ends.
func listen(sc *Scene, h http.Handler) {
	sc.T.Helper()
	server := &http.Server{Handler: h}
	l := sc.Server.Listen("bot.test")
	go func() { _ = server.Serve(l) }()
	sc.T.Cleanup(func() { _ = server.Shutdown(context.Background()) }) // waits for running handlers
}

// newEndpoint starts an endpoint that replies with the function `answer`, and makes it the
// interactions endpoint of the scene's application.
func newEndpoint(sc *Scene, answer func(w http.ResponseWriter, it Received)) *endpoint {
	sc.T.Helper()
	sc.Bot.Register(AskCommands)
	key, err := hex.DecodeString(sc.Bot.App.PublicKey)
	if err != nil {
		sc.T.Fatal(err)
	}
	e := &endpoint{key: key, answer: answer}
	listen(sc, e)
	if err := sc.Bot.App.SetInteractionsURL(endpointURL); err != nil {
		sc.T.Fatal(err)
	}
	sc.Bot.Answer = func(it Received) any {
		sc.T.Errorf("interaction %s came over the gateway, too", it.ID)
		return nil
	}
	return e
}

func TestInlineAnswers(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		e := newEndpoint(sc, func(w http.ResponseWriter, it Received) {
			switch it.Type {
			case 2:
				inline(w, Pad)
			case 3:
				inline(w, `{"type":7,"data":{"content":"pressed"}}`)
			case 4:
				inline(w, `{"type":8,"data":{"choices":[{"name":"n","value":"v"}]}}`)
			}
		})
		alice := discordtest.Play(t, sc.Alice.In(sc.Channel))
		alice.Uses("/ask")
		if got := alice.Completes("/look", "what", "x"); len(got) != 1 || got[0] != "n" {
			t.Errorf("choices %q", got)
		}
		alice.Presses("A")
		alice.Sees("pressed")
		if got := e.got(); len(got) != 3 || !bytes.Contains(got[0].Raw, []byte(`"application_id":"`+sc.Bot.App.ID)) {
			t.Errorf("the endpoint has got %d interactions", len(got))
		}
		if err := sc.Bot.App.SetInteractionsURL(""); err != nil {
			t.Fatal(err)
		}
		sc.Bot.Answer = func(Received) any { return Pad }
		alice.Uses("/ask")
		if len(e.got()) != 3 {
			t.Error("the endpoint gets interactions after its end")
		}
	})
}

func TestInlineAnswersAreHeldToTheRulesOfCallbacks(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		e := newEndpoint(sc, nil)
		with := func(body string) func(http.ResponseWriter, Received) {
			return func(w http.ResponseWriter, _ Received) { inline(w, body) }
		}
		status := func(code int) func(http.ResponseWriter, Received) {
			return func(w http.ResponseWriter, _ Received) { w.WriteHeader(code) }
		}
		for name, c := range map[string]struct {
			answer func(http.ResponseWriter, Received)
			want   string
		}{
			"an update of nothing": {with(`{"type":7,"data":{"content":"x"}}`), `"type":{"_errors":[{"code":"BASE_TYPE_CHOICES"`},
			"a PONG":               {with(`{"type":1}`), `"type":{"_errors":[{"code":"BASE_TYPE_CHOICES"`},
			"too long":             {with(`{"type":4,"data":{"content":"` + X(2001) + `"}}`), `"data":{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH"`},
			"empty":                {with(`{"type":4,"data":{}}`), "50006"},
			"no JSON":              {with(`{`), "50109"},
			"no Content-Type": {func(w http.ResponseWriter, _ Received) {
				w.Header()["Content-Type"] = nil
				_, _ = io.WriteString(w, Pad)
			}, "CONTENT_TYPE_INVALID"},
			"202 with a body": {func(w http.ResponseWriter, _ Received) {
				w.WriteHeader(http.StatusAccepted)
				_, _ = io.WriteString(w, Pad)
			}, "HTTP 202 with"},
			"an error": {status(500), "HTTP 500"},
			"a redirect": {func(w http.ResponseWriter, _ Received) {
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(307)
			}, "HTTP 307"},
			"a cut": {func(w http.ResponseWriter, _ Received) {
				w.Header().Set("Content-Length", "1000")
				_, _ = io.WriteString(w, `{"type":4`)
			}, "broke off"},
			"silence":                  {func(http.ResponseWriter, Received) { time.Sleep(3*time.Second + time.Second) }, "no answer within 3s"},
			"202 and then no callback": {status(202), "no answer within 3s"},
		} {
			e.will(c.answer)
			begun := time.Now()
			_, err := sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil)
			if !errors.Is(err, discordtest.ErrFailed) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", name, err, c.want)
			}
			if took := time.Since(begun); took != 3*time.Second {
				t.Errorf("%s: the member was told after %v", name, took)
			}
			time.Sleep(2 * time.Second)
		}
	})
}

func TestTheCallbackEndpointCanBeUsedInstead(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		e := newEndpoint(sc, func(w http.ResponseWriter, it Received) {
			w.WriteHeader(http.StatusAccepted)
			go sc.Bot.Callback(it, Pad)
		})
		discordtest.Play(t, sc.Alice.In(sc.Channel)).Uses("/ask")
		both := make(chan int, 1)
		e.will(func(w http.ResponseWriter, it Received) {
			inline(w, `{"type":5}`)
			go func() {
				time.Sleep(time.Second)
				status, _ := sc.Bot.Callback(it, Pad)
				both <- status
			}()
		})
		if a, err := sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil); err != nil || a.Type != 5 {
			t.Errorf("got %+v, %v", a, err)
		}
		if status := <-both; status != 400 {
			t.Errorf("a callback after an inline answer: HTTP %d", status)
		}
	})
}

func TestAFaultOfTheCallbackMeetsInlineAnswers(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		newEndpoint(sc, func(w http.ResponseWriter, _ Received) { inline(w, Pad) })
		for _, kind := range []discordtest.FaultKind{discordtest.FaultLoseRequest, discordtest.FaultStatus} {
			if _, err := sc.Bot.App.Inject(discordtest.Fault{Kind: kind, Route: discordtest.RouteCallback}); err != nil {
				t.Fatal(err)
			}
			if _, err := sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil); !errors.Is(err, discordtest.ErrFailed) {
				t.Errorf("%s: %v", kind, err)
			}
		}
		discordtest.Play(t, sc.Alice.In(sc.Channel)).Uses("/ask")
	})
}

func TestAnInteractionIsDeliveredTwiceByHTTP(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		e := newEndpoint(sc, func(w http.ResponseWriter, _ Received) { inline(w, Pad) })
		in := Inject(t, sc.Bot.App, discordtest.Fault{Kind: discordtest.FaultDuplicate})
		alice := discordtest.Play(t, sc.Alice.In(sc.Channel))
		alice.Uses("/ask")
		synctest.Wait()
		if got := e.got(); len(got) != 2 || got[0].ID != got[1].ID || len(sc.Alice.In(sc.Channel).Messages()) != 1 {
			t.Errorf("%d came", len(got))
		}
		WantOver(t, in, 1, 0, 0)
		if alice.Uses("/ask"); len(e.got()) != 3 {
			t.Errorf("%d came in all", len(e.got()))
		}
	})
}

func TestAnEndpointMustCheckSignatures(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		app := sc.Bot.App
		e := newEndpoint(sc, func(w http.ResponseWriter, _ Received) { inline(w, Pad) })
		if err := app.ProbeSignature(); err != nil || app.InteractionsURL() != endpointURL {
			t.Fatalf("a good endpoint: %v", err)
		}
		e.mu.Lock()
		e.trusting = true
		e.mu.Unlock()
		if err := app.ProbeSignature(); !errors.Is(err, discordtest.ErrEndpoint) || !strings.Contains(err.Error(), "HTTP 200, not 401") {
			t.Errorf("an endpoint that trusts everybody: %v", err)
		}
		if app.InteractionsURL() != "" {
			t.Error("the URL was not removed")
		}
		if err := app.ProbeSignature(); err != nil {
			t.Errorf("without an endpoint: %v", err)
		}
		if err := app.SetInteractionsURL(endpointURL); !errors.Is(err, discordtest.ErrEndpoint) || app.InteractionsURL() != "" {
			t.Errorf("an endpoint that trusts everybody was accepted: %v", err)
		}
	})
}

func TestWrongEndpointsAreRefused(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		var pong atomic.Pointer[func(w http.ResponseWriter)]
		listen(sc, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { (*pong.Load())(w) }))
		for name, c := range map[string]struct {
			url  string
			pong func(w http.ResponseWriter)
			want string
		}{
			"no URL":          {url: "bot.test/interactions", want: "no URL"},
			"another scheme":  {url: "ftp://bot.test", want: "no URL"},
			"refuses":         {endpointURL, func(w http.ResponseWriter) { w.WriteHeader(401) }, "HTTP 401"},
			"another type":    {endpointURL, func(w http.ResponseWriter) { inline(w, `{"type":4}`) }, "type 4"},
			"no JSON":         {endpointURL, func(w http.ResponseWriter) { inline(w, `pong`) }, "no JSON"},
			"no Content-Type": {endpointURL, func(w http.ResponseWriter) { _, _ = io.WriteString(w, `{"type":1}`) }, "Content-Type"},
			"too slow":        {endpointURL, func(http.ResponseWriter) { time.Sleep(time.Minute) }, "deadline exceeded"},
		} {
			pong.Store(&c.pong)
			if err := sc.Bot.App.SetInteractionsURL(c.url); !errors.Is(err, discordtest.ErrEndpoint) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", name, err, c.want)
			}
		}
		if got := sc.Bot.App.InteractionsURL(); got != "" {
			t.Errorf("the URL is %s", got)
		}
	})
}
