// Package e2e holds the end-to-end tests: the real bot, with members who press what they see in a
// Discord of package discordtest. The first word of a file's name says what it shows:
//
//	play, tournament  games, from the invitation to the review
//	people            members and servers: settings, limits, privacy, ratings
//	puzzles           puzzles and lessons
//	faults            failed requests, crashes, restarts
//	process           the connections, shards, health and tiles of a process
//	presses           a press of each button by everybody
//	world             what the other files share: the world, its bot, stores, languages
package e2e

import (
	"flag"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
)

// TestMain sets defaults for a thousand small tests. Three times as many tests run in parallel as there are
// processors, because tests on databases and on the network mostly wait. The usual number runs if -parallel is
// given or the race detector is on. Unless GOGC is set, the garbage collector runs less often than usual: with
// the usual setting it takes a quarter of the tests' time.
func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	flag.Parse()
	if parallel := flag.Lookup("test.parallel"); !raceDetector && parallel.Value.String() == parallel.DefValue {
		_ = parallel.Value.Set(strconv.Itoa(3 * runtime.GOMAXPROCS(0)))
	}
	m.Run()
}
