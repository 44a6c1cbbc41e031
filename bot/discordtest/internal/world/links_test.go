package world_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
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

// A bot can download a member's attachment from its signed URL, but not from a forged URL. The signed URL works for at
// most a day.
func TestAddressesOfFiles(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		said, err := sc.Alice.In(sc.Channel).SayWith("", discordtest.File{Name: "my board.txt", Content: []byte("X O X")})
		if err != nil {
			t.Fatal(err)
		}
		address := said.Files()[0].URL
		if want := fmt.Sprintf("/attachments/%s/%s/", sc.Channel.ID, said.Files()[0].ID); !strings.Contains(address, want) || said.Files()[0].ProxyURL == "" {
			t.Errorf("%s has no %s", address, want)
		}
		if status, content := fetch(sc, address); status != http.StatusOK || content != "X O X" {
			t.Errorf("%d %q", status, content)
		}
		_, query, _ := strings.Cut(address, "?")
		given, err := url.ParseQuery(query)
		if err != nil || len(given.Get("hm")) != 64 {
			t.Errorf("query %v, %v", given, err)
		}
		for name, forged := range map[string]string{
			"without a signature": strings.TrimSuffix(address, "?"+query),
			"for ever":            strings.Replace(address, "ex="+given.Get("ex"), "ex=ffffffff", 1),
			"of another channel":  strings.Replace(address, "/attachments/"+sc.Channel.ID, "/attachments/1", 1),
		} {
			if status, content := fetch(sc, forged); status != http.StatusNotFound || !strings.Contains(content, "no longer available") {
				t.Errorf("%s: %d %q", name, status, content)
			}
		}
		time.Sleep(24 * time.Hour)
		if status, _ := fetch(sc, address); status != http.StatusNotFound {
			t.Errorf("after a day: %d", status)
		}
	})
}

func TestFetchedMessagesHaveNewAddresses(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		for name, payload := range map[string]string{
			"listed":           `{}`,
			"in an embed":      `{"embeds":[{"image":{"url":"attachment://a.png"}}]}`,
			"in components":    testbot.V2(`{"type":17,"components":[{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"attachment://a.png"}}}]}`),
			"in a gallery":     testbot.V2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`),
			"as a file of it":  testbot.V2(`{"type":13,"file":{"url":"attachment://a.png"}}`),
			"beside a picture": `{"embeds":[{"image":{"url":"https://example.com/attachments/1/2/a.png"}}]}`,
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

// A bot can download the file of a command's option. With the option WithDiscordCDN the file's
// URLs have the hosts of Discord's CDN and proxy.
func TestAddressesOfUploads(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		it := sc.WithAnswer(testbot.Pad)
		sc.Bot.Register(`[{"name":"look","description":"x","options":[{"type":11,"name":"file","description":"x"}]}]`)
		if _, err := sc.Alice.In(sc.Channel).Use(sc.Ctx, "look", map[string]any{"file": discordtest.File{Name: "a.txt", Content: []byte("x")}}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(it.Data.Resolved), `"url":"https://cdn.discordapp.com/attachments/`+sc.Channel.ID+"/") ||
			!strings.Contains(string(it.Data.Resolved), `"proxy_url":"https://media.discordapp.net/attachments/`) {
			t.Errorf("%s", it.Data.Resolved)
		}
		var a struct{ Attachments map[string]object.Attachment }
		if err := json.Unmarshal(it.Data.Resolved, &a); err != nil {
			t.Fatal(err)
		}
		for _, file := range a.Attachments {
			if status, _, content := sc.Fetch(file.URL); status != http.StatusOK || content != "x" {
				t.Errorf("%d %q", status, content)
			}
		}
	}, discordtest.WithDiscordCDN())
}
