package web

import (
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"time"
)

const (
	// heartbeat is the interval of writes that detect whether the browser has disconnected.
	heartbeat      = 25 * time.Second
	writeLimit     = 10 * time.Second
	statusInterval = time.Second
)

// A delta has the ids of all messages in order, and the HTML of those whose version has changed since the last delta.
type delta struct {
	Order   []string           `json:"order"`
	Changed map[string]article `json:"changed"`
}

type article struct {
	Version string        `json:"version"`
	Summary string        `json:"summary"`
	HTML    template.HTML `json:"html"`
}

func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err != nil {
		s.refusePage(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out := &stream{w: w, control: http.NewResponseController(w), view: v, sent: map[string]string{}}
	if err := s.follow(ctx, out); err != nil {
		s.log.Debug("stream ended", "error", err)
	}
}

func (s *Server) follow(ctx context.Context, out *stream) error {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	var look <-chan time.Time // polls the bot's status, because nothing signals its changes
	if out.view.panel {
		ticker := time.NewTicker(statusInterval)
		defer ticker.Stop()
		look = ticker.C
	}
	changes := newWatcher(ctx)
	for {
		changes.watchAll(out.view)
		if err := out.sendAll(s); err != nil {
			return err
		}
		select {
		case <-changes.changed:
		case <-look:
		case <-beat.C:
			if err := out.write(": still here\n\n"); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		case <-s.stop:
			return nil
		}
	}
}

// A stream is one browser's event stream. It remembers what the browser already has.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	view    *view
	sent    map[string]string
	began   bool
	places  template.HTML
	wire    int // id of the newest entry of the wire log that was sent
	status  Status
}

func (t *stream) sendAll(s *Server) error {
	v := t.view
	v.channels = v.world.channels(v.member)
	v.see()
	d, err := t.delta(v.messages(s.now()))
	if err == nil && d != nil {
		err = t.event("message", d)
	}
	if err != nil {
		return err
	}
	html, err := rendered("places", v.places())
	if err == nil && html != t.places { // only if the HTML of the sidebar has changed
		t.places = html
		err = t.event("places", html)
	}
	if err != nil || !v.panel {
		return err
	}
	return t.sendPanel(s.panel)
}

// sendPanel sends the new entries of the wire log, and the status if it has changed.
func (t *stream) sendPanel(p *Panel) error {
	if entries := p.Wire.since(t.wire); len(entries) > 0 {
		html, err := rendered("entries", entries)
		if err != nil {
			return err
		}
		t.wire = entries[0].ID
		if err := t.event("wire", html); err != nil {
			return err
		}
	}
	status := p.Status()
	if status == t.status {
		return nil
	}
	t.status = status
	return t.event("status", status)
}

func (t *stream) event(name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("encoding an event: %w", err)
	}
	return t.write("event: " + name + "\ndata: " + string(data) + "\n\n")
}

// delta returns the changes since the last delta, or nil if there are none. The first has all messages, because the
// page may have been rendered before the stream began.
func (t *stream) delta(messages []messageView) (*delta, error) {
	d := &delta{Order: []string{}, Changed: map[string]article{}}
	next := make(map[string]string, len(messages))
	for _, m := range messages {
		d.Order = append(d.Order, m.ID)
		next[m.ID] = m.Version
		if t.sent[m.ID] == m.Version && m.Version != "" {
			continue
		}
		html, err := rendered("message", m)
		if err != nil {
			return nil, err
		}
		d.Changed[m.ID] = article{Version: m.Version, Summary: m.Summary, HTML: html}
	}
	if t.began && len(d.Changed) == 0 && len(next) == len(t.sent) {
		return nil, nil
	}
	t.sent, t.began = next, true
	return d, nil
}

func (t *stream) write(data string) error {
	err := t.control.SetWriteDeadline(time.Now().Add(writeLimit))
	if err == nil {
		_, err = t.w.Write([]byte(data))
	}
	if err == nil {
		err = t.control.Flush()
	}
	return err
}

type watcher struct {
	ctx     context.Context
	changed chan struct{} // holds at most one value: changes before the next read count as one
	watched map[string]bool
}

func newWatcher(ctx context.Context) *watcher {
	return &watcher{ctx: ctx, changed: make(chan struct{}, 1), watched: map[string]bool{}}
}

// watchAll watches the list of channels, each channel that the member sees, and the wire log if the panel is open. Call
// it again to watch new channels too.
func (w *watcher) watchAll(v *view) {
	w.watch("world", v.world.changes.changed)
	if v.panel {
		w.watch("wire", v.server.panel.Wire.changes.changed)
	}
	for _, c := range v.world.channels(v.member) {
		w.watch(c.ID, v.world.Client(v.member, c).Changed)
	}
}

// watch signals every change until the context ends. Once it has returned, no change is missed.
func (w *watcher) watch(name string, changed func() <-chan struct{}) {
	if w.watched[name] {
		return
	}
	w.watched[name] = true
	next := changed()
	go func() {
		for {
			select {
			case <-next:
			case <-w.ctx.Done():
				return
			}
			next = changed() // get the next channel before signalling, so that no change in between is missed
			select {
			case w.changed <- struct{}{}:
			default:
			}
		}
	}()
}
