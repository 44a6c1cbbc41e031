package web_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

func TestPagesThatAreNot(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"/?as=mallory", "/?channel=nowhere", "/events?as=mallory", "/nowhere", "/static/nothing.js"} {
		if w := get(t, newFake(), target); w.Code != http.StatusNotFound {
			t.Errorf("GET %s = %d", target, w.Code)
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
