package discordtest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

// A fakeBot is the smallest bot: it identifies, and answers every interaction
// by what its answer function says.
type fakeBot struct {
	t      testing.TB
	server *discordtest.Server
	app    *discordtest.Application
	http   *http.Client
	answer func(received) any // the callback's body; nil: no callback

	working sync.WaitGroup
}

// testAgent is what these tests' bots call themselves.
const testAgent = "DiscordBot (https://example.com, 1)"

// received is an interaction as the bot gets it.
type received struct {
	ID    discordtest.Snowflake `json:"id"`
	Token string                `json:"token"`
	Type  int                   `json:"type"`
	raw   json.RawMessage
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

// A scene is a guild with a channel, two members and a fake bot.
type scene struct {
	t          *testing.T
	server     *discordtest.Server
	guild      *discordtest.Guild
	channel    *discordtest.Channel
	alice, bob *discordtest.User
	bot        *fakeBot
	ctx        context.Context
}

// play runs a test on a scene in a bubble.
func play(t *testing.T, test func(t *testing.T, sc *scene), options ...discordtest.Option) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer(options...)
		s.StartInMemory()
		t.Cleanup(s.Close)
		sc := &scene{t: t, server: s, ctx: t.Context()}
		sc.guild = s.NewGuild("Guild")
		sc.channel = sc.guild.NewChannel("games")
		sc.alice, sc.bob = s.NewUser("alice"), s.NewUser("bob")
		sc.guild.Add(sc.alice, sc.bob)
		sc.bot = newFakeBot(t, s, "noughts")
		sc.guild.Install(sc.bot.app)
		test(t, sc)
	})
}

// newFakeBot makes an application and connects its bot.
func newFakeBot(t testing.TB, s *discordtest.Server, name string) *fakeBot {
	b := &fakeBot{t: t, server: s, app: s.NewApplication(name)}
	transport := &http.Transport{DialContext: s.DialContext}
	b.http = &http.Client{Transport: transport}
	t.Cleanup(transport.CloseIdleConnections)
	d := websocket.Dialer{NetDialContext: s.DialContext}
	ws, _, err := d.Dial(s.Gateway().URL()+"/?v=10&encoding=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	err = ws.WriteJSON(map[string]any{"op": 2, "d": map[string]any{
		"token": b.app.Token, "intents": 0, "properties": map[string]string{"os": "x", "browser": "x", "device": "x"}}})
	if err != nil {
		t.Fatal(err)
	}
	b.working.Go(func() { b.receive(ws) })
	go beat(t.Context(), ws)
	t.Cleanup(func() {
		_ = ws.Close()
		b.working.Wait() // a bot that still works would speak to a test that is over
	})
	if err := b.app.WaitConnected(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// beat keeps the session alive.
func beat(ctx context.Context, ws *websocket.Conn) {
	ticker := time.NewTicker(40 * time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			_ = ws.WriteJSON(map[string]any{"op": 1, "d": nil}) // a broken connection shows elsewhere
		}
	}
}

// receive answers interactions until the connection ends.
func (b *fakeBot) receive(ws *websocket.Conn) {
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
		it := received{raw: p.D}
		if err := json.Unmarshal(p.D, &it); err != nil {
			b.t.Errorf("interaction: %v", err)
			continue
		}
		b.reply(it)
	}
}

// reply answers one interaction.
func (b *fakeBot) reply(it received) {
	if body := b.answer(it); body != nil {
		b.callback(it, body)
	}
}

// callback answers an interaction and returns status and body.
func (b *fakeBot) callback(it received, body any) (int, string) {
	return b.do("POST", fmt.Sprintf("/interactions/%s/%s/callback", it.ID, it.Token), body)
}

// do makes a request of the API; a body that is a string is sent as it is.
func (b *fakeBot) do(method, path string, body any) (int, string) {
	b.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		b.t.Fatal(err)
	}
	if text, isText := body.(string); isText {
		raw = []byte(text)
	}
	return b.send(method, path, "application/json", bytes.NewReader(raw))
}

// must makes a request that must succeed and decodes its answer into out.
func (b *fakeBot) must(method, path string, body, out any) {
	b.t.Helper()
	status, text := b.do(method, path, body)
	if status >= 300 {
		b.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if out == nil {
		return
	}
	if err := json.Unmarshal([]byte(text), out); err != nil {
		b.t.Fatal(err)
	}
}

// register overwrites the global commands.
func (b *fakeBot) register(commands string) {
	b.t.Helper()
	b.must("PUT", "/applications/"+b.app.ID+"/commands", commands, nil)
}
