package main

import (
	"net/http"
	"net/url"
	"regexp"
	"testing"
)

// A visitor acts as a member in a channel, through the same requests as the page's script.
type visitor struct {
	t    *testing.T
	base string
	view string
}

func (s visitor) sees(pattern string) []string {
	s.t.Helper()
	return eventually(s.t, s.base+"/"+s.view, regexp.MustCompile(pattern))
}

func (s visitor) does(what string, form url.Values) {
	s.t.Helper()
	send(s.t, s.base+"/"+what+s.view, form)
}

func (s visitor) uses(line string) {
	s.t.Helper()
	s.does("use", url.Values{"line": {line}})
}

// isOffered waits until the suggestions for "/" contain a text.
func (s visitor) isOffered(text string) {
	s.t.Helper()
	eventually(s.t, s.base+"/complete"+s.view+"&line=/", regexp.MustCompile(regexp.QuoteMeta(text)))
}

// presses presses the first free square of the newest board.
func (s visitor) presses() {
	s.t.Helper()
	key := s.sees(freeSquare)
	s.does("press", url.Values{"message": {key[1]}, "custom_id": {key[2]}})
}

// Patterns of pages and suggestions.
const (
	freeSquare = `form="press-(\d+)" name="custom_id" value="(/m/\w+/\w+/[a-i][1-9])" data-at="[^"]+" aria-label="[^"]*"><`

	offered  = `"/classic "`
	nothing  = `No app has commands for you here`
	answered = `used <button type="button" class="md-mention" data-command="classic">`
)

func TestWhereTheAppWorks(t *testing.T) {
	t.Parallel()
	base := start(t)
	visitor{t, base, "?as=carol&channel=general"}.isOffered(offered)
	tests := map[string]struct{ view, wanted string }{
		"a server without the app":          {"?as=bob&channel=lounge", nothing},
		"there, installed for herself":      {"?as=carol&channel=lounge", offered},
		"direct message with the bot":       {"?as=alice&channel=%40noughts", offered},
		"direct message of two":             {"?as=alice&channel=%40carol", nothing},
		"the same, installed for herself":   {"?as=carol&channel=%40alice", offered},
		"group message":                     {"?as=bob&channel=%40group", nothing},
		"the same, installed for herself 2": {"?as=carol&channel=%40group", offered},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := visitor{t, base, tt.view}
			s.isOffered(tt.wanted)
			if tt.wanted == offered {
				s.uses("/classic first:me")
				s.sees(answered)
				s.presses()
			}
		})
	}
}

// sets posts the form of the settings.
func (s visitor) sets(form url.Values) {
	s.t.Helper()
	if status, _ := post(s.t, s.base+"/settings"+s.view, form); status != http.StatusOK { // after a redirect
		s.t.Fatalf("settings: %d", status)
	}
}
