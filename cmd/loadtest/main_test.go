package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"noughts/bot/store/storetest"
)

// fakeArgument, and a fault after it, make the test binary run as a fakeBot with that fault.
const fakeArgument = "fake-bot-of-a-test"

// TestMain lets the test binary stand in for the bot, and for its command "ratings verify".
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 3 && os.Args[1] == fakeArgument:
		fmt.Fprintln(os.Stderr, runFakeBot(os.Args[2]))
		os.Exit(1)
	case len(os.Args) == 3 && os.Args[1] == "ratings":
		fmt.Println("recomputed")
		os.Exit(strings.Count(os.Getenv("DATABASE_URL"), "differs"))
	}
	os.Exit(inFolder(m.Run))
}

// inFolder runs the tests with a temporary folder of their own, which it removes at the end. The files that loadtest
// keeps after a failure are in that folder too.
func inFolder(tests func() int) int {
	folder, err := os.MkdirTemp("", "loadtest-tests-")
	if err == nil {
		err = os.Setenv("TMPDIR", folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	return tests()
}

// runs runs loadtest with the given flags. It returns the exit status, the JSON report and the text on stderr.
func runs(t *testing.T, args ...string) (int, report, string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(append(args, "-json", "-"), &stdout, &stderr)
	var r report
	if stdout.Len() > 0 {
		if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
			t.Errorf("%v: %s", err, stdout.String())
		}
	}
	t.Logf("exit status %d\n%s%s", code, stdout.String(), stderr.String())
	return code, r, stderr.String()
}

// fake runs loadtest against a fakeBot that has the given fault.
func fake(t *testing.T, fault string, args ...string) (int, report, string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bot := fmt.Sprintf("'%s' %s %s", program, fakeArgument, fault)
	file := "file:" + filepath.Join(t.TempDir(), "games.json")
	return runs(t, append([]string{
		"-bot", bot, "-database", file, "-transport", "http", "-games", "3", "-rate", "40", "-duration", "1500ms",
	}, args...)...)
}

// fakeUntilFinished runs loadtest as fake does, for 1.5 seconds. While no game has finished, as on a busy machine, it
// runs loadtest again for twice the time, up to 24 seconds.
func fakeUntilFinished(t *testing.T, fault string, args ...string) (int, report) {
	t.Helper()
	for duration := 1500 * time.Millisecond; ; duration *= 2 {
		code, r, _ := fake(t, fault, append(args, "-duration", duration.String())...)
		if code != 0 || r.Finished > 0 || duration > 20*time.Second {
			return code, r
		}
	}
}

func TestABotWithoutFaultPasses(t *testing.T) {
	t.Parallel()
	code, r := fakeUntilFinished(t, faultNone, "-kill", "1")
	if code != 0 || r.Lost+r.Stuck+r.Failed != 0 || r.Finished == 0 || r.Compared < 3 || !r.Restarted {
		t.Errorf("exit status %d, %+v", code, r)
	}
}

func TestAnExpiredChallengeIsOver(t *testing.T) {
	t.Parallel()
	code, r := fakeUntilFinished(t, faultExpire)
	if code != 0 || r.Lost+r.Stuck+r.Failed+r.Unseen != 0 || r.Refused == 0 || r.Finished == 0 {
		t.Errorf("exit status %d, %+v", code, r)
	}
}

func TestFaultsAreNoticed(t *testing.T) {
	t.Parallel()
	for fault, want := range map[string]report{
		faultForget: {Lost: 1}, faultDrop: {Lost: 1}, faultFreeze: {Stuck: 3}, faultMute: {Failed: 1},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			code, r, _ := fake(t, fault)
			if code != 1 || r.Lost != want.Lost || r.Stuck != want.Stuck || r.Failed != want.Failed {
				t.Errorf("exit status %d, lost %d, stuck %d, failed %d", code, r.Lost, r.Stuck, r.Failed)
			}
		})
	}
}

