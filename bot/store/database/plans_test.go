package database_test

import (
	"strings"
	"testing"

	"noughts/bot/store/database"
)

// No query of the bot's daily work looks at every match.
func TestEveryQueryHasAnIndex(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		defer func() { _ = db.Close() }()
		explain, scan, column := `EXPLAIN QUERY PLAN `, "SCAN matches", `detail`
		if strings.HasPrefix(url, "postgres") {
			explain, scan, column = `EXPLAIN `, "Seq Scan on matches", ``
			// So few matches are read fastest one by one. It only shows what can be done.
			if err := db.Exec(t.Context(), `ALTER DATABASE `+databaseName(url)+` SET enable_seqscan = off`); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			db = open(t, url)
		}
		for query, args := range database.Queries() {
			plan, err := db.Plan(t.Context(), explain+query, column, args...)
			if err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			if strings.Contains(plan, scan) || !strings.Contains(strings.ToLower(plan), "index") {
				t.Errorf("no index serves\n%s\n%s", query, plan)
			}
		}
	})
}
