package bot

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/store"
	"noughts/commands"
	"noughts/game"
	"noughts/game/match"
)

// A roundTripper is a function that plays Discord's REST API.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// answering returns an answer of Discord's.
func answering(status int, body string, headers ...string) *http.Response {
	h := http.Header{}
	for i := 0; i+1 < len(headers); i += 2 {
		h.Set(headers[i], headers[i+1])
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body))}
}

// deaf is a REST client whose every request is refused.
var deaf = newREST(roundTripper(func(*http.Request) (*http.Response, error) { return answering(500, ""), nil }), "")

// quiet is a logger that writes nothing.
var quiet = slog.New(slog.DiscardHandler)

// nothing is done when an event has been dealt with.
func nothing() {}

// A logged is a logger whose lines can be read.
type logged struct {
	mu    sync.Mutex
	lines strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.String()
}

func (l *logged) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// aMatch returns a match of two members that has begun.
func aMatch(id match.ID) match.Match {
	now := time.Now()
	m, err := match.New(id, "1", match.Person("1"), match.Person("2"), match.Options{Variant: game.Classic(3)}, game.X, now)
	if err == nil {
		m, err = m.Accept("2", game.X, now)
	}
	if err != nil {
		panic(err)
	}
	return m
}

// withMatch returns a registry with one match in channel "7".
func withMatch(t *testing.T, m match.Match) (*registry, *store.Memory) {
	t.Helper()
	memory := store.NewMemory()
	r := newRegistry(memory)
	if _, err := r.Create(t.Context(), m, commands.Place{Channel: "7"}); err != nil {
		t.Fatal(err)
	}
	return r, memory
}

// bump is a change that only raises the version.
func bump(m match.Match) (match.Match, error) {
	m.Version++
	return m, nil
}

// aPress returns a press on a button of a message.
func aPress(id, message, customID string) *discordgo.Interaction {
	return &discordgo.Interaction{
		ID: id, AppID: "99", Token: "token-" + id, ChannelID: "7",
		Type:    discordgo.InteractionMessageComponent,
		Data:    discordgo.MessageComponentInteractionData{CustomID: customID},
		Member:  &discordgo.Member{User: &discordgo.User{ID: "1"}},
		Message: &discordgo.Message{ID: message},
	}
}

// created wraps an interaction in the event that brings it.
func created(t *testing.T, i *discordgo.Interaction) *discordgo.Event {
	t.Helper()
	return &discordgo.Event{Type: "INTERACTION_CREATE", Struct: &discordgo.InteractionCreate{Interaction: i}}
}

// rawEvent decodes an event as the library does.
func rawEvent(payload string) *discordgo.Event {
	e := &discordgo.Event{Type: "INTERACTION_CREATE", RawData: json.RawMessage(payload)}
	decoded := &discordgo.InteractionCreate{}
	_ = json.Unmarshal(e.RawData, decoded) // the library hands over what it has, with or without an error
	e.Struct = decoded
	return e
}

// versionPainter draws a live message as its version.
type versionPainter struct{}

func (versionPainter) LiveMessage(g commands.Game) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{discordgo.TextDisplay{Content: versionText(g.Match.Version)}}
}

func (versionPainter) MovedMessage(g commands.Game) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{discordgo.TextDisplay{Content: "moved to " + g.Message}}
}

func versionText(version int) string { return "version " + strconv.Itoa(version) }

// background is a context that outlives the test's own.
func background() context.Context { return context.Background() }
