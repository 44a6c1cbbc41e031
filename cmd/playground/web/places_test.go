package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
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
			[]string{`<h1 class="guild">Direct messages</h1>`, `<li class="private-channel">`, `Members — 1`, `href="/?as=bob&amp;channel=%40noughts"`, `Command line of Alice in @Noughts`},
			[]string{`id="thread-maker"`},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := getFrom(t, s, tt.target, nil)
			holds(t, page, tt.holds...)
			lacks(t, page, tt.lacking...)
		})
	}
}

var gamesPings = regexp.MustCompile(`<span class="channel-name">games</span><span class="pings" aria-label="(\d) new">`)

// TestPingsAreCountedUntilSeen pings Alice in a channel that she does not look at.
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
	next := listen(t, world, "/events?as=alice")
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
	next := listen(t, world, "/events?as=alice&channel=general")
	lacks(t, next("places"), "openings")

	w := postTo(t, s, "/thread?as=bob&channel=general", url.Values{"name": {"openings"}}, nil)
	if want := `{"location":"/?as=bob\u0026channel=700"}` + "\n"; w.Code != http.StatusOK || w.Body.String() != want {
		t.Errorf("status %d, %q, want %q", w.Code, w.Body, want)
	}
	if places := next("places"); !strings.Contains(places, "openings") {
		t.Errorf("Alice sees %s", places)
	}
	thread := "?as=alice&channel=700"
	holds(t, getFrom(t, s, "/"+thread, nil), `name="archived" value="true"`, `Archive</button>`)
	w = postTo(t, s, "/archive"+thread, url.Values{"archived": {"true"}}, navigating)
	if want := "/?as=alice&channel=700"; w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
		t.Errorf("status %d to %q, want a redirect to %q", w.Code, w.Header().Get("Location"), want)
	}
	holds(t, getFrom(t, s, "/"+thread, nil), `name="archived" value="false"`, `class="thread archived"`, `This thread is archived`)
}
