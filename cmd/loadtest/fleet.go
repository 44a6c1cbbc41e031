package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"noughts/cmd/loadtest/balancer"
	"noughts/cmd/loadtest/emulator"
	"noughts/cmd/loadtest/process"
	"noughts/cmd/loadtest/workload"
)

// A fleet holds all processes of the bot under test, which are called replicas. If interactions come over HTTP, it also
// runs the balancer that distributes them over the replicas.
type fleet struct {
	replicas []*replica
	shards   int // expected number of gateway sessions, 0 over HTTP
	emulator *emulator.Client
	died     chan error         // receives an error if a process exits without being told to
	built    string             // path of this module's bot, "" if -bot names another bot
	front    string             // URL that Discord sends interactions to over HTTP; "" on the gateway
	balancer *balancer.Balancer // nil over the gateway
	close    func()             // stops the balancer
	client   *http.Client
}

const (
	// readyTime is how long the bot may take from its start until it is ready to answer members.
	readyTime = 90 * time.Second
	// headerTime is how long the balancer waits for the headers of a request.
	headerTime = 3 * time.Second
)

// newFleet prepares the processes for the options but does not start them. Over HTTP it starts the balancer.
func newFleet(ctx context.Context, o options, e *emulator.Client, c emulator.Credentials, folder string) (*fleet, error) {
	f := &fleet{shards: o.shards, emulator: e, died: make(chan error, 1), close: func() {}, client: &http.Client{Timeout: balancer.HealthTimeout}}
	line, where := []string{"sh", "-c", o.bot}, ""
	if o.bot == "" {
		built, err := buildBot(ctx, folder)
		if err != nil {
			return nil, err
		}
		line, where, f.built = []string{built}, folder, built
	}
	for n := range o.replicas {
		r := &replica{line: line, folder: where, emulator: e, died: f.died}
		r.output.Path = filepath.Join(folder, "bot-"+strconv.Itoa(n)+".log")
		if err := r.configure(ctx, o, c); err != nil {
			return nil, err
		}
		f.replicas = append(f.replicas, r)
	}
	if o.http {
		f.shards = 0
		return f, f.serve(ctx)
	}
	return f, nil
}

// configure sets a replica's addresses and environment variables.
func (r *replica) configure(ctx context.Context, o options, c emulator.Credentials) error {
	var err error
	if r.ops, err = freePort(ctx); err != nil {
		return err
	}
	values := map[string]string{
		"DISCORD_TOKEN": c.Token, "DISCORD_API_URL": c.URL, "DATABASE_URL": o.database, "OPS_ADDR": r.ops,
		"TILES": cmp.Or(os.Getenv("TILES"), "off"), // installing tiles is not part of the members' load
	}
	if o.http {
		if r.http, err = freePort(ctx); err != nil {
			return err
		}
		values["DISCORD_PUBLIC_KEY"], values["HTTP_ADDR"] = c.PublicKey, r.http
	}
	r.env = botEnvironment(values)
	return nil
}

// interactionsPath is the path of the bots' endpoint for interactions over HTTP.
const interactionsPath = "/interactions"

// serve starts the balancer.
func (f *fleet) serve(ctx context.Context) error {
	var backends []*balancer.Backend
	for _, r := range f.replicas {
		backends = append(backends, &balancer.Backend{
			Address: &url.URL{Scheme: "http", Host: r.http}, Health: "http://" + r.ops + "/readyz",
		})
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("cannot serve the balancer: %w", err)
	}
	b := balancer.New(backends)
	f.balancer = b
	server := &http.Server{Handler: b, ReadHeaderTimeout: headerTime}
	watching, stop := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Go(func() { _ = server.Serve(l) }) // returns when the server is closed
	group.Go(func() { b.Watch(watching) })
	f.front = "http://" + l.Addr().String() + interactionsPath
	f.close = func() {
		stop()
		_ = server.Close()
		group.Wait()
	}
	return nil
}

// start starts all processes and waits until they answer members.
func (f *fleet) start(ctx context.Context) error {
	if err := f.startAll(ctx, 0); err != nil || f.front == "" {
		return err
	}
	return f.emulator.SendTo(ctx, f.front)
}

// startAll starts all processes and waits until they are ready. The comment of await explains `connects`.
func (f *fleet) startAll(ctx context.Context, connects int) error {
	for _, r := range f.replicas {
		if err := r.start(ctx); err != nil {
			return err
		}
	}
	for _, r := range f.replicas {
		if err := f.await(ctx, r, connects); err != nil {
			return err
		}
	}
	return nil
}

// stop ends the processes with SIGTERM, one after the other. It returns an error for each process that did not end in
// time and had to be killed.
func (f *fleet) stop() error {
	var errs []error
	for _, r := range f.replicas {
		errs = append(errs, r.end(true))
	}
	return errors.Join(errs...)
}

// await waits until a started process can answer members. In all cases the bot's commands must be registered and, on
// the gateway, all shards must have a session. On the gateway with a single replica, the bot must also have begun or
// resumed more than `connects` sessions, so that a session of the previous process does not count. Otherwise /readyz of
// the process must answer 200.
func (f *fleet) await(ctx context.Context, r *replica, connects int) error {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for {
		if up, err := f.up(ctx, r, connects); up || err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ticker.C:
		case err := <-f.died:
			return err
		case <-ctx.Done():
			return fmt.Errorf("no answer from the bot within %v; its last output:\n%s", readyTime, r.output.Tail())
		}
	}
}

// up reports whether a process can answer members. The comment of await explains `connects`.
func (f *fleet) up(ctx context.Context, r *replica, connects int) (bool, error) {
	s, err := f.emulator.Status(ctx)
	switch {
	case err != nil || !s.Registered:
		return false, err
	case f.shards > 0 && s.Sessions < f.shards:
		return false, nil
	case f.shards > 0 && len(f.replicas) == 1:
		return s.Connects > connects, nil
	}
	return balancer.AnswersOK(ctx, f.client, "http://"+r.ops+"/readyz"), nil
}

// restart ends a process and starts it again. It returns the time span when interactions are allowed to fail. The span
// is nil after a SIGTERM behind a balancer with several replicas, because then no interaction is allowed to fail.
func (f *fleet) restart(ctx context.Context, plan restart) (*workload.Span, error) {
	r := f.replicas[plan.replica]
	s, err := f.emulator.Status(ctx)
	if err != nil {
		return nil, err
	}
	outage := workload.Span{From: time.Now()}
	if err := r.end(plan.gentle); err != nil {
		return nil, err
	}
	outage.To = time.Now().Add(workload.FaultEcho)
	if err := r.start(ctx); err != nil {
		return nil, err
	}
	if err := f.await(ctx, r, s.Connects); err != nil {
		return nil, err
	}
	if len(f.replicas) > 1 && f.front != "" {
		if plan.gentle {
			return nil, nil //nolint:nilnil // nil means that there was no outage
		}
		return &outage, nil
	}
	outage.To = time.Now()
	return &outage, nil
}

// usage returns the resource usage of all replicas together.
func (f *fleet) usage() process.Usage {
	var sum process.Usage
	for _, r := range f.replicas {
		sum = sum.Plus(r.sample())
	}
	return sum
}

// gauges adds up the gauges of all processes. Errors: errNoMetrics.
func (f *fleet) gauges() (gauges, error) {
	var sum gauges
	for _, r := range f.replicas {
		g, err := scrape(f.client, "http://"+r.ops+"/metrics")
		if err != nil {
			return gauges{}, err
		}
		sum.goroutines += g.goroutines
		sum.heap += g.heap
	}
	return sum, nil
}
