package form_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/form"
)

// TestWithReader checks that members see the Reader's replacements of a bot's texts, and that limits apply to the
// length of the original text.
func TestWithReader(t *testing.T) {
	t.Parallel()
	var seen []string
	r := &form.Reader{
		Read: func(text string) string { return strings.ReplaceAll(text, "ja", "yes") },
		Sees: func(shown string) { seen = append(seen, shown) },
	}
	for _, test := range []struct {
		body string
		most int
		want string
		good bool
	}{
		{`{"content": "ja!"}`, 3, "yes!", true}, // the original has three characters
		{`{"content": "ja!"}`, 2, "yes!", false},
		{`{}`, 3, "", true},
		{`{"content": 7}`, 3, "", false},
	} {
		f, err := form.Parse([]byte(test.body), r)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Get("content").Words(0, test.most); got != test.want || f.Form.Failed() == test.good {
			t.Errorf("%s in %d characters: %q, failed is %v", test.body, test.most, got, f.Form.Failed())
		}
	}
	if want := []string{"ja!", "ja!", "", ""}; !slices.Equal(seen, want) {
		t.Errorf("members saw %q, want %q", seen, want)
	}
	body := r.Body([]byte(`{"a": ["ja <&>", 12345678901234567890, null, true], "b": {"c": "ja"}}`))
	if want := `{"a":["yes <&>",12345678901234567890,null,true],"b":{"c":"yes"}}`; string(body) != want {
		t.Errorf("%s, want %s", body, want)
	}
	for _, raw := range []string{"", "{", `{} {}`} {
		if got := r.Body([]byte(raw)); !bytes.Equal(got, []byte(raw)) {
			t.Errorf("%q became %q", raw, got)
		}
	}
	if got := (*form.Reader)(nil).Body([]byte(`{ }`)); string(got) != `{ }` {
		t.Errorf("without a reader %q", got)
	}
}

// TestWithLocale checks that new users and guilds get the locale that the option WithLocale sets.
func TestWithLocale(t *testing.T) {
	t.Parallel()
	s := discordtest.NewServer(discordtest.WithLocale("ja"))
	if u, g := s.NewUser("alice"), s.NewGuild("House"); u.Locale() != "ja" || g.Locale() != "ja" {
		t.Errorf("%s, %s", u.Locale(), g.Locale())
	}
}
