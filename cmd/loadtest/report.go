package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"noughts/cmd/loadtest/workload"
)

// A report is the result of a run. Times are in milliseconds unless their names give a unit. The JSON omits
// measurements that are missing.
type report struct {
	Lost        int `json:"lost"`        // games that lost a move that Discord had shown
	Stuck       int `json:"stuck"`       // unfinished games where nobody can move
	Unseen      int `json:"unseen"`      // games that the bot did not show in the final comparison
	Failed      int `json:"failed"`      // interactions without an answer, not during an outage or fault
	Late        int `json:"late"`        // answers more than three seconds after the interaction was due
	Interrupted int `json:"interrupted"` // interactions without an answer during an outage of the bot or an injected fault

	Checked bool `json:"file_checked"` // whether the file of an SQLite database was checked for damage
	Corrupt bool `json:"file_corrupt"`
	// Ratings is the output of the bot's command "ratings verify", which recomputes the ratings from all games and
	// compares them with the stored ratings. It is "" if the command was not run.
	Ratings    string `json:"ratings,omitempty"`
	Miscounted bool   `json:"ratings_differ"`

	Variant   string  `json:"variant"`
	Against   string  `json:"against"`
	Transport string  `json:"transport"`
	Database  string  `json:"database"`
	Members   int     `json:"members"`
	Games     int     `json:"games"`
	Replicas  int     `json:"replicas"`
	Rate      float64 `json:"rate"` // requested interactions a second; 0 for as many as possible
	Seed      uint64  `json:"seed"`
	Seconds   float64 `json:"seconds"`

	Interactions uint64  `json:"interactions"` // interactions with an answer
	PerSecond    float64 `json:"per_second"`
	Refused      uint64  `json:"refused"` // answers that showed a private message instead of a board
	Latency      latency `json:"latency_ms"`
	Finished     int     `json:"games_finished"`
	Running      int     `json:"games_running"` // games that were unfinished at the end of the play
	Compared     int     `json:"games_compared"`
	Restarted    bool    `json:"compared_after_restart"` // whether the bots were restarted before the final comparison
	Kills        int     `json:"kills"`
	Restarts     int     `json:"restarts"`
	Faults       int     `json:"faults"`

	CPU          float64 `json:"cpu_us_per_interaction,omitempty"` // processor time of the bot
	EmulatorCPU  float64 `json:"emulator_cpu_us_per_interaction,omitempty"`
	PeakMemory   int64   `json:"peak_memory_bytes,omitempty"`             // of the bot
	Memory       int64   `json:"memory_bytes,omitempty"`                  // memory of all bot processes at the end of the play
	Written      float64 `json:"written_bytes_per_interaction,omitempty"` // bytes that the bot wrote to files, connections and its log
	Disk         float64 `json:"disk_bytes_per_interaction,omitempty"`    // the part of Written that went to a disk
	BytesPerGame int64   `json:"bytes_per_game,omitempty"`                // growth of the bot's heap per running game; without metrics, of its memory
	Goroutines   int     `json:"goroutines,omitempty"`                    // largest number in all bot processes together
	Load         float64 `json:"machine_load,omitempty"`                  // load average before the run; above 0 if other programs were busy

	Flood *floodReport `json:"flood,omitempty"`
	// Reviews is nil if no reviews were requested.
	Reviews *reviewsReport `json:"reviews,omitempty"`

	Complaints []string `json:"complaints"` // a line for each lost, stuck or unseen game and for the first failures
}

// good reports whether the run showed no fault of the bot. Games whose state was not shown do not count as faults, and
// neither do late answers or interactions interrupted by an outage.
func (r *report) good() bool { return r.Lost+r.Stuck+r.Failed == 0 && !r.Corrupt && !r.Miscounted }

// A latency describes how long members waited for answers, as percentiles in milliseconds.
type latency struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// A reviewsReport counts the reviews that members requested.
type reviewsReport struct {
	Asked          int     `json:"asked"`
	Made           int     `json:"made"` // shown before the run ended
	LongestSeconds float64 `json:"longest_seconds"`
}

// A floodReport has two latencies of the members who do not flood: `With` during the flood, `Without` in its pauses.
type floodReport struct {
	Rate     float64 `json:"rate"`
	Presses  int     `json:"presses"`
	Answered int     `json:"answered"`
	Without  latency `json:"without_ms"`
	With     latency `json:"with_ms"`
	Ratio    float64 `json:"p99_ratio"`
}

