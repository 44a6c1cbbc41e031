package rest

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

func withAToken() Message {
	return Message{Channel: "7", ID: "8", App: "99", Token: "t", Until: time.Now().Add(TokenLife)}
}

func TestAnEditWhoseTokenIsRefusedIsMadeByTheBotsOwnRight(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer  func() *http.Response
		message string
		again   bool
	}{
		"unknown webhook":         {func() *http.Response { return answering(404, `{"code":10015,"message":"Unknown Webhook"}`) }, "8", true},
		"invalid token":           {func() *http.Response { return answering(401, `{"code":50027,"message":"Invalid Webhook Token"}`) }, "8", true},
		"invalid token, and 400":  {func() *http.Response { return answering(400, `{"code":50027,"message":"Invalid Webhook Token"}`) }, "8", true},
		"forbidden":               {func() *http.Response { return answering(403, "<html>") }, "8", true},
		"no message that we know": {func() *http.Response { return answering(404, `{"code":10015,"message":"Unknown Webhook"}`) }, "", false},
		"unknown message":         {func() *http.Response { return answering(404, `{"code":10008,"message":"Unknown Message"}`) }, "8", false},
		"a bad form":              {func() *http.Response { return answering(400, `{"code":50035,"message":"Invalid Form Body"}`) }, "8", false},
		"rate limit":              {func() *http.Response { return answering(429, `{"message":"slow","retry_after":1}`) }, "8", false},
		"Discord's error":         {func() *http.Response { return answering(500, "") }, "8", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked []string
			client := restOver(func(r *http.Request) (*http.Response, error) {
				if asked = append(asked, r.URL.Path); len(asked) == 1 {
					return c.answer(), nil
				}
				return answering(200, `{}`), nil
			})
			m := withAToken()
			m.ID = c.message
			got, err := client.Edit(t.Context(), m, nil)
			want := "/api/v9/webhooks/99/t/messages/@original"
			if c.again {
				want += " /api/v9/channels/7/messages/8"
			}
			if strings.Join(asked, " ") != want || (err == nil) != c.again {
				t.Errorf("asked %q, %v", asked, err)
			}
			if (got.Token == "") != c.again {
				t.Errorf("afterwards the message is %+v", got)
			}
		})
	}
}

func TestAMessageThatNobodyCanEditIsLost(t *testing.T) {
	t.Parallel()
	for status, lost := range map[int]bool{401: true, 403: true, 404: true, 400: false, 429: false, 500: false, 200: false} {
		client := restOver(func(*http.Request) (*http.Response, error) { return answering(status, "{}"), nil })
		if _, err := client.Edit(t.Context(), withAToken(), nil); Lost(err) != lost {
			t.Errorf("after %d lost: %v", status, !lost)
		}
	}
	if Lost(errors.New("reset")) {
		t.Error("a message is lost because the network failed")
	}
}

func TestAPostMayBeRepeated(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var bodies []string
		client := restOver(func(r *http.Request) (*http.Response, error) {
			body, _ := io.ReadAll(r.Body)
			if r.Method != http.MethodPost || r.URL.Path != "/api/v9/channels/7/messages" || r.Header.Get("Authorization") != "Bot secret" {
				t.Errorf("%s %s with %q", r.Method, r.URL.Path, r.Header.Get("Authorization"))
			}
			if bodies = append(bodies, string(body)); len(bodies) == 1 {
				return nil, errors.New("connection reset")
			}
			return answering(200, `{"id":"66"}`), nil
		})
		hi := &discordgo.InteractionResponseData{Content: "hi", AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}, Users: []string{"1"}}}
		if id, err := client.Post(t.Context(), "7", "a/12", hi); id != "" || err == nil {
			t.Errorf("got %q, %v from a connection that was reset", id, err)
		}
		if id, err := client.Post(t.Context(), "7", "a/12", hi); id != "66" || err != nil {
			t.Errorf("got %q, %v", id, err)
		}
		want := `{"content":"hi","allowed_mentions":{"parse":[],"users":["1"],"replied_user":false},"nonce":"a/12","enforce_nonce":true}`
		if len(bodies) != 2 || bodies[0] != want || bodies[1] != want {
			t.Errorf("sent %q", bodies)
		}
	})
}
