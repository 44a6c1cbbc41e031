package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/procfs"
)

// sampleInterval is the time between two measurements of the bots' usage.
const sampleInterval = 250 * time.Millisecond

// A usage is the resource usage of processes, from Linux's /proc. It is zero on systems without /proc.
type usage struct {
	cpu      time.Duration
	resident int64 // current memory in bytes
	peak     int64 // peak memory in bytes, summed over the processes
	written  int64 // bytes written to files, network connections and the log
	disk     int64 // bytes written to a disk
}

// tick is the unit of processor times in /proc. Linux calls it 1/USER_HZ; it is the same on all machines of Go.
const tick = 10 * time.Millisecond

func processUsage(pid int) usage {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return usage{}
	}
	stat, _ := p.Stat() // what cannot be read counts as zero
	status, _ := p.NewStatus()
	io, _ := p.IO()
	return usage{
		cpu:      time.Duration(stat.UTime+stat.STime) * tick,
		resident: int64(status.VmRSS), peak: int64(status.VmHWM),
		written: int64(io.WChar), disk: int64(io.WriteBytes),
	}
}

// machineLoad returns the machine's load average over the last minute, or 0 if the load is unknown.
func machineLoad() (load float64) {
	text, _ := os.ReadFile("/proc/loadavg")
	_, _ = fmt.Sscan(string(text), &load)
	return load
}

// scrape reads the values of a bot's page of metrics.
func scrape(address string) (map[string]float64, error) {
	page, err := opsClient.Get(address) //nolint:noctx // the client has a timeout
	if err != nil {
		return nil, err
	}
	defer func() { _ = page.Body.Close() }()
	values := map[string]float64{}
	lines := bufio.NewScanner(page.Body)
	for lines.Scan() {
		name, text, _ := strings.Cut(lines.Text(), " ")
		values[name], _ = strconv.ParseFloat(text, 64) // comments count as zero
	}
	return values, lines.Err()
}

// measurements are about all processes of the bot together.
type measurements struct {
	load          float64 // of the machine before the run
	before, after usage   // of the bots, before and after the play
	emulatorCPU   time.Duration
	goroutines    int     // largest number at a scrape
	heaps         []int64 // heap sizes, first before the play and then at each scrape
	scraped       time.Time
}

// sample measures the bots during the play. It scrapes their metrics if a scrape is due.
func (t *loadTest) sample() {
	t.usage()
	m := &t.measured
	if t.options.scrape == 0 || time.Since(m.scraped) < t.options.scrape-sampleInterval/2 { // ticks are not exact
		return
	}
	m.scraped = time.Now()
	var goroutines, heap float64
	for _, r := range t.replicas {
		values, err := scrape("http://" + r.ops + "/metrics")
		if err != nil || values["go_goroutines"] == 0 || values["go_memstats_heap_alloc_bytes"] == 0 {
			return // a bot without these metrics
		}
		goroutines += values["go_goroutines"]
		heap += values["go_memstats_heap_alloc_bytes"]
	}
	m.goroutines = max(m.goroutines, int(goroutines))
	m.heaps = append(m.heaps, int64(heap))
}

// usage adds up the resource usage of all replicas.
func (t *loadTest) usage() usage {
	var sum usage
	for _, r := range t.replicas {
		u := r.usage()
		sum = usage{sum.cpu + u.cpu, sum.resident + u.resident, sum.peak + u.peak, sum.written + u.written, sum.disk + u.disk}
	}
	return sum
}

// heapGrowth returns how much the bots' heap has grown, or their memory if they have no metrics. A garbage collection
// makes a heap as small as it can be, so it compares the smallest of all with the smallest of the latest.
func (m *measurements) heapGrowth() int64 {
	const latest = 40
	if n := len(m.heaps); n > 1 {
		return slices.Min(m.heaps[max(n-latest, 1):]) - slices.Min(m.heaps)
	}
	return max(m.after.resident-m.before.resident, 0)
}
