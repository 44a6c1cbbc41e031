package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// A report tells what a match has shown.
type report struct {
	Variant string  `json:"variant"`
	A       string  `json:"a"`
	B       string  `json:"b"`
	Games   int     `json:"games"`
	tally           // of A
	Score   float64 `json:"score"`
	Low     float64 `json:"low"`  // the score's confidence interval
	High    float64 `json:"high"` // of 95 %
	Pace    [2]cost `json:"pace"` // of A and of B
}

// A cost tells what a contender's moves have cost.
type cost struct {
	Mean  float64 `json:"mean_ms"`
	Worst float64 `json:"worst_ms"`
	Rate  float64 `json:"positions_per_second"`
}

func newReport(m match, r result, a, b string) report {
	low, high := r.interval()
	report := report{
		Variant: m.variant.String(), A: a, B: b, Games: r.games(),
		tally: r.tally, Score: r.score(), Low: low, High: high,
	}
	for i, p := range r.paces {
		report.Pace[i] = cost{millis(p.mean()), millis(p.worst), p.rate()}
	}
	return report
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (r report) writeJSON(out io.Writer) error { return json.NewEncoder(out).Encode(r) }

func (r report) writeText(out io.Writer) error {
	_, err := fmt.Fprintf(out, `%s, %d games
%s: %d won, %d drawn, %d lost: %.1f %%, with 95 %% confidence %.1f to %.1f %%

`, r.Variant, r.Games, r.A, r.Wins, r.Draws, r.Losses, 100*r.Score, 100*r.Low, 100*r.High)
	if err != nil {
		return err
	}
	rows := []string{"\tms a move\tat most\tpositions a second\t"}
	for i, name := range []string{r.A, r.B} {
		c := r.Pace[i]
		rows = append(rows, fmt.Sprintf("%s\t%.3f\t%.3f\t%.0f\t", name, c.Mean, c.Worst, c.Rate))
	}
	return writeTable(out, rows)
}

// writeTable writes rows of cells that end in tabs, in columns.
func writeTable(out io.Writer, rows []string) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	if _, err := fmt.Fprintln(table, strings.Join(rows, "\n")); err != nil {
		return err
	}
	return table.Flush()
}
