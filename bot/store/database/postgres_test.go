package database_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
)

// A postgresServer is one on which tests may create databases.
type postgresServer struct{ url string }

// postgres returns the server that the environment variable NOUGHTS_POSTGRES
// names.
func postgres(t testing.TB) postgresServer {
	t.Helper()
	address := os.Getenv("NOUGHTS_POSTGRES")
	if address == "" {
		t.Skip("NOUGHTS_POSTGRES is not set to the postgres:// URL of a server on which this test may create databases")
	}
	return postgresServer{address}
}

// database creates a database for the test alone and returns its URL, which asks
// for few connections, as many tests run at once.
func (s postgresServer) database(t testing.TB) string {
	t.Helper()
	return s.databaseFor(t, "4")
}

// databaseFor is database with a number of connections, "" for the default.
func (s postgresServer) databaseFor(t testing.TB, connections string) string {
	t.Helper()
	name := "noughts_test_" + strings.ToLower(rand.Text())
	s.exec(t, `CREATE DATABASE `+name)
	t.Cleanup(func() { s.exec(t, `DROP DATABASE `+name+``) })
	u, err := url.Parse(s.url)
	if err != nil {
		t.Fatal("NOUGHTS_POSTGRES is no URL")
	}
	u.Path = "/" + name
	query := u.Query()
	if connections != "" {
		query.Set("pool_max_conns", connections)
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// exec runs a statement on the server's own database.
func (s postgresServer) exec(t testing.TB, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", s.url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if _, err := db.ExecContext(ctx, statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// databaseName returns the name of the database in a URL.
func databaseName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}
