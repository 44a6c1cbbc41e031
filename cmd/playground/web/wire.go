package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"noughts/bot/discordtest"
)

const (
	maxEntries = 60
	maxBytes   = 64 << 10 // that are kept of a body
)

// A Wire keeps the newest exchanges between Discord and its bots. The zero Wire is ready to use.
type Wire struct {
	mu      sync.Mutex
	entries []entry // oldest first
	last    int     // id of the newest entry
	changes signal
}

type entry struct {
	ID           int
	Time         time.Time
	Took         time.Duration
	Title        string
	Path         string // "" for an interaction
	status       int    // 0 for an interaction
	sent, answer []byte
}

// `variable` matches a placeholder in a route, and `secret` a token, of which the log shows the first eight characters.
var (
	variable = regexp.MustCompile(`\{\w+\}`)
	secret   = regexp.MustCompile(`([\w-]{8})[\w-]{32,}`)
)

// Exchange logs a REST exchange. It fits discordtest.WithObserver.
func (w *Wire) Exchange(e discordtest.Exchange) {
	path := e.Path
	if e.Query != "" {
		path += "?" + e.Query
	}
	title := e.Method + " " + variable.ReplaceAllString(e.Route, "…")
	if e.Route == "" {
		title = e.Method + " " + e.Path
	}
	w.add(entry{
		Time: e.Time.Local(), Took: time.Since(e.Time).Round(100 * time.Microsecond), Title: title,
		Path: secret.ReplaceAllString(path, "$1…"), status: e.Status, sent: bounded(e.Body), answer: bounded(e.Answer),
	})
}

// Interaction logs an interaction. It fits discordtest.WithInteractionObserver.
func (w *Wire) Interaction(d discordtest.Delivery) {
	w.add(entry{Time: d.Time.Local(), Title: interactionTitle(d.Interaction), sent: bounded(d.Interaction)})
}

func bounded(body []byte) []byte { return body[:min(len(body), maxBytes)] }

func (w *Wire) add(e entry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last++
	e.ID = w.last
	w.entries = append(w.entries, e)
	w.entries = w.entries[max(0, len(w.entries)-maxEntries):]
	w.changes.tell()
}

func (w *Wire) since(id int) []entry {
	w.mu.Lock()
	defer w.mu.Unlock()
	var newer []entry
	for _, e := range slices.Backward(w.entries) {
		if e.ID > id {
			newer = append(newer, e)
		}
	}
	return newer
}

// Status returns a text such as "204 No Content", or "" for an interaction.
func (e entry) Status() string {
	if e.status == 0 {
		return ""
	}
	return strings.TrimSpace(fmt.Sprint(e.status, " ", http.StatusText(e.status)))
}

// Refused reports whether Discord has refused the request.
func (e entry) Refused() bool { return e.status >= http.StatusBadRequest }

// Sent and Answer return the bodies in a form for people.
func (e entry) Sent() string   { return pretty(e.sent) }
func (e entry) Answer() string { return pretty(e.answer) }

// pretty indents JSON. It returns other or truncated text unchanged, apart from invalid UTF-8.
func pretty(body []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, body, "", "  ") != nil {
		return string(bytes.ToValidUTF8(body, []byte("\uFFFD")))
	}
	return b.String()
}

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

var interactionWords = map[int]string{2: "uses", 3: "presses", 4: "types into", 5: "submits"}