func TestABotThatEndsByItselfIsTold(t *testing.T) {
	t.Parallel()
	code, _, said := fake(t, faultCrash)
	if code != 1 || !strings.Contains(said, "the bot exited by itself (exit status 3)") {
		t.Errorf("exit status %d: %s", code, said)
	}
}

func TestNoMoveOfOurBotIsLostByKillsAndRestarts(t *testing.T) {
	t.Parallel()
	code, r, _ := runs(t, "-games", "4", "-rate", "40", "-duration", "2s", "-kill", "1", "-restart", "1")
	if code != 0 || !r.Checked || r.Kills != 1 || r.Restarts != 1 || r.Compared < 4 || !r.Restarted || r.Interactions == 0 {
		t.Errorf("exit status %d, %+v", code, r)
	}
}

// TestProcessesWithoutAShardTakeOver runs three processes for one shard, and kills one of them three times. When the
// killed process had the shard, a waiting process must take the shard over. No game may be lost.
func TestProcessesWithoutAShardTakeOver(t *testing.T) {
	t.Parallel()
	database := storetest.Postgres(t).Database(t)
	code, r, _ := runs(t, "-games", "4", "-rate", "40", "-duration", "2s", "-kill", "3", "-replicas", "3", "-database", database)
	if code != 0 || r.Kills != 3 || r.Compared < 4 || !r.Restarted || r.Interactions == 0 {
		t.Errorf("exit status %d, %+v", code, r)
	}
}

func TestFlags(t *testing.T) {
	t.Parallel()
	args := "-games 7 -variant ultimate -against computer -level local -rate 12.5 -duration 1m -faults 0 -database memory:"
	o, err := parseFlags(strings.Fields(args), nil)
	if err != nil || o.members != 7 || o.command() != "/ultimate" || o.seats() != 1 || o.duration != time.Minute || o.faults == nil {
		t.Errorf("%+v: %v", o, err)
	}
	o, err = parseFlags(nil, nil)
	if err != nil || o.members != 200 || o.command() != "/classic" || o.faults != nil || o.database != "sqlite:" {
		t.Errorf("%+v: %v", o, err)
	}
}

func TestWrongFlagsGetOneSentence(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"-games 0":                       "-games is 0, want 1",
		"-members 1":                     "-members is 1, want 2",
		"-variant classic10":             "classic[1-9], ultimate",
		"-against nobody":                "must be one of members, computer",
		"-transport pigeon":              "must be one of gateway, http",
		"-level local":                   "needs -against computer",
		"-rate -1":                       "-rate is -1",
		"-rate NaN":                      "-rate is NaN",
		"-duration 0s":                   "-duration is 0s",
		"-games 9000000000000000000":     "-games is 9000000000000000000",
		"-replicas 999999999":            "-replicas is 999999999",
		"-restart NaN":                   "-restart",
		"-database nowhere":              "sqlite:PATH",
		"-database memory: -kill 1":      "cannot be used with -kill",
		"-database sqlite:x -replicas 2": "use postgres://",
		"-scrape -1s":                    "-scrape is -1",
		"-unknown":                       "not defined",
		"more":                           `unexpected argument "more"`,
	} {
		var stdout, stderr bytes.Buffer
		code := run(strings.Fields(args), &stdout, &stderr)
		said := stderr.String()
		if code != 2 || !strings.Contains(said, want) || strings.Count(said, "\n") != 1 || stdout.Len() > 0 {
			t.Errorf("%s: exit status %d: %s", args, code, said)
		}
	}
}

func TestHelpIsNoMistake(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	code := run([]string{"-help"}, &stdout, &stderr)
	if said := stdout.String(); code != 0 || !strings.HasPrefix(said, introduction) || !strings.Contains(said, "-replicas") || stderr.Len() > 0 {
		t.Errorf("exit status %d: %s%s", code, said, stderr.String())
	}
}
