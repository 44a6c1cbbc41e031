package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
)

// A Server is a PostgreSQL server on which tests can create databases.
type Server struct{ url string }

// Postgres returns the server that NOUGHTS_POSTGRES names, and skips the test if the variable is not set.
func Postgres(t testing.TB) Server {
	t.Helper()
	address := os.Getenv("NOUGHTS_POSTGRES")
	if address == "" {
		t.Skip("NOUGHTS_POSTGRES is not set to the postgres:// URL of a server on which this test may create databases")
	}
	return Server{address}
}

// Database creates a database for the test alone and returns its URL. The URL asks for few
// connections, because many tests run at once.
func (s Server) Database(t testing.TB) string {
	t.Helper()
	return s.DatabaseFor(t, "pool_max_conns", "4")
}

// DatabaseFor is like Database, but with other parameters in the URL, as pairs of a name and a
// value. A parameter with the value "" is left out.
func (s Server) DatabaseFor(t testing.TB, parameters ...string) string {
	t.Helper()
	name := "noughts_test_" + strings.ToLower(rand.Text())
	s.Exec(t, `CREATE DATABASE `+name)
	t.Cleanup(func() { s.Exec(t, `DROP DATABASE `+name) })
	u, err := url.Parse(s.url)
	if err != nil {
		t.Fatal("NOUGHTS_POSTGRES is no URL")
	}
	u.Path = "/" + name
	query := u.Query()
	for p := range slices.Chunk(parameters, 2) {
		if p[1] != "" {
			query.Set(p[0], p[1])
		}
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// Exec runs a statement on the server.
func (s Server) Exec(t testing.TB, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", s.url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if _, err := db.ExecContext(ctx, statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
