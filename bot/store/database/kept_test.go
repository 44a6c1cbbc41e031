package database_test

import (
	"path/filepath"
	"testing"

	"noughts/bot/store/database"
	"noughts/render/golden"
)

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
