package rest_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// TestNotServed checks that every operation in NotServed is answered with 400 and its name, and
// that a served operation is not in the list.
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
		if status != http.StatusBadRequest || !strings.Contains(answer, "does not have "+operation+`"`) {
			t.Errorf("%s: %d %s", operation, status, answer)
		}
	}
	all := strings.Join(list, "\n") + "\n"
	if !strings.Contains(all, "GET /guilds/{guild_id}/bans\n") || strings.Contains(all, "POST /channels/{channel_id}/messages\n") {
		t.Errorf("not served are:\n%s", all)
	}
}

// TestNotServedIsLoggedOnce checks that requests for an absent route are logged as a warning, once per route.
func TestNotServedIsLoggedOnce(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	discord := discordtest.NewInMemory(t, discordtest.WithLogger(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))))
	client := discord.HTTPClient()
	t.Cleanup(client.CloseIdleConnections)
	for _, path := range []string{"/guilds/1/bans", "/guilds/2/bans", "/guilds/1/emojis"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://discord.com/api/v10"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
		testbot.Do(t, client, r)
	}
	said := log.String()
	if strings.Count(said, "\n") != 2 || strings.Count(said, "does not have GET /guilds/{guild_id}/bans") != 1 || !strings.Contains(said, "/emojis") {
		t.Errorf("the log says %s", said)
	}
}
