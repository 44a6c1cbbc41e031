package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"noughts/cmd/arena/stats"
)

// A report is the result of a match.
type report struct {
	Variant     string        `json:"variant"`
	A           string        `json:"a"`
	B           string        `json:"b"`
	Games       int           `json:"games"`
	stats.Tally               // of A's games
	Score       float64       `json:"score"`
	Low         float64       `json:"low"`  // lower bound of the score's 95 % confidence interval
	High        float64       `json:"high"` // upper bound
	Elo         span          `json:"elo"`  // rating difference that corresponds to the score
	Pairs       [5]int        `json:"pairs"`
	Test        *outcome      `json:"sprt,omitempty"`
	Pace        [2]costReport `json:"pace"` // costs of the moves of A and of B
	Faults      [2]fault      `json:"faults"`
	Seed        uint64        `json:"seed"`
	Minutes     float64       `json:"minutes"`
}

// A span is an estimate with its 95 % confidence interval.
type span struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// An outcome is the result of a sequential test.
type outcome struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	Ratio   float64 `json:"llr"`
	Verdict string  `json:"verdict"` // "elo0", "elo1", or "" without a decision
}

// A costReport holds the time and the search speed of a contender's moves.
type costReport struct {
	Mean  float64 `json:"mean_ms"`
	Worst float64 `json:"worst_ms"`
	Rate  float64 `json:"positions_per_second"`
}

// A fault counts the games that a contender lost by a fault instead of by the rules.
type fault struct {
	Games int    `json:"games"`
	First string `json:"first,omitempty"`
}

func newReport(m *match, r result, took time.Duration) report {
	low, high := r.Interval()
	report := report{
		Variant: m.variant.String(), A: m.names[0], B: m.names[1], Games: r.Games(),
		Tally: r.Tally, Score: r.Score(), Low: low, High: high,
		Elo:   span{stats.EloDifference(r.Score()), stats.EloDifference(low), stats.EloDifference(high)},
		Pairs: r.pairs, Seed: m.seed, Minutes: took.Minutes(),
	}
	if t := m.test; t != nil {
		report.Test = &outcome{t.Elo0, t.Elo1, t.Ratio(r.pairs), t.Accepted(r.pairs)}
	}
	for i, p := range r.costs {
		report.Pace[i] = costReport{millis(p.mean()), millis(p.worst), p.rate()}
		if faults := r.faults[i]; len(faults) > 0 {
			report.Faults[i] = fault{len(faults), faults[0].Error()}
		}
	}
	return report
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// write writes the report as text to `out` and, unless `file` is "", as JSON to that file. If `file`
// is "-", it writes only JSON, to `out`.
func (r report) write(out io.Writer, file string) error {
	if file == "-" {
		return json.NewEncoder(out).Encode(r)
	}
	if err := r.writeText(out); err != nil || file == "" {
		return err
	}
	return writeJSONFile(file, r)
}

func writeJSONFile(file string, value any) error {
	text, err := json.MarshalIndent(value, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

func (r report) writeText(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d games in %.2g minutes\n", r.Variant, r.Games, r.Minutes)
	fmt.Fprintf(&b, "%s: %d won, %d drawn, %d lost: %.1f %%, with 95 %% confidence %.1f to %.1f %%\n",
		r.A, r.Wins, r.Draws, r.Losses, 100*r.Score, 100*r.Low, 100*r.High)
	fmt.Fprintf(&b, "Elo difference %+.0f, from %+.0f to %+.0f\n", r.Elo.Mean, r.Elo.Low, r.Elo.High)
	if t := r.Test; t != nil {
		verdict := "nothing decided"
		if t.Verdict != "" {
			verdict = t.Verdict + " accepted"
		}
		fmt.Fprintf(&b, "SPRT %+g against %+g: log-likelihood ratio %.2f of ±%.2f: %s\n",
			t.Elo0, t.Elo1, t.Ratio, stats.Bound, verdict)
	}
	for i, name := range []string{r.A, r.B} {
		if f := r.Faults[i]; f.Games > 0 {
			fmt.Fprintf(&b, "%s lost %d games by its own fault, first: %s\n", name, f.Games, f.First)
		}
	}
	if _, err := fmt.Fprintln(out, b.String()); err != nil {
		return err
	}
	rows := []string{"\tms a move\tat most\tpositions a second\t"}
	for i, name := range []string{r.A, r.B} {
		c := r.Pace[i]
		rows = append(rows, fmt.Sprintf("%s\t%.3f\t%.3f\t%.0f\t", name, c.Mean, c.Worst, c.Rate))
	}
	return writeTable(out, rows)
}

// writeTable aligns rows in columns. Each cell of a row ends in a tab.
func writeTable(out io.Writer, rows []string) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	if _, err := fmt.Fprintln(table, strings.Join(rows, "\n")); err != nil {
		return err
	}
	return table.Flush()
}
