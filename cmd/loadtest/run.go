package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"noughts/bot/discordtest"
)

type loadTest struct {
	options  options
	folder   string // of the bot's output and database
	built    string // path of this module's bot, "" if -bot names another bot
	app      *discordtest.Application
	members  *members
	replicas []*replica
	died     chan error // receives an error if a process exits without being told to
	measured measurements
	outages  []span // when interactions are allowed to fail, because a bot was down
}

// runTest carries out a run. It returns an error if that could not be completed, as when a bot exited by itself.
func runTest(ctx context.Context, o options, stderr io.Writer) (*report, error) {
	folder, err := os.MkdirTemp("", "loadtest-")
	if err != nil {
		return nil, err
	}
	if o.database == "sqlite:" {
		o.database = "sqlite:" + filepath.Join(folder, "games.db")
	}
	t := &loadTest{options: o, folder: folder, died: make(chan error, o.replicas), measured: measurements{load: machineLoad()}}
	r, err := t.run(ctx)
	if err == nil && r.good() || ctx.Err() != nil {
		return r, errors.Join(err, os.RemoveAll(folder))
	}
	_, _ = fmt.Fprintf(stderr, "loadtest: the bot's output and database are kept in %s\n", folder)
	return r, err
}

func (t *loadTest) run(ctx context.Context) (*report, error) {
	// Discord demands five seconds between two sessions: a bot that is killed again and again would only wait.
	options := []discordtest.Option{discordtest.WithIdentifyPause(100 * time.Millisecond)}
	if t.options.faults != nil {
		options = append(options, discordtest.WithHeartbeatInterval(faultHeartbeat))
	}
	discord := discordtest.NewServer(options...)
	if err := discord.Start(); err != nil {
		return nil, fmt.Errorf("cannot serve the emulator: %w", err)
	}
	defer discord.Close()
	t.app = discord.NewApplication("Noughts")
	t.members = newMembers(discord, t.app, t.options)
	if err := t.prepareReplicas(ctx, discord.URL()); err != nil {
		return nil, err
	}
	defer func() { _ = t.stopAll() }()
	if err := t.startAll(ctx); err != nil {
		return nil, err
	}
	if t.options.transport == "http" {
		watching, stop := context.WithCancel(ctx)
		defer stop()
		for _, r := range t.replicas {
			go r.watchHealth(watching)
		}
		server := httptest.NewServer(newBalancer(t.replicas))
		defer server.Close()
		if err := t.app.SetInteractionsURL(server.URL + "/interactions"); err != nil {
			return nil, err
		}
	}
	return t.judge(ctx)
}

func (t *loadTest) judge(ctx context.Context) (*report, error) {
	r, err := t.play(ctx)
	if err != nil {
		return nil, err
	}
	if t.options.outlives() { // compare with what was stored, not with what the processes remember
		if err := t.stopAll(); err != nil {
			return nil, err
		}
		if err := t.startAll(ctx); err != nil {
			return nil, err
		}
	}
	t.members.compare(ctx, r)
	if err := t.stopAll(); err != nil {
		return nil, err
	}
	t.checkDatabase(ctx, r)
	return r, ctx.Err()
}

func (t *loadTest) prepareReplicas(ctx context.Context, discord string) error {
	line, folder := []string{"sh", "-c", "exec " + t.options.bot}, "" // exec: so that a signal reaches the bot
	if t.options.bot == "" {
		var err error
		if t.built, err = buildBot(ctx, t.folder); err != nil {
			return err
		}
		line, folder = []string{t.built}, t.folder
	}
	for n := range t.options.replicas {
		r := &replica{line: line, folder: folder, log: filepath.Join(t.folder, fmt.Sprintf("bot-%d.log", n)), died: t.died}
		var err error
		if r.ops, err = freePort(); err != nil {
			return err
		}
		entries := []string{
			"DISCORD_TOKEN=" + t.app.Token, "DISCORD_API_URL=" + discord, "DATABASE_URL=" + t.options.database, "OPS_ADDR=" + r.ops,
			"TILES=off", // installing tiles is not part of the members' load, and readBoard knows none
		}
		if t.options.transport == "http" {
			if r.http, err = freePort(); err != nil {
				return err
			}
			entries = append(entries, "DISCORD_PUBLIC_KEY="+t.app.PublicKey, "HTTP_ADDR="+r.http)
		}
		r.env = botEnvironment(entries...)
		t.replicas = append(t.replicas, r)
	}
	return nil
}

