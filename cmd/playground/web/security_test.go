package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestNames checks which Host headers the page accepts, depending on the address at which it is served.
func TestNames(t *testing.T) {
	t.Parallel()
	const loopback = "127.0.0.1:8080"
	tests := []struct {
		served, host string
		answered     bool
	}{
		{loopback, "127.0.0.1:8080", true},
		{loopback, "127.0.0.1", true},
		{loopback, "localhost:8080", true},
		{loopback, "LocalHost.:8080", true},
		{loopback, "[::1]:8080", true},
		{loopback, "[::1]", true},
		{loopback, "evil.example:8080", false},
		{loopback, "localhost.evil.example", false},
		{loopback, "127.0.0.1.evil.example", false},
		{loopback, "192.168.1.5:8080", false},
		{loopback, "127.0.0.2:8080", false},
		{"games.lan:8080", "games.lan:8080", true},
		{"games.lan:8080", "GAMES.lan", true},
		{"games.lan:8080", "localhost:8080", true},
		{"games.lan:8080", "other.lan:8080", false},
		{"192.168.1.5:8080", "192.168.1.5:8080", true},
		{"192.168.1.5:8080", "192.168.1.6:8080", false},
		{"0.0.0.0:8080", "192.168.1.6:8080", true},
		{"[::]:8080", "[fe80::1]:8080", true},
		{":8080", "192.168.1.6:8080", true},
		{":8080", "evil.example:8080", false},
	}
	for _, tt := range tests {
		t.Run(tt.served+" as "+tt.host, func(t *testing.T) {
			t.Parallel()
			for _, request := range []*http.Request{
				httptest.NewRequest(http.MethodGet, origin+"/", nil),
				httptest.NewRequest(http.MethodPost, origin+"/use", strings.NewReader("line=/help")),
			} {
				request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				request.Host = tt.host
				client, w := newFake(), httptest.NewRecorder()
				testServer(client).At(tt.served).Handler().ServeHTTP(w, request)
				refused := w.Code == http.StatusMisdirectedRequest
				if refused == tt.answered || refused && len(client.noted()) > 0 {
					t.Errorf("%s: status %d, %v", request.Method, w.Code, client.noted())
				}
				if refused && !strings.Contains(w.Body.String(), "-addr NAME:PORT") {
					t.Errorf("it does not say what to do: %s", w.Body)
				}
			}
		})
	}
}

// TestOtherSites checks that requests from other sites' pages have no effect.
func TestOtherSites(t *testing.T) {
	t.Parallel()
	sites := map[string]bool{"same-origin": true, "none": true, "": true, "same-site": false, "cross-site": false}
	for site, allowed := range sites {
		t.Run("from "+site, func(t *testing.T) {
			t.Parallel()
			for _, target := range []string{"/complete?line=" + url.QueryEscape("/move square:b"), "/menu?of=message"} {
				client, w := newFake(), httptest.NewRecorder()
				r := httptest.NewRequest(http.MethodGet, origin+target, nil)
				r.Header.Set("Sec-Fetch-Site", site)
				testServer(client).Handler().ServeHTTP(w, r)
				if (w.Code == http.StatusOK) != allowed || !allowed && len(client.noted()) > 0 {
					t.Errorf("GET %s: status %d, %v", target, w.Code, client.noted())
				}
			}
			client := newFake()
			w := post(t, client, "/use", url.Values{"line": {"hello"}}, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", site) })
			if (w.Code == http.StatusNoContent) != allowed || (len(client.noted()) > 0) != allowed {
				t.Errorf("POST: status %d, %v", w.Code, client.noted())
			}
			if !allowed && w.Body.String() != "Only the playground's own page can do that; this request came from another site.\n" {
				t.Errorf("refused with %q", w.Body)
			}
		})
	}
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	w := get(t, newFake(botMessage("5", container(0x3BA55D, textDisplay("||x|| `y`"), row(button(1, "A", "a"))))), "/?as=alice&panel=wire")
	policy := w.Header().Get("Content-Security-Policy")
	for _, want := range []string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'",
	} {
		if !strings.Contains(policy+";", want+";") {
			t.Errorf("the policy %q lacks %s", policy, want)
		}
	}
	if strings.Contains(policy, "unsafe") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers %v", w.Header())
	}
	lacks(t, w.Body.String(), " style=", "<style", " onclick=", " onload=", " onerror=", "<script>", "javascript:")
}
