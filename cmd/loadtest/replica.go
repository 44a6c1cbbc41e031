package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/prometheus/procfs"
)

// A replica is one of the bot's processes that run side by side. A restart replaces the process, not the replica.
type replica struct {
	line   []string // the command and its arguments
	folder string   // working folder; "" for the working folder of loadtest
	env    []string
	http   string      // host:port for interactions, "" over the gateway
	ops    string      // host:port for health and metrics
	log    string      // path of the file with the output of all its processes
	died   chan error  // receives an error if a process exits without being told to
	ready  atomic.Bool // for the balancer
	wanted atomic.Bool // loadtest itself ends the process

	command *exec.Cmd     // nil while no process runs
	ended   chan struct{} // closed when the process has ended
	spent   time.Duration // processor time of the earlier processes
	peak    int64         // largest memory that any of the processes has had, in bytes
}

func (r *replica) start() error {
	log, err := os.OpenFile(r.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	output := struct{ io.Writer }{log}          // through a pipe: if loadtest is killed, a bot ends at its next line
	c := exec.Command(r.line[0], r.line[1:]...) //nolint:noctx // the method end ends it
	c.Dir, c.Env, c.Stdout, c.Stderr = r.folder, r.env, output, output
	if err := c.Start(); err != nil {
		return fmt.Errorf("cannot start the bot: %w", err)
	}
	ended := make(chan struct{})
	r.command, r.ended = c, ended
	r.wanted.Store(false)
	go func() {
		_ = errors.Join(c.Wait(), log.Close()) // ProcessState has the error too
		wanted := r.wanted.Load()
		close(ended)
		if !wanted {
			r.died <- fmt.Errorf("the bot exited by itself (%s); its last output:\n%s", c.ProcessState, r.lastOutput())
		}
	}()
	return nil
}

// stopTime is how long a process may take to end after SIGTERM before it is killed.
const stopTime = 15 * time.Second

func (r *replica) end(signal syscall.Signal) (err error) {
	if r.command == nil {
		return nil
	}
	r.usage() // the last chance to see its peak
	r.wanted.Store(true)
	_ = r.command.Process.Signal(signal) // it may have ended by itself
	select {
	case <-r.ended:
	case <-time.After(stopTime):
		err = fmt.Errorf("the bot did not exit within %v of SIGTERM; its last output:\n%s", stopTime, r.lastOutput())
		_ = r.command.Process.Kill()
		<-r.ended
	}
	r.spent += r.command.ProcessState.UserTime() + r.command.ProcessState.SystemTime()
	r.command = nil
	return err
}

func (r *replica) usage() (now usage) {
	if r.command != nil {
		now = processUsage(r.command.Process.Pid)
	}
	r.peak = max(r.peak, now.peak)
	now.cpu += r.spent
	now.peak = r.peak
	return now
}

func (r *replica) lastOutput() string {
	text, _ := os.ReadFile(r.log)
	return string(text[max(len(text)-2000, 0):])
}

// botVariables are those that a bot must not inherit from loadtest: they could lead it to another database or Discord.
var botVariables = []string{
	"DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DISCORD_GUILD_ID", "DISCORD_API_URL", "DISCORD_WEB_URL", "DISCORD_PUBLIC_KEY", "HTTP_ADDR",
	"DATABASE_URL", "OPS_ADDR", "SHARDS", "TILES",
}

func botEnvironment(entries ...string) []string {
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(botVariables, name)
	})
	return append(env, entries...)
}

func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it ends at once
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

func buildBot(ctx context.Context, folder string) (string, error) {
	path := filepath.Join(folder, "noughts")
	out, err := exec.CommandContext(ctx, "go", "build", "-o", path, "noughts/cmd/noughts").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("cannot build the bot (%w); name a built one with -bot:\n%s", err, out)
	}
	return path, nil
}

var opsClient = &http.Client{Timeout: time.Second}

func newBalancer(replicas []*replica) http.Handler {
	var turn atomic.Uint64
	return &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		var ready []*replica
		for _, r := range replicas {
			if r.ready.Load() {
				ready = append(ready, r)
			}
		}
		if len(ready) == 0 {
			ready = replicas
		}
		to := ready[turn.Add(1)%uint64(len(ready))]
		p.Out.URL.Scheme, p.Out.URL.Host = "http", to.http
	}}
}

func (r *replica) watchHealth(ctx context.Context) {
	for ctx.Err() == nil {
		r.ready.Store(r.isReady())
		sleep(ctx, 250*time.Millisecond)
	}
}

func (r *replica) isReady() bool {
	response, err := opsClient.Get("http://" + r.ops + "/readyz") //nolint:noctx // the client has a timeout
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

const sampleInterval = 250 * time.Millisecond

type usage struct {
	cpu      time.Duration
	resident int64 // current memory in bytes
	peak     int64 // peak memory in bytes, summed over the processes
	written  int64 // bytes written to files, network connections and the log
	disk     int64 // bytes written to a disk
}

// tick is the unit of processor times in /proc, 1/USER_HZ. It is the same on all machines of Go.
const tick = 10 * time.Millisecond

func processUsage(pid int) usage {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return usage{}
	}
	stat, _ := p.Stat() // what cannot be read counts as zero
	status, _ := p.NewStatus()
	output, _ := p.IO()
	return usage{
		cpu:      time.Duration(stat.UTime+stat.STime) * tick,
		resident: int64(status.VmRSS), peak: int64(status.VmHWM),
		written: int64(output.WChar), disk: int64(output.WriteBytes),
	}
}

func machineLoad() (load float64) {
	text, _ := os.ReadFile("/proc/loadavg")
	_, _ = fmt.Sscan(string(text), &load)
	return load
}

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

type measurements struct {
	load          float64 // of the machine before the run
	before, after usage   // of the bots, before and after the play
	emulatorCPU   time.Duration
	goroutines    int     // largest number at a scrape
	heaps         []int64 // heap sizes, first before the play and then at each scrape
	scraped       time.Time
}

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

func (t *loadTest) usage() usage {
	var sum usage
	for _, r := range t.replicas {
		u := r.usage()
		sum = usage{sum.cpu + u.cpu, sum.resident + u.resident, sum.peak + u.peak, sum.written + u.written, sum.disk + u.disk}
	}
	return sum
}

// heapGrowth returns how much the bots' heap has grown, or their memory without metrics. A garbage collection makes a
// heap as small as it can be, so it compares the smallest of all with the smallest of the latest.
func (m *measurements) heapGrowth() int64 {
	const latest = 40
	if n := len(m.heaps); n > 1 {
		return slices.Min(m.heaps[max(n-latest, 1):]) - slices.Min(m.heaps)
	}
	return max(m.after.resident-m.before.resident, 0)
}