// histogramOf returns the latencies of all interactions.
func histogramOf(r workload.Report) *hdrhistogram.Histogram {
	h := hdrhistogram.Import(r.Latency[0])
	h.Merge(hdrhistogram.Import(r.Latency[1]))
	return h
}

func latencyOf(h *hdrhistogram.Histogram) latency {
	ms := func(us int64) float64 { return float64(us) / 1000 }
	return latency{ms(h.ValueAtPercentile(50)), ms(h.ValueAtPercentile(90)), ms(h.ValueAtPercentile(99)), ms(h.Max())}
}

// report builds the report of a run.
func (t *testRun) report(p workload.Report, v workload.Verdict) *report {
	o := t.options
	all := histogramOf(p)
	r := &report{
		Lost: len(v.Lost), Stuck: len(v.Stuck), Unseen: len(v.Unseen), Failed: int(p.Uncounted),
		Variant: o.variant.String(), Against: "members", Transport: "gateway", Database: o.scheme(),
		Members: o.members, Games: o.games, Replicas: o.replicas, Rate: o.rate, Seed: o.seed,
		Seconds: p.Time.Seconds(), Interactions: uint64(all.TotalCount()),
		PerSecond: float64(all.TotalCount()) / p.Time.Seconds(),
		Refused:   p.Refused, Latency: latencyOf(all),
		Finished: p.Finished, Running: p.Started - p.Finished, Compared: v.Compared, Restarted: o.outlives(),
		Kills: o.kill, Restarts: o.restart, Faults: len(p.Faults),
		PeakMemory: t.after.Peak, Memory: t.after.Resident, Goroutines: t.goroutines, Load: t.load,
	}
	if o.computer {
		r.Against = "computer"
	}
	if o.http {
		r.Transport = "http"
	}
	t.addCosts(r)
	r.classify(p, t.outages)
	if t.fleet.balancer != nil && r.Failed > 0 {
		r.Complaints = append(r.Complaints, t.fleet.balancer.Failures()...)
	}
	r.Complaints = slices.Concat(v.Lost, v.Stuck, v.Unseen, r.Complaints)
	if o.reviews > 0 {
		r.Reviews = &reviewsReport{p.Reviews, p.ReviewsMade, p.ReviewLongest.Seconds()}
	}
	if o.flood > 0 {
		r.Flood = floodOf(o.flood, p)
	}
	return r
}

// addCosts adds two kinds of costs to the report: the processor time and written bytes per interaction, and the memory
// per running game.
func (t *testRun) addCosts(r *report) {
	if r.Interactions > 0 {
		each := float64(time.Microsecond) * float64(r.Interactions)
		r.CPU = float64(t.after.CPU-t.before.CPU) / each
		r.EmulatorCPU = float64(t.emulatorCPU) / each
		if r.Kills+r.Restarts == 0 { // a process's counters of written bytes are lost when it ends
			r.Written = float64(t.after.Written-t.before.Written) / float64(r.Interactions)
			r.Disk = float64(t.after.Disk-t.before.Disk) / float64(r.Interactions)
		}
	}
	grown := t.after.Resident - t.before.Resident
	if len(t.heaps) > 0 && t.smallestHeap > 0 {
		grown = slices.Min(t.heaps) - t.smallestHeap
	}
	if r.Running > 0 {
		r.BytesPerGame = max(grown, 0) / int64(r.Running)
	}
}

const (
	// mostComplaints is how many failed interactions are described in Complaints. Further ones are only counted.
	mostComplaints = 20
	// mostPrinted is how many complaints the printed table shows. The JSON report holds all of them.
	mostPrinted = 50
)

// classify counts each incident as late, interrupted or failed. Late means that the answer came too late. The others
// got no answer: they are interrupted if they overlap an outage of the bot or an injected fault, and failed otherwise.
func (r *report) classify(p workload.Report, outages []workload.Span) {
	explained := slices.Clone(outages)
	for _, f := range p.Faults {
		explained = append(explained, f.Span)
	}
	for _, i := range p.Incidents {
		switch {
		case i.Error == "":
			r.Late++
		case slices.ContainsFunc(explained, i.Span.Overlaps):
			r.Interrupted++
		default:
			r.Failed++
			if r.Failed <= mostComplaints {
				r.Complaints = append(r.Complaints, fmt.Sprintf("%s at %s: %s", i.What, i.Span.From.Format(time.StampMilli), i.Error))
			}
		}
	}
}

