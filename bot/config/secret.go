package config

import (
	"log/slog"
	"net/url"
	"strings"
)

// A Secret is text that prints and logs as "[secret]".
type Secret string

// String returns "[secret]", or "" for the empty Secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[secret]"
}

// GoString keeps %#v from showing the secret.
func (s Secret) GoString() string { return s.String() }

// LogValue keeps slog from showing the secret.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText keeps encoders from showing the secret.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Secrets returns the values that must not appear in a log: the token and the database's password,
// also in its escaped forms.
func (c Config) Secrets() []Secret {
	all := []Secret{c.Token}
	u, err := url.Parse(string(c.DatabaseURL))
	if err != nil {
		return append(all, c.DatabaseURL)
	}
	if password, ok := u.User.Password(); ok {
		_, encoded, _ := strings.Cut(u.User.String(), ":")
		all = append(all, c.DatabaseURL, Secret(password), Secret(encoded))
	}
	for _, name := range []string{"password", "sslpassword"} {
		if password := u.Query().Get(name); password != "" {
			all = append(all, c.DatabaseURL, Secret(password), Secret(url.QueryEscape(password)))
		}
	}
	return all
}
