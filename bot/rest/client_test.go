package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
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
)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// answering returns a response with a status, a body, and headers given as names and values.
func answering(status int, body string, headers ...string) *http.Response {
	h := http.Header{}
	for i := 0; i+1 < len(headers); i += 2 {
		h.Set(headers[i], headers[i+1])
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body))}
}

func restOver(f roundTripper) *Client { return New(f, "secret") }

var pong = &discordgo.InteractionResponse{Type: discordgo.InteractionResponsePong}

func aBoard(kind discordgo.InteractionResponseType) *discordgo.InteractionResponse {
	var rows []discordgo.MessageComponent
	rows = append(rows, discordgo.TextDisplay{Content: "### Tic-tac-toe 3×3\n❌ <@3970683843383394307> against 🔵 the computer (beginner)"})
	for row := range 4 {
		var buttons []discordgo.MessageComponent
		for column := range 3 {
			buttons = append(buttons, discordgo.Button{
				Label: " ", Style: discordgo.SecondaryButton, Disabled: row == column,
				CustomID: "/m/bsdjbgjcb3y8/12/" + string(rune('a'+column)) + strconv.Itoa(row),
			})
		}
		rows = append(rows, discordgo.ActionsRow{Components: buttons})
	}
	colour := 0x5865f2
	return &discordgo.InteractionResponse{Type: kind, Data: &discordgo.InteractionResponseData{
		Components:      []discordgo.MessageComponent{discordgo.Container{Components: rows, AccentColor: &colour}},
		Flags:           discordgo.MessageFlagsIsComponentsV2,
		AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}}
}

func TestACallbackIsOneCallThatSaysWhichMessageItMade(t *testing.T) {
	t.Parallel()
	client := restOver(func(r *http.Request) (*http.Response, error) {
		body, _ := io.ReadAll(r.Body)
		switch {
		case r.Method != http.MethodPost || r.URL.Path != "/api/v9/interactions/5/token-5/callback":
			t.Errorf("%s %s", r.Method, r.URL.Path)
		case r.URL.RawQuery != "with_response=true":
			t.Errorf("query %s", r.URL.RawQuery)
		case r.Header.Get("Authorization") != "":
			t.Error("the bot's token was sent along")
		case !strings.HasPrefix(r.Header.Get("User-Agent"), "DiscordBot ("):
			t.Errorf("User-Agent %s", r.Header.Get("User-Agent"))
		case string(body) != `{"type":5}`:
			t.Errorf("body %s", body)
		}
		return answering(200, `{"interaction":{"id":"5"},"resource":{"type":4,"message":{"id":"66"}}}`), nil
	})
	message, err := client.Callback(t.Context(), "5", "token-5", &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource})
	if err != nil || message != "66" {
		t.Errorf("message %q, %v", message, err)
	}
}

// If a callback creates no message, it does not ask Discord to return one: the bot knows the id of
// a message that it updates.
func TestACallbackThatMakesNoMessageDoesNotAskForOne(t *testing.T) {
	t.Parallel()
	client := restOver(func(r *http.Request) (*http.Response, error) {
		if r.URL.RawQuery != "" {
			t.Errorf("query %s", r.URL.RawQuery)
		}
		return answering(204, ""), nil
	})
	for _, kind := range []discordgo.InteractionResponseType{
		discordgo.InteractionResponseUpdateMessage, discordgo.InteractionResponseDeferredMessageUpdate,
		discordgo.InteractionApplicationCommandAutocompleteResult, discordgo.InteractionResponseModal,
	} {
		if id, err := client.Callback(t.Context(), "5", "token-5", aBoard(kind)); id != "" || err != nil {
			t.Errorf("type %d: %q, %v", kind, id, err)
		}
	}
}

