package web_test

import (
	"net/url"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

func TestMessagesThatCannotBeSent(t *testing.T) {
	t.Parallel()
	client := newFake()
	long := strings.Repeat("ü", 2001)
	if w := post(t, client, "/use", url.Values{"line": {long}}, nil); problem(t, w) != "That is too long: messages have at most 2000 characters, and this one has 2001." {
		t.Errorf("%s", w.Body)
	}
	if w := post(t, client, "/use", url.Values{"line": {" \n "}}, nil); problem(t, w) != "Nothing to send." {
		t.Errorf("%s", w.Body)
	}
	if calls := client.noted(); len(calls) > 0 {
		t.Errorf("calls %v", calls)
	}
	client.fail(discordtest.ErrNotAllowed)
	if w := post(t, client, "/use", url.Values{"line": {"one\r\ntwo"}}, nil); problem(t, w) != "You do not have permission to send that in this channel." {
		t.Errorf("%s", w.Body)
	}
}
