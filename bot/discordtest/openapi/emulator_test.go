package openapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/openapi"
)

// A plainBot is a bot without any library: HTTP requests and one websocket.
type plainBot struct {
	t      *testing.T
	server *discordtest.Server
	app    *discordtest.Application

	// answer is the body of the callback to each interaction. A test that starts an interaction must
	// wait for the interaction's token before it changes `answer`, because this field has no lock.
	answer string
	tokens chan string
	token  string // of the newest interaction
}

// A stage is an emulator with a plainBot and the user alice. Each exchange is checked against
// Discord's OpenAPI document.
type stage struct {
	bot     *plainBot
	guild   *discordtest.Guild
	channel *discordtest.Channel
	alice   *discordtest.Client
}

// newStage starts a stage. It skips the test if Discord's OpenAPI document is not available.
func newStage(t *testing.T) *stage {
	t.Helper()
	s := discordtest.NewServer(openapi.Official(t).Observer(t))
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	guild := s.NewGuild("Guild")
	channel := guild.NewChannel("games")
	alice := s.NewUser("alice")
	guild.Add(alice)
	bot := &plainBot{t: t, server: s, app: s.NewApplication("plain"), tokens: make(chan string, 1)}
	guild.Install(bot.app)
	bot.connect()
	return &stage{bot: bot, guild: guild, channel: channel, alice: alice.In(channel)}
}

// connect starts a session and answers interactions until the server closes the connection.
func (b *plainBot) connect() {
	b.t.Helper()
	var at struct{ URL string }
	if err := json.Unmarshal([]byte(b.ask("GET", "/gateway/bot", "")), &at); err != nil {
		b.t.Fatal(err)
	}
	ws, _, err := websocket.DefaultDialer.Dial(at.URL+"/?v=10&encoding=json", nil)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { ws.Close() })
	identify := fmt.Sprintf(`{"op":2,"d":{"token":%q,"intents":0,"properties":{"os":"x","browser":"x","device":"x"}}}`, b.app.Token)
	if err := ws.WriteMessage(websocket.TextMessage, []byte(identify)); err != nil {
		b.t.Fatal(err)
	}
	go b.serve(ws)
	if err := b.app.WaitConnected(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

func (b *plainBot) serve(ws *websocket.Conn) {
	for {
		var event struct {
			T string
			D struct{ ID, Token string }
		}
		if ws.ReadJSON(&event) != nil {
			return
		}
		if event.T == "INTERACTION_CREATE" {
			b.ask("POST", "/interactions/"+event.D.ID+"/"+event.D.Token+"/callback?with_response=true", b.answer)
			b.tokens <- event.D.Token
		}
	}
}

// hook returns the path of the newest interaction's webhook.
func (b *plainBot) hook() string { return "/webhooks/" + b.app.ID + "/" + b.token }

// ask makes a request that must succeed and returns the answer's body.
func (b *plainBot) ask(method, path, body string) string {
	b.t.Helper()
	return b.send(method, path, "application/json", strings.NewReader(body))
}

func (b *plainBot) send(method, path, kind string, body io.Reader) string {
	b.t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), method, b.server.URL()+"/api/v10"+path, body)
	if err != nil {
		b.t.Error(err)
		return ""
	}
	r.Header.Set("Authorization", "Bot "+b.app.Token)
	r.Header.Set("Content-Type", kind)
	r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Errorf("%s %s: %v", method, path, err)
		return ""
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		b.t.Errorf("%s %s: %d %s %v", method, path, resp.StatusCode, answer, err)
	}
	return string(answer)
}

// sendFile posts a message with a file.
func (b *plainBot) sendFile(path, payload string) {
	b.t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	if err := w.WriteField("payload_json", payload); err != nil {
		b.t.Fatal(err)
	}
	f, err := w.CreateFormFile("files[0]", "board.png")
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := f.Write([]byte("a picture")); err != nil {
		b.t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.t.Fatal(err)
	}
	b.send("POST", path, w.FormDataContentType(), &form)
}

// everything is a message with all types of components that messages can have, except files and the menus of roles, of
// channels, and of users and roles.
const everything = `{"flags":32768,"components":[
	{"type":10,"content":"Board of <@1>"},
	{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"https://example.com/a.png"}}},
	{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":2,"style":5,"label":"x","url":"https://example.com"}},
	{"type":12,"items":[{"media":{"url":"https://example.com/a.png"}},{"media":{"url":"https://example.com/b.png"},"description":"b","spoiler":true}]},
	{"type":14},
	{"type":17,"components":[{"type":10,"content":"x"},{"type":14,"divider":false,"spacing":2}]},
	{"type":17,"accent_color":255,"spoiler":true,"components":[
		{"type":1,"components":[{"type":2,"style":1,"custom_id":"/a","label":"a1"},{"type":2,"style":2,"custom_id":"/b","emoji":{"name":"❌"},"disabled":true}]},
		{"type":1,"components":[{"type":3,"custom_id":"/m","placeholder":"x","options":[{"label":"1","value":"1","description":"x","default":true,"emoji":{"name":"❌"}}]}]},
		{"type":1,"components":[{"type":5,"custom_id":"/u","max_values":2}]}]}]}`

