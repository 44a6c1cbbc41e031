package discordtest_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

// A Scene is a guild with a channel, two members and a connected bot.
type Scene struct {
	T          *testing.T
	Server     *discordtest.Server
	Guild      *discordtest.Guild
	Channel    *discordtest.Channel
	Alice, Bob *discordtest.User
	Bot        *Bot
	Ctx        context.Context
}

// Play runs a test with a Scene in a synctest bubble.
func Play(t *testing.T, test func(t *testing.T, sc *Scene), options ...discordtest.Option) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer(options...)
		s.StartInMemory()
		t.Cleanup(s.Close)
		sc := &Scene{T: t, Server: s, Ctx: t.Context()}
		sc.Guild = s.NewGuild("Guild")
		sc.Channel = sc.Guild.NewChannel("games")
		sc.Alice, sc.Bob = s.NewUser("alice"), s.NewUser("bob")
		sc.Guild.Add(sc.Alice, sc.Bob)
		sc.Bot = NewBot(t, s, "noughts")
		sc.Guild.Install(sc.Bot.App)
		test(t, sc)
	})
}

// WithAnswer makes the bot answer every interaction with `answer`. The returned pointer always
// points to the newest interaction.
func (sc *Scene) WithAnswer(answer string) *Received {
	sc.T.Helper()
	sc.Bot.Register(AskCommands)
	var last Received
	sc.Bot.Answer = func(it Received) any { last = it; return answer }
	return &last
}

// OK returns the answer to a member's action, which must not fail.
func (sc *Scene) OK(a *discordtest.Answer, err error) *discordtest.Answer {
	sc.T.Helper()
	if err != nil {
		sc.T.Fatal(err)
	}
	return a
}

// Slowly waits a second of fake time, so that the route's rate limit resets, and then makes a
// request that must succeed.
func (sc *Scene) Slowly(method, path string, body, out any) {
	sc.T.Helper()
	time.Sleep(time.Second)
	sc.Bot.Must(method, path, body, out)
}

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
		if err := json.Unmarshal(p.D, &it); err != nil {
			b.T.Errorf("interaction: %v", err)
			continue
		}
		if body := b.Answer(it); body != nil {
			b.Callback(it, body)
		}
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

// An Answer is the status and the header of an HTTP response.
type Answer struct {
	StatusCode int
	Status     string // such as "404 Not Found"
	Header     http.Header
}

// exchange sends a request and reads the whole response. It does not use the test's context,
// because bots finish their work after the test has ended.
func exchange(client *http.Client, method, url string, header http.Header, body io.Reader) (a Answer, text string, err error) {
	r, err := http.NewRequestWithContext(context.Background(), method, url, body)
	if err != nil {
		return Answer{}, "", err
	}
	r.Header, r.GetBody = header, nil // without GetBody net/http cannot repeat the request
	answer, err := client.Do(r)
	if err != nil {
		return Answer{}, "", err
	}
	defer func() { _ = answer.Body.Close() }()
	raw, err := io.ReadAll(answer.Body)
	return Answer{answer.StatusCode, answer.Status, answer.Header}, string(raw), err
}

// Get makes a GET request with the given headers and returns the answer and its body.
func (sc *Scene) Get(path string, header http.Header) (a Answer, text string) {
	sc.T.Helper()
	header = header.Clone()
	if header["User-Agent"] == nil {
		header.Set("User-Agent", Agent)
	}
	a, text, err := exchange(sc.Bot.HTTP, "GET", sc.Server.URL()+path, header, nil)
	if err != nil {
		sc.T.Fatal(err)
	}
	return a, text
}

// Multipart posts a message with a file of the given size.
func (sc *Scene) Multipart(payload, file string, size int) (int, string) {
	sc.T.Helper()
	return sc.Bot.Upload(sc.Channel, payload, File{file, size})
}

// A File is a file of zeros.
type File struct {
	Name string
	Size int
}

// Upload posts a message with files as a multipart form.
func (b *Bot) Upload(to *discordtest.Channel, payload string, files ...File) (int, string) {
	b.T.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	err := w.WriteField("payload_json", payload)
	for i, f := range files {
		part, partErr := w.CreateFormFile(fmt.Sprintf("files[%d]", i), f.Name)
		if err = cmp.Or(err, partErr); err == nil {
			_, err = part.Write(make([]byte, f.Size))
		}
	}
	if err := cmp.Or(err, w.Close()); err != nil {
		b.T.Fatal(err)
	}
	return b.Send("POST", "/channels/"+to.ID+"/messages", w.FormDataContentType(), &form)
}

