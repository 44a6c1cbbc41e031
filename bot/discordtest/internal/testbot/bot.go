package testbot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

// A Bot is a minimal bot: it starts a gateway session and answers every interaction with the result of Answer.
type Bot struct {
	T      testing.TB
	Server *discordtest.Server
	App    *discordtest.Application
	HTTP   *http.Client
	Answer func(Received) any // returns the callback's body, or nil to send no callback

	Working sync.WaitGroup // waits for the bot's work on interactions
}

// Agent is the User-Agent of the bots in these tests.
const Agent = "DiscordBot (https://example.com, 1)"

// Received is an interaction as the bot receives it.
type Received struct {
	ID    discordtest.Snowflake `json:"id"`
	Token string                `json:"token"`
	Type  int                   `json:"type"`
	Raw   json.RawMessage       `json:"-"` // the whole payload
	Data  struct {
		Name     string   `json:"name"`
		CustomID string   `json:"custom_id"`
		Values   []string `json:"values"`
		Options  []struct {
			Name    string `json:"name"`
			Value   any    `json:"value"`
			Focused bool   `json:"focused"`
		} `json:"options"`
		Resolved json.RawMessage `json:"resolved"`
	} `json:"data"`
	Context     int                              `json:"context"`
	Owners      map[string]discordtest.Snowflake `json:"authorizing_integration_owners"`
	Locale      string                           `json:"locale"`
	GuildLocale string                           `json:"guild_locale"`
	GuildID     discordtest.Snowflake            `json:"guild_id"`
	Member      json.RawMessage                  `json:"member"`
	User        json.RawMessage                  `json:"user"`
}

// NewBot creates an application and connects its bot.
func NewBot(t testing.TB, s *discordtest.Server, name string) *Bot {
	b := &Bot{T: t, Server: s, App: s.NewApplication(name)}
	transport := &http.Transport{DialContext: s.DialContext}
	b.HTTP = &http.Client{Transport: transport}
	t.Cleanup(transport.CloseIdleConnections)
	ws := connect(t, s, Gateway(s)+"/?"+PlainQuery)
	err := ws.WriteJSON(map[string]any{"op": 2, "d": map[string]any{
		"token": b.App.Token, "intents": 0, "properties": map[string]string{"os": "x", "browser": "x", "device": "x"}}})
	if err != nil {
		t.Fatal(err)
	}
	b.Working.Go(func() { b.receive(ws) })
	go beat(t.Context(), ws)
	t.Cleanup(func() {
		_ = ws.Close()
		b.Working.Wait() // a bot that is still working must not use T after the end of the test
	})
	if err := b.App.WaitConnected(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// beat sends heartbeats to keep the session alive.
func beat(ctx context.Context, ws *websocket.Conn) {
	ticker := time.NewTicker(40 * time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			_ = ws.WriteJSON(map[string]any{"op": 1, "d": nil}) // if the connection has failed, receive ends too
		}
	}
}

// receive answers interactions until the connection ends.
func (b *Bot) receive(ws *websocket.Conn) {
	for {
		var p struct {
			T string          `json:"t"`
			D json.RawMessage `json:"d"`
		}
		if err := ws.ReadJSON(&p); err != nil {
			return
		}
		if p.T != "INTERACTION_CREATE" {
			continue
		}
		it := Received{Raw: p.D}
		if err := wrongTime(p.D); err != nil {
			b.T.Error(err)
		}
		if err := json.Unmarshal(p.D, &it); err != nil {
			b.T.Errorf("interaction: %v", err)
			continue
		}
		b.reply(it)
	}
}

// reply answers one interaction.
func (b *Bot) reply(it Received) {
	if body := b.Answer(it); body != nil {
		b.Callback(it, body)
	}
}

// Callback answers an interaction and returns the status and body of the server's answer.
func (b *Bot) Callback(it Received, body any) (int, string) {
	return b.Do("POST", fmt.Sprintf("/interactions/%s/%s/callback", it.ID, it.Token), body)
}

// Do makes an API request and returns the answer's status and body. A string body is sent
// unchanged, any other body as JSON.
func (b *Bot) Do(method, path string, body any) (int, string) {
	b.T.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		b.T.Fatal(err)
	}
	if text, isText := body.(string); isText {
		raw = []byte(text)
	}
	return b.Send(method, path, "application/json", bytes.NewReader(raw))
}

// Must makes a request that must succeed and decodes its answer into `out`.
func (b *Bot) Must(method, path string, body, out any) {
	b.T.Helper()
	status, text := b.Do(method, path, body)
	if status >= 300 {
		b.T.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if out == nil {
		return
	}
	if err := json.Unmarshal([]byte(text), out); err != nil {
		b.T.Fatal(err)
	}
}

// Register replaces the global commands.
func (b *Bot) Register(commands string) {
	b.T.Helper()
	b.Must("PUT", "/applications/"+b.App.ID+"/commands", commands, nil)
}

// Hook returns the path of an interaction's webhook.
func (b *Bot) Hook(it *Received) string {
	return "/webhooks/" + b.App.ID + "/" + it.Token
}

// Send makes an API request with a body of the given content type. It returns the answer's status and body.
func (b *Bot) Send(method, path, contentType string, body io.Reader) (int, string) {
	b.T.Helper()
	header := http.Header{"Authorization": {"Bot " + b.App.Token}, "Content-Type": {contentType}, "User-Agent": {Agent}}
	answer, text, err := exchange(b.HTTP, method, b.Server.URL()+"/api/v10"+path, header, body)
	if err != nil {
		b.T.Errorf("%s %s: %v", method, path, err)
		return 0, ""
	}
	return answer.StatusCode, text
}
