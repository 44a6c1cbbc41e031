package database_test

import (
	"net/url"
	"strings"
)

// databaseName returns the name of the database in a URL.
func databaseName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}
