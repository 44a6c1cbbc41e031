// Package wire logs the traffic between a Discord and its bots in a form that people can read.
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
	// maxEntries is how many entries are kept.
	maxEntries = 60
	// maxBytes bounds the kept part of a body, in bytes.
	maxBytes = 64 << 10
)

// A Log keeps the newest entries. The zero Log is ready to use. All methods are safe for concurrent use.
type Log struct {
	mu      sync.Mutex
	entries []entry // oldest first
	last    int     // id of the newest entry
	changed chan struct{}
}

// An entry is an interaction, or a bot's request with its answer.
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

// `variable` matches a placeholder in a route. `secret` matches a token in a path. Of that token the log
// shows only the first eight characters.
var (
	variable = regexp.MustCompile(`\{\w+\}`)
	secret   = regexp.MustCompile(`([\w-]{8})[\w-]{32,}`)
)

// Exchange logs a REST exchange. It fits discordtest.WithObserver.
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

// Interaction logs an interaction. It fits discordtest.WithInteractionObserver.
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

// Changed returns a channel that is closed when the next entry is added.
func (l *Log) Changed() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed == nil {
		l.changed = make(chan struct{})
	}
	return l.changed
}

// Since returns the entries that are newer than the entry with the given id, newest first.
func (l *Log) Since(id int) []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	var shown []Entry
	for i := len(l.entries) - 1; i >= 0 && l.entries[i].id > id; i-- {
		shown = append(shown, l.entries[i].shown())
	}
	return shown
}

// An Entry is an interaction, or a bot's request with its answer, formatted for people.
type Entry struct {
	ID      int
	Time    time.Time
	Took    time.Duration
	Title   string
	Path    string
	Status  string // such as "204 No Content"; "" for an interaction
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

// pretty indents JSON. It returns other or truncated text unchanged, apart from invalid UTF-8.
func pretty(body []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, body, "", "  ") != nil {
		return string(bytes.ToValidUTF8(body, []byte("\uFFFD")))
	}
	return b.String()
}

// interactionTitle returns the user's name and the action.
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

// interactionWords maps types of interactions to verbs.
var interactionWords = map[int]string{2: "uses", 3: "presses", 4: "types into", 5: "submits"}
