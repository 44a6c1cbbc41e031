package bot

import (
	"net/url"
	"strings"
)

// DefaultDatabase is where matches are kept unless DATABASE_URL says otherwise.
const DefaultDatabase = "sqlite:noughts.db"

func loadDatabase(c *Config, get func(string) string) (err error) {
	c.DatabaseURL, err = DatabaseURL(get)
	return err
}

// DatabaseURL returns where matches are kept, sqlite:PATH, postgres://… or
// memory:, which is what DATABASE_URL says, which get reads. Errors: *ConfigError,
// without anything of the value, as a password may be anywhere in a wrong one.
func DatabaseURL(get func(string) string) (Secret, error) {
	value := get("DATABASE_URL")
	if value == "" {
		value = DefaultDatabase
	}
	scheme, rest, _ := strings.Cut(value, ":")
	var err error
	switch scheme {
	case "sqlite":
		err = checkSQLite(rest)
	case "postgres", "postgresql":
		err = checkPostgres(value)
	case "memory":
		if rest != "" {
			err = wrong("DATABASE_URL", "has something after memory:, which nothing may follow")
		}
	default:
		err = wrong("DATABASE_URL", "must be sqlite:PATH, postgres://USER:PASSWORD@HOST/DATABASE or memory:")
	}
	return Secret(value), err
}

func checkSQLite(path string) error {
	switch strings.TrimPrefix(path, "//") {
	case "":
		return wrong("DATABASE_URL", "names no file; write sqlite:PATH, such as %s", DefaultDatabase)
	case ":memory:":
		return wrong("DATABASE_URL", "asks SQLite for a database in memory; write memory: for that")
	}
	return nil
}

func checkPostgres(value string) error {
	u, err := url.Parse(value)
	if err != nil {
		return wrong("DATABASE_URL", "cannot be read as a postgres:// address; special characters of the password must be percent-encoded, such as %%40 for @")
	}
	if u.Host == "" && !u.Query().Has("host") {
		return wrong("DATABASE_URL", "names no host; write postgres://USER:PASSWORD@HOST/DATABASE")
	}
	return nil
}

// secrets returns what must not be seen in a log: the token, and the database's
// password however it may be written.
func (c Config) secrets() []Secret {
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
