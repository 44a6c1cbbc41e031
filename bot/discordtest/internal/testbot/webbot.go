package testbot

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"noughts/bot/discordtest"
)

// A WebBot receives its interactions by HTTP. It answers all interactions of a type with the same
// text. It uses no Discord library and none of the server's internal packages.
type WebBot struct {
	T       *testing.T
	Server  *discordtest.Server
	App     *discordtest.Application
	Guild   *discordtest.Guild
	Channel *discordtest.Channel
	Alice   *discordtest.Client

	mu      sync.Mutex
	answers map[int]string // by interaction type
	last    []byte         // the newest interaction
}

// WithWebBot runs a test with a WebBot in a synctest bubble. The bot and alice are in one guild.
func WithWebBot(t *testing.T, test func(t *testing.T, b *WebBot)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer()
		s.StartInMemory()
		t.Cleanup(s.Close)
		b := &WebBot{T: t, Server: s, App: s.NewApplication("web"), Guild: s.NewGuild("Guild"), answers: map[int]string{}}
		b.Channel = b.Guild.NewChannel("general")
		alice := s.NewUser("alice")
		b.Guild.Add(alice)
		b.Guild.Install(b.App)
		b.Alice = alice.In(b.Channel)
		web := &http.Server{Handler: b}
		l := s.Listen("web.test")
		go func() { _ = web.Serve(l) }()
		t.Cleanup(func() { _ = web.Shutdown(context.Background()) })
		if err := b.App.SetInteractionsURL("http://web.test/"); err != nil {
			t.Fatal(err)
		}
		test(t, b)
	})
}

// Will sets the bot's answer to interactions of a type.
func (b *WebBot) Will(kind int, answer string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers[kind] = answer
}

// Newest decodes the newest interaction.
func (b *WebBot) Newest(out any) {
	b.T.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := json.Unmarshal(b.last, out); err != nil {
		b.T.Fatal(err)
	}
}

// Data returns the data of the newest interaction, as JSON.
func (b *WebBot) Data() string {
	b.T.Helper()
	var it struct{ Data json.RawMessage }
	b.Newest(&it)
	return string(it.Data)
}

// Call makes an API request and returns the answer's status and body.
func (b *WebBot) Call(method, path, body string) (status int, answer string) {
	b.T.Helper()
	client := b.Server.HTTPClient()
	defer client.CloseIdleConnections()
	header := http.Header{"Authorization": {"Bot " + b.App.Token}, "Content-Type": {"application/json"}, "User-Agent": {Agent}}
	response, answer, err := exchange(client, method, "https://discord.com/api/v10"+path, header, strings.NewReader(body))
	if err != nil {
		b.T.Fatal(err)
	}
	return response.StatusCode, answer
}

// Must is like Call, for a request that must succeed. It returns the body of the answer.
func (b *WebBot) Must(method, path, body string) string {
	b.T.Helper()
	status, answer := b.Call(method, path, body)
	if status >= 300 {
		b.T.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	return answer
}

// Register replaces the application's global commands.
func (b *WebBot) Register(commands string) {
	b.T.Helper()
	b.Must("PUT", "/applications/"+b.App.ID+"/commands", commands)
}

// ServeHTTP is the bot's interactions endpoint.
func (b *WebBot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if err := wrongTime(body); err != nil {
		b.T.Error(err)
	}
	key, _ := hex.DecodeString(b.App.PublicKey)
	signature, _ := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if !ed25519.Verify(key, append([]byte(r.Header.Get("X-Signature-Timestamp")), body...), signature) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var it struct{ Type int }
	_ = json.Unmarshal(body, &it) // a body that is no interaction gets an empty answer
	answer := `{"type":1}`
	if it.Type != 1 {
		b.mu.Lock()
		b.last, answer = body, b.answers[it.Type]
		b.mu.Unlock()
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, answer)
}
