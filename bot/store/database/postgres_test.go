package database_test

import (
	"net/url"
	"strings"
	"testing"

	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
)

func databaseName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}

func TestAForgetfulPostgreSQLIsFound(t *testing.T) {
	t.Parallel()
	url := storetest.Postgres(t).Database(t)
	examine := func(url string) map[string]error {
		errs := map[string]error{}
		database.Examine(t.Context(), url, func(subject, _ string, err error) { errs[subject] = err })
		return errs
	}
	for subject, err := range examine(url) {
		// A PostgreSQL server for tests may run without fsync.
		if err != nil && !strings.HasPrefix(err.Error(), "PostgreSQL's fsync is off") && !strings.HasPrefix(err.Error(), "PostgreSQL's full_page_writes is off") && !strings.HasPrefix(err.Error(), "PostgreSQL's synchronous_commit is off") {
			t.Errorf("%s: %v", subject, err)
		}
	}
	if err := examine(url + "&options=-c%20synchronous_commit%3Doff")["disk"]; err == nil || !strings.Contains(err.Error(), "is off, so a crash loses moves") {
		t.Errorf("%v", err)
	}
}
