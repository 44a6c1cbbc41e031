package discordtest_test

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

// A webBot takes its interactions by HTTP and answers those of each type with
// the same text: it knows no library and nothing of this package's inside.
type webBot struct {
	t       *testing.T
	server  *discordtest.Server
	app     *discordtest.Application
	guild   *discordtest.Guild
	channel *discordtest.Channel
	alice   *discordtest.Client

	mu      sync.Mutex
	answers map[int]string // by interaction type
	last    []byte         // the newest interaction
}

// withWebBot runs a test in a bubble, in which alice has such a bot.
func withWebBot(t *testing.T, test func(t *testing.T, b *webBot)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer()
		s.StartInMemory()
		t.Cleanup(s.Close)
		b := &webBot{t: t, server: s, app: s.NewApplication("web"), guild: s.NewGuild("Guild"), answers: map[int]string{}}
		b.channel = b.guild.NewChannel("general")
		alice := s.NewUser("alice")
		b.guild.Add(alice)
		b.guild.Install(b.app)
		b.alice = alice.In(b.channel)
		web := &http.Server{Handler: b}
		l := s.Listen("web.test")
		go func() { _ = web.Serve(l) }()
		t.Cleanup(func() { _ = web.Shutdown(context.Background()) })
		if err := b.app.SetInteractionsURL("http://web.test/"); err != nil {
			t.Fatal(err)
		}
		test(t, b)
	})
}

// will sets what the bot answers to interactions of a type.
func (b *webBot) will(kind int, answer string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers[kind] = answer
}

// newest decodes the newest interaction.
func (b *webBot) newest(out any) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := json.Unmarshal(b.last, out); err != nil {
		b.t.Fatal(err)
	}
}

// data returns the data of the newest interaction, as JSON.
func (b *webBot) data() string {
	b.t.Helper()
	var it struct{ Data json.RawMessage }
	b.newest(&it)
	return string(it.Data)
}

// call makes a request of the API and returns its answer.
func (b *webBot) call(method, path, body string) (status int, answer string) {
	b.t.Helper()
	r, err := http.NewRequest(method, "https://discord.com/api/v10"+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+b.app.Token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
	client := b.server.HTTPClient()
	defer client.CloseIdleConnections()
	response, err := client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// must is call for what has to work.
func (b *webBot) must(method, path, body string) string {
	b.t.Helper()
	status, answer := b.call(method, path, body)
	if status >= 300 {
		b.t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	return answer
}

// register makes commands the application's only ones.
func (b *webBot) register(commands string) {
	b.t.Helper()
	b.must("PUT", "/applications/"+b.app.ID+"/commands", commands)
}

func (b *webBot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	key, _ := hex.DecodeString(b.app.PublicKey)
	signature, _ := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if !ed25519.Verify(key, append([]byte(r.Header.Get("X-Signature-Timestamp")), body...), signature) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var it struct{ Type int }
	_ = json.Unmarshal(body, &it) // one that is no interaction has no answer
	answer := `{"type":1}`
	if it.Type != 1 {
		b.mu.Lock()
		b.last, answer = body, b.answers[it.Type]
		b.mu.Unlock()
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, answer)
}