func floodOf(rate float64, p workload.Report) *floodReport {
	f := &floodReport{
		Rate: rate, Presses: p.Flood, Answered: p.FloodAnswered,
		Without: latencyOf(hdrhistogram.Import(p.Latency[0])), With: latencyOf(hdrhistogram.Import(p.Latency[1])),
	}
	if f.Without.P99 > 0 {
		f.Ratio = f.With.P99 / f.Without.P99
	}
	return f
}

// write prints the report as a table to stdout and writes it as JSON to the named file. If `file` is "", it writes no
// JSON. If `file` is "-", it writes only the JSON, to stdout.
func (r *report) write(file string, stdout io.Writer) error {
	if file == "" {
		return r.writeTable(stdout)
	}
	raw, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	raw = append(raw, '\n')
	if file == "-" {
		_, err = stdout.Write(raw)
		return err
	}
	if err := os.WriteFile(file, raw, 0o644); err != nil { //nolint:gosec // figures are for everybody
		return fmt.Errorf("cannot write the JSON report: %w", err)
	}
	return r.writeTable(stdout)
}

// writeTable writes the report as a table for people.
func (r *report) writeTable(w io.Writer) error {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	line := func(name, format string, values ...any) {
		_, _ = fmt.Fprintf(table, name+"\t"+format+"\n", values...) // a write to memory cannot fail
	}
	line("games", "%d at once, %s against %s, by %d members", r.Games, r.Variant, r.Against, r.Members)
	line("bot", "%d process(es), %s, %s", r.Replicas, r.Transport, r.Database)
	line("interactions", "%d in %.1f s: %.1f per second", r.Interactions, r.Seconds, r.PerSecond)
	line("latency", "%s", r.Latency)
	if v := r.Reviews; v != nil {
		line("reviews", "%d requested, %d done, slowest %.1f s", v.Asked, v.Made, v.LongestSeconds)
	}
	if f := r.Flood; f != nil {
		line("flood", "%d presses, %d answered", f.Presses, f.Answered)
		line("others without it", "%s", f.Without)
		line("others with it", "%s; p99 ratio %.2f", f.With, f.Ratio)
	}
	line("refused", "%d", r.Refused)
	line("games finished", "%d, %d still running", r.Finished, r.Running)
	line("kills, restarts, faults", "%d, %d, %d", r.Kills, r.Restarts, r.Faults)
	line("bot's CPU", "%.0f µs per interaction (emulator %.0f µs)", r.CPU, r.EmulatorCPU)
	line("bot's memory", "peak %.1f MiB, %.1f at the end; grew by %d bytes per running game",
		float64(r.PeakMemory)/(1<<20), float64(r.Memory)/(1<<20), r.BytesPerGame)
	if r.Written > 0 {
		line("bot wrote", "%.0f bytes per interaction, %.0f of them to disk", r.Written, r.Disk)
	}
	line("machine's load before", "%.1f", r.Load)
	if r.Goroutines > 0 {
		line("bot's goroutines", "at most %d", r.Goroutines)
	}
	how := "by the same bot"
	if r.Restarted {
		how = "by a restarted bot"
	}
	line("compared", "%d games, %s", r.Compared, how)
	if r.Ratings != "" {
		line("ratings", "%s", strings.TrimSpace(r.Ratings))
	}
	if r.Checked {
		line("database file", "%s", map[bool]string{false: "sound", true: "corrupt"}[r.Corrupt])
	}
	line("lost, stuck", "%d, %d (and %d not seen)", r.Lost, r.Stuck, r.Unseen)
	line("failed, late", "%d, %d (and %d interrupted)", r.Failed, r.Late, r.Interrupted)
	if err := table.Flush(); err != nil {
		return err
	}
	for i, c := range r.Complaints {
		if i == mostPrinted {
			_, _ = fmt.Fprintf(&b, "and %d more\n", len(r.Complaints)-i)
			break
		}
		b.WriteString(c + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String returns the latency as text.
func (l latency) String() string {
	return fmt.Sprintf("p50 %.1f, p90 %.1f, p99 %.1f, max %.1f ms", l.P50, l.P90, l.P99, l.Max)
}
