package discordtest_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

// TestNotServed: each of them answers with 501 and is named in the answer, and
// what is served is not among them.
func TestNotServed(t *testing.T) {
	t.Parallel()
	discord := discordtest.NewInMemory(t)
	client := discord.HTTPClient()
	t.Cleanup(client.CloseIdleConnections)
	list := discordtest.NotServed()
	for _, operation := range list {
		method, pattern, _ := strings.Cut(operation, " ")
		path := regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(pattern, "1")
		r, err := http.NewRequestWithContext(t.Context(), method, "https://discord.com/api/v10"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bot "+discord.Application.Token)
		r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
		status, answer := fetch(t, client, r)
		if status != http.StatusNotImplemented || !strings.Contains(answer, "does not have "+operation+`"`) {
			t.Errorf("%s: %d %s", operation, status, answer)
		}
	}
	all := strings.Join(list, "\n") + "\n"
	if !strings.Contains(all, "GET /guilds/{guild_id}/bans\n") || strings.Contains(all, "POST /channels/{channel_id}/messages\n") {
		t.Errorf("not served are:\n%s", all)
	}
}

// fetch makes a request and returns its answer.
func fetch(t *testing.T, client *http.Client, r *http.Request) (status int, answer string) {
	t.Helper()
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var b strings.Builder
	if _, err := io.Copy(&b, resp.Body); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, b.String()
}
