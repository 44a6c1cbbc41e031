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

func TestGlobalLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := discordtest.NewServer()
		api, app := discordtest.Handler(w), w.NewApplication("bot")
		token := "Bot " + app.Token
		guild := w.NewGuild("Guild")
		guild.Install(app)
		for i := range 50 {
			c := guild.NewChannel("one of many")
			// Each request is for another channel, so it reaches no route's limit.
			if resp := ask(api, "1.2.3.4", "GET", "/api/v10/channels/"+c.ID, token); resp.StatusCode != 200 {
				t.Fatalf("request %d: %s", i, resp.Status)
			}
		}
		resp := ask(api, "5.6.7.8", "GET", "/api/v10/users/@me", token)
		body, _ := io.ReadAll(resp.Body)
		if resp.StatusCode != 429 || !strings.Contains(string(body), `"global":true`) || !strings.Contains(string(body), `"retry_after":1`) {
			t.Errorf("one more: %s %s", resp.Status, body)
		}
		for name, want := range map[string]string{
			"X-RateLimit-Scope": "global", "X-RateLimit-Global": "true", "Retry-After": "1", "Via": "1.1 google",
			"X-RateLimit-Reset-After": "", "X-RateLimit-Bucket": "",
		} {
			if got := resp.Header.Get(name); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		other := w.NewApplication("other")
		for path, authorisation := range map[string]string{
			"/api/v10/users/@me": "Bot " + other.Token,
			"/api/v10/gateway":   "",
		} {
			if resp := ask(api, "1.2.3.4", "GET", path, authorisation); resp.StatusCode != 200 {
				t.Errorf("%s of somebody else: %s", path, resp.Status)
			}
		}
		if resp := ask(api, "1.2.3.4", "POST", "/api/v10/interactions/1/x/callback", token); resp.StatusCode != 404 {
			t.Errorf("a callback: %s, want 404: it is exempt", resp.Status)
		}
		time.Sleep(time.Second)
		if resp := ask(api, "1.2.3.4", "GET", "/api/v10/users/@me", token); resp.StatusCode != 200 {
			t.Errorf("a second later: %s", resp.Status)
		}
	})
}

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
