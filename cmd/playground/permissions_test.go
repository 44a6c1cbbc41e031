package main

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// TestPermissionsOfTheBot checks which requests Discord allows: a bot must have the permissions of the flag
// -permissions and of the roles that the page gives to it, and no others.
func TestPermissionsOfTheBot(t *testing.T) {
	t.Parallel()
	env, base := invited(t, "-permissions", "MANAGE_CHANNELS")
	asBot := func(method, path, body string) int {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, env["DISCORD_API_URL"]+"/api/v10"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Authorization": {"Bot " + env["DISCORD_TOKEN"]}, "Content-Type": {"application/json"}, "User-Agent": {"DiscordBot (https://example.com, 1)"}}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		return response.StatusCode
	}
	if got := asBot(http.MethodPost, "/guilds/"+env["GUILD_ID"]+"/channels", `{"name":"mine"}`); got != http.StatusCreated {
		t.Errorf("with -permissions: %d", got)
	}
	page := "/?as=alice&channel=general"
	bob := eventually(t, base+page, regexp.MustCompile(`<legend>Bob</legend><label class="tick"><input type="checkbox" name="roles-(\d+)" value="(\d+)" checked> players`))
	nick := func() int {
		return asBot(http.MethodPatch, "/guilds/"+env["GUILD_ID"]+"/members/"+bob[1], `{"nick":"Robert"}`)
	}
	if got := nick(); got != http.StatusForbidden {
		t.Errorf("without a role: %d", got)
	}
	noughts := eventually(t, base+page, regexp.MustCompile(`<legend>Noughts</legend>[\s\S]*?name="(roles-\d+)" value="(\d+)"> moderators`))
	post(t, base+"/roles?as=alice&channel=general", url.Values{noughts[1]: {noughts[2]}, "roles-" + bob[1]: {bob[2]}})
	if got := nick(); got != http.StatusOK {
		t.Errorf("as a moderator: %d", got)
	}
	post(t, base+"/roles?as=alice&channel=general", url.Values{})
	if got := nick(); got != http.StatusForbidden {
		t.Errorf("with no role any more: %d", got)
	}
	if got := asBot(http.MethodPost, "/guilds/"+env["GUILD_ID"]+"/channels", `{"name":"another"}`); got != http.StatusCreated {
		t.Errorf("a bot loses its own role: %d", got)
	}
}
