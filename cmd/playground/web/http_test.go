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
	return answered(testServer(client), target, nil)
}

// answered returns the answer to a GET request. `change`, if not nil, modifies the request first.
func answered(s *web.Server, target string, change func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, origin+target, nil)
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// pageText returns the page of the channel "general".
func pageText(t *testing.T, client web.Client) string {
	t.Helper()
	return getFrom(t, testServer(client), "/?as=alice&channel=general", nil)
}

// post posts a form as the page's script does. `change`, if not nil, modifies the request first.
func post(t *testing.T, client web.Client, target string, form url.Values, change func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	return postTo(t, testServer(client), target+"?as=bob&channel=games", form, change)
}

func postTo(t *testing.T, s *web.Server, target string, form url.Values, change func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, origin+target, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// navigating makes a request look like one from a browser without the script.
func navigating(r *http.Request) { r.Header.Set("Sec-Fetch-Mode", "navigate") }

// getFrom requests a page and returns its text. `change`, if not nil, modifies the request first.
func getFrom(t *testing.T, s *web.Server, target string, change func(*http.Request)) string {
	t.Helper()
	w := answered(s, target, change)
	if w.Code != http.StatusOK {
		t.Fatalf("GET %s = %d: %s", target, w.Code, w.Body)
	}
	return w.Body.String()
}

// holds reports an error for each text that is not in the page.
func holds(t *testing.T, page string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s\n%s", want, page)
		}
	}
}

// lacks reports an error for each text that is in the page.
func lacks(t *testing.T, page string, unwanted ...string) {
	t.Helper()
	for _, text := range unwanted {
		if strings.Contains(page, text) {
			t.Errorf("the page holds %s\n%s", text, page)
		}
	}
}

// problem returns the error's sentence in the answer to a refused request.
func problem(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var answer struct{ Error string }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("status %d, body %q: %v", w.Code, w.Body, err)
	}
	return answer.Error
}

func body(text string) io.ReadCloser { return io.NopCloser(strings.NewReader(text)) }
