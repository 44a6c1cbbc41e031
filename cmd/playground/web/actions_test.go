package web_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
)

func TestActions(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		target string
		form   url.Values
		want   call
	}{
		"press":          {"/press", url.Values{"message": {"5"}, "custom_id": {"/m/1/2/a1"}}, call{Method: "press", Name: "5", Words: []string{"/m/1/2/a1"}}},
		"choose":         {"/choose", url.Values{"message": {"5"}, "custom_id": {"row"}, "value": {"1", "2"}}, call{Method: "choose", Name: "5", Words: []string{"row", "1", "2"}}},
		"dismiss":        {"/dismiss", url.Values{"message": {"5"}}, call{Method: "delete", Name: "5"}},
		"use on message": {"/use-on-message", url.Values{"target": {"5"}, "command": {"Analyse"}}, call{Method: "use-on-message", Name: "Analyse", Words: []string{"5"}}},
		"use on":         {"/use-on", url.Values{"target": {"3"}, "command": {"Challenge"}}, call{Method: "use-on", Name: "Challenge", Words: []string{"Carol Ann"}}},
		"use":            {"/use", url.Values{"line": {"/help"}}, call{Method: "use", Name: "help", Values: map[string]any{}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := newFake()
			w := post(t, client, tt.target, tt.form, nil)
			if w.Code != http.StatusNoContent {
				t.Fatalf("status %d: %s", w.Code, w.Body)
			}
			if diff := cmp.Diff([]call{tt.want}, client.noted()); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
		})
	}
}

func TestActionsWithoutScript(t *testing.T) {
	t.Parallel()
	w := post(t, newFake(), "/press", url.Values{"message": {"5"}}, func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Mode", "navigate")
	})
	if want := "/?as=bob&channel=games"; w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
		t.Errorf("status %d to %q, want a redirect to %q", w.Code, w.Header().Get("Location"), want)
	}
}

func TestRefusalWithoutScript(t *testing.T) {
	t.Parallel()
	client := newFake()
	client.err = discordtest.ErrFailed
	w := post(t, client, "/press", url.Values{"message": {"5"}}, func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Mode", "navigate")
	})
	if w.Code != http.StatusBadGateway || w.Body.String() != "This interaction failed\n" {
		t.Errorf("status %d, %q", w.Code, w.Body)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err    error
		status int
		want   string
	}{
		"failed":      {fmt.Errorf("%w: no answer", discordtest.ErrFailed), http.StatusBadGateway, "This interaction failed"},
		"not visible": {discordtest.ErrNotVisible, http.StatusNotFound, "That message is no longer here."},
		"not there":   {discordtest.ErrNotThere, http.StatusNotFound, "There is no such thing to use here any more."},
		"disabled":    {discordtest.ErrDisabled, http.StatusConflict, "That is disabled."},
		"bad value":   {fmt.Errorf("%w: size", discordtest.ErrBadValue), http.StatusUnprocessableEntity, "a value that the client does not accept: size"},
		"other":       {errors.New("surprise"), http.StatusUnprocessableEntity, "surprise"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := newFake()
			client.err = tt.err
			w := post(t, client, "/press", url.Values{"message": {"5"}}, nil)
			if got := problem(t, w); w.Code != tt.status || got != tt.want {
				t.Errorf("status %d, %q, want %d, %q", w.Code, got, tt.status, tt.want)
			}
		})
	}
}

func TestUseOnNobody(t *testing.T) {
	t.Parallel()
	w := post(t, newFake(), "/use-on", url.Values{"target": {"404"}, "command": {"x"}}, nil)
	if got := problem(t, w); got != "nobody with that name is here" {
		t.Errorf("problem %q", got)
	}
}

func TestProtection(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(*http.Request)
		status int
	}{
		"cross-site":           {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, http.StatusForbidden},
		"foreign origin":       {func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", "http://evil.example") }, http.StatusForbidden},
		"own origin":           {func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", origin) }, http.StatusNoContent},
		"foreign name":         {func(r *http.Request) { r.Host = "evil.example:8080" }, http.StatusMisdirectedRequest},
		"localhost":            {func(r *http.Request) { r.Host = "localhost:8080" }, http.StatusNoContent},
		"IPv6":                 {func(r *http.Request) { r.Host = "[::1]:8080" }, http.StatusNoContent},
		"unknown member":       {func(r *http.Request) { r.URL.RawQuery = "as=mallory" }, http.StatusNotFound},
		"bot cannot be played": {func(r *http.Request) { r.URL.RawQuery = "as=noughts" }, http.StatusNotFound},
		"unknown channel":      {func(r *http.Request) { r.URL.RawQuery = "channel=nowhere" }, http.StatusNotFound},
		"wrong method":         {func(r *http.Request) { r.Method = http.MethodGet }, http.StatusMethodNotAllowed},
		"broken form":          {func(r *http.Request) { r.Body = body("a=%zz") }, http.StatusBadRequest},
		"too large a form":     {func(r *http.Request) { r.Body = body("a=" + strings.Repeat("x", 17<<10)) }, http.StatusRequestEntityTooLarge},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := newFake()
			w := post(t, client, "/press", url.Values{"message": {"5"}}, tt.change)
			if w.Code != tt.status {
				t.Errorf("status %d, want %d: %s", w.Code, tt.status, w.Body)
			}
			if acted := len(client.noted()) > 0; acted != (tt.status == http.StatusNoContent) {
				t.Errorf("acted: %v", acted)
			}
		})
	}
}
