// Package wire remembers what crosses between a Discord and its bots, for people
// who want to read it.
package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"noughts/bot/discordtest"
)

const (
	// maxEntries is how many exchanges are kept.
	maxEntries = 60
	// maxBytes bounds what is kept of a body.
	maxBytes = 64 << 10
)

// A Log keeps the newest entries. The zero Log is ready. All methods are safe for concurrent use.
type Log struct {
	mu      sync.Mutex
	entries []entry // oldest first
	last    int     // the id of the newest
	changed chan struct{}
}

// An entry is an interaction, or a request of a bot's with its answer.
type entry struct {
	id     int
	time   time.Time
	took   time.Duration
	title  string
	path   string // "" for an interaction
	status int    // 0 for an interaction
	sent   []byte
	answer []byte
}

// variable is a part of a route that differs from path to path; secret is what
// no reader needs whole, such as the token of an interaction.
var (
	variable = regexp.MustCompile(`\{\w+\}`)
	secret   = regexp.MustCompile(`([\w-]{8})[\w-]{32,}`)
)

// Exchange notes a REST exchange; for discordtest.WithObserver.
func (l *Log) Exchange(e discordtest.Exchange) {
	path := e.Path
	if e.Query != "" {
		path += "?" + e.Query
	}
	title := e.Method + " " + variable.ReplaceAllString(e.Route, "…")
	if e.Route == "" {
		title = e.Method + " " + e.Path
	}
	l.add(entry{
		time: e.Time, took: time.Since(e.Time), title: title, path: secret.ReplaceAllString(path, "$1…"), status: e.Status,
		sent: bounded(e.Body), answer: bounded(e.Answer),
	})
}

// Interaction notes an interaction; for discordtest.WithInteractionObserver.
func (l *Log) Interaction(d discordtest.Delivery) {
	l.add(entry{time: d.Time, title: interactionTitle(d.Interaction), sent: bounded(d.Interaction)})
}

func bounded(body []byte) []byte { return body[:min(len(body), maxBytes)] }

func (l *Log) add(e entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	e.id = l.last
	l.entries = append(l.entries, e)
	l.entries = l.entries[max(0, len(l.entries)-maxEntries):]
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
}

// Changed returns a channel that is closed at the next exchange.
func (l *Log) Changed() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed == nil {
		l.changed = make(chan struct{})
	}
	return l.changed
}

// Since returns the entries that are newer than the one with an id, newest first.
func (l *Log) Since(id int) []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	var shown []Entry
	for i := len(l.entries) - 1; i >= 0 && l.entries[i].id > id; i-- {
		shown = append(shown, l.entries[i].shown())
	}
	return shown
}

// An Entry is an interaction, or a request of a bot's with its answer, as people
// read it.
type Entry struct {
	ID      int
	Time    time.Time
	Took    time.Duration
	Title   string
	Path    string
	Status  string // "204 No Content"; "" for an interaction
	Refused bool
	Sent    string
	Answer  string
}

func (e entry) shown() Entry {
	v := Entry{
		ID: e.id, Time: e.time.Local(), Took: e.took.Round(100 * time.Microsecond), Title: e.title, Path: e.path,
		Refused: e.status >= http.StatusBadRequest, Sent: pretty(e.sent), Answer: pretty(e.answer),
	}
	if e.status != 0 {
		v.Status = strings.TrimSpace(fmt.Sprint(e.status, " ", http.StatusText(e.status)))
	}
	return v
}

// pretty indents JSON; what is no JSON, or was cut, stays as it is.
func pretty(body []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, body, "", "  ") != nil {
		return string(bytes.ToValidUTF8(body, []byte("\uFFFD")))
	}
	return b.String()
}

// interactionTitle says who did what.
func interactionTitle(raw json.RawMessage) string {
	type person struct {
		Username string `json:"username"`
	}
	var it struct {
		Type   int    `json:"type"`
		User   person `json:"user"`
		Member struct {
			User person `json:"user"`
		} `json:"member"`
		Data struct {
			Name     string `json:"name"`
			CustomID string `json:"custom_id"`
		} `json:"data"`
	}
	if json.Unmarshal(raw, &it) != nil {
		return "interaction"
	}
	return it.Member.User.Username + it.User.Username + " · " + interactionWords[it.Type] + " " + it.Data.Name + it.Data.CustomID
}

// interactionWords name the types of interactions.
var interactionWords = map[int]string{2: "uses", 3: "presses", 4: "types into", 5: "submits"}
