package web_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/cmd/playground/web"
)

type delta struct {
	Order   []string
	Changed map[string]struct{ Version, Summary, HTML string }
}

func (d delta) changed() []string {
	ids := []string{}
	for id := range d.Changed {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// listen opens a stream and returns a func that waits for the next event of a
// name.
func listen(t *testing.T, world web.World, target string) func(name string) string {
	t.Helper()
	return listenTo(t, serverOf(world), target)
}

func listenTo(t *testing.T, s *web.Server, target string) func(name string) string {
	t.Helper()
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+target, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	if got := response.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("content type %q", got)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	return func(name string) string {
		t.Helper()
		current := ""
		for lines.Scan() {
			if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				current = event
			}
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && current == name {
				return data
			}
		}
		t.Fatalf("the stream ended: %v", lines.Err())
		return ""
	}
}

// nextDelta waits for the next change of messages.
func nextDelta(t *testing.T, next func(string) string) delta {
	t.Helper()
	var d delta
	if err := json.Unmarshal([]byte(next("message")), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestEventsSendOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	first, second, edited := botMessage("1", textDisplay("one")), botMessage("2", textDisplay("## ❌ two")), botMessage("1", textDisplay("uno"))
	client := newFake(first)
	next := listen(t, newFakeWorld(client), "/events?as=alice")
	steps := []struct {
		name   string
		change func()
		order  []string
		sent   []string
	}{
		{"at the start everything", func() {}, []string{"1"}, []string{"1"}},
		{"a new message", func() { client.set(first, second) }, []string{"1", "2"}, []string{"2"}},
		{"an edit", func() { client.set(edited, second) }, []string{"1", "2"}, []string{"1"}},
		{"a deletion", func() { client.set(edited) }, []string{"1"}, []string{}},
	}
	for _, step := range steps {
		step.change()
		d := nextDelta(t, next)
		if diff := cmp.Diff(step.order, d.Order); diff != "" {
			t.Errorf("%s: order (-want +got):\n%s", step.name, diff)
		}
		if diff := cmp.Diff(step.sent, d.changed()); diff != "" {
			t.Errorf("%s: sent (-want +got):\n%s", step.name, diff)
		}
		if two, ok := d.Changed["2"]; ok && (two.Summary != "Noughts: two" || !strings.Contains(two.HTML, `id="m-2"`)) {
			t.Errorf("%s: %+v", step.name, two)
		}
	}
}

func TestEventsOfNobody(t *testing.T) {
	t.Parallel()
	if w := get(t, newFake(), "/events?as=mallory"); w.Code != http.StatusNotFound {
		t.Errorf("status %d", w.Code)
	}
}
