package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	_ "modernc.org/sqlite" // the driver of checkFile

	"noughts/bot/discordtest"
)

// A report is the result of a run. Times are in milliseconds unless their names give a unit.
type report struct {
	Lost        int `json:"lost"`        // games that lost a move that Discord had shown
	Stuck       int `json:"stuck"`       // unfinished games where nobody can move
	Unseen      int `json:"unseen"`      // games that the bot did not show in the final comparison
	Failed      int `json:"failed"`      // interactions without an answer, not during an outage or fault
	Late        int `json:"late"`        // answers more than three seconds after the interaction was due
	Interrupted int `json:"interrupted"` // interactions without an answer during an outage of the bot or an injected fault

	Checked    bool   `json:"file_checked"` // whether the file of an SQLite database was checked for damage
	Corrupt    bool   `json:"file_corrupt"`
	Ratings    string `json:"ratings,omitempty"` // what the bot's "ratings verify" said; "" if it was not run
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

	Interactions int64   `json:"interactions"` // interactions with an answer
	PerSecond    float64 `json:"per_second"`
	Refused      int     `json:"refused"` // answers that showed a private message instead of a board
	Latency      latency `json:"latency_ms"`
	Finished     int     `json:"games_finished"`
	Running      int     `json:"games_running"` // games that were unfinished at the end of the play
	Compared     int     `json:"games_compared"`
	Restarted    bool    `json:"compared_after_restart"` // whether the bots were restarted before the final comparison
	Kills        int     `json:"kills"`
	Restarts     int     `json:"restarts"`
	Faults       int     `json:"faults"`

	CPU          float64 `json:"cpu_us_per_interaction,omitempty"`          // processor time of the bot
	EmulatorCPU  float64 `json:"emulator_cpu_us_per_interaction,omitempty"` // of this program
	PeakMemory   int64   `json:"peak_memory_bytes,omitempty"`               // of the bot
	Memory       int64   `json:"memory_bytes,omitempty"`                    // of the bot at the end of the play
	Written      float64 `json:"written_bytes_per_interaction,omitempty"`   // by the bot to files, connections and its log
	Disk         float64 `json:"disk_bytes_per_interaction,omitempty"`      // the part of Written that went to a disk
	BytesPerGame int64   `json:"bytes_per_game,omitempty"`                  // growth of the bot's heap, or memory, per running game
	Goroutines   int     `json:"goroutines,omitempty"`                      // largest number in all bot processes together
	Load         float64 `json:"machine_load,omitempty"`                    // load average before the run

	Reviews    *reviews `json:"reviews,omitempty"`
	Complaints []string `json:"complaints"` // a line for each lost, stuck or unseen game and for the first failures
}

// good reports whether the run showed no fault of the bot. Unseen games, late answers and interrupted interactions are
// none.
func (r *report) good() bool { return r.Lost+r.Stuck+r.Failed == 0 && !r.Corrupt && !r.Miscounted }

type latency struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

func latencyOf(h *hdrhistogram.Histogram) latency {
	ms := func(us int64) float64 { return float64(us) / 1000 }
	return latency{ms(h.ValueAtPercentile(50)), ms(h.ValueAtPercentile(90)), ms(h.ValueAtPercentile(99)), ms(h.Max())}
}

func (t *loadTest) report(took time.Duration) *report {
	o, m, measured := t.options, t.members, t.measured
	count := m.results.latency.TotalCount()
	finished := int(m.ended.Load())
	running := int(m.started.Load()) - finished
	r := &report{
		Variant: o.variant, Against: o.against, Transport: o.transport, Database: o.scheme(),
		Members: o.members, Games: o.games, Replicas: o.replicas, Rate: o.rate, Seed: o.seed,
		Seconds: took.Seconds(), Interactions: count, PerSecond: float64(count) / took.Seconds(),
		Refused: m.results.refused, Latency: latencyOf(m.results.latency),
		Finished: finished, Running: running, Restarted: o.outlives(),
		Kills: o.kill, Restarts: o.restart, Faults: len(m.faults), Reviews: m.reviews,
		CPU:         float64((measured.after.cpu - measured.before.cpu).Microseconds()) / float64(count),
		EmulatorCPU: float64(measured.emulatorCPU.Microseconds()) / float64(count),
		PeakMemory:  measured.after.peak, Memory: measured.after.resident, Goroutines: measured.goroutines, Load: measured.load,
	}
	if running > 0 {
		r.BytesPerGame = measured.heapGrowth() / int64(running)
	}
	if o.kill+o.restart == 0 { // a process's counters of written bytes are lost when it ends
		r.Written = float64(measured.after.written-measured.before.written) / float64(count)
		r.Disk = float64(measured.after.disk-measured.before.disk) / float64(count)
	}
	r.classify(m.results.incidents, slices.Concat(t.outages, m.faults))
	return r
}

// mostComplaints is how many failed interactions are described, and how many complaints the table shows.
const mostComplaints = 50

func (r *report) classify(incidents []incident, excuses []span) {
	for _, i := range incidents {
		switch {
		case i.err == nil:
			r.Late++
		case slices.ContainsFunc(excuses, i.span.overlaps):
			r.Interrupted++
		default:
			r.Failed++
			if r.Failed <= mostComplaints {
				r.Complaints = append(r.Complaints, fmt.Sprintf("%s at %s: %s", i.what, i.span.from.Format(time.StampMilli), i.err))
			}
		}
	}
}

