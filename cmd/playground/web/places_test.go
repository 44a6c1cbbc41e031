package web_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/cmd/playground/web"
)

func TestServersAndChannels(t *testing.T) {
	t.Parallel()
	s := testServer(newFake())
	tests := map[string]struct {
		target         string
		holds, lacking []string
	}{
		"a guild": {
			"/?as=alice&channel=games",
			[]string{`<h1 class="guild">Test guild</h1>`, `href="/?as=alice&amp;channel=general"`, `href="/?as=alice&amp;channel=lounge" title="Other guild"`, `Apps — 1`},
			[]string{`<span class="channel-name">lounge</span>`},
		},
		"a guild without the app": {
			"/?as=alice&channel=lounge",
			[]string{`<h1 class="guild">Other guild</h1>`, `<span class="channel-name">lounge</span>`, `Members — 3`},
			[]string{`Apps —`, `<span class="channel-name">general</span>`},
		},
		"direct messages": {
			"/?as=alice&channel=%40noughts",
			[]string{`<h1 class="guild">Direct messages</h1>`, `<li class="private-channel">`, `Members — 1`, `href="/?as=bob&amp;channel=%40noughts"`, `Message or command of Alice in @Noughts`},
			[]string{`id="thread-maker"`},
		},
	}
	for _, tt := range tests {
		page := getFrom(t, s, tt.target, nil)
		holds(t, page, tt.holds...)
		lacks(t, page, tt.lacking...)
	}
}

var gamesPings = regexp.MustCompile(`<span class="channel-name">games</span><span class="pings" aria-label="(\d) new">`)

// TestPingsAreCountedUntilSeen checks that pings of Alice in another channel are counted until she opens that channel.
func TestPingsAreCountedUntilSeen(t *testing.T) {
	t.Parallel()
	general, games := newFake(), newFake()
	world := newFakeWorld(general)
	world.elsewhere["games"] = games
	s := serverOf(world)
	if m := gamesPings.FindString(getFrom(t, s, "/?as=alice", nil)); m != "" {
		t.Errorf("before any ping: %s", m)
	}
	games.ping(2)
	if m := gamesPings.FindStringSubmatch(getFrom(t, s, "/?as=alice", nil)); m == nil || m[1] != "2" {
		t.Errorf("after two pings: %v", m)
	}
	lacks(t, getFrom(t, s, "/?as=alice&channel=games", nil), `class="pings"`)
	games.ping(1)
	if m := gamesPings.FindStringSubmatch(getFrom(t, s, "/?as=alice", nil)); m == nil || m[1] != "1" {
		t.Errorf("one ping after having looked: %v", m)
	}
}

func TestPingsComeLive(t *testing.T) {
	t.Parallel()
	world := newFakeWorld(newFake())
	games := newFake()
	world.elsewhere["games"] = games
	next := listen(t, serverOf(world), "/events?as=alice")
	lacks(t, next("places"), "pings")
	games.ping(1)
	var html string
	if err := json.Unmarshal([]byte(next("places")), &html); err != nil || !gamesPings.MatchString(html) {
		t.Errorf("%v: %s", err, html)
	}
}

func TestThreads(t *testing.T) {
	t.Parallel()
	world := newFakeWorld(newFake())
	s := serverOf(world)
	next := listen(t, serverOf(world), "/events?as=alice&channel=general")
	lacks(t, next("places"), "openings")

	w := postTo(t, s, "/thread?as=bob&channel=general", url.Values{"name": {"openings"}}, nil)
	opened := world.Guilds[0].Channels()[0].Threads()[0]
	opened.Add(world.Members[0].User)
	if want := `{"location":"/?as=bob\u0026channel=` + opened.ID + `"}` + "\n"; w.Code != http.StatusOK || w.Body.String() != want {
		t.Errorf("status %d, %q, want %q", w.Code, w.Body, want)
	}
	if places := next("places"); !strings.Contains(places, "openings") {
		t.Errorf("Alice sees %s", places)
	}
	thread := "?as=alice&channel=" + opened.ID
	holds(t, getFrom(t, s, "/"+thread, nil), `name="archived" value="true"`, `Archive</button>`)
	w = postTo(t, s, "/archive"+thread, url.Values{"archived": {"true"}}, navigating)
	if want := "/" + thread; w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
		t.Errorf("status %d to %q, want a redirect to %q", w.Code, w.Header().Get("Location"), want)
	}
	holds(t, getFrom(t, s, "/"+thread, nil), `name="archived" value="false"`, `class="thread archived"`, `This thread is archived`)
}

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

// listen opens an event stream. It returns a function that waits for the next event with the given
// name and returns the event's data.
func listen(t *testing.T, s *web.Server, target string) func(name string) string {
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
	next := listen(t, testServer(client), "/events?as=alice")
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
