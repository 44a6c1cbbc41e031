package database_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"noughts/render/golden"
)

// TestColumnsStay compares the columns of all tables, with their types, to columns.golden.
// docs/upgrades.md has the rules for changing them.
func TestColumnsStay(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "noughts.db")
	if err := open(t, "sqlite:"+path).Close(); err != nil {
		t.Fatal(err)
	}
	pool, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pool.Close() }()
	rows, err := pool.QueryContext(t.Context(), `SELECT t.name || '.' || c.name || ' ' || c.type
		FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var columns []string
	for rows.Next() {
		var column string
		if err := rows.Scan(&column); err != nil {
			t.Fatal(err)
		}
		columns = append(columns, column)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	golden.Keep(t, "columns.golden", columns)
}
