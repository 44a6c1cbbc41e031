package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// at returns the span between two seconds of a run.
func at(from, to float64) span {
	start := time.Unix(1_000_000, 0)
	seconds := func(s float64) time.Time { return start.Add(time.Duration(s * float64(time.Second))) }
	return span{seconds(from), seconds(to)}
}

func TestWhatExcusesAFailure(t *testing.T) {
	t.Parallel()
	p := Played{
		Mishaps: []mishap{
			{at(1, 4), "press", "no answer"},     // before everything
			{at(8, 11), "press", "no answer"},    // while the bot was away
			{at(12.5, 15), "press", "no answer"}, // when it had come back
			{at(20, 23), "press", "no answer"},   // in a fault
			{at(2, 6), "press", ""},              // late
		},
		Troubles: []trouble{{"drop", at(22, 22.5)}},
	}
	var r report
	r.judge(p, []outage{{at(10, 12)}})
	if r.Failed != 2 || r.Interrupted != 2 || r.Late != 1 || len(r.Complaints) != 2 || r.good() {
		t.Errorf("%+v", r)
	}
}

func TestAFloodIsJudgedByTheOthersLatency(t *testing.T) {
	t.Parallel()
	var p Played
	for i := range 1000 {
		p.Tallies[0].Latency.add(time.Duration(i) * 10 * time.Microsecond)
		p.Tallies[1].Latency.add(time.Duration(i) * 15 * time.Microsecond)
	}
	if f := floodOf(50, p); f.Ratio < 1.48 || f.Ratio > 1.52 {
		t.Errorf("%+v", f)
	}
	if f := floodOf(50, Played{}); f.Ratio != 0 {
		t.Errorf("nothing was measured: %+v", f)
	}
}

func TestWritingTheReport(t *testing.T) {
	t.Parallel()
	r := &report{Lost: 1, Interactions: 12, Complaints: []string{"match m: gone"}, Flood: &floodReport{Ratio: 1.5}, Checked: true}
	file := filepath.Join(t.TempDir(), "result.json")
	var table, alone bytes.Buffer
	if err := r.write(file, &table); err != nil {
		t.Fatal(err)
	}
	if err := r.write("-", &alone); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(file)
	var back report
	if err != nil || json.Unmarshal(kept, &back) != nil || back.Lost != 1 || !bytes.Equal(kept, alone.Bytes()) {
		t.Errorf("%v: %s", err, kept)
	}
	for _, want := range []string{"lost, stuck", "match m: gone\n", "sound", "1.50 times as long"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table does not say %q:\n%s", want, table.String())
		}
	}
	if err := r.write(filepath.Join(file, "no-folder"), &table); err == nil {
		t.Error("a file that cannot be written was no error")
	}
}
