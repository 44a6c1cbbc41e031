package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"noughts/cmd/loadtest/workload"
)

// at returns a Span. Its two moments are given in seconds since the start of a run.
func at(from, to float64) workload.Span {
	start := time.Unix(1_000_000, 0)
	seconds := func(s float64) time.Time { return start.Add(time.Duration(s * float64(time.Second))) }
	return workload.Span{From: seconds(from), To: seconds(to)}
}

func TestWhatExcusesAFailure(t *testing.T) {
	t.Parallel()
	p := workload.Report{
		Incidents: []workload.Incident{
			{Span: at(1, 4), What: "press", Error: "no answer"},     // before the outage
			{Span: at(8, 11), What: "press", Error: "no answer"},    // overlaps the beginning of the outage
			{Span: at(12.5, 15), What: "press", Error: "no answer"}, // after the outage
			{Span: at(20, 23), What: "press", Error: "no answer"},   // overlaps the fault
			{Span: at(2, 6), What: "press", Error: ""},              // late, but answered
		},
		Faults: []workload.Fault{{Name: "drop", Span: at(22, 22.5)}},
	}
	var r report
	r.classify(p, []workload.Span{at(10, 12)})
	if r.Failed != 2 || r.Interrupted != 2 || r.Late != 1 || len(r.Complaints) != 2 || r.good() {
		t.Errorf("%+v", r)
	}
}

func TestAFloodIsJudgedByTheOthersLatency(t *testing.T) {
	t.Parallel()
	fast, slow := workload.NewHistogram(), workload.NewHistogram()
	p := workload.Report{Latency: [2]*hdrhistogram.Snapshot{fast.Export(), slow.Export()}}
	if f := floodOf(50, p); f.Ratio != 0 {
		t.Errorf("nothing was measured: %+v", f)
	}
	for i := range int64(1000) {
		if err := errors.Join(fast.RecordValue(10*i), slow.RecordValue(15*i)); err != nil {
			t.Fatal(err)
		}
	}
	p.Latency = [2]*hdrhistogram.Snapshot{fast.Export(), slow.Export()}
	if f := floodOf(50, p); f.Ratio < 1.48 || f.Ratio > 1.52 {
		t.Errorf("%+v", f)
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
	for _, want := range []string{"lost, stuck", "match m: gone\n", "sound", "p99 ratio 1.50"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table does not say %q:\n%s", want, table.String())
		}
	}
	if err := r.write(filepath.Join(file, "no-folder"), &table); err == nil {
		t.Error("a file that cannot be written was no error")
	}
}