// write prints the report as a table and writes it as JSON to a file, unless that is "". If it is "-", it writes only
// the JSON, to stdout.
func (r *report) write(file string, stdout io.Writer) error {
	raw, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	raw = append(raw, '\n')
	switch file {
	case "-":
		_, err := stdout.Write(raw)
		return err
	case "":
	default:
		if err := os.WriteFile(file, raw, 0o644); err != nil { //nolint:gosec // figures are for everybody
			return fmt.Errorf("cannot write the JSON report: %w", err)
		}
	}
	_, err = io.WriteString(stdout, r.table())
	return err
}

func (r *report) table() string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	line := func(name, format string, values ...any) {
		_, _ = fmt.Fprintf(table, name+"\t"+format+"\n", values...) // a write to memory cannot fail
	}
	line("games", "%d at once, %s against %s, by %d members", r.Games, r.Variant, r.Against, r.Members)
	line("bot", "%d process(es), %s, %s", r.Replicas, r.Transport, r.Database)
	line("interactions", "%d in %.1f s: %.1f per second", r.Interactions, r.Seconds, r.PerSecond)
	line("latency", "p50 %.1f, p90 %.1f, p99 %.1f, max %.1f ms", r.Latency.P50, r.Latency.P90, r.Latency.P99, r.Latency.Max)
	if v := r.Reviews; v != nil {
		line("reviews", "%d requested, %d done, slowest %.1f s", v.Asked, v.Made, v.LongestSeconds)
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
	line("bot's goroutines", "at most %d", r.Goroutines)
	line("compared", "%d games, %s", r.Compared, map[bool]string{false: "by the same bot", true: "by a restarted bot"}[r.Restarted])
	line("ratings", "%s", strings.TrimSpace(r.Ratings))
	if r.Checked {
		line("database file", "%s", map[bool]string{false: "sound", true: "corrupt"}[r.Corrupt])
	}
	line("lost, stuck", "%d, %d (and %d not seen)", r.Lost, r.Stuck, r.Unseen)
	line("failed, late", "%d, %d (and %d interrupted)", r.Failed, r.Late, r.Interrupted)
	_ = table.Flush()
	for _, c := range r.Complaints[:min(len(r.Complaints), mostComplaints)] {
		b.WriteString(c + "\n")
	}
	if more := len(r.Complaints) - mostComplaints; more > 0 {
		_, _ = fmt.Fprintf(&b, "and %d more\n", more)
	}
	return b.String()
}

const (
	answerTime     = 3 * time.Second // how long Discord waits for an answer
	longestLatency = time.Hour       // in a histogram, which takes longer ones for this
)

type span struct{ from, to time.Time }

func (s span) overlaps(t span) bool { return !s.from.After(t.to) && !t.from.After(s.to) }

type incident struct {
	span span
	what string // the kind of interaction, such as "press" or "/board"
	err  error  // why there was no answer; nil if there was one, but late
}

type results struct {
	mu        sync.Mutex
	latency   *hdrhistogram.Histogram // of answered interactions, in microseconds
	refused   int                     // number of answers that showed a private message instead of a board
	incidents []incident
	notSent   string // describes the last action that was not sent
}

func newResults() *results {
	return &results{latency: hdrhistogram.New(1, longestLatency.Microseconds(), 3)}
}

func (r *results) record(what string, due time.Time, s span, refused bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch latency := max(s.to.Sub(due), 0); {
	case errors.Is(err, discordtest.ErrFailed):
		r.incidents = append(r.incidents, incident{s, what, err})
	case err != nil: // nothing was sent, usually because the button had disappeared in the meantime
		r.notSent = what + ": " + err.Error()
	default:
		_ = r.latency.RecordValue(min(latency, longestLatency).Microseconds()) // within the histogram's bounds
		if refused {
			r.refused++
		}
		if latency > answerTime {
			r.incidents = append(r.incidents, incident{span: span{due, s.to}, what: what})
		}
	}
}

func (t *loadTest) checkDatabase(ctx context.Context, r *report) {
	if path, ok := strings.CutPrefix(t.options.database, "sqlite:"); ok {
		r.Checked = true
		if err := checkFile(ctx, path); err != nil {
			r.Corrupt = true
			r.Complaints = append(r.Complaints, "the database is corrupt: "+err.Error())
		}
	}
	if t.built == "" || !t.options.outlives() {
		return
	}
	// This recomputes the ratings from all finished games. If they differ, a game was lost or counted twice.
	verify := exec.CommandContext(ctx, t.built, "ratings", "verify")
	verify.Dir, verify.Env = t.folder, botEnvironment("DATABASE_URL="+t.options.database)
	said, err := verify.CombinedOutput()
	if r.Ratings = string(said); err != nil {
		r.Ratings, r.Miscounted = "differ", true
		r.Complaints = append(r.Complaints, fmt.Sprintf("stored ratings differ from the games: %.600s", said))
	}
}

func checkFile(ctx context.Context, path string) error {
	path, _, _ = strings.Cut(path, "?")
	db, err := sql.Open("sqlite", "file:"+path+"?mode=rw")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	var said string
	err = db.QueryRowContext(ctx, "PRAGMA integrity_check").Scan(&said)
	if err == nil && said != "ok" {
		err = fmt.Errorf("%.300s", said)
	}
	return err
}