func (t *loadTest) startAll(ctx context.Context) error {
	for _, r := range t.replicas {
		if err := t.start(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

func (t *loadTest) stopAll() error {
	var errs []error
	for _, r := range t.replicas {
		errs = append(errs, r.end(syscall.SIGTERM))
	}
	return errors.Join(errs...)
}

// readyTime is how long the bot may take from its start until it is ready to answer members.
const readyTime = 90 * time.Second

func (t *loadTest) start(ctx context.Context, r *replica) error {
	connects := t.connects()
	if err := r.start(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	for !t.up(r, connects) {
		select {
		case <-time.After(10 * time.Millisecond):
		case err := <-t.died:
			return err
		case <-ctx.Done():
			return fmt.Errorf("no answer from the bot within %v; its last output:\n%s", readyTime, r.lastOutput())
		}
	}
	return nil
}

// up reports whether a process can answer members: the command that begins games is registered, and /readyz answers
// 200. A single process on the gateway needs no /readyz, but more sessions than the `connects` before its start.
func (t *loadTest) up(r *replica, connects int) bool {
	registered := slices.ContainsFunc(t.app.Commands(""), func(c discordtest.Command) bool {
		return "/"+c.Name == t.options.command()
	})
	gateway := t.options.transport == "gateway"
	switch {
	case !registered || gateway && t.app.Sessions() == 0:
		return false
	case gateway && len(t.replicas) == 1:
		return t.connects() > connects
	}
	return r.isReady()
}

func (t *loadTest) connects() int { return t.app.Identifies() + t.app.Resumes() }

func (t *loadTest) play(ctx context.Context) (*report, error) {
	o, m := t.options, &t.measured
	m.before = t.usage()
	t.sample()
	cpu := processUsage(os.Getpid()).cpu
	t.members.start(ctx, o)
	left := o.duration
	for _, r := range planRestarts(o.seed, o.duration, o.kill, o.restart, o.replicas) {
		if err := t.watch(ctx, r.after); err != nil {
			return nil, err
		}
		left -= r.after
		if err := t.restart(ctx, r); err != nil {
			return nil, err
		}
	}
	if err := t.watch(ctx, left); err != nil {
		return nil, err
	}
	m.after, m.emulatorCPU = t.usage(), processUsage(os.Getpid()).cpu-cpu
	took := t.members.stopPlay()
	if t.members.results.latency.TotalCount() == 0 {
		return nil, fmt.Errorf("no interaction was answered; the last failure: %s", t.members.results.notSent)
	}
	return t.report(took), nil
}

// watch waits for the duration d and measures the bots meanwhile. It returns an error if a bot exits by itself.
func (t *loadTest) watch(ctx context.Context, d time.Duration) error {
	end := time.After(d)
	ticker := time.NewTicker(sampleInterval)
	defer ticker.Stop()
	for {
		select {
		case <-end:
			return nil
		case <-ticker.C:
			t.sample()
		case err := <-t.died:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (t *loadTest) restart(ctx context.Context, plan restart) error {
	r := t.replicas[plan.replica]
	outage := span{from: time.Now()}
	if err := r.end(plan.signal); err != nil {
		return err
	}
	outage.to = time.Now().Add(faultEcho)
	if err := t.start(ctx, r); err != nil {
		return err
	}
	others := len(t.replicas) > 1 && t.options.transport == "http"
	if !others {
		outage.to = time.Now()
	}
	if !others || plan.signal == syscall.SIGKILL {
		t.outages = append(t.outages, outage)
	}
	return nil
}

type restart struct {
	after   time.Duration // pause before this restart, from when all bots are up again after the previous restart
	replica int
	signal  syscall.Signal
}

// planRestarts chooses random times for the restarts, the same for a seed, each of the next replica. The times count
// only while all bots are up, so no bot is ended while it starts.
func planRestarts(seed uint64, up time.Duration, kills, terminations, replicas int) []restart {
	random := rand.New(rand.NewPCG(seed, 2))
	moments := make([]time.Duration, kills+terminations)
	for i := range moments {
		moments[i] = time.Duration(random.Int64N(int64(up)))
	}
	slices.Sort(moments)
	plan := make([]restart, len(moments))
	var last time.Duration
	for i, kind := range random.Perm(len(plan)) {
		plan[i] = restart{moments[i] - last, i % replicas, syscall.SIGTERM}
		if kind < kills {
			plan[i].signal = syscall.SIGKILL
		}
		last = moments[i]
	}
	return plan
}
