package bot

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// A wall is a Discord that only keeps what each message shows. Messages are
// known by the token or id that they are edited with.
type wall struct {
	mu      sync.Mutex
	shown   []string // every text shown, in order: "version 3"
	paths   []string // of the requests
	refuse  func(r *http.Request) *http.Response
	latency func() time.Duration
}

func (w *wall) RoundTrip(r *http.Request) (*http.Response, error) {
	if w.latency != nil {
		time.Sleep(w.latency())
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.paths = append(w.paths, r.Method+" "+r.URL.Path)
	if w.refuse != nil {
		if answer := w.refuse(r); answer != nil {
			return answer, nil
		}
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var message struct {
		Components []struct{ Content string }
		Data       struct{ Components []struct{ Content string } }
	}
	if err := json.Unmarshal(body, &message); err != nil {
		return nil, err
	}
	for _, c := range append(message.Components, message.Data.Components...) {
		w.shown = append(w.shown, c.Content)
	}
	return answering(200, `{"resource":{"message":{"id":"made"}}}`), nil
}

func (w *wall) texts() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.shown, ", ")
}

func (w *wall) requests() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.paths, ", ")
}

func (w *wall) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.paths)
}

// refuses makes the wall refuse from now on what f says.
func (w *wall) refuses(f func(*http.Request) *http.Response) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refuse = f
}
