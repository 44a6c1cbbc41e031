package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A usage is what processes have used, as Linux tells it in /proc.
type usage struct {
	cpu      time.Duration // of what still runs, and of its children that have ended
	resident int64         // bytes of memory now
	peak     int64         // bytes of memory at most, of each process summed
	written  int64         // bytes handed to the system: to files, connections and the log
	disk     int64         // bytes that were made to go to a disk, of what still runs
}

// errNoUsage is returned where /proc does not tell.
var errNoUsage = errors.New("there is no /proc to tell what a process uses")

// tick is the unit of times in /proc, 1/USER_HZ, which is the same on all machines
// that Go runs on.
const tick = 10 * time.Millisecond

// groupUsage returns what the processes of a group use together. Errors:
// errNoUsage.
func groupUsage(group int) (usage, error) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		return usage{}, errNoUsage
	}
	var sum usage
	for _, path := range stats {
		raw, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended meanwhile
		}
		if cpu, ok := readStat(raw, group); ok {
			sum.cpu += cpu
			resident, peak := readMemory(filepath.Dir(path))
			sum.resident += resident
			sum.peak += peak
			written, disk := readWritten(filepath.Dir(path))
			sum.written += written
			sum.disk += disk
		}
	}
	return sum, nil
}

// readStat reads the processor time from a /proc/PID/stat, if it is of the group.
func readStat(raw []byte, group int) (time.Duration, bool) {
	end := bytes.LastIndexByte(raw, ')') // of the command's name, which may hold anything
	fields := strings.Fields(string(raw[end+1:]))
	if len(fields) < 15 || fields[2] != strconv.Itoa(group) {
		return 0, false
	}
	var ticks int64
	for _, f := range fields[11:15] { // user, system, and both of children
		n, _ := strconv.ParseInt(f, 10, 64)
		ticks += n
	}
	return time.Duration(ticks) * tick, true
}

// readMemory reads the memory of a process from its folder in /proc, in bytes.
func readMemory(dir string) (resident, peak int64) {
	values := readNamed(filepath.Join(dir, "status"))
	return values["VmRSS"] << 10, values["VmHWM"] << 10
}

// readWritten reads how many bytes a process has written, from its folder in
// /proc: in all, and to a disk. They are 0 where nobody tells, as for other users'
// processes.
func readWritten(dir string) (written, disk int64) {
	values := readNamed(filepath.Join(dir, "io"))
	return values["wchar"], values["write_bytes"]
}

// readNamed reads a file of lines such as "VmRSS:  1234 kB" and returns the
// numbers by their names; none if it cannot be read.
func readNamed(path string) map[string]int64 {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	values := map[string]int64{}
	for line := range strings.Lines(string(raw)) {
		name, rest, _ := strings.Cut(line, ":")
		if n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64); err == nil {
			values[name] = n
		}
	}
	return values
}

// machineLoad returns how many processes have wanted a processor in the last
// minute on average, 0 where nobody tells.
func machineLoad() float64 {
	raw, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(raw), " ")
	load, _ := strconv.ParseFloat(first, 64) // 0 when it is no number
	return load
}

// errNoMetrics is returned when a bot serves no metrics that can be read.
var errNoMetrics = errors.New("the bot serves no metrics")

// scrape reads one gauge or counter without labels from a page of metrics.
// Errors: errNoMetrics.
func scrape(client *http.Client, address, name string) (float64, error) {
	response, err := client.Get(address) //nolint:noctx // the client has a time limit
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errNoMetrics, err)
	}
	defer func() { _ = response.Body.Close() }()
	lines := bufio.NewScanner(io.LimitReader(response.Body, 4<<20))
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), name+" "); ok {
			return strconv.ParseFloat(strings.TrimSpace(rest), 64)
		}
	}
	return 0, fmt.Errorf("%w: no %s", errNoMetrics, name)
}
