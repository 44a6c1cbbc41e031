package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"noughts/cmd/loadtest/emulator"
	"noughts/cmd/loadtest/process"
	"noughts/cmd/loadtest/workload"
)

// A testRun is one run of the load test.
type testRun struct {
	options  options
	emulator *emulator.Client
	fleet    *fleet
	folder   string

	before, after process.Usage // of the bots, before and after the play
	emulatorCPU   time.Duration // processor time of the emulator during the play
	outages       []workload.Span
	goroutines    int     // largest number of goroutines that all bots together had at a sample
	heaps         []int64 // total heap size of the bots at each of the latest samples
	smallestHeap  int64   // smallest total heap size of all samples: the size after a garbage collection
	load          float64 // of the machine before the run

	scraped time.Time // time of the last scrape
}

// runTest carries out a run and returns its report. It returns an error if the run could not be completed, for example
// because a bot exited by itself.
func runTest(ctx context.Context, o options, stderr io.Writer) (*report, error) {
	folder, err := os.MkdirTemp("", "loadtest-")
	if err != nil {
		return nil, err
	}
	if o.database == "sqlite:" {
		o.database = "sqlite:" + filepath.Join(folder, "games.db")
	}
	t := &testRun{options: o, folder: folder, load: process.MachineLoad()}
	r, err := t.run(ctx, stderr)
	if err == nil && r.good() || ctx.Err() != nil {
		return r, errors.Join(err, os.RemoveAll(folder))
	}
	_, _ = fmt.Fprintf(stderr, "loadtest: the bot's output and database are kept in %s\n", folder)
	return r, err
}

// run carries out the whole test: it starts the emulator and the bots, lets the members play, compares the games, and
// ends all processes.
func (t *testRun) run(ctx context.Context, stderr io.Writer) (*report, error) {
	var err error
	if t.emulator, err = emulator.Start(emulatorArgument, stderr); err != nil {
		return nil, err
	}
	defer t.emulator.Close()
	command, values := t.options.variant.command()
	if t.options.level != "" {
		values["level"] = t.options.level
	}
	credentials, err := t.emulator.Build(ctx, emulator.Setup{
		Workload: workload.Setup{
			Members: t.options.members, Games: t.options.games, Command: command, Options: values,
			Computer: t.options.computer, Seed: t.options.seed,
		},
		Shards: t.options.shards, Faults: t.options.faults != nil,
	})
	if err != nil {
		return nil, err
	}
	if t.fleet, err = newFleet(ctx, t.options, t.emulator, credentials, t.folder); err != nil {
		return nil, err
	}
	defer t.fleet.close()
	defer func() { _ = t.fleet.stop() }()
	if err := t.fleet.start(ctx); err != nil {
		return nil, err
	}
	played, err := t.play(ctx)
	if err != nil {
		return nil, err
	}
	verdict, err := t.compare(ctx)
	if err != nil {
		return nil, err
	}
	if err := t.fleet.stop(); err != nil {
		return nil, err
	}
	r := t.report(played, verdict)
	checked, err := checkFile(ctx, t.options, t.fleet.built, t.folder)
	r.Checked, r.Corrupt = checked, err != nil
	if err != nil {
		r.Complaints = append(r.Complaints, err.Error())
	}
	r.Ratings, err = checkRatings(ctx, t.options, t.fleet.built, t.folder)
	if r.Miscounted = err != nil; r.Miscounted {
		r.Complaints = append(r.Complaints, err.Error())
	}
	return r, ctx.Err()
}

// play lets the members play. Meanwhile it restarts bots according to the plan of planRestarts.
func (t *testRun) play(ctx context.Context) (workload.Report, error) {
	l := workload.Load{Rate: t.options.rate, Flood: t.options.flood, Reviews: t.options.reviews}
	if t.options.faults != nil {
		l.Faults, l.FaultsSeed = true, *t.options.faults
	}
	t.before = t.fleet.usage()
	if t.options.scrape > 0 {
		gauges, _ := t.fleet.gauges() // an error means that the bot has no metrics, and then the gauges are 0
		t.smallestHeap = gauges.heap
	}
	cpu := t.emulator.Usage().CPU
	if err := t.emulator.Play(ctx, l); err != nil {
		return workload.Report{}, err
	}
	left := t.options.duration
	for _, r := range planRestarts(t.options.seed, t.options.duration, t.options.kill, t.options.restart, t.options.replicas) {
		if err := t.watch(ctx, r.after); err != nil {
			return workload.Report{}, err
		}
		left -= r.after
		outage, err := t.fleet.restart(ctx, r)
		if err != nil {
			return workload.Report{}, err
		}
		if outage != nil {
			t.outages = append(t.outages, *outage)
		}
	}
	if err := t.watch(ctx, left); err != nil {
		return workload.Report{}, err
	}
	t.after = t.fleet.usage()
	t.emulatorCPU = t.emulator.Usage().CPU - cpu
	played, err := t.emulator.StopPlay(ctx)
	if err == nil && histogramOf(played).TotalCount() == 0 {
		err = fmt.Errorf("no interaction was answered; the last failure: %s", played.NotSent)
	}
	return played, err
}

const (
	// sampleInterval is the time between two measurements of the bots' usage. keptHeaps is how many of the latest heap
	// sizes are kept. The smallest of them is the size after a garbage collection.
	sampleInterval = 250 * time.Millisecond
	keptHeaps      = 40
)

// watch waits for the duration d and measures the bots' usage meanwhile. It returns an error if a bot exits by itself.
func (t *testRun) watch(ctx context.Context, d time.Duration) error {
	end := time.NewTimer(d)
	defer end.Stop()
	ticker := time.NewTicker(sampleInterval)
	defer ticker.Stop()
	for {
		select {
		case <-end.C:
			return nil
		case <-ticker.C:
			t.sample()
		case err := <-t.fleet.died:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// sample measures the bots' usage, and scrapes their metrics if a scrape is due.
func (t *testRun) sample() {
	t.fleet.usage()
	if t.options.scrape == 0 || time.Since(t.scraped) < t.options.scrape-sampleInterval/2 { // ticks are not exact
		return
	}
	t.scraped = time.Now()
	gauges, err := t.fleet.gauges()
	if err != nil {
		return
	}
	t.goroutines = max(t.goroutines, gauges.goroutines)
	t.smallestHeap = min(t.smallestHeap, gauges.heap)
	t.heaps = append(t.heaps, gauges.heap)
	t.heaps = t.heaps[max(len(t.heaps)-keptHeaps, 0):]
}

// compare checks that the bot still has the games in the state that Discord last showed. If the database keeps games
// when the bot's processes end, compare restarts all processes first.
func (t *testRun) compare(ctx context.Context) (workload.Verdict, error) {
	if t.options.outlives() {
		status, err := t.emulator.Status(ctx)
		if err != nil {
			return workload.Verdict{}, err
		}
		if err := t.fleet.stop(); err != nil {
			return workload.Verdict{}, err
		}
		if err := t.fleet.startAll(ctx, status.Connects); err != nil {
			return workload.Verdict{}, err
		}
	}
	return t.emulator.Compare(ctx)
}
