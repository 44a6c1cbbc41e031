package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// A fleet is all of the bot's processes, with the balancer before them.
type fleet struct {
	replicas []*replica
	shards   int // gateway sessions when all is well, 0 over HTTP
	stage    *emulator
	died     chan error // one that has ended by itself
	built    string     // this module's bot, "" when -bot names another
	front    string     // the URL at which interactions are taken over HTTP
	balancer *balancer  // over HTTP
	close    func()     // ends the balancer
	client   *http.Client
}

// readyTime is how long bots may take until they answer members.
const readyTime = 90 * time.Second

// newFleet makes the processes that the options ask for, and starts none.
func newFleet(ctx context.Context, o options, stage *emulator, i Invitation, folder string) (*fleet, error) {
	f := &fleet{shards: o.shards, stage: stage, died: make(chan error, 1), close: func() {}, client: &http.Client{Timeout: healthTime}}
	line, where := []string{"sh", "-c", o.bot}, ""
	if o.bot == "" {
		built, err := buildBot(ctx, folder)
		if err != nil {
			return nil, err
		}
		line, where, f.built = []string{built}, folder, built
	}
	for n := range o.replicas {
		r := &replica{line: line, folder: where, stage: stage, died: f.died}
		r.output.path = filepath.Join(folder, "bot-"+strconv.Itoa(n)+".log")
		if err := r.settle(ctx, o, i); err != nil {
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

// settle gives a replica its addresses and its environment.
func (r *replica) settle(ctx context.Context, o options, i Invitation) error {
	var err error
	if r.ops, err = freePort(ctx); err != nil {
		return err
	}
	values := map[string]string{
		"DISCORD_TOKEN": i.Token, "DISCORD_API_URL": i.URL, "DATABASE_URL": o.database, "OPS_ADDR": r.ops,
	}
	if o.http {
		if r.http, err = freePort(ctx); err != nil {
			return err
		}
		values["DISCORD_PUBLIC_KEY"], values["HTTP_ADDR"] = i.PublicKey, r.http
	}
	r.env = botEnvironment(values)
	return nil
}

// interactionsPath is where bots take interactions over HTTP.
const interactionsPath = "/interactions"

// serve starts the balancer.
func (f *fleet) serve(ctx context.Context) error {
	var backends []*backend
	for _, r := range f.replicas {
		backends = append(backends, &backend{
			address: &url.URL{Scheme: "http", Host: r.http}, health: "http://" + r.ops + "/readyz",
		})
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("the balancer cannot be served: %w", err)
	}
	b := newBalancer(backends)
	f.balancer = b
	server := &http.Server{Handler: b, ReadHeaderTimeout: answerTime}
	watching, stop := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Go(func() { _ = server.Serve(l) }) // until it is closed
	group.Go(func() { b.watch(watching) })
	f.front = "http://" + l.Addr().String() + interactionsPath
	f.close = func() {
		stop()
		_ = server.Close()
		group.Wait()
	}
	return nil
}

// start starts all processes and waits until members get answers.
func (f *fleet) start(ctx context.Context) error {
	for _, r := range f.replicas {
		if err := r.start(ctx); err != nil {
			return err
		}
	}
	for _, r := range f.replicas {
		if err := f.await(ctx, r, 0); err != nil {
			return err
		}
	}
	if f.front == "" {
		return nil
	}
	_, err := call[None](ctx, f.stage, "Endpoint", f.front)
	return err
}

// stop ends all processes gently. Errors: those of bots that had to be killed.
func (f *fleet) stop() error {
	var errs []error
	for _, r := range f.replicas {
		errs = append(errs, r.end(true))
	}
	return errors.Join(errs...)
}

// await waits until a process that was started answers members. One that is alone
// on the gateway must have come at least once more than came says; of several,
// one may be left without a shard.
func (f *fleet) await(ctx context.Context, r *replica, came int) error {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for {
		if up, err := f.up(ctx, r, came); up || err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-look.C:
		case err := <-f.died:
			return err
		case <-ctx.Done():
			return fmt.Errorf("the bot does not answer within %v; it wrote last:\n%s", readyTime, r.output.last())
		}
	}
}

// up says whether a process answers members.
func (f *fleet) up(ctx context.Context, r *replica, came int) (bool, error) {
	p, err := call[Presence](ctx, f.stage, "Presence", None{})
	switch {
	case err != nil || !p.Commands:
		return false, err
	case f.shards > 0 && p.Open < f.shards:
		return false, nil
	case f.shards > 0 && len(f.replicas) == 1:
		return p.Came > came, nil
	}
	return answersOK(ctx, f.client, "http://"+r.ops+"/readyz"), nil
}

// An outage is when a bot was away, so that interactions had to fail.
type outage struct{ span }

// strike ends a process and starts it again, and returns when that had to be
// felt. Behind a balancer a gentle end is not to be felt at all.
func (f *fleet) strike(ctx context.Context, b blow) (*outage, error) {
	r := f.replicas[b.replica]
	p, err := call[Presence](ctx, f.stage, "Presence", None{})
	if err != nil {
		return nil, err
	}
	away := outage{span{From: time.Now()}}
	if err := r.end(b.gentle); err != nil {
		return nil, err
	}
	away.To = time.Now().Add(aftermath)
	if err := r.start(ctx); err != nil {
		return nil, err
	}
	if err := f.await(ctx, r, p.Came); err != nil {
		return nil, err
	}
	if len(f.replicas) > 1 && f.front != "" {
		if b.gentle {
			return nil, nil //nolint:nilnil // no outage is a good answer
		}
		return &away, nil
	}
	away.To = time.Now()
	return &away, nil
}

// usage returns what all processes have used.
func (f *fleet) usage() usage {
	var sum usage
	for _, r := range f.replicas {
		u := r.sample()
		sum.cpu += u.cpu
		sum.resident += u.resident
		sum.peak += u.peak
		sum.written += u.written
		sum.disk += u.disk
	}
	return sum
}

// gauge returns the sum of a gauge of all processes' metrics. Errors:
// errNoMetrics.
func (f *fleet) gauge(name string) (int64, error) {
	var sum int64
	for _, r := range f.replicas {
		n, err := scrape(f.client, "http://"+r.ops+"/metrics", name)
		if err != nil {
			return 0, err
		}
		sum += int64(n)
	}
	return sum, nil
}
