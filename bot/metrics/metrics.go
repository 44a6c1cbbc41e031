// Package metrics counts what the bot does and serves the counts to Prometheus.
// No label holds an id: of a member, a server, a match or anything else of which
// there is no end.
package metrics

import (
	"net/http"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"noughts/bot"
)

// Metrics are all that one bot counts. A nil *Metrics counts nothing and serves
// nothing. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	handler  http.Handler
	routes   atomic.Pointer[closed]
	gauges   gauges

	interactions *prometheus.CounterVec   // by command and outcome
	answers      prometheus.Histogram     // seconds
	limited      *prometheus.CounterVec   // by limit
	searches     *prometheus.HistogramVec // seconds, by variant and level
	calls        *prometheus.CounterVec   // by route and status
	callSeconds  *prometheus.HistogramVec // by route
	identifies   prometheus.Counter
	resumes      prometheus.Counter
	lost         prometheus.Counter       // versions
	started      *prometheus.CounterVec   // matches, by variant
	ended        *prometheus.CounterVec   // matches, by variant and reason
	store        *prometheus.HistogramVec // seconds, by operation
	storeErrors  *prometheus.CounterVec   // by operation
}

var _ bot.Meter = (*Metrics)(nil)

// Histograms, in seconds. Discord gives three for an answer and the bot asks for
// more time after 1.8; it waits for a search for 0.7; and a database that needs
// half a second is out of order.
var (
	answerBuckets = []float64{.005, .01, .02, .05, .1, .2, .5, .8, 1.2, 1.8, 2.5, 3}
	searchBuckets = []float64{.001, .01, .05, .2, .7, 1.5, 5}
	callBuckets   = []float64{.01, .05, .1, .25, .5, 1, 2.5}
	storeBuckets  = []float64{.0001, .0005, .001, .005, .01, .05, .1, .5, 2}
)

// New returns metrics of their own: nothing is shared with other bots in the
// process but what the process itself uses.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		interactions: counters("interactions_total",
			"Interactions, by the command or button and by what became of them.", "command", "outcome"),
		answers: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: prefix + "answer_seconds", Buckets: answerBuckets,
			Help: "Time from an interaction's arrival to its answer.",
		}),
		limited: counters("limited_total", "Interactions and new matches that met a limit.", "limit"),
		searches: histograms("search_seconds", searchBuckets,
			"Time of the computer's searches, without the wait for a place.", "variant", "level"),
		calls: counters("rest_calls_total",
			"Calls of Discord's REST API, by their kind and by the class of the answer.", "route", "status"),
		callSeconds: histograms("rest_seconds", callBuckets, "Time of calls of Discord's REST API.", "route"),
		identifies:  counter("gateway_identifies_total", "New gateway sessions that were asked for."),
		resumes:     counter("gateway_resumes_total", "Gateway sessions that were taken up again."),
		lost: counter("versions_lost_total",
			"Changes that were made again because another one was stored first."),
		started: counters("games_started_total", "Matches that were stored first, challenges included.", "variant"),
		ended:   counters("games_ended_total", "Matches that ended, by how.", "variant", "reason"),
		store: histograms("store_seconds", storeBuckets,
			"Time that the database took, by what it was asked for.", "operation"),
		storeErrors: counters("store_errors_total",
			"Requests that the database did not carry out, by what it was asked for.", "operation"),
	}
	m.register()
	m.begin()
	m.handler = promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
	return m
}

// prefix begins the name of every metric of the bot's own.
const prefix = "noughts_"

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: prefix + name, Help: help})
}

func counters(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: prefix + name, Help: help}, labels)
}

func histograms(name string, buckets []float64, help string, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: prefix + name, Help: help, Buckets: buckets}, labels)
}

func (m *Metrics) register() {
	m.registry.MustRegister(
		m.interactions, m.answers, m.limited, m.searches, m.calls, m.callSeconds,
		m.identifies, m.resumes, m.lost, m.started, m.ended, m.store, m.storeErrors,
		&m.gauges,
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
}

// Gatherer returns what can be read of the metrics, for tests.
func (m *Metrics) Gatherer() prometheus.Gatherer { return m.registry }

// ServeHTTP serves the counts in Prometheus's text format.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if m == nil {
		http.NotFound(w, r)
		return
	}
	m.handler.ServeHTTP(w, r)
}
