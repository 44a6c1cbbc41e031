package web_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestPage(t *testing.T) {
	t.Parallel()
	w := get(t, newFake(), "/")
	page := w.Body.String()
	for _, want := range []string{
		"<h1 class=\"guild\">Test guild</h1>", `href="/?as=alice&amp;channel=games"`, `href="/?as=bob&amp;channel=general"`,
		`Members — 3`, `Apps — 1`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("policy %q", policy)
	}
}

func TestPagesThatAreNot(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"/?as=mallory", "/?channel=nowhere", "/nowhere", "/static/nothing.js"} {
		if w := get(t, newFake(), target); w.Code != http.StatusNotFound {
			t.Errorf("GET %s = %d", target, w.Code)
		}
	}
}

func TestStaticFiles(t *testing.T) {
	t.Parallel()
	for target, kind := range map[string]string{
		"/static/app.js": "text/javascript; charset=utf-8", "/static/style.css": "text/css; charset=utf-8", "/static/icon.svg": "image/svg+xml",
	} {
		w := get(t, newFake(), target)
		if got := w.Header().Get("Content-Type"); w.Code != http.StatusOK || got != kind {
			t.Errorf("GET %s = %d, %q, want %q", target, w.Code, got, kind)
		}
	}
}

// TestServeEnds checks that Serve ends while an event stream is open.
func TestServeEnds(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- testServer(newFake()).Serve(ctx, listener) }()
	response, err := http.Get("http://" + listener.Addr().String() + "/events") // ends with the server
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	cancel()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		t.Errorf("the stream was cut: %v", err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("Serve = %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("Serve goes on")
	}
}
