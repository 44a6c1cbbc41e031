package database_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

const crashes = 5

// TestAProcessThatIsKilledLosesNothing kills a process that writes to a database, at random moments. All changes that
// were acknowledged must be in the database, and its file must not be damaged.
func TestAProcessThatIsKilledLosesNothing(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		url := "sqlite:" + filepath.Join(t.TempDir(), "noughts.db")
		crashAgainAndAgain(t, url, func(db *database.DB) {
			said, err := db.Texts(t.Context(), `PRAGMA integrity_check`)
			if err != nil || len(said) != 1 || said[0] != "ok" {
				t.Errorf("the file is damaged: %q, %v", said, err)
			}
		})
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		crashAgainAndAgain(t, storetest.Postgres(t).Database(t), func(*database.DB) {})
	})
}

func crashAgainAndAgain(t *testing.T, url string, check func(*database.DB)) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for run := range crashes {
		kept := crash(t, url, run, 1+rng.IntN(400))
		db := open(t, url)
		check(db)
		for _, line := range kept {
			checkKept(t, db, line)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

// crash starts a process that changes the database and prints a line for each acknowledged change. It kills the process
// after `changes` lines, and returns all complete lines. There may be more than `changes`.
func crash(t *testing.T, url string, run, changes int) []string {
	t.Helper()
	scribe := exec.Command(os.Args[0])
	scribe.Env = append(os.Environ(), scribeURL+"="+url, scribeURL+"_RUN="+strconv.Itoa(run))
	var complaints bytes.Buffer
	scribe.Stderr = &complaints
	said, err := scribe.StdoutPipe()
	must(t, err)
	must(t, scribe.Start())
	stuck := time.AfterFunc(2*time.Minute, func() { _ = scribe.Process.Kill() })
	defer stuck.Stop()
	var lines []string
	for scanner := bufio.NewScanner(said); scanner.Scan(); {
		if lines = append(lines, scanner.Text()); len(lines) == changes {
			_ = scribe.Process.Kill()
		}
	}
	_ = scribe.Wait() // fails, because the process was killed
	if len(lines) < changes {
		t.Fatalf("%d changes were acknowledged, want %d: %s", len(lines), changes, &complaints)
	}
	if last := lines[len(lines)-1]; strings.Count(last, " ") != 2 {
		lines = lines[:len(lines)-1] // an incomplete line
	}
	return lines
}

func checkKept(t *testing.T, db *database.DB, line string) {
	t.Helper()
	var id match.ID
	var version int
	var key string
	if _, err := fmt.Sscan(line, &id, &version, &key); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	r, err := db.Load(t.Context(), id)
	if err != nil || r.Match.Version < version {
		t.Errorf("version %d of %s was acknowledged, version %d is there, %v", version, id, r.Match.Version, err)
	}
	if on, err := db.CarriedOut(t.Context(), key); err != nil || on != id {
		t.Errorf("key %s was acknowledged for %s, and is there for %q, %v", key, id, on, err)
	}
}
