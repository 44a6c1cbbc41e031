package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A trial is one run of the load test.
type trial struct {
	options options
	stage   *emulator
	fleet   *fleet
	folder  string

	before, after usage // of the bots, round the play
	emulated      usage // what the emulator has used in the play
	outages       []outage
	goroutines    int     // of the bots at most
	heaps         []int64 // of the bots, by the last samples
	empty         int64   // their smallest heap: a new process has not collected anything yet
	load          float64 // of the machine, before the run

	scraped time.Time // when the bots were asked for their metrics last
}

// measure carries out a run. The error is one that kept it from being carried
// out, or of a bot that ended by itself.
func measure(ctx context.Context, o options, stderr io.Writer) (*report, error) {
	folder, err := os.MkdirTemp("", "loadtest-")
	if err != nil {
		return nil, err
	}
	if o.database == "sqlite:" {
		o.database = "sqlite:" + filepath.Join(folder, "games.db")
	}
	t := &trial{options: o, folder: folder, load: machineLoad()}
	r, err := t.run(ctx, stderr)
	if err == nil && r.good() || ctx.Err() != nil {
		return r, errors.Join(err, os.RemoveAll(folder))
	}
	_, _ = fmt.Fprintf(stderr, "loadtest: the bot's output and database are kept in %s\n", folder)
	return r, err
}

// run starts everything, plays, compares, and ends everything.
func (t *trial) run(ctx context.Context, stderr io.Writer) (*report, error) {
	var err error
	if t.stage, err = startEmulator(stderr); err != nil {
		return nil, err
	}
	defer t.stage.stop()
	command, values := t.options.variant.command()
	if t.options.level != "" {
		values["level"] = t.options.level
	}
	invitation, err := call[Invitation](ctx, t.stage, "Build", Town{
		Members: t.options.members, Games: t.options.games, Command: command, Options: values, Computer: t.options.computer,
		Shards: t.options.shards, Troubled: t.options.faults != nil, Seed: t.options.seed,
	})
	if err != nil {
		return nil, err
	}
	if t.fleet, err = newFleet(ctx, t.options, t.stage, invitation, t.folder); err != nil {
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
	return r, ctx.Err()
}

// play has the members play while the bots are struck.
func (t *trial) play(ctx context.Context) (Played, error) {
	p := Play{Rate: t.options.rate, Flood: t.options.flood}
	if t.options.faults != nil {
		p.Faults, p.Seed = true, *t.options.faults
	}
	t.before = t.fleet.usage()
	if t.options.scrape > 0 {
		t.empty, _ = t.fleet.gauge(heapGauge) // 0 without metrics
	}
	emulator, _ := groupUsage(t.stage.command.Process.Pid)
	if _, err := call[None](ctx, t.stage, "Start", p); err != nil {
		return Played{}, err
	}
	if err := t.strikes(ctx); err != nil {
		return Played{}, err
	}
	t.after = t.fleet.usage()
	t.emulated, _ = groupUsage(t.stage.command.Process.Pid)
	t.emulated.cpu -= emulator.cpu
	played, err := call[Played](ctx, t.stage, "Stop", None{})
	if err == nil && played.Tallies[0].Latency.Total+played.Tallies[1].Latency.Total == 0 {
		err = fmt.Errorf("not one interaction was answered; the last thing that members could not do: %s", played.Puzzle)
	}
	return played, err
}

// strikes ends bots when it is their time, until the play is over.
func (t *trial) strikes(ctx context.Context) error {
	plan := planBlows(t.options.seed, t.options.duration, t.options.kill, t.options.restart, t.options.replicas)
	left := t.options.duration
	for _, b := range plan {
		if err := t.watch(ctx, b.after); err != nil {
			return err
		}
		left -= b.after
		away, err := t.fleet.strike(ctx, b)
		if err != nil {
			return err
		}
		if away != nil {
			t.outages = append(t.outages, *away)
		}
	}
	return t.watch(ctx, left)
}

const (
	// samplePace is how often is looked at what the bots use, keptHeaps how many
	// sizes of the heap are kept: their smallest is what was left by a collection.
	samplePace = 250 * time.Millisecond
	keptHeaps  = 40

	goroutinesGauge = "go_goroutines"
	heapGauge       = "go_memstats_heap_alloc_bytes"
)

// sample looks at what the bots use.
func (t *trial) sample() {
	t.fleet.usage()
	if t.options.scrape == 0 || time.Since(t.scraped) < t.options.scrape-samplePace/2 { // ticks are not exact
		return
	}
	t.scraped = time.Now()
	if n, err := t.fleet.gauge(goroutinesGauge); err == nil {
		t.goroutines = max(t.goroutines, int(n))
	}
	if n, err := t.fleet.gauge(heapGauge); err == nil {
		t.empty = min(t.empty, n)
		t.heaps = append(t.heaps, n)
		t.heaps = t.heaps[max(len(t.heaps)-keptHeaps, 0):]
	}
}

// watch lets time pass and looks at the bots meanwhile.
func (t *trial) watch(ctx context.Context, d time.Duration) error {
	end := time.NewTimer(d)
	defer end.Stop()
	sample := time.NewTicker(samplePace)
	defer sample.Stop()
	for {
		select {
		case <-end.C:
			return nil
		case <-sample.C:
			t.sample()
		case err := <-t.fleet.died:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// compare compares every game with what was shown of it: by bots that have been
// started afresh, where games outlive them.
func (t *trial) compare(ctx context.Context) (Verdict, error) {
	if t.options.outlives() {
		p, err := call[Presence](ctx, t.stage, "Presence", None{})
		if err != nil {
			return Verdict{}, err
		}
		if err := t.fleet.stop(); err != nil {
			return Verdict{}, err
		}
		for _, r := range t.fleet.replicas {
			if err := r.start(ctx); err != nil {
				return Verdict{}, err
			}
		}
		for _, r := range t.fleet.replicas {
			if err := t.fleet.await(ctx, r, p.Came); err != nil {
				return Verdict{}, err
			}
		}
	}
	return call[Verdict](ctx, t.stage, "Inspect", None{})
}

// scheme names the sort of database, without the secrets in its URL.
func (o *options) scheme() string {
	scheme, _, _ := strings.Cut(o.database, ":")
	return scheme
}
