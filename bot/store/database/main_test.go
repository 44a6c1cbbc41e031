package database_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"noughts/bot/store/database"
	"noughts/game"
	"noughts/game/match"
)

// scribeURL is the environment variable that makes the test binary write to a
// database until it is killed, instead of running tests.
const scribeURL = "NOUGHTS_TEST_SCRIBE"

func TestMain(m *testing.M) {
	if url := os.Getenv(scribeURL); url != "" {
		if os.Getenv(scribeURL+"_UPGRADES") != "" {
			fmt.Println("upgrading")
			fmt.Fprintln(os.Stderr, database.Migrate(context.Background(), url, upgrade+endless))
			os.Exit(1)
		}
		fmt.Fprintln(os.Stderr, writeUntilKilled(url, os.Getenv(scribeURL+"_RUN")))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

const scribes = 8

// writeUntilKilled plays new matches until the process is killed, and prints each change that the database has
// acknowledged: the match, its version and the key. The parameter `run` makes the ids of the matches unique.
func writeUntilKilled(url, run string) error {
	db, err := database.Open(context.Background(), url, nil)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	failed := make([]error, scribes)
	for i := range scribes {
		wg.Go(func() { failed[i] = playOn(db, match.ID("r"+run+"n"+strconv.Itoa(i))) })
	}
	wg.Wait()
	return errors.Join(failed...)
}

func playOn(db *database.DB, id match.ID) error {
	ctx := context.Background()
	m := began(id, "100", "200", time.Now())
	if err := save(ctx, db, match.Record{Match: m, Place: match.Place{Channel: "1"}}, 0, ""); err != nil {
		return err
	}
	for {
		next := m
		next.Version++
		next.Moves = []game.Square{40, 30, 10}[:next.Version%4]
		key := fmt.Sprintf("%s-%d", id, next.Version)
		if err := saveMatch(ctx, db, next, m.Version, key); err != nil {
			return err
		}
		m = next
		fmt.Printf("%s %d %s\n", id, m.Version, key)
	}
}
