package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/commands"
)

// served returns an endpoint whose interactions a script handles.
func served(handle func(context.Context, *discordgo.Interaction) commands.Reply) (http.Handler, *dispatcher) {
	d := newDispatcher(&script{handle: handle}, &porter{}, deaf, quiet)
	e := &endpoint{key: newSigner(1).public(), dispatch: d, log: quiet}
	return e.handler(), d
}

// post returns a request as Discord makes it.
func post(body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, interactionsPath, strings.NewReader(body))
	r.Header = newSigner(1).sign(strconv.FormatInt(time.Now().Unix(), 10), []byte(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}

// do serves a request.
func do(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// pressed is a press as Discord posts it.
func pressed(id int) string {
	return fmt.Sprintf(`{"id":"%d","application_id":"99","token":"t","type":3,"channel_id":"7",%s,
		"data":{"custom_id":"/m/a/1/b2","component_type":2},"message":{"id":"6","channel_id":"7"}}`, id, aMember)
}

func TestInteractionsAreAnsweredInline(t *testing.T) {
	t.Parallel()
	h, _ := served(func(_ context.Context, i *discordgo.Interaction) commands.Reply {
		return commands.Reply{Response: says(inPlace, "pressed "+i.MessageComponentData().CustomID, 0)}
	})
	w := do(h, post(pressed(5)))
	want, err := json.Marshal(says(inPlace, "pressed /m/a/1/b2", 0))
	if err != nil {
		t.Fatal(err)
	}
	if w.Code != 200 || w.Header().Get("Content-Type") != "application/json" || !bytes.Equal(w.Body.Bytes(), want) {
		t.Errorf("answered %d %s", w.Code, w.Body)
	}
	if again := do(h, post(pressed(5))); again.Code != 202 || again.Body.Len() != 0 {
		t.Errorf("the same again: %d %s", again.Code, again.Body)
	}
}

func TestAPingIsAnswered(t *testing.T) {
	t.Parallel()
	h, _ := served(nil)
	w := do(h, post(`{"id":"5","application_id":"99","token":"t","type":1,"version":1,"novelty":[{}]}`))
	if w.Code != 200 || w.Header().Get("Content-Type") != "application/json" || w.Body.String() != `{"type":1}` {
		t.Errorf("answered %d %q %s", w.Code, w.Header(), w.Body)
	}
}

func TestWhatIsNotDiscordsIsRefused(t *testing.T) {
	t.Parallel()
	unsigned := post(pressed(5))
	unsigned.Header.Del(headerSignature)
	foreign := post(pressed(5))
	foreign.Header = newSigner(2).sign(foreign.Header.Get(headerTimestamp), []byte(pressed(5)))
	old := post(pressed(5))
	old.Header = newSigner(1).sign(strconv.FormatInt(time.Now().Add(-time.Hour).Unix(), 10), []byte(pressed(5)))
	form := post(pressed(5))
	form.Header.Set("Content-Type", "text/plain")
	get := post("")
	get.Method = http.MethodGet
	elsewhere := post(pressed(5))
	elsewhere.URL.Path = "/"
	large := post(strings.Repeat(" ", maxInteraction+1))
	cut := post(pressed(5))
	cut.Body = io.NopCloser(io.MultiReader(strings.NewReader("{"), iotestErr{}))
	for name, c := range map[string]struct {
		r    *http.Request
		want int
	}{
		"unsigned": {unsigned, 401}, "another key": {foreign, 401}, "old": {old, 401}, "another type": {form, 415},
		"GET": {get, 405}, "another path": {elsewhere, 404}, "too large": {large, 413}, "cut": {cut, 400},
		"no JSON": {post("{"), 400}, "no interaction": {post("{}"), 400}, "an unknown type": {post(`{"id":"5","token":"t","type":77}`), 400},
	} {
		h, _ := served(func(context.Context, *discordgo.Interaction) commands.Reply {
			t.Errorf("%s was handled", name)
			return commands.Reply{Response: pong}
		})
		if w := do(h, c.r); w.Code != c.want {
			t.Errorf("%s: %d %s, want %d", name, w.Code, w.Body, c.want)
		}
	}
}

// iotestErr is a client that hangs up.
type iotestErr struct{}

func (iotestErr) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestAnEndpointThatIsFullSaysSo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h, d := served(func(ctx context.Context, _ *discordgo.Interaction) commands.Reply {
			<-ctx.Done()
			return commands.Reply{Response: says(inPlace, "", 0)}
		})
		begun := time.Now()
		var codes [600]atomic.Int64
		for n := range 1 + limits.Defaults.JobsOfMatch + limits.Defaults.Apologies { // the first is in work and does not wait
			go func() { codes[do(h, post(pressed(n))).Code].Add(1) }()
		}
		synctest.Wait()
		if got := codes[200].Load(); int(got) != limits.Defaults.Apologies {
			t.Errorf("%d were told to come back, want %d", got, limits.Defaults.Apologies)
		}
		if err := d.close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if w := do(h, post(pressed(int(time.Since(begun).Milliseconds())<<22))); w.Code != 200 || !strings.Contains(w.Body.String(), textBusy) {
			t.Errorf("after the end: %d %s", w.Code, w.Body)
		}
	})
}

