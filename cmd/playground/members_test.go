package main

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// TestMembersOfTheFlag checks that the members from -members are in the server and can act on the
// page. The group message has at most ten people.
func TestMembersOfTheFlag(t *testing.T) {
	t.Parallel()
	names := "Dave, Ærin,f,g,h,i,j,k"
	_, base := invited(t, "-members", names)
	eventually(t, base+"/?as=alice&channel=general", regexp.MustCompile("Members — 11"))
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