// HasError checks that the body of a refusal has a code, such as "50006", or a form error at a
// path, such as "components.0.label BASE_TYPE_REQUIRED".
func HasError(body, want string) error {
	var e struct {
		Code   int
		Errors map[string]any
	}
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		return err
	}
	path, code, isForm := strings.Cut(want, " ")
	if !isForm {
		if fmt.Sprint(e.Code) != want {
			return fmt.Errorf("code %d, want %s: %s", e.Code, want, body)
		}
		return nil
	}
	at := any(e.Errors)
	for _, key := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' }) {
		m, _ := at.(map[string]any)
		at = m[key]
	}
	m, _ := at.(map[string]any)
	if list := fmt.Sprint(m["_errors"]); e.Code != 50035 || !strings.Contains(list, "code:"+code+" ") {
		return fmt.Errorf("want %s: %s", want, body)
	}
	return nil
}

// Inject injects a fault, which must be valid.
func Inject(t *testing.T, a *discordtest.Application, f discordtest.Fault) *discordtest.Injection {
	t.Helper()
	in, err := a.Inject(f)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// WantOver checks that a fault is over, how often it struck, and how many sessions were resumed and how many IDENTIFYs
// came until it was over. It returns the fault's outcome.
func WantOver(t *testing.T, in *discordtest.Injection, struck, resumes, identifies int) discordtest.Outcome {
	t.Helper()
	synctest.Wait()
	o := in.Outcome()
	select {
	case <-in.Done():
	default:
		t.Errorf("%s is not over: %+v", in.Fault, o)
	}
	if o.Struck != struck || o.Resumes != resumes || o.Identifies != identifies {
		t.Errorf("%s: %+v, want %d struck, %d resumes, %d identifies", in.Fault, o, struck, resumes, identifies)
	}
	return o
}

// GreetCommand is a command with options of several types, some with limits or choices.
const GreetCommand = `[{"name":"greet","description":"Say hello","options":[
	{"type":6,"name":"whom","description":"Whom","required":true},
	{"type":4,"name":"times","description":"How often","min_value":1,"max_value":9},
	{"type":3,"name":"tone","description":"How","choices":[{"name":"Loud voice","value":"loud"},{"name":"Soft","value":"soft"}]}]}]`

// AskCommands are the slash command /ask, /look with an autocompleted option, and the user command Poke.
const AskCommands = `[{"name":"ask","description":"x"},
	{"name":"look","description":"x","options":[{"type":3,"name":"what","description":"x","autocomplete":true}]},
	{"name":"Poke","type":2}]`

// Pad is a callback with a message that has a button.
const Pad = `{"type":4,"data":{"content":"pad","components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"/a","label":"A"}]}]}}`

// Command returns the JSON of a slash command. `fields` are its further fields, as JSON.
func Command(fields string) string {
	if fields != "" {
		fields = "," + fields
	}
	return `{"name":"go","description":"x"` + fields + `}`
}

// X returns n characters, each of more than one byte.
func X(n int) string { return strings.Repeat("é", n) }

// Times returns a JSON list of n elements in the given format. It replaces each # in the format by the element's index.
func Times(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// In returns the JSON of a message with components.
func In(components string) string { return `{"components":[` + components + `]}` }

// V2 returns the JSON of a message with Components V2.
func V2(components string) string { return `{"flags":32768,"components":[` + components + `]}` }

// Row returns the JSON of an action row.
func Row(components string) string { return `{"type":1,"components":[` + components + `]}` }

// Button returns the JSON of a button of style 1. `fields` are its further fields, as JSON.
func Button(fields string) string { return `{"type":2,"style":1,` + fields + `}` }

// JSON of components and parts of components. Times replaces # by an index.
const (
	AButton  = `{"type":2,"style":1,"custom_id":"/b#","label":"x"}`
	AText    = `{"type":10,"content":"x"}`
	AnOption = `{"label":"o#","value":"o#"}`
	APicture = `{"media":{"url":"https://example.com/a.png"}}`
)

// Modal returns a callback that opens a modal with components.
func Modal(components string) string {
	return `{"type":9,"data":{"custom_id":"/form","title":"Form","components":[` + components + `]}}`
}

// ARow is the JSON of a row with a text input, for a modal. Times replaces # by an index.
const ARow = `{"type":1,"components":[{"type":4,"custom_id":"/name#","style":1,"label":"Name#","min_length":2,"max_length":4,"value":"anna"}]}`
