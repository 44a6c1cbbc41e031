package web_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
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
		t.Run(typed, func(t *testing.T) {
			t.Parallel()
			client := newFake()
			if w := post(t, client, "/use", url.Values{"line": {typed}}, nil); w.Code != http.StatusNoContent {
				t.Fatalf("status %d: %s", w.Code, w.Body)
			}
			if diff := cmp.Diff([]call{{Method: "say", Name: want}}, client.noted()); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
		})
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

// upload posts a form with files in one field. `files` holds names and contents in turn.
func upload(t *testing.T, s *web.Server, target string, form url.Values, field string, files ...string) *httptest.ResponseRecorder {
	t.Helper()
	var b bytes.Buffer
	m := multipart.NewWriter(&b)
	for name, values := range form {
		for _, value := range values {
			if err := m.WriteField(name, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := 0; i < len(files); i += 2 {
		part, err := m.CreateFormFile(field, files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	return postTo(t, s, target, nil, func(r *http.Request) {
		r.Body = body(b.String())
		r.ContentLength = int64(b.Len())
		r.Header.Set("Content-Type", m.FormDataContentType())
	})
}

func TestFilesAreSent(t *testing.T) {
	t.Parallel()
	client := newFake()
	s := testServer(client)
	if w := upload(t, s, "/use", url.Values{"line": {""}}, "files", "a.txt", "one", "b c.txt", "two", "", ""); w.Code != http.StatusNoContent {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	if diff := cmp.Diff([]call{{Method: "say", Words: []string{"a.txt", "one", "b c.txt", "two"}}}, client.forget()); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	client.commands = []discordtest.Command{{Type: 1, Name: "read", Options: []discordtest.CommandOption{
		{Type: discordtest.OptionAttachment, Name: "file", Required: true}, {Type: discordtest.OptionBoolean, Name: "aloud"},
	}}}
	if w := upload(t, s, "/use", url.Values{"line": {"/read file:b c.txt aloud:true"}}, "files", "a.txt", "one", "b c.txt", "two"); w.Code != http.StatusNoContent {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	want := []call{{Method: "use", Name: "read", Values: map[string]any{
		"file": discordtest.File{Name: "b c.txt", Size: 3, Content: []byte("two")}, "aloud": true,
	}}}
	if diff := cmp.Diff(want, client.forget()); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	for line, want := range map[string]string{
		"/read file:c.txt": "file: There is no file “c.txt”. Choose one with the + beside the line.",
		"/read":            "The option “file” is required. Specify a value.",
	} {
		if w := upload(t, s, "/use", url.Values{"line": {line}}, "files", "a.txt", "one"); problem(t, w) != want {
			t.Errorf("%s: %s", line, w.Body)
		}
	}
}

func TestFilesThatAreTooMany(t *testing.T) {
	t.Parallel()
	s := testServer(newFake())
	var eleven []string
	for range 11 {
		eleven = append(eleven, "a.txt", "x")
	}
	big := strings.Repeat("x", 10<<20+1)
	tests := map[string]struct {
		files  []string
		status int
		want   string
	}{
		"eleven":     {eleven, http.StatusUnprocessableEntity, "You can send at most 10 files at once."},
		"one is big": {[]string{"big.bin", big}, http.StatusUnprocessableEntity, "“big.bin” is larger than 10 MiB, which is the most that Discord takes."},
		"all are":    {[]string{"a", big, "b", big, "c", big}, http.StatusRequestEntityTooLarge, "Those files are too large: the limit is 25 MiB in total."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if w := upload(t, s, "/use", nil, "files", tt.files...); w.Code != tt.status || problem(t, w) != tt.want {
				t.Errorf("status %d: %s", w.Code, w.Body)
			}
		})
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
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := complete(t, newFake(), tt.line)
			var lines []string
			for _, item := range c.Items {
				lines = append(lines, item.Line)
			}
			if got := strings.Join(lines, "|"); got != tt.want || c.Hint != tt.hint {
				t.Errorf("complete(%q) = %q, %q, want %q, %q", tt.line, got, c.Hint, tt.want, tt.hint)
			}
		})
	}
}

func TestCompleteFilesOfOptions(t *testing.T) {
	t.Parallel()
	client := newFake()
	client.commands = []discordtest.Command{{Type: 1, Name: "read", Options: []discordtest.CommandOption{
		{Type: discordtest.OptionAttachment, Name: "file"}, {Type: discordtest.OptionBoolean, Name: "aloud"},
	}}}
	items := func(line string) string {
		w := get(t, client, "/complete?file=my+a.txt&line="+url.QueryEscape(line))
		var c struct {
			Items []struct {
				Line string
				Pick bool
			}
		}
		if err := json.Unmarshal(w.Body.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, i := range c.Items {
			if i.Pick {
				i.Line += "(pick)"
			}
			all = append(all, i.Line)
		}
		return strings.Join(all, "|")
	}
	for line, want := range map[string]string{
		"/read file:":          "/read file:my a.txt |/read file:(pick)",
		"/read file:my a.txt ": "/read file:my a.txt aloud:",
	} {
		if got := items(line); got != want {
			t.Errorf("%s offers %q, want %q", line, got, want)
		}
	}
}
