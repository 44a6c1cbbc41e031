package main_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

// A service is the program with its Discord and its database, in which alice plays bob.
type service struct {
	t          *testing.T
	app        *discordtest.Application
	env        []string
	url        string // of the database
	process    *process
	alice, bob *discordtest.Player
}

// newService starts the program on the database at `url`. Interactions come over the gateway or over HTTP.
func newService(t *testing.T, url string, overHTTP bool) *service {
	t.Helper()
	d, app := newDiscord(t)
	guild, alice, bob := d.NewGuild("House"), d.NewUser("alice"), d.NewUser("bob")
	channel := guild.NewChannel("games")
	guild.Add(alice, bob)
	guild.Install(app)
	s := &service{
		t: t, app: app, url: url, alice: discordtest.Play(t, alice.In(channel)), bob: discordtest.Play(t, bob.In(channel)),
		env: []string{"DISCORD_TOKEN=" + app.Token, "DISCORD_API_URL=" + d.URL(), "OPS_ADDR=off", "DATABASE_URL=" + url},
	}
	if overHTTP {
		s.env = append(s.env, "DISCORD_PUBLIC_KEY="+app.PublicKey, "HTTP_ADDR=127.0.0.1:0")
	}
	s.starts()
	return s
}

func (s *service) starts() {
	s.t.Helper()
	s.process = start(s.t, s.env)
	s.process.awaits("msg=ready")
	if address := regexp.MustCompile(`addr=(\S+)`).FindStringSubmatch(s.process.output.String()); address != nil {
		if err := s.app.SetInteractionsURL("http://" + address[1] + "/interactions"); err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *service) signals(signal os.Signal) {
	s.t.Helper()
	if err := s.process.Process.Signal(signal); err != nil {
		s.t.Fatal(err)
	}
}

// shortens gives the one open game `left` of its clock. The program must not run.
func (s *service) shortens(left time.Duration) (due time.Time) {
	s.t.Helper()
	db, err := database.Open(s.t.Context(), s.url, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	open, err := db.Unfinished(s.t.Context(), match.Scope{Member: s.alice.Client().User().ID})
	if err != nil || len(open) != 1 {
		s.t.Fatalf("%d games are open, %v", len(open), err)
	}
	r := open[0]
	due = time.Now().Add(left)
	r.Match.Version++
	r.Match.Deadline = due
	_, err = db.Save(s.t.Context(), store.Change{Record: r, Expected: r.Match.Version - 1})
	if err = errors.Join(err, db.Close()); err != nil {
		s.t.Fatal(err)
	}
	return due
}

// A standstill keeps the program from taking moves until the returned function is called.
type standstill func(s *service) (end func())

func paused(s *service) (end func()) {
	s.signals(syscall.SIGSTOP)
	return func() { s.signals(syscall.SIGCONT) }
}

// locked keeps others from using the table of matches in PostgreSQL, as a server that stands still does. Bob, who is not to
// move, presses meanwhile.
func locked(s *service) (end func()) {
	s.t.Helper()
	db, err := sql.Open("pgx", s.url)
	var tx *sql.Tx
	if err == nil {
		tx, err = db.Begin()
	}
	if err == nil {
		_, err = tx.Exec(`LOCK TABLE matches IN ACCESS EXCLUSIVE MODE`)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(s.t.Context())
	go func() {
		message, square := squareOf(s.bob.Client().Messages(), "c3")
		_, _ = s.bob.Client().Press(ctx, message, square)
	}()
	return func() {
		cancel()
		if err := errors.Join(tx.Rollback(), db.Close()); err != nil {
			s.t.Error(err)
		}
	}
}

// squareOf returns the custom id of a square on the newest of these messages with a board.
func squareOf(messages []discordtest.Message, square string) (message discordtest.Snowflake, customID string) {
	var look func(m discordtest.Message, in []discordtest.Component)
	look = func(m discordtest.Message, in []discordtest.Component) {
		for _, c := range in {
			if strings.HasSuffix(c.CustomID, "/"+square) {
				message, customID = m.ID, c.CustomID
			}
			look(m, c.Components)
		}
	}
	for _, m := range messages {
		look(m, m.Components)
	}
	return message, customID
}

// full fills the file system of the database.
func full(s *service) (end func()) {
	s.t.Helper()
	file := filepath.Join(filepath.Dir(strings.TrimPrefix(s.url, "sqlite:")), "filler")
	f, err := os.Create(file)
	if err != nil {
		s.t.Fatal(err)
	}
	for block := make([]byte, 1<<12); err == nil; {
		_, err = f.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		s.t.Fatal(err)
	}
	_ = f.Close()
	return func() {
		if err := os.Remove(file); err != nil {
			s.t.Error(err)
		}
	}
}

// smallDisk returns a folder on a file system of two megabytes. It skips the test if it may not make one.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m"); err != nil {
		t.Skip("cannot make a small file system: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// TestNoGameIsLostWhileTheProgramStandsStill keeps the program from taking moves when a clock runs out. Afterwards the
// clock starts again, and the player's move is taken. TestNobodyLosesInATimeInWhichNobodyCouldMove in bot/matches has the
// cases that a test cannot make, such as a wall clock that is set.
func TestNoGameIsLostWhileTheProgramStandsStill(t *testing.T) {
	t.Parallel()
	sqlite := func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "noughts.db") }
	sqliteOnSmallDisk := func(t *testing.T) string { return "sqlite:" + filepath.Join(smallDisk(t), "noughts.db") }
	postgres := func(t *testing.T) string { return storetest.Postgres(t).DatabaseFor(t) }
	for name, c := range map[string]struct {
		database func(*testing.T) string
		overHTTP bool
		begin    standstill
	}{
		"paused, SQLite, gateway":     {sqlite, false, paused},
		"paused, PostgreSQL, HTTP":    {postgres, true, paused},
		"disk full, SQLite, HTTP":     {sqliteOnSmallDisk, true, full},
		"locked, PostgreSQL, gateway": {postgres, false, locked},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t, c.database(t), c.overHTTP)
			s.alice.Uses("/classic opponent:@bob first:me clock:60")
			s.bob.Presses("Accept")
			s.alice.PressesID("/b2")
			s.bob.PressesID("/a1")
			s.process.stops(syscall.SIGTERM)
			due := s.shortens(7 * time.Second) // more than the five seconds after a start in which no clock runs out
			s.starts()
			end := c.begin(s)
			time.Sleep(time.Until(due.Add(500 * time.Millisecond)))
			end()
			s.process.awaits("time ran out")
			if text := s.process.output.String(); !strings.Contains(text, "over=false") {
				t.Fatalf("the player has lost:\n%s", text)
			}
			s.alice.Uses("/board")
			s.alice.PressesID("/c3")
			s.process.stops(syscall.SIGTERM)
			db, err := database.Open(t.Context(), s.url, nil)
			if err != nil {
				t.Fatal(err)
			}
			open, err := db.Unfinished(t.Context(), match.Scope{Member: s.alice.Client().User().ID})
			if err != nil || len(open) != 1 || open[0].Match.Status != match.Playing || len(open[0].Match.Moves) != 3 {
				t.Errorf("stored is %+v, %v", open, err)
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
