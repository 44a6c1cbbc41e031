package discordtest_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
)

func TestWebhooksHaveTheirOwnLimits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := discordtest.NewServer()
		api, app := discordtest.Handler(w), w.NewApplication("bot")
		path := "/api/v10/webhooks/" + app.ID + "/"
		for i := range 5 {
			token := [...]string{"", "Bot " + app.Token}[i%2] // requests with and without a bot token share the bucket
			if resp := ask(api, "1.2.3.4", "POST", path+"one", token); resp.StatusCode != 401 {
				t.Fatalf("request %d: %s, want 401", i, resp.Status)
			}
		}
		if resp := ask(api, "1.2.3.4", "POST", path+"one", ""); resp.StatusCode != 429 || resp.Header.Get("X-RateLimit-Scope") != "user" {
			t.Errorf("the sixth: %s, scope %q", resp.Status, resp.Header.Get("X-RateLimit-Scope"))
		}
		if resp := ask(api, "1.2.3.4", "POST", path+"two", ""); resp.StatusCode != 401 {
			t.Errorf("another token: %s", resp.Status)
		}
	})
}

func TestInvalidRequestsEndInABan(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := discordtest.NewServer()
		api, app := discordtest.Handler(w), w.NewApplication("bot")
		get := func(from, token string) *http.Response {
			return ask(api, from, "GET", "/api/v10/users/@me", "Bot "+token)
		}
		for range 10_000 - 1 {
			get("1.2.3.4", "wrong")
		}
		if resp := get("1.2.3.4", app.Token); resp.StatusCode != 200 {
			t.Errorf("before the last: %s", resp.Status)
		}
		get("1.2.3.4", "wrong")
		resp := get("1.2.3.4", app.Token)
		body, _ := io.ReadAll(resp.Body)
		if resp.StatusCode != 429 || !strings.Contains(string(body), "<html>") || resp.Header.Get("Retry-After") != "3600" || resp.Header.Get("Via") != "" {
			t.Errorf("banned: %s %s %v", resp.Status, body, resp.Header)
		}
		if resp := get("5.6.7.8", app.Token); resp.StatusCode != 200 {
			t.Errorf("another address: %s", resp.Status)
		}
		time.Sleep(time.Hour)
		if resp := get("1.2.3.4", app.Token); resp.StatusCode != 200 {
			t.Errorf("after the ban: %s", resp.Status)
		}
	})
}

// ask makes a request from a network address and returns the answer.
func ask(api http.Handler, from, method, path, authorisation string) *http.Response {
	r := httptest.NewRequest(method, path, strings.NewReader("{}"))
	r.RemoteAddr = from + ":1"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", Agent)
	if authorisation != "" {
		r.Header.Set("Authorization", authorisation)
	}
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	return w.Result()
}
