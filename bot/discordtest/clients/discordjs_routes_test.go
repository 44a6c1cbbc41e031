package clients

import (
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

// TestNoRouteOfDiscordJSIsUnknown checks that discordtest knows every request that discord.js has a route for: it
// serves the request, or answers that discordtest does not have it. With a 404 or a 405, the author of a bot would
// look for a mistake in the bot.
func TestNoRouteOfDiscordJSIsUnknown(t *testing.T) {
	t.Parallel()
	needsNode(t)
	declared, err := os.ReadFile("discordjs/node_modules/discord-api-types/_generated_/rest/v10/interfaces.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	routes, _, _ := strings.Cut(string(declared), "interface CDNRoutesDeclarations")
	operations := regexp.MustCompile("\\* - (GET|POST|PUT|PATCH|DELETE) +`([^`]*)`").FindAllStringSubmatch(routes, -1)
	if len(operations) < 150 {
		t.Fatalf("%d operations found", len(operations))
	}
	client := discordtest.NewInMemory(t).HTTPClient()
	t.Cleanup(client.CloseIdleConnections)
	parameter := regexp.MustCompile(`\$?\{[^}]*\}`)
	for _, o := range operations {
		r, err := http.NewRequestWithContext(t.Context(), o[1], "https://discord.com/api/v10"+parameter.ReplaceAllString(o[2], "1"), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode == http.StatusMethodNotAllowed || strings.Contains(string(answer), "404: Not Found") {
			t.Errorf("%s %s: %d %s", o[1], o[2], response.StatusCode, answer)
		}
	}
}