func TestAnInlineAnswerThatTakesLongIsDeferred(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		looks := 0
		c := &counter{refuse: func(request string) *http.Response {
			if looks++; looks <= 2 { // Discord is not as quick as we are
				return answering(404, `{"code":10015,"message":"Unknown Webhook"}`)
			}
			return nil
		}}
		handle := func(context.Context, *discordgo.Interaction) commands.Reply {
			time.Sleep(deferAfter + time.Millisecond)
			return commands.Reply{Response: says(inPlace, "done", 0)}
		}
		d := newDispatcher(&script{handle: handle}, &porter{}, newREST(c, ""), quiet)
		h := (&endpoint{key: newSigner(1).public(), dispatch: d, log: quiet}).handler()
		begun := time.Now()
		w := do(h, post(pressed(5)))
		if took := time.Since(begun); w.Body.String() != `{"type":6}` || took != deferAfter {
			t.Errorf("answered %s after %v", w.Body, took)
		}
		if err := d.close(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := []string{"GET @original", "GET @original", "GET @original", `PATCH @original {"content":"done"}`}
		if got := c.requests(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("asked %q, want %q", got, want)
		}
	})
}

func TestWhoHangsUpIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &porter{}
		s := &script{handle: func(context.Context, *discordgo.Interaction) commands.Reply {
			time.Sleep(time.Second)
			return commands.Reply{Response: says(inPlace, "done", 0)}
		}}
		log := &logged{}
		d := newDispatcher(s, p, deaf, log.logger())
		h := (&endpoint{key: newSigner(1).public(), dispatch: d, log: quiet}).handler()
		ctx, hangUp := context.WithTimeout(t.Context(), time.Second/2)
		defer hangUp()
		do(h, post(pressed(5)).WithContext(ctx))
		if err := d.close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(log.String(), "outcome=unanswered") || !strings.Contains(log.String(), errGone.Error()) {
			t.Errorf("the log says\n%s", log)
		}
	})
}

// pipes is a listener whose connections a test makes.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// dial makes a connection.
func (p pipes) dial() net.Conn {
	client, server := net.Pipe()
	p <- server
	return client
}

func TestSlowClientsAreCutOff(t *testing.T) {
	t.Parallel()
	head := "POST /interactions HTTP/1.1\r\nHost: bot.test\r\nContent-Type: application/json\r\n"
	for name, c := range map[string]struct {
		begins string
		drip   string
		within time.Duration
	}{
		"silent from the start":  {"", "", 3 * time.Second},
		"slow with its headers":  {head, "X: y\r\n", 3 * time.Second},
		"slow with its body":     {head + "Content-Length: 1000\r\n\r\n", " ", 5 * time.Second},
		"headers without an end": {head, "X-Long: " + strings.Repeat("y", 2000) + "\r\n", 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d := newDispatcher(&script{}, &porter{}, deaf, quiet)
				server := newInteractionsServer(&endpoint{key: newSigner(1).public(), dispatch: d, log: quiet})
				l := make(pipes)
				go func() { _ = server.Serve(l) }()
				client := l.dial()
				begun := time.Now()
				var dripping sync.WaitGroup
				dripping.Go(func() {
					_, err := io.WriteString(client, c.begins)
					for err == nil {
						time.Sleep(300 * time.Millisecond)
						_, err = io.WriteString(client, c.drip)
						if c.drip == "" {
							return
						}
					}
				})
				_, _ = io.Copy(io.Discard, client) // until the server hangs up
				if took := time.Since(begun); took > c.within+time.Second {
					t.Errorf("cut off after %v", took)
				}
				_ = client.Close()
				dripping.Wait()
				close(l)
				_ = server.Close()
			})
		})
	}
}

// FuzzEndpoint posts anything, rightly signed.
func FuzzEndpoint(f *testing.F) {
	for _, body := range []string{`{"type":1}`, pressed(5), `{"type":2,"id":"5"}`, `{`, ``, `[]`, `{"type":3,"data":null,"message":{"components":[{"type":9999}]}}`} {
		f.Add(body)
	}
	h, _ := served(nil)
	f.Fuzz(func(t *testing.T, body string) {
		switch w := do(h, post(body)); w.Code {
		case 200, 202:
			if w.Code == 200 && !json.Valid(w.Body.Bytes()) {
				t.Errorf("answered %s", w.Body)
			}
		case 400, 413, 503: // unreadable, too large, or with an id from long ago
		default:
			t.Errorf("answered %d", w.Code)
		}
	})
}

// BenchmarkEndpoint measures a request with its answer, without the network.
func BenchmarkEndpoint(b *testing.B) {
	message := strings.Repeat(`{"type":10,"content":"`+strings.Repeat("x", 200)+`"},`, 20)
	body := strings.Replace(pressed(5), `"channel_id":"7"}}`, `"channel_id":"7","components":[`+strings.TrimSuffix(message, ",")+`]}}`, 1)
	prefix, suffix, _ := strings.Cut(body, `"5"`)
	for _, c := range []struct {
		name string
		by   signer
		want int
	}{{"right", newSigner(1), 200}, {"wrong", newSigner(2), 401}} {
		b.Run(c.name+"Signature", func(b *testing.B) {
			h, _ := served(nil)
			requests := make([]*http.Request, b.N)
			for n := range requests {
				raw := prefix + fmt.Sprintf(`"%d"`, n) + suffix
				requests[n] = post(raw)
				requests[n].Header = c.by.sign(requests[n].Header.Get(headerTimestamp), []byte(raw))
				requests[n].Header.Set("Content-Type", "application/json")
			}
			b.ResetTimer()
			for _, r := range requests {
				if w := do(h, r); w.Code != c.want {
					b.Fatalf("answered %d", w.Code)
				}
			}
		})
	}
}
