package config

import (
	"cmp"
	"net/url"
	"strings"
)

// DefaultDatabase is the default of DATABASE_URL.
const DefaultDatabase = "sqlite:noughts.db"

// DatabaseURL returns the value of DATABASE_URL: sqlite:PATH, postgres://… or memory:. Errors:
// *Error without any part of the value, because the password may be anywhere in a wrong value.
//
// SQLite's path may follow the colon at once or after two slashes: sqlite:noughts.db, sqlite:/data/noughts.db and
// sqlite:///data/noughts.db. The four slashes that other programs use for an absolute path work, too.
func DatabaseURL(get func(string) string) (Secret, error) {
	value, problem := cmp.Or(get("DATABASE_URL"), DefaultDatabase), ""
	switch scheme, rest, _ := strings.Cut(value, ":"); scheme {
	case "sqlite":
		switch strings.TrimPrefix(rest, "//") {
		case "":
			problem = "has no file; write sqlite:PATH, such as " + DefaultDatabase
		case ":memory:":
			problem = "is an in-memory SQLite database; write memory: instead"
		}
		if strings.ContainsAny(rest, "?#") {
			problem = "has options after the file, which the bot does not take; write sqlite:PATH alone"
		}
		if strings.HasPrefix(rest, "////") {
			value = "sqlite:/" + strings.TrimLeft(rest, "/")
		}
	case "postgres", "postgresql":
		u, err := url.Parse(value)
		switch {
		case err != nil, strings.Count(value, "@") > 1, strings.Contains(value, "@") && u.User == nil:
			problem = "cannot be read as a postgres:// address; special characters of the password must be percent-encoded, such as %40 for @"
		case u.Host == "" && !u.Query().Has("host"):
			problem = "names no host; write postgres://USER:PASSWORD@HOST/DATABASE"
		}
	case "memory":
		if rest != "" {
			problem = "has something after memory:; write just memory:"
		}
	default:
		problem = "must be sqlite:PATH, postgres://USER:PASSWORD@HOST/DATABASE or memory:"
	}
	if problem != "" {
		return "", &Error{"DATABASE_URL", problem}
	}
	return Secret(value), nil
}
