package rest

import (
	"maps"
	"net/http"
	"strings"
	"testing"
)

// TestPermissions checks the permissions of members and of @everyone in some channels. The numbers are permission bits
// of Discord: 1024 (view the channel), 2048 (send messages) and 8 (administrator).
func TestPermissions(t *testing.T) {
	t.Parallel()
	answers := map[string]string{
		"/guilds/5/roles": `[{"id":"5","permissions":"3072"},{"id":"51","permissions":"0"},{"id":"52","permissions":"8"}]`,
		"/guilds/5/channels": `[{"id":"1","permission_overwrites":[]},
			{"id":"2","permission_overwrites":[{"id":"5","allow":"0","deny":"1024"}]},
			{"id":"3","permission_overwrites":[{"id":"51","allow":"1024","deny":"2048"},{"id":"5","allow":"0","deny":"1024"}]},
			{"id":"4","permission_overwrites":[{"id":"7","allow":"1024","deny":"0"},{"id":"5","allow":"0","deny":"1024"}]}]`,
		"/guilds/5/members/7": `{"roles":[]}`,
		"/guilds/5/members/8": `{"roles":["51"]}`,
		"/guilds/5/members/9": `{"roles":["52"]}`,
	}
	client := restOver(func(r *http.Request) (*http.Response, error) {
		answer, ok := answers[strings.TrimPrefix(r.URL.Path, "/api/v9")]
		if !ok {
			t.Errorf("asked for %s", r.URL)
		}
		return answering(200, answer), nil
	})
	for member, want := range map[string]map[string]int64{
		"":  {"1": 3072, "2": 0, "3": 0, "4": 0},
		"7": {"1": 3072, "2": 0, "3": 0, "4": 3072},
		"8": {"1": 3072, "2": 0, "3": 1024, "4": 0},
		"9": {"1": 3080, "2": 3080, "3": 3080, "4": 3080},
	} {
		if got, err := client.Permissions(t.Context(), "5", member); err != nil || !maps.Equal(got, want) {
			t.Errorf("of %q: %v, %v, want %v", member, got, err, want)
		}
	}
}

// TestOutranks compares a role with the highest role of members, with their own role, and with a role that is gone. The
// guild's owner outranks all.
func TestOutranks(t *testing.T) {
	t.Parallel()
	client := restOver(func(r *http.Request) (*http.Response, error) {
		if !strings.HasSuffix(r.URL.Path, "/guilds/5") {
			t.Errorf("asked for %s", r.URL)
		}
		return answering(200, `{"owner_id":"1","roles":[{"id":"5","position":0},{"id":"51","position":1},{"id":"52","position":2},{"id":"53","position":3}]}`), nil
	})
	for _, c := range []struct {
		user  string
		roles []string
		over  string
		want  bool
	}{
		{"7", nil, "51", false}, {"7", []string{"51"}, "51", false}, {"7", []string{"53", "51"}, "52", true}, {"7", []string{"51"}, "53", false},
		{"7", []string{"53"}, "59", false}, {"7", []string{"59"}, "51", false}, {"1", nil, "53", true},
	} {
		if got, err := client.Outranks(t.Context(), "5", c.user, c.roles, c.over); err != nil || got != c.want {
			t.Errorf("%s with %q over %s: %t, %v", c.user, c.roles, c.over, got, err)
		}
	}
}
