package database_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

// A wire is a network between a bot and its database that can be cut. While it is cut, new connections are closed.
type wire struct {
	to string // the database's address

	mu     sync.Mutex
	joined bool
	conns  []net.Conn
}

// newWire returns a wire that is cut, and the URL of a database at its other end.
func newWire(t *testing.T, address string) (*wire, string) {
	t.Helper()
	u, err := url.Parse(address)
	must(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	w := &wire{to: u.Host}
	go w.serve(l)
	t.Cleanup(func() { _ = l.Close(); w.cut() })
	u.Host = l.Addr().String()
	return w, u.String()
}

func (w *wire) serve(l net.Listener) {
	for {
		near, err := l.Accept()
		if err != nil {
			return
		}
		if far, err := net.Dial("tcp", w.to); err == nil {
			w.carry(near, far)
		} else {
			_ = near.Close()
		}
	}
}

func (w *wire) join() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.joined = true
}

func (w *wire) carry(near, far net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.joined {
		_, _ = near.Close(), far.Close()
		return
	}
	w.conns = append(w.conns, near, far)
	for _, ends := range [][2]net.Conn{{near, far}, {far, near}} {
		go func() {
			_, _ = io.Copy(ends[0], ends[1])
			_ = ends[0].Close()
		}()
	}
}

func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.joined = false
	for _, c := range w.conns {
		_ = c.Close()
	}
	w.conns = nil
}

// onLine is a log that calls `do` when it gets the first line that contains `text`.
type onLine struct {
	recorded
	text string
	once sync.Once
	do   func()
}

func (l *onLine) Write(p []byte) (int, error) {
	if strings.Contains(string(p), l.text) {
		l.once.Do(l.do)
	}
	return l.recorded.Write(p)
}

func (l *onLine) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

func TestAServerThatStartsLater(t *testing.T) {
	t.Parallel()
	w, address := newWire(t, storetest.Postgres(t).Database(t))
	log := &onLine{text: "not reachable yet", do: w.join}
	db, err := database.Open(t.Context(), address, log.logger())
	must(t, err)
	if err := errors.Join(db.Ping(t.Context()), db.Close()); err != nil {
		t.Error(err)
	}
}

// Open stops waiting for a server when its context ends, and does not log the password.
func TestAServerThatIsNotThere(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	log := &onLine{text: "not reachable yet", do: stop}
	_, err := database.Open(ctx, "postgres://noughts:s3cret@127.0.0.1:1/noughts", log.logger())
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	if text := log.String(); strings.Contains(text, "s3cret") || !strings.Contains(text, "127.0.0.1") {
		t.Errorf("the log should show where, not the password:\n%s", text)
	}
}

func TestURLsThatAreWrong(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", "noughts.db", "sqlite:", "mysql://u:s3cret@db/noughts", "postgres://u:s3cret@db:port/noughts", "postgres://u:s3cret %zz@db",
		"postgres://u:s3cret@db/noughts?pool_max_conns=many", "postgres://u:s3cret@db/noughts?pool_max_conns=1", "postgres://u:s3cret@db/n?sslmode=s3cret",
	} {
		_, err := database.Open(t.Context(), address, nil)
		if err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: got %v", address, err)
		}
	}
}

// TestReadOnlySessionsAreDropped lets a session stay read-only after the server has become writable, as after a failover.
// One change may fail, and none after it.
func TestReadOnlySessionsAreDropped(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.Postgres(t).Database(t))
	must(t, db.Exec(t.Context(), `SET default_transaction_read_only = on`))
	m := began("a", "100", "200", time.Now())
	if err := saveMatch(t.Context(), db, m, 0, ""); !errors.Is(err, database.ErrReadOnly) {
		t.Fatalf("got %v, want ErrReadOnly", err)
	}
	if err := errors.Join(saveMatch(t.Context(), db, m, 0, ""), db.Ping(t.Context())); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// TestLostConnections checks that a read is retried if its connection is lost, and a save if its connection is lost
// before the save took effect. Both then succeed.
func TestLostConnections(t *testing.T) {
	t.Parallel()
	w, address := newWire(t, storetest.Postgres(t).Database(t))
	w.join()
	db := open(t, address)
	r := match.Record{Match: began("a", "100", "200", time.Now()), Place: match.Place{Channel: "1"}}
	must(t, save(t.Context(), db, r, 0, ""))
	for round := range 3 {
		w.cut()
		w.join()
		if _, err := db.Load(t.Context(), "a"); err != nil {
			t.Errorf("round %d: %v", round, err)
		}
		next := r.Match
		next.Version++
		if err := saveMatch(t.Context(), db, next, r.Match.Version, ""); err != nil {
			t.Errorf("round %d: %v", round, err)
		}
		r.Match = next
	}
	w.cut()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := db.Ping(ctx); err == nil {
		t.Error("the database answers though nothing leads to it")
	}
	w.join()
	if err := db.Ping(t.Context()); err != nil {
		t.Errorf("the database is back: %v", err)
	}
}
