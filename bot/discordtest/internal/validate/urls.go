package validate

import (
	"net/url"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
)

// RequiredURL reads a URL with one of the schemes. The default schemes are http, https and discord.
func RequiredURL(f form.Field, longest int, schemes ...string) string {
	if !f.Required() {
		return ""
	}
	if len(schemes) == 0 {
		schemes = []string{"http", "https", "discord"}
	}
	text := f.Text(1, longest)
	if text != "" {
		checkURL(f, text, schemes)
	}
	return text
}

// checkURL adds an error for a URL that is malformed or has none of the schemes.
func checkURL(f form.Field, text string, schemes []string) {
	scheme, _, _ := strings.Cut(text, ":") // without a colon the whole text is the scheme, as on Discord
	u, err := url.Parse(text)
	switch {
	case !slices.Contains(schemes, strings.ToLower(scheme)):
		f.Fail("URL_TYPE_INVALID_SCHEME", "Scheme \"%s\" is not supported. Scheme must be one of ('%s').", scheme, strings.Join(schemes, "', '"))
	case strings.HasPrefix(text, attached) && text != attached: // any file name is valid
	case err != nil || u.Host == "":
		f.Fail("URL_TYPE_INVALID_URL", "Not a well formed URL.")
	}
}
