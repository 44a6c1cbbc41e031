package main

import (
	"net/http"
	"net/url"
	"regexp"
	"testing"
)

// TestPermissionsOfTheBot checks which requests Discord allows: a bot must have the permissions of the flag
// -permissions and of the roles that the page gives to it, and no others.
func TestPermissionsOfTheBot(t *testing.T) {
	t.Parallel()
	env, base := invited(t, "-permissions", "MANAGE_CHANNELS")
	asBot := func(method, path string) int {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, env["DISCORD_API_URL"]+"/api/v10"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Authorization": {"Bot " + env["DISCORD_TOKEN"]}, "User-Agent": {"DiscordBot (https://example.com, 1)"}}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		return response.StatusCode
	}
	page := "/?as=alice&channel=ultimate"
	bob := eventually(t, base+page, regexp.MustCompile(`<legend>Bob</legend><label class="tick"><input type="checkbox" name="roles-(\d+)" value="(\d+)" checked> players`))
	give := func() int {
		return asBot(http.MethodPut, "/guilds/"+env["GUILD_ID"]+"/members/"+bob[1]+"/roles/"+bob[2])
	}
	if got := give(); got != http.StatusForbidden {
		t.Errorf("without a role: %d", got)
	}
	noughts := eventually(t, base+page, regexp.MustCompile(`<legend>Noughts</legend>[\s\S]*?name="(roles-\d+)" value="(\d+)"> moderators`))
	post(t, base+"/roles?as=alice&channel=general", url.Values{noughts[1]: {noughts[2]}, "roles-" + bob[1]: {bob[2]}})
	if got := give(); got != http.StatusNoContent {
		t.Errorf("as a moderator: %d", got)
	}
	post(t, base+"/roles?as=alice&channel=general", url.Values{})
	if got := give(); got != http.StatusForbidden {
		t.Errorf("with no role any more: %d", got)
	}
	if got := asBot(http.MethodDelete, "/channels/"+env["CHANNEL_ID"]); got != http.StatusOK {
		t.Errorf("with -permissions: %d", got)
	}
}
