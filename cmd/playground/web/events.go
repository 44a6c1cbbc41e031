package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

const (
	// heartbeat finds out that the browser has gone.
	heartbeat = 25 * time.Second
	// writeLimit is how long a browser may take to read.
	writeLimit = 10 * time.Second
)

// A delta is what changed on the page since the last one: every id in order,
// and the HTML of the messages whose version is new.
type delta struct {
	Order   []string           `json:"order"`
	Changed map[string]article `json:"changed"`
}

type article struct {
	Version string `json:"version"`
	Summary string `json:"summary"`
	HTML    string `json:"html"`
}

// events streams a view's changes as server-sent events until the browser
// leaves or the server stops.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := &stream{w: w, control: http.NewResponseController(w), sent: map[string]string{}}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		changed := v.client.Changed()
		if err := out.send(v.messages(s.now())); err != nil {
			s.log.Debug("stream ended", "error", err)
			return
		}
		if !s.wait(r, changed, beat.C, out) {
			return
		}
	}
}

// wait returns true when there is something new to send.
func (s *Server) wait(r *http.Request, changed <-chan struct{}, beat <-chan time.Time, out *stream) bool {
	for {
		select {
		case <-changed:
			return true
		case <-beat:
			if out.write(": still here\n\n") != nil {
				return false
			}
		case <-r.Context().Done():
			return false
		case <-s.stop:
			return false
		}
	}
}

// A stream remembers which version of each message the browser has.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	sent    map[string]string
	began   bool
}

func (t *stream) send(messages []messageView) error {
	d, err := t.delta(messages)
	if err != nil || d == nil {
		return err
	}
	data, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("encoding a delta: %w", err)
	}
	return t.write("data: " + string(data) + "\n\n")
}

// delta returns nil when nothing changed. The first one has everything: the
// page may be older than the stream.
func (t *stream) delta(messages []messageView) (*delta, error) {
	d := &delta{Order: []string{}, Changed: map[string]article{}}
	next := make(map[string]string, len(messages))
	for _, m := range messages {
		d.Order = append(d.Order, m.ID)
		next[m.ID] = m.Version
		if t.sent[m.ID] == m.Version && m.Version != "" {
			continue
		}
		var b bytes.Buffer
		if err := templates.ExecuteTemplate(&b, "message", m); err != nil {
			return nil, fmt.Errorf("rendering a message: %w", err)
		}
		d.Changed[m.ID] = article{Version: m.Version, Summary: m.Summary, HTML: b.String()}
	}
	if t.began && len(d.Changed) == 0 && len(next) == len(t.sent) {
		return nil, nil
	}
	t.sent, t.began = next, true
	return d, nil
}

func (t *stream) write(data string) error {
	if err := t.control.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
		return fmt.Errorf("setting the write limit: %w", err)
	}
	if _, err := t.w.Write([]byte(data)); err != nil {
		return fmt.Errorf("writing an event: %w", err)
	}
	if err := t.control.Flush(); err != nil {
		return fmt.Errorf("flushing an event: %w", err)
	}
	return nil
}
