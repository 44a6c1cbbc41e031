package web_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"noughts/cmd/playground/web"
)

const origin = "http://127.0.0.1:8080"

func get(t *testing.T, client web.Client, target string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, origin+target, nil)
	w := httptest.NewRecorder()
	testServer(client).Handler().ServeHTTP(w, r)
	return w
}

// pageText returns the page of a channel with messages.
func pageText(t *testing.T, client web.Client) string {
	t.Helper()
	w := get(t, client, "/?as=alice&channel=general")
	if w.Code != http.StatusOK {
		t.Fatalf("GET / = %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// post sends a form as the page does; change may spoil the request.
func post(t *testing.T, client web.Client, target string, form url.Values, change func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, origin+target+"?as=bob&channel=games", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	testServer(client).Handler().ServeHTTP(w, r)
	return w
}

// problem returns the sentence of a refused request.
func problem(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var answer struct{ Error string }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("status %d, body %q: %v", w.Code, w.Body, err)
	}
	return answer.Error
}

func body(text string) io.ReadCloser { return io.NopCloser(strings.NewReader(text)) }
