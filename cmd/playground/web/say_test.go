package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
)

// TestMessagesAreSentAsDiscordsClientSendsThem checks the content that is sent for typed texts.
func TestMessagesAreSentAsDiscordsClientSendsThem(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"hello":                         "hello",
		"@Noughts play with me":         "<@9> play with me",
		"@noughts, @bob and @Carol Ann": "<@9>, <@2> and <@3>",
		"(@Bob)":                        "(<@2>)",
		"@Bobby and me@Bob":             "@Bobby and me@Bob",
		"<@2> and <@&77>":               "<@2> and <@&77>",
		"@players in #games":            "<@&77> in <#71>",
		"@Carol":                        "@Carol", // only Carol Ann exists
		"@everyone":                     "@everyone",
		"`@Bob :tada:` @Bob":            "`@Bob :tada:` <@2>",
		"```\n@Bob\n```\n@Bob":          "```\n@Bob\n```\n<@2>",
		"one\r\ntwo":                    "one\ntwo",
		"Ünlü @BOB!":                    "Ünlü <@2>!",
	}
	for typed, want := range tests {
		client := newFake()
		if w := post(t, client, "/use", url.Values{"line": {typed}}, nil); w.Code != http.StatusNoContent {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		if diff := cmp.Diff([]call{{Method: "say", Name: want}}, client.noted()); diff != "" {
			t.Errorf("calls (-want +got):\n%s", diff)
		}
	}
}

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
	if w := post(t, client, "/use", url.Values{"line": {"hello"}}, nil); problem(t, w) != "You do not have permission to send that in this channel." {
		t.Errorf("%s", w.Body)
	}
}

func TestCompleteMessages(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ line, want, hint string }{
		"a member":          {"hello @b", "hello @Bob ", "Members and roles"},
		"all":               {"@", "@Alice |@Bob |@Carol Ann |@Noughts |@players ", "Members and roles"},
		"with a space":      {"@carol a", "@Carol Ann ", "Members and roles"},
		"a channel":         {"see #ga", "see #games ", "Channels"},
		"within a word":     {"me@b", "", ""},
		"nobody":            {"@zzz", "", ""},
		"what is over":      {"@Bob hello", "", ""},
		"a time":            {"at 12:30", "", ""},
		"no sign at all":    {"hello", "", ""},
		"a sign of Unicode": {"é@b", "", ""},
	}
	for name, tt := range tests {
		c := complete(t, newFake(), tt.line)
		var lines []string
		for _, item := range c.Items {
			lines = append(lines, item.Line)
		}
		if got := strings.Join(lines, "|"); got != tt.want || c.Hint != tt.hint {
			t.Errorf("%s: complete(%q) = %q, %q, want %q, %q", name, tt.line, got, c.Hint, tt.want, tt.hint)
		}
	}
}
