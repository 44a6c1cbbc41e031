package web

import (
	"regexp"
	"sync"
	"time"

	"noughts/bot/discordtest"
)

const (
	// wireEntries is how many exchanges are kept.
	wireEntries = 60
	// wireBytes bounds what is kept of a body.
	wireBytes = 64 << 10
)

// A Wire remembers the newest of what crosses between the Discord and its bots.
// The zero Wire is ready. All methods are safe for concurrent use.
type Wire struct {
	mu      sync.Mutex
	entries []wireEntry // oldest first
	last    int         // the id of the newest
	changed chan struct{}
}

// A wireEntry is an interaction, or a request of a bot's with its answer.
type wireEntry struct {
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
func (w *Wire) Exchange(e discordtest.Exchange) {
	path := e.Path
	if e.Query != "" {
		path += "?" + e.Query
	}
	title := e.Method + " " + variable.ReplaceAllString(e.Route, "…")
	if e.Route == "" {
		title = e.Method + " " + e.Path
	}
	w.add(wireEntry{
		time: e.Time, took: time.Since(e.Time), title: title, path: secret.ReplaceAllString(path, "$1…"), status: e.Status,
		sent: bounded(e.Body), answer: bounded(e.Answer),
	})
}

// Interaction notes an interaction; for discordtest.WithInteractionObserver.
func (w *Wire) Interaction(d discordtest.Delivery) {
	w.add(wireEntry{time: d.Time, title: interactionTitle(d.Interaction), sent: bounded(d.Interaction)})
}

func bounded(body []byte) []byte { return body[:min(len(body), wireBytes)] }

func (w *Wire) add(e wireEntry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last++
	e.id = w.last
	w.entries = append(w.entries, e)
	w.entries = w.entries[max(0, len(w.entries)-wireEntries):]
	if w.changed != nil {
		close(w.changed)
		w.changed = nil
	}
}

// Changed returns a channel that is closed at the next exchange.
func (w *Wire) Changed() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.changed == nil {
		w.changed = make(chan struct{})
	}
	return w.changed
}

// since returns the entries that are newer than one, newest first.
func (w *Wire) since(id int) []entryView {
	w.mu.Lock()
	defer w.mu.Unlock()
	var views []entryView
	for i := len(w.entries) - 1; i >= 0 && w.entries[i].id > id; i-- {
		views = append(views, w.entries[i].view())
	}
	return views
}
