// Package balancer is the HTTP proxy between Discord and several bot processes.
package balancer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// A Balancer is an HTTP proxy that distributes requests over the bot's processes, the replicas, by round robin. Ready
// replicas come first. The Balancer tries a second replica only if the first refuses the connection, so a request that
// a replica has received is never sent twice.
type Balancer struct {
	backends []*Backend
	turn     atomic.Uint64
	proxy    *httputil.ReverseProxy
	client   *http.Client // for health checks

	mu       sync.Mutex
	failures map[string]int // number of 502 responses by reason
}

// A Backend is one replica behind the balancer.
type Backend struct {
	Address *url.URL // for interactions
	Health  string   // the URL of its /readyz
	ready   atomic.Bool
}

const (
	// HealthTimeout is how long a replica may take to answer a health check.
	HealthTimeout = time.Second
	// healthInterval is the interval of health checks.
	healthInterval = 250 * time.Millisecond
	// largestBody is the largest size of a request body in bytes.
	largestBody = 1 << 20
)

// New returns a balancer for the backends. A backend becomes ready with its first successful health check.
func New(backends []*Backend) *Balancer {
	b := &Balancer{backends: backends, client: &http.Client{Timeout: HealthTimeout}, failures: map[string]int{}}
	b.proxy = &httputil.ReverseProxy{
		Rewrite:   func(*httputil.ProxyRequest) {}, // the transport chooses the replica
		Transport: b,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			b.countFailure(err)
			w.WriteHeader(http.StatusBadGateway)
		},
	}
	return b
}

// countFailure counts a request that could not be forwarded, by its reason.
func (b *Balancer) countFailure(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var network *net.OpError
	if errors.As(err, &network) {
		err = fmt.Errorf("%s: %w", network.Op, network.Err) // without the addresses, whose ports differ each time
	}
	b.failures[err.Error()]++
}

// Failures returns the reasons why requests could not be forwarded. Each is one line with the number of its requests.
func (b *Balancer) Failures() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var lines []string
	for why, n := range b.failures {
		lines = append(lines, fmt.Sprintf("%d times the balancer answered 502: %s", n, why))
	}
	slices.Sort(lines)
	return lines
}

// ServeHTTP forwards a request to a replica.
func (b *Balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.proxy.ServeHTTP(w, r) }

// replicaTransport holds the connections to replicas.
var replicaTransport = &http.Transport{MaxIdleConnsPerHost: 256, IdleConnTimeout: 30 * time.Second}

// RoundTrip sends a request to a replica. If all replicas refuse the connection, it returns the last of their errors.
func (b *Balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, largestBody))
	if err != nil {
		return nil, err
	}
	for _, to := range b.order() {
		sent := r.Clone(r.Context())
		sent.URL.Scheme, sent.URL.Host = to.Address.Scheme, to.Address.Host
		sent.Body, sent.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		var response *http.Response
		if response, err = replicaTransport.RoundTrip(sent); !errors.Is(err, syscall.ECONNREFUSED) {
			return response, err
		}
		to.ready.Store(false) // until the next health check
	}
	return nil, err
}

// order returns all replicas in the order to try them: the ready replicas come first. Each call begins with
// another replica, so that the replicas take turns.
func (b *Balancer) order() []*Backend {
	first := int(b.turn.Add(1) % uint64(len(b.backends)))
	var ready, others []*Backend
	for i := range b.backends {
		to := b.backends[(first+i)%len(b.backends)]
		if to.ready.Load() {
			ready = append(ready, to)
		} else {
			others = append(others, to)
		}
	}
	return append(ready, others...)
}

// Watch runs the health checks until ctx ends.
func (b *Balancer) Watch(ctx context.Context) {
	ticker := time.NewTicker(healthInterval)
	defer ticker.Stop()
	for {
		b.askAll(ctx)
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// askAll runs one health check of each replica.
func (b *Balancer) askAll(ctx context.Context) {
	for _, to := range b.backends {
		to.ready.Store(AnswersOK(ctx, b.client, to.Health))
	}
}

// AnswersOK reports whether a GET request to an address is answered with status 200.
func AnswersOK(ctx context.Context, client *http.Client, address string) bool {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return false
	}
	response, err := client.Do(r)
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}
