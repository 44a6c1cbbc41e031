package world_test

import (
	"cmp"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest/internal/testbot"
)

// fetch downloads a file. It fails the test unless the file's URL has the server's own host and port, where any HTTP
// client finds the file.
func fetch(sc *testbot.Scene, address string) (status int, content string) {
	sc.T.Helper()
	if !strings.HasPrefix(address, sc.Server.URL()+"/") {
		sc.T.Fatalf("address %s, want one at %s", address, sc.Server.URL())
	}
	r, err := http.NewRequestWithContext(sc.Ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		sc.T.Fatal(err)
	}
	resp, err := sc.Bot.HTTP.Do(r)
	if err != nil {
		sc.T.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		sc.T.Fatal(err)
	}
	return resp.StatusCode, string(raw)
}

func TestFetchedMessagesHaveNewAddresses(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		for name, payload := range map[string]string{
			"listed":          `{}`,
			"in components":   testbot.V2(`{"type":17,"components":[{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"attachment://a.png"}}}]}`),
			"in a gallery":    testbot.V2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`),
			"as a file of it": testbot.V2(`{"type":13,"file":{"url":"attachment://a.png"}}`),
		} {
			status, body := sc.Multipart(payload, "a.png", 10)
			if status != http.StatusOK {
				t.Fatalf("%s: %d %s", name, status, body)
			}
			time.Sleep(36 * time.Hour)
			m := sc.Alice.In(sc.Channel).Messages()
			newest := m[len(m)-1]
			var fetched map[string]any
			sc.Bot.Must("GET", "/channels/"+sc.Channel.ID+"/messages/"+newest.ID, nil, &fetched)
			found := addressIn(fetched, sc.Server.URL())
			if found == "" {
				t.Errorf("%s: no address in %v", name, fetched)
				continue
			}
			if status, _ := fetch(sc, found); status != http.StatusOK {
				t.Errorf("%s: %d from %s", name, status, found)
			}
			if status, _ := fetch(sc, newest.Files()[0].URL); status != http.StatusOK {
				t.Errorf("%s: %d for a member", name, status)
			}
		}
	})
}

// addressIn returns the first URL with the given host in decoded JSON, or "".
func addressIn(v any, host string) string {
	var found string
	switch v := v.(type) {
	case string:
		if strings.HasPrefix(v, host+"/attachments/") {
			return v
		}
	case []any:
		for _, one := range v {
			found = cmp.Or(found, addressIn(one, host))
		}
	case map[string]any:
		for _, one := range v {
			found = cmp.Or(found, addressIn(one, host))
		}
	}
	return found
}
