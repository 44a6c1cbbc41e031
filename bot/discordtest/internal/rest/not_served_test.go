package rest_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
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
		status, answer := testbot.Do(t, client, r)
		if status != http.StatusNotImplemented || !strings.Contains(answer, "does not have "+operation+`"`) {
			t.Errorf("%s: %d %s", operation, status, answer)
		}
	}
	all := strings.Join(list, "\n") + "\n"
	if !strings.Contains(all, "GET /guilds/{guild_id}/bans\n") || strings.Contains(all, "POST /channels/{channel_id}/messages\n") {
		t.Errorf("not served are:\n%s", all)
	}
}
