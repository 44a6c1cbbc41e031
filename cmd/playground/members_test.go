package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// TestMembersOfTheFlag checks that the members from -members are in the bot's server and can act on
// the page. The group message has at most ten people.
func TestMembersOfTheFlag(t *testing.T) {
	t.Parallel()
	names := "Dave, Ærin,f,g,h,i,j,k"
	env, base := invited(t, "-members", names)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, env["DISCORD_API_URL"]+"/api/v10/guilds/"+env["GUILD_ID"]+"/members?limit=100", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Authorization": {"Bot " + env["DISCORD_TOKEN"]}, "User-Agent": {"DiscordBot (https://example.com, 1)"}}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var members []struct{ User struct{ Username string } }
	if err := json.NewDecoder(response.Body).Decode(&members); err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, m := range members {
		seen = append(seen, m.User.Username)
	}
	if got, want := strings.Join(seen, " "), "Noughts Alice Bob Carol Dave Ærin f g h i j k"; got != want {
		t.Errorf("the bot sees %s, want %s", got, want)
	}
	page := "?as=ærin&channel=general"
	send(t, base+"/use"+page, url.Values{"line": {"Here I am"}})
	eventually(t, base+"/?as=bob&channel=general", regexp.MustCompile(`(?s)>Ærin<.*Here I am`))
	group := "Alice, Bob, Carol, Dave, Ærin, f, g, h, i"
	if !strings.Contains(fetch(t.Context(), t, base+"/?as=j&channel=%40noughts"), group) {
		t.Error("the tenth is not in the group")
	}
	if strings.Contains(fetch(t.Context(), t, base+"/?as=k&channel=%40noughts"), group) {
		t.Error("the eleventh is in the group")
	}
}
