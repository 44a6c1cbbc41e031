package database_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store/database"
	"noughts/game/match"
)

// upgrade is a made-up second migration, such as a later version of the program may have. It fails if it is run again.
const upgrade = `ALTER TABLE members ADD COLUMN greeting TEXT NOT NULL DEFAULT '';
	UPDATE members SET greeting = 'hello ' || id;
	UPDATE members SET settings = '{"daily_pings":true}';`

// These statements interrupt the upgrade at its end: `failing` fails, and `endless` never ends.
const (
	failing = `SELECT greeting FROM nowhere`
	endless = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT count(*) FROM n`
)

// A database is upgraded once, also if several processes try at the same time, and keeps its data.
// An interrupted upgrade changes nothing.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		want := match.Member{ID: "100", Marks: "sun"}
		db := open(t, url)
		_, _, err := db.ChangeMember(t.Context(), "100", func(m *match.Member) { m.Marks = "sun" })
		must(t, errors.Join(err, db.Close()))
		if err := database.Migrate(t.Context(), url, upgrade+failing); err == nil || !strings.Contains(err.Error(), "cannot migrate the database to version 2") {
			t.Errorf("the failing upgrade: %v", err)
		}
		if _, ok := database.SQLitePath(url); ok {
			killUpgrading(t, url)
		}
		db = open(t, url)
		got, err := db.Member(t.Context(), "100")
		version, versionErr := db.Version(t.Context())
		if err := errors.Join(err, versionErr, db.Close()); err != nil || version != 1 || !cmp.Equal(got, want) {
			t.Errorf("after interrupted upgrades: version %d, %+v, %v", version, got, err)
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if err := database.Migrate(context.Background(), url, upgrade); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if _, err := database.Open(t.Context(), url, nil); !errors.Is(err, database.ErrNewer) || !strings.Contains(err.Error(), "version 2") {
			t.Errorf("the older program: got %v, want ErrNewer", err)
		}
		greetings, err := database.Column(t.Context(), url, `SELECT greeting || settings FROM members`)
		if want := []string{`hello 100{"daily_pings":true}`}; err != nil || !cmp.Equal(greetings, want) {
			t.Errorf("upgraded are %q, %v, want %q", greetings, err, want)
		}
	})
}

func killUpgrading(t *testing.T, url string) {
	t.Helper()
	upgrading := exec.Command(os.Args[0])
	upgrading.Env = append(os.Environ(), scribeURL+"="+url, scribeURL+"_UPGRADES=1")
	var complaints bytes.Buffer
	upgrading.Stderr = &complaints
	said, err := upgrading.StdoutPipe()
	if err == nil {
		err = upgrading.Start()
	}
	must(t, err)
	stuck := time.AfterFunc(2*time.Minute, func() { _ = upgrading.Process.Kill() })
	defer stuck.Stop()
	line := make([]byte, 100)
	n, err := said.Read(line)
	_ = upgrading.Process.Kill()
	if _ = upgrading.Wait(); err != nil || string(line[:n]) != "upgrading\n" {
		t.Fatalf("it said %q, %v: %s", line[:n], err, &complaints)
	}
}
