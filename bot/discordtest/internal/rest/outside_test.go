package rest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"noughts/bot/discordtest/internal/rest"
)

// TestWhatIsOutIsSaid checks that every operation in DiscordPaths is served, or is answered with a message that
// discordtest does not have it.
func TestWhatIsOutIsSaid(t *testing.T) {
	t.Parallel()
	w, api := newAPI()
	a := newApplication(w)
	out := 0
	for line := range strings.Lines(strings.TrimSpace(rest.DiscordPaths)) {
		words := strings.Fields(line)
		path := strings.NewReplacer("{webhook_token}", "x", "{interaction_token}", "x", "{code}", "x", "{emoji_name}", "x").Replace(words[0])
		for strings.Contains(path, "{") {
			before, after, _ := strings.Cut(path, "{")
			_, after, _ = strings.Cut(after, "}")
			path = before + "1" + after
		}
		for _, method := range words[1:] {
			status, answer := askPath(api, method, path, a.Token)
			switch {
			case status == http.StatusMethodNotAllowed, strings.Contains(answer, "404: Not Found"):
				t.Errorf("%s %s: %d %s", method, words[0], status, answer)
			case strings.Contains(answer, "discordtest does not have"):
				out++
				if want := `{"code":0,"message":"discordtest does not have ` + method + " " + words[0] + `"}`; answer != want {
					t.Errorf("%s %s: %s, want %s", method, words[0], answer, want)
				}
			}
		}
	}
	if out == 0 {
		t.Error("nothing is out, not even voice")
	}
	for _, c := range []struct {
		method, path string
		want         int
	}{
		{"DELETE", "/voice/regions", 405}, {"PATCH", "/gateway", 405}, {"GET", "/voice", 404}, {"GET", "/voice/regions/", 404}, {"GET", "/", 404},
	} {
		if status, answer := askPath(api, c.method, c.path, a.Token); status != c.want {
			t.Errorf("%s %s: %d %s, want %d", c.method, c.path, status, answer, c.want)
		}
	}
}

// askPath makes a request to the API and returns its answer.
func askPath(api http.Handler, method, path, token string) (status int, answer string) {
	resp := ask(api, "127.0.0.1", method, "/api/v10"+path, "Bot "+token)
	body, _ := io.ReadAll(resp.Body) // reading from memory does not fail
	return resp.StatusCode, string(body)
}
