package texts

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Play":           "\u200f⟦Þļåý¦ö⟧\u200f",
		"{{.Player}} of": "\u200f⟦{{.Player}} öƒ¦⟧\u200f",
		"`/classic` is <@{{.ID}}> [a]({{.Link}}) <t:{{.When}}:R>": "\u200f⟦`/classic` îš <@{{.ID}}> [å]({{.Link}}) <t:{{.When}}:R>¦ö⟧\u200f",
		"### Title\n**bold**":              "### \u200f⟦Ţîţļé\n**ƀöļđ**¦öñé⟧\u200f",
		"-# small":                         "-# \u200f⟦šɱåļļ¦ö⟧\u200f",
		"{{.First}}, {{.Last}}":            "{{.First}}, {{.Last}}",
		"⏮":                                "⏮",
		"https://example.com/a is a place": "\u200f⟦https://example.com/a îš å þļåçé¦öñé⟧\u200f",
	} {
		if got := pseudoText(text, 2000); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestTextFits(t *testing.T) {
	t.Parallel()
	for length := 1; length <= 100; length++ {
		text := strings.Repeat("x", length)
		if got := utf8.RuneCountInString(pseudoText(text, 100)); got > 100 || got < length {
			t.Errorf("%d characters became %d", length, got)
		}
	}
	if got := pseudoText(strings.Repeat("x", 97), 100); strings.Contains(got, openBracket) {
		t.Errorf("marks without room: %q", got)
	}
}

// TestAdd checks that the pseudo-locale has every text, and that ForLocale returns the
// pseudo-locale only for its own code.
func TestAdd(t *testing.T) {
	t.Parallel()
	c := WithPseudo(Load())
	l := c.ForLocale(PseudoCode)
	if l.Code() != PseudoCode || l.Name() != "Pseudo (en-XA)" {
		t.Errorf("%s is called %q", l.Code(), l.Name())
	}
	if got, want := l.Count("clock.minutes", 1), "\u200f⟦1 ɱîñûţé¦öñ⟧\u200f"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := l.Say("command.classic"); got != "classic" {
		t.Errorf("the command is called %q", got)
	}
	for _, locale := range []string{"en", "en-US", "en-AU", "xx", ""} {
		if got := c.ForLocale(locale).Code(); got == PseudoCode {
			t.Errorf("%q: %s", locale, got)
		}
	}
	for key, forms := range readTranslation(t, Default).forms {
		if _, own := l.own.table()[key]; !own {
			t.Errorf("%s is missing", key)
		}
		for form, want := range forms {
			if got := PseudoToEnglish(pseudoText(want, PlaceOf(key).Most)); got != want {
				t.Errorf("%s: the form %s is read %q, want %q", key, form, got, want)
			}
		}
	}
}