const legacy = `{"content":"hello <@1>","embeds":[{"title":"x","color":255,"fields":[{"name":"n","value":"v"},{"name":"n","value":"v","inline":true}],
	"footer":{"text":"f"},"author":{"name":"a"},"image":{"url":"https://example.com/a.png"}}],
	"components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"/a","label":"a1"}]}]}`

func TestEmulatorAnswersAsTheDocumentSays(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	b := st.bot
	for _, path := range []string{"/gateway", "/users/@me", "/applications/@me", "/oauth2/applications/@me",
		"/guilds/" + st.guild.ID, "/channels/" + st.channel.ID} {
		b.ask("GET", path, "")
	}
	commands := "/applications/" + b.app.ID + "/commands"
	b.ask("PUT", commands, `[{"name":"play","description":"x","default_member_permissions":"0","options":[
		{"type":4,"name":"size","description":"x","min_value":1,"max_value":9,"choices":[{"name":"three","value":3}]},
		{"type":3,"name":"level","description":"x","name_localizations":{"de":"stufe"},"max_length":9},
		{"type":7,"name":"where","description":"x","channel_types":[0]}]},{"name":"Challenge","type":2}]`)
	var made struct{ ID string }
	if err := json.Unmarshal([]byte(b.ask("POST", commands, `{"name":"more","description":"x","options":[{"type":1,"name":"sub","description":"x"}]}`)), &made); err != nil {
		t.Fatal(err)
	}
	b.ask("PATCH", commands+"/"+made.ID, `{"description":"y"}`)
	b.ask("GET", commands+"/"+made.ID, "")
	b.ask("DELETE", commands+"/"+made.ID, "")
	b.ask("GET", commands+"?with_localizations=true", "")
	guild := "/applications/" + b.app.ID + "/guilds/" + st.guild.ID + "/commands"
	b.ask("POST", guild, `{"name":"here","description":"x"}`)
	b.ask("GET", guild, "")
}

func TestEmulatorSendsMessagesAsTheDocumentSays(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	b := st.bot
	in := "/channels/" + st.channel.ID + "/messages"
	var m struct{ ID string }
	for _, body := range []string{legacy, everything} {
		if err := json.Unmarshal([]byte(b.ask("POST", in, body)), &m); err != nil {
			t.Fatal(err)
		}
	}
	b.sendFile(in, `{"flags":32768,"components":[{"type":13,"file":{"url":"attachment://board.png"}}]}`)
	b.sendFile(in, `{"content":"see","attachments":[{"id":"0","description":"a board"}]}`)
	b.ask("PATCH", in+"/"+m.ID, `{"flags":32768,"components":[{"type":10,"content":"over"}]}`)
	b.ask("GET", in+"/"+m.ID, "")
	b.ask("GET", in+"?limit=10", "")
	b.ask("DELETE", in+"/"+m.ID, "")
}

func TestEmulatorAnswersCallbacksAsTheDocumentSays(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	b := st.bot
	b.ask("PUT", "/applications/"+b.app.ID+"/commands", `[{"name":"play","description":"x"}]`)
	answering := func(answer string, act func() (*discordtest.Answer, error)) discordtest.Snowflake {
		t.Helper()
		b.answer = answer
		a, err := act()
		if err != nil {
			t.Fatal(err)
		}
		b.token = <-b.tokens
		if a.Message == nil {
			return ""
		}
		return a.Message.ID
	}
	use := func(answer string) discordtest.Snowflake {
		t.Helper()
		return answering(answer, func() (*discordtest.Answer, error) { return st.alice.Use(t.Context(), "/play", nil) })
	}
	use(`{"type":4,"data":` + legacy + `}`)
	b.ask("POST", b.hook(), `{"content":"and more","flags":64}`)
	b.ask("GET", b.hook()+"/messages/@original", "")

	use(`{"type":5}`)
	b.ask("PATCH", b.hook()+"/messages/@original", everything)

	board := use(`{"type":4,"data":` + everything + `}`)
	for _, answer := range []string{`{"type":6}`, `{"type":5,"data":{"flags":64}}`, `{"type":7,"data":` + everything + `}`} {
		answering(answer, func() (*discordtest.Answer, error) { return st.alice.Press(t.Context(), board, "/a") })
	}
	b.ask("DELETE", b.hook()+"/messages/@original", "")
}
