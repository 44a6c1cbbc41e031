package discordtest

import (
	"net/http"
	"testing"
)

func TestAnswersComeViaDiscord(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		for path, status := range map[string]int{
			"/api/v10/gateway":   http.StatusOK,
			"/api/v10/users/@me": http.StatusUnauthorized,
			"/api/v5/users/@me":  http.StatusBadRequest,
			"/nothing":           http.StatusNotFound,
		} {
			resp, body := sc.get(path, http.Header{})
			if resp.StatusCode != status || resp.Header.Get("Via") != "1.1 google" {
				t.Errorf("%s: %d via %q, want %d via Discord: %s", path, resp.StatusCode, resp.Header.Get("Via"), status, body)
			}
		}
	})
}
