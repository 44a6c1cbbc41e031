package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// between returns a span. Its two moments are given in seconds since the start of a run.
func between(from, to float64) span {
	start := time.Unix(1_000_000, 0)
	seconds := func(s float64) time.Time { return start.Add(time.Duration(s * float64(time.Second))) }
	return span{seconds(from), seconds(to)}
}

func TestWhatExcusesAFailure(t *testing.T) {
	t.Parallel()
	silent := errors.New("no answer")
	incidents := []incident{
		{between(1, 4), "press", silent},     // before the outage
		{between(8, 11), "press", silent},    // overlaps the beginning of the outage
		{between(12.5, 15), "press", silent}, // after the outage
		{between(20, 23), "press", silent},   // overlaps the fault
		{between(2, 6), "press", nil},        // late, but answered
	}
	var r report
	r.classify(incidents, []span{between(10, 12), between(22, 22.5)})
	if r.Failed != 2 || r.Interrupted != 2 || r.Late != 1 || len(r.Complaints) != 2 || r.good() {
		t.Errorf("%+v", r)
	}
}

func TestWhatBecameOfInteractions(t *testing.T) {
	t.Parallel()
	r, due := newResults(), time.Unix(1_000_000, 0)
	for ms := range 100 {
		r.record("press", due, span{due, due.Add(time.Duration(ms+1) * time.Millisecond)}, ms < 3, nil)
	}
	r.record("press", due, span{due, due.Add(2 * longestLatency)}, false, nil)
	r.record("press", due, span{due, due.Add(-time.Second)}, false, nil)
	r.record("/board", due, span{due, due}, false, fmt.Errorf("press: %w", discordtest.ErrFailed))
	r.record("press", due, span{due, due}, false, errors.New("no such button"))
	got := latencyOf(r.latency)
	for _, pair := range [][2]float64{{got.P50, 50}, {got.P90, 91}, {got.P99, 100}, {got.Max, float64(longestLatency.Milliseconds())}} {
		if pair[0] < pair[1]-1 || pair[0] > 1.001*pair[1] {
			t.Errorf("%v, not %v: %+v", pair[0], pair[1], got)
		}
	}
	if r.latency.TotalCount() != 102 || r.refused != 3 || r.notSent != "press: no such button" ||
		len(r.incidents) != 2 || r.incidents[0].err != nil || r.incidents[1].err == nil {
		t.Errorf("%d refused, %q, %+v", r.refused, r.notSent, r.incidents)
	}
}

func TestWritingTheReport(t *testing.T) {
	t.Parallel()
	r := &report{Lost: 1, Interactions: 12, Complaints: []string{"match m: gone"}, Checked: true}
	file := filepath.Join(t.TempDir(), "result.json")
	var table, alone bytes.Buffer
	if err := errors.Join(r.write(file, &table), r.write("-", &alone)); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(file)
	var back report
	if err != nil || json.Unmarshal(kept, &back) != nil || back.Lost != 1 || !bytes.Equal(kept, alone.Bytes()) {
		t.Errorf("%v: %s", err, kept)
	}
	for _, want := range []string{"lost, stuck", "match m: gone\n", "sound"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table does not say %q:\n%s", want, table.String())
		}
	}
	if err := r.write(filepath.Join(file, "no-folder"), &table); err == nil {
		t.Error("a file that cannot be written was no error")
	}
}

func TestADamagedDatabaseIsTold(t *testing.T) {
	t.Parallel()
	bot, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for file, content := range map[string]string{"differs.db": "", "corrupt.db": strings.Repeat("no database", 1000), "sound.db": ""} {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for database, want := range map[string]report{
		"sqlite:" + folder + "/sound.db":                     {Checked: true, Ratings: "recomputed\n"},
		"sqlite:" + folder + "/corrupt.db?_txlock=immediate": {Checked: true, Corrupt: true, Ratings: "recomputed\n"},
		"sqlite:" + folder + "/differs.db":                   {Checked: true, Ratings: "differ", Miscounted: true},
		"postgres://somewhere":                               {Ratings: "recomputed\n"},
		"memory:":                                            {},
	} {
		var r report
		test := &loadTest{options: options{database: database}, built: bot, folder: folder}
		test.checkDatabase(t.Context(), &r)
		good := !want.Corrupt && !want.Miscounted
		if r.Checked != want.Checked || r.Corrupt != want.Corrupt || r.Ratings != want.Ratings || r.Miscounted != want.Miscounted ||
			r.good() != good || (len(r.Complaints) == 0) != good {
			t.Errorf("%s: %+v", database, r)
		}
	}
}