func TestACallbackIsNotRepeatedAndDoesNotWait(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]*http.Response{
		"429":          answering(429, `{"message":"slow","retry_after":30,"global":false}`),
		"429 in HTML":  answering(429, "<html>banned</html>", "Retry-After", "600"),
		"500":          answering(500, ""),
		"unknown":      answering(404, `{"code":10062,"message":"Unknown interaction"}`),
		"acknowledged": answering(400, `{"code":40060,"message":"Interaction has already been acknowledged."}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			calls := 0
			client := restOver(func(*http.Request) (*http.Response, error) {
				calls++
				return answer, nil
			})
			begun := time.Now()
			_, err := client.Callback(t.Context(), "5", "token-5", pong)
			var refused *Error
			if !errors.As(err, &refused) || refused.Status != answer.StatusCode {
				t.Errorf("got %v", err)
			}
			if calls != 1 || time.Since(begun) > time.Second {
				t.Errorf("%d calls in %v", calls, time.Since(begun))
			}
		})
	}
}

func TestACallbackIsSentAgainAfterARateLimitThatLeavesTheTime(t *testing.T) {
	t.Parallel()
	for wait, calls := range map[time.Duration]int{500 * time.Millisecond: 2, 2400 * time.Millisecond: 2, 2700 * time.Millisecond: 1} {
		t.Run(wait.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				called := 0
				client := restOver(func(*http.Request) (*http.Response, error) {
					if called++; called == 1 {
						return answering(429, fmt.Sprintf(`{"message":"slow","retry_after":%v}`, wait.Seconds())), nil
					}
					return answering(200, `{}`), nil
				})
				ctx, cancel := context.WithTimeout(t.Context(), 2800*time.Millisecond)
				defer cancel()
				_, err := client.Callback(ctx, "5", "token-5", pong)
				if called != calls || (err == nil) != (calls == 2) {
					t.Errorf("%d calls, %v; want %d", called, err, calls)
				}
			})
		})
	}
}

// Twenty edits of different messages at the same time take as long as one. (With all edits in one
// rate limit bucket they took two seconds.)
func TestEditsOfDifferentBoardsDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client := restOver(func(*http.Request) (*http.Response, error) {
			time.Sleep(100 * time.Millisecond)
			return answering(200, `{}`), nil
		})
		begun := time.Now()
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				at := Message{App: "99", Token: "t", Until: time.Now().Add(time.Hour)}
				if _, err := client.Edit(t.Context(), at, nil); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if took := time.Since(begun); took != 100*time.Millisecond {
			t.Errorf("20 edits at once took %v, want the time of one", took)
		}
	})
}

func TestEditsUseTheInteractionsTokenWhileItLives(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at   Message
		path string
		auth string
	}{
		"fresh":   {Message{Channel: "7", ID: "8", App: "99", Token: "t", Until: time.Now().Add(time.Hour)}, "/api/v9/webhooks/99/t/messages/@original", ""},
		"old":     {Message{Channel: "7", ID: "8", App: "99", Token: "t", Until: time.Now()}, "/api/v9/channels/7/messages/8", "Bot secret"},
		"unknown": {Message{Channel: "7", ID: "8"}, "/api/v9/channels/7/messages/8", "Bot secret"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := restOver(func(r *http.Request) (*http.Response, error) {
				body, _ := io.ReadAll(r.Body)
				if r.Method != http.MethodPatch || r.URL.Path != c.path || r.Header.Get("Authorization") != c.auth {
					t.Errorf("%s %s with %q", r.Method, r.URL.Path, r.Header.Get("Authorization"))
				}
				if want := `{"components":[{"content":"hi","type":10}],"flags":32768,"allowed_mentions":{"parse":[]`; !strings.HasPrefix(string(body), want) {
					t.Errorf("body %s", body)
				}
				return answering(200, `{}`), nil
			})
			if _, err := client.Edit(t.Context(), c.at, []discordgo.MessageComponent{discordgo.TextDisplay{Content: "hi"}}); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestPlainCallsAreRepeatedWhenThatCanHelp(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first *http.Response // nil for a lost connection
		again bool
		after time.Duration // the least time until the second call
	}{
		"429":             {answering(429, `{"message":"slow","retry_after":3.5}`), true, 3500 * time.Millisecond},
		"global 429":      {answering(429, `{"message":"slow","retry_after":2,"global":true}`, "X-RateLimit-Global", "true"), true, 2 * time.Second},
		"429 in HTML":     {answering(429, "<html>", "Retry-After", "7"), true, 7 * time.Second},
		"429 saying none": {answering(429, "<html>"), true, time.Second},
		"500":             {answering(500, "oh"), true, 0},
		"502 in HTML":     {answering(502, "<html>"), true, 0},
		"a lost one":      {nil, true, 0},
		"400":             {answering(400, `{"code":50035,"message":"Invalid Form Body"}`), false, 0},
		"401":             {answering(401, `{"message":"401: Unauthorized","code":0}`), false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				client := restOver(func(*http.Request) (*http.Response, error) {
					calls++
					switch {
					case calls > 1:
						return answering(200, `{"shards":3}`), nil
					case c.first == nil:
						return nil, errors.New("connection reset")
					}
					return c.first, nil
				})
				begun := time.Now()
				got, err := client.GatewayBot(t.Context())
				if c.again != (err == nil && got.Shards == 3 && calls == 2) || !c.again && calls != 1 {
					t.Errorf("%d calls, %+v, %v", calls, got, err)
				}
				if took := time.Since(begun); took < c.after || took > c.after+2*time.Second {
					t.Errorf("took %v, want %v and not much more", took, c.after)
				}
			})
		})
	}
}

func TestPlainCallsEndAfterSomeAttempts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		client := restOver(func(*http.Request) (*http.Response, error) {
			calls++
			return answering(503, ""), nil
		})
		if _, err := client.GatewayBot(t.Context()); err == nil || calls != plainAttempts {
			t.Errorf("%d calls, %v", calls, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		calls = 0
		if _, err := client.GatewayBot(ctx); err == nil || calls > 1 {
			t.Errorf("%d calls after the end, %v", calls, err)
		}
	})
}

func TestRequestsGoToTheConfiguredServer(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		if r.URL.Path != "/api/v9/gateway/bot" || r.Header.Get("Authorization") != "Bot secret" {
			t.Errorf("%s with %q", r.URL.Path, r.Header.Get("Authorization"))
		}
		_, _ = io.WriteString(w, `{"shards":2}`)
	}))
	defer server.Close()
	client := New(NewTransport(), "secret")
	client.Base = server.URL
	if got, err := client.GatewayBot(t.Context()); err != nil || got.Shards != 2 || calls.Load() != 1 {
		t.Errorf("%+v, %v, %d calls", got, err, calls.Load())
	}
	client.CloseIdleConnections()
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	calls := 0
	client := restOver(func(*http.Request) (*http.Response, error) {
		calls++
		return answering(302, "", "Location", "https://elsewhere.test/"), nil
	})
	_, err := client.Callback(t.Context(), "5", "token-5", pong)
	var refused *Error
	if !errors.As(err, &refused) || refused.Status != 302 || calls != 1 {
		t.Errorf("%d calls, %v", calls, err)
	}
}
