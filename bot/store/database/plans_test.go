package database_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"noughts/bot/store/database"
	"noughts/render/golden"
)

// tables are the tables that grow with games and members.
var tables = []string{"matches", "results", "ratings", "tallies", "achievements", "ranks", "members", "reviews", "servers", "puzzlers",
	"puzzle_ratings", "dailies", "daily_tables", "daily_days", "wearers", "traces"}

// condition finds a comparison of a column with a constant in the condition of an index.
var condition = regexp.MustCompile(`(\w+) (=|<>|<|>|<=|>=) ('|[0-9])`)

// SQLite prepares some queries again for each value of a parameter: those that compare a column
// with the parameter, if an index has a condition on the same column. The value then decides
// whether the index can be used. The bot must have no such query.
func TestNoQueryIsPreparedAgain(t *testing.T) {
	t.Parallel()
	db := openFile(t, filepath.Join(t.TempDir(), "noughts.db"))
	indexes, err := db.Texts(t.Context(), `SELECT substr(sql, instr(sql, ' WHERE ')) FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'`)
	if err != nil || len(indexes) < 10 {
		t.Fatalf("%d indexes have a condition, %v", len(indexes), err)
	}
	for _, index := range indexes {
		for _, c := range condition.FindAllStringSubmatch(index, -1) {
			compared := regexp.MustCompile(`\b` + c[1] + ` ` + c[2] + ` \$`)
			for query := range database.Queries() {
				if _, where, _ := strings.Cut(query, " WHERE "); compared.MatchString(where) {
					t.Errorf("an index%s has SQLite prepare this again each time:\n%s", index, query)
				}
			}
		}
	}
}

// No query of the bot's daily work scans a large table.
func TestEveryQueryHasAnIndex(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		explain, scan, column := `EXPLAIN QUERY PLAN `, "SCAN ", `detail`
		if strings.HasPrefix(url, "postgres") {
			explain, scan, column = `EXPLAIN `, "Seq Scan on ", ``
			// PostgreSQL reads few rows fastest without an index. With sequential scans switched
			// off, the plan shows whether an index fits.
			must(t, db.Exec(t.Context(), `ALTER DATABASE `+databaseName(url)+` SET enable_seqscan = off`))
			must(t, db.Close())
			db = open(t, url)
		}
		for query, args := range database.Queries() {
			plan, err := db.Plan(t.Context(), explain+query, column, args...)
			if err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			scans := slices.ContainsFunc(tables, func(table string) bool { return strings.Contains(plan, scan+table) })
			if scans || !strings.Contains(strings.ToLower(plan), "index") && !strings.Contains(plan, "USING PRIMARY KEY") {
				t.Errorf("no index serves\n%s\n%s", query, plan)
			}
		}
	})
}

// TestColumnsStay compares the columns of all tables, with their types, to columns.golden.
// docs/upgrades.md has the rules for changing them. A new file has small pages, so that a save writes little.
func TestColumnsStay(t *testing.T) {
	t.Parallel()
	url := "sqlite:" + filepath.Join(t.TempDir(), "noughts.db")
	must(t, open(t, url).Close())
	columns, err := database.Column(t.Context(), url, `SELECT t.name || '.' || c.name || ' ' || c.type
		FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`)
	must(t, err)
	golden.Keep(t, "columns.golden", columns)
	if size, err := database.Column(t.Context(), url, `PRAGMA page_size`); err != nil || size[0] != "512" {
		t.Errorf("pages of %q bytes, %v", size, err)
	}
}
