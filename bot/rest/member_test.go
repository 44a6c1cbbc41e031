package rest

import (
	"net/http"
	"testing"
)

// IsMember returns false only if Discord says that the user is not in the server. Other refusals are errors.
func TestIsMember(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct {
		status       int
		is, answered bool
	}{
		`{"user":{"id":"7"},"roles":[]}`:              {200, true, true},
		`{"message":"Unknown Member","code":10007}`:   {404, false, true},
		`{"message":"Unknown User","code":10013}`:     {404, false, true},
		`{"message":"Unknown Guild","code":10004}`:    {404, false, false},
		`{"message":"Missing Access","code":50001}`:   {403, false, false},
		`{"message":"500: Internal Error","code":0}`:  {500, false, false},
		`{"message":"limited","retry_after":1}`:       {429, false, false},
		`<html>this is no answer of the API's</html>`: {404, false, false},
	} {
		client := restOver(func(r *http.Request) (*http.Response, error) {
			if r.Method != http.MethodGet || r.URL.Path != "/api/v9/guilds/5/members/7" || r.Header.Get("Authorization") != "Bot secret" {
				t.Errorf("%s %s", r.Method, r.URL.Path)
			}
			return answering(want.status, body), nil
		})
		is, err := client.IsMember(t.Context(), "5", "7")
		if is != want.is || (err == nil) != want.answered {
			t.Errorf("%d %s: %t, %v", want.status, body, is, err)
		}
	}
}
