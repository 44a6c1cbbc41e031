package openapi_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/openapi"
)

// TestNoOperationOfTheDocumentIsUnknown checks that the emulator serves every operation of Discord's OpenAPI document,
// or answers that discordtest does not have the operation.
func TestNoOperationOfTheDocumentIsUnknown(t *testing.T) {
	t.Parallel()
	s := discordtest.NewServer()
	s.StartInMemory()
	t.Cleanup(s.Close)
	a := s.NewApplication("bot")
	operations := openapi.Official(t).Operations()
	if len(operations) < 200 {
		t.Fatalf("%d operations", len(operations))
	}
	client := &http.Client{Transport: &http.Transport{DialContext: s.DialContext}}
	t.Cleanup(client.CloseIdleConnections)
	for _, o := range operations {
		method, path, _ := strings.Cut(o, " ")
		path = regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(path, "1")
		status, answer := send(t, client, method, s.URL()+"/api/v10"+strings.TrimPrefix(path, "/api/v10"), a.Token)
		if status == http.StatusMethodNotAllowed || strings.Contains(answer, "404: Not Found") {
			t.Errorf("%s: %d %s", o, status, answer)
		}
	}
}

// send makes a request with an empty JSON object and returns the answer.
func send(t *testing.T, client *http.Client, method, address, token string) (status int, answer string) {
	t.Helper()
	r := httptest.NewRequest(method, address, strings.NewReader("{}"))
	r.RequestURI = ""
	r.Header.Set("Authorization", "Bot "+token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var b strings.Builder
	if err := resp.Write(&b); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, b.String()
}
