// Package metrics counts what the bot does and serves the counts to Prometheus. No label holds an
// unbounded id: of a member, a server, a match or anything else.
package metrics

import (
	"net/http"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"noughts/bot"
	"noughts/bot/inbox"
	"noughts/bot/limits"
	"noughts/bot/rest"
)

// Metrics are all that one bot counts. They are safe for concurrent use.
type Metrics struct {
	http.Handler // serves the counts in Prometheus's text format
	registry     *prometheus.Registry
	routes       atomic.Pointer[map[string]bool]
	read         atomic.Pointer[func() bot.Gauges]

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
	registry := prometheus.NewRegistry()
	auto := promauto.With(registry)
	counter := func(name, help string) prometheus.Counter {
		return auto.NewCounter(prometheus.CounterOpts{Name: prefix + name, Help: help})
	}
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return auto.NewCounterVec(prometheus.CounterOpts{Name: prefix + name, Help: help}, labels)
	}
	histograms := func(name string, buckets []float64, help string, labels ...string) *prometheus.HistogramVec {
		return auto.NewHistogramVec(prometheus.HistogramOpts{Name: prefix + name, Help: help, Buckets: buckets}, labels)
	}
	m := &Metrics{
		Handler: promhttp.HandlerFor(registry, promhttp.HandlerOpts{}), registry: registry,
		interactions: counters("interactions_total",
			"Interactions, by the command or button and by what became of them.", "command", "outcome"),
		answers: auto.NewHistogram(prometheus.HistogramOpts{
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
	registry.MustRegister(m, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.begin()
	return m
}

// prefix begins the name of every metric of the bot's own.
const prefix = "noughts_"

// begin sets counts to zero that are alerted on: a rate does not see the first of
// what was not there before.
func (m *Metrics) begin() {
	for _, l := range limits.All {
		m.limited.WithLabelValues(string(l))
	}
	for _, route := range rest.Routes {
		for _, status := range rest.Statuses {
			m.calls.WithLabelValues(route, status)
		}
	}
	for _, operation := range operations {
		m.storeErrors.WithLabelValues(operation)
	}
	for _, outcome := range inbox.Outcomes {
		m.interactions.WithLabelValues(none, string(outcome))
	}
}

// Gatherer returns what can be read of the metrics, for tests.
func (m *Metrics) Gatherer() prometheus.Gatherer { return m.registry }

// The descriptions of gauges, which are read when they are asked for, all at once.
var (
	gamesDesc    = gauge("games", "Matches in this process's memory: those in which something happened lately.")
	workDesc     = gauge("interactions_in_work", "Interactions that are handled or wait for it.")
	searchesDesc = gauge("searches", "Searches of the computer that run, and that wait for a place.", "state")
	placesDesc   = gauge("search_places", "How many searches may run at once.")
	shardsDesc   = gauge("shards", "Gateway shards of this process, by their state.", "state")
	bucketsDesc  = gauge("limit_buckets", "Members and servers of which is known how fast they are.")
	backupDesc   = gauge("backup_age_seconds", "Age of the newest backup; missing where the bot makes none.")
	everyDesc    = gauge("backup_every_seconds", "Time between two backups.")
	tilesDesc    = gauge("tiles", "Tiles of the bot's set, by whether they are among the application's emoji.", "state")
)

func gauge(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prefix+name, help, labels, nil)
}

// Watch gives the metrics what to read gauges with.
func (m *Metrics) Watch(read func() bot.Gauges) { m.read.Store(&read) }

// Describe implements prometheus.Collector.
func (m *Metrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{gamesDesc, workDesc, searchesDesc, placesDesc, shardsDesc, bucketsDesc, tilesDesc, backupDesc, everyDesc} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (m *Metrics) Collect(to chan<- prometheus.Metric) {
	read := m.read.Load()
	if read == nil {
		return
	}
	send := func(d *prometheus.Desc, value int, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(value), labels...)
	}
	now := (*read)()
	send(gamesDesc, now.Games)
	send(workDesc, now.Interactions)
	send(searchesDesc, now.Searching, "running")
	send(searchesDesc, now.Queueing, "waiting")
	send(placesDesc, now.Workers)
	send(bucketsDesc, now.Buckets)
	send(tilesDesc, now.Tiles, "installed")
	send(tilesDesc, now.MissingTiles, "missing")
	if now.BackupEvery > 0 {
		send(backupDesc, int(now.BackupAge.Seconds()))
		send(everyDesc, int(now.BackupEvery.Seconds()))
	}
	for _, state := range bot.ShardStates {
		send(shardsDesc, now.Shards[state], state)
	}
}
