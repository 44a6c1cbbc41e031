package web_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
	"noughts/cmd/playground/web"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// A fakeClient is a client whose messages and answers are set by the test.
type fakeClient struct {
	mu       sync.Mutex
	messages []discordtest.Message
	changed  chan struct{}
	calls    []call
	commands []discordtest.Command
	answer   discordtest.Answer
	err      error // the error of the next actions
	choices  []discordtest.Choice
	pings    int
}

type call struct {
	Method, Name string
	Values       map[string]string
	Words        []string
}

func newFake(messages ...discordtest.Message) *fakeClient {
	return &fakeClient{messages: messages, commands: testCommands(), changed: make(chan struct{})}
}

func (f *fakeClient) set(messages ...discordtest.Message) { f.change(func() { f.messages = messages }) }

// ping adds n pings of the member.
func (f *fakeClient) ping(n int) { f.change(func() { f.pings += n }) }

func (f *fakeClient) change(how func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	how()
	close(f.changed)
	f.changed = make(chan struct{})
}

func (f *fakeClient) note(c call) (*discordtest.Answer, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, c)
	answer := f.answer
	return &answer, f.err
}

func (f *fakeClient) noted() []call {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.calls)
}

// forget returns the calls so far and clears them.
func (f *fakeClient) forget() []call {
	f.mu.Lock()
	defer f.mu.Unlock()
	calls := f.calls
	f.calls = nil
	return calls
}

// reply sets the answer of the next actions.
func (f *fakeClient) reply(a discordtest.Answer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answer = a
}

func (f *fakeClient) fail(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

func (f *fakeClient) Commands() []discordtest.Command { return f.commands }

func (f *fakeClient) Type(_ context.Context, line string) (*discordtest.Answer, error) {
	if line == "/move" { // the only line that the fake reads
		return nil, object.Missing("square")
	}
	return f.note(call{Method: "type", Name: line})
}

func (f *fakeClient) UseOn(_ context.Context, command string, target *discordtest.User) (*discordtest.Answer, error) {
	return f.note(call{Method: "use-on", Name: command, Words: []string{target.Name()}})
}

func (f *fakeClient) CompleteLine(_ context.Context, line string) ([]discordtest.Choice, error) {
	_, err := f.note(call{Method: "complete", Name: line})
	return f.choices, err
}

func (f *fakeClient) Press(_ context.Context, message discordtest.Snowflake, customID string) (*discordtest.Answer, error) {
	return f.note(call{Method: "press", Name: message, Words: []string{customID}})
}

func (f *fakeClient) Choose(_ context.Context, message discordtest.Snowflake, customID string, values ...string) (*discordtest.Answer, error) {
	return f.note(call{Method: "choose", Name: message, Words: append([]string{customID}, values...)})
}

func (f *fakeClient) Submit(_ context.Context, a *discordtest.Answer, values map[string]string) (*discordtest.Answer, error) {
	return f.note(call{Method: "submit", Name: a.Modal.CustomID, Values: values})
}

func (f *fakeClient) Say(content string) (discordtest.Message, error) {
	_, err := f.note(call{Method: "say", Name: content})
	return discordtest.Message{}, err
}

func (f *fakeClient) Pings() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.pings
}

func (f *fakeClient) Delete(message discordtest.Snowflake) error {
	_, err := f.note(call{Method: "delete", Name: message})
	return err
}

func (f *fakeClient) Messages() []discordtest.Message {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.messages)
}

func (f *fakeClient) Changed() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.changed
}

func testCommands() []discordtest.Command {
	one, nine := 1, 9
	member := discordtest.CommandOption{Type: object.OptionUser, Name: "opponent", Description: "Whom you play"}
	return []discordtest.Command{
		{Type: 2, Name: "Challenge to tic-tac-toe"},
		{Type: 1, Name: "classic", Description: "Play a classic board", Options: []discordtest.CommandOption{
			member,
			{Type: object.OptionInteger, Name: "size", Description: "Squares a side", MinValue: &one, MaxValue: &nine},
			{Type: object.OptionString, Name: "level", Description: "How strong", Choices: []discordtest.Choice{
				{Name: "Plain luck", Value: "random"}, {Name: "Perfect", Value: "perfect"},
			}},
			{Type: object.OptionBoolean, Name: "rated", Description: "Counts"},
		}},
		{Type: 1, Name: "config", Description: "Configure", Options: []discordtest.CommandOption{
			{Type: object.OptionSubCommand, Name: "clock", Description: "The default clock", Options: []discordtest.CommandOption{
				{Type: object.OptionInteger, Name: "hours", Description: "Hours a move", Required: true, Choices: []discordtest.Choice{{Name: "One day", Value: int64(24)}}},
			}},
		}},
		{Type: 1, Name: "help", Description: "What it can do"},
		{Type: 1, Name: "move", Description: "Play a square", Options: []discordtest.CommandOption{
			{Type: object.OptionString, Name: "square", Description: "Such as b3", Required: true, Autocomplete: true},
		}},
	}
}

// newPanel returns a panel with one button and one switch with choices.
func newPanel() *web.Panel {
	return &web.Panel{
		Wire:   new(web.Wire),
		Status: func() web.Status { return web.Status{Connected: true, Words: "connected"} },
		Switches: []web.Switch{
			{Name: "cut", Label: "Cut", Do: func(context.Context, string) error { return discordtest.ErrNotConnected }},
			{Name: "late", Label: "Late", Choices: []string{"no", "1s"}, Value: func() string { return "no" }, Do: func(context.Context, string) error { return nil }},
		},
	}
}

func testServer(client web.Client) *web.Server { return serverOf(newFakeWorld(client)) }

func serverOf(w *fakeWorld) *web.Server {
	return web.NewServer(w.World, newPanel(), quiet, func() time.Time { return noon })
}

var quiet = slog.New(slog.DiscardHandler)

func botMessage(id string, components ...discordtest.Component) discordtest.Message {
	return discordtest.Message{
		ID: id, Author: discordtest.UserObject{ID: "9", Username: "Noughts", Bot: true}, Timestamp: discordtest.Time{Time: noon.Add(-time.Minute)},
		Flags: discordtest.FlagComponentsV2, Components: components,
	}
}

func textDisplay(lines ...string) discordtest.Component {
	return discordtest.Component{Type: discordtest.TypeTextDisplay, Content: strings.Join(lines, "\n")}
}

func row(components ...discordtest.Component) discordtest.Component {
	return discordtest.Component{Type: discordtest.TypeActionRow, Components: components}
}

func button(style int, label, customID string) discordtest.Component {
	return discordtest.Component{Type: object.TypeButton, Style: style, Label: label, CustomID: customID}
}

func container(accent int, components ...discordtest.Component) discordtest.Component {
	return discordtest.Component{Type: discordtest.TypeContainer, AccentColor: &accent, Components: components}
}
