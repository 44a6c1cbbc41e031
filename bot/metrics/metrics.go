// Package metrics counts what the bot does and serves the counts to Prometheus. Labels have a
// bounded set of values: no ids of members, servers or matches.
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
)

// Metrics are all metrics of one bot. They are safe for concurrent use.
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
	lost         prometheus.Counter       // version conflicts of saves
	started      *prometheus.CounterVec   // matches, by variant
	ended        *prometheus.CounterVec   // matches, by variant and reason
	store        *prometheus.HistogramVec // seconds, by operation
	storeErrors  *prometheus.CounterVec   // by operation
}

var _ bot.Meter = (*Metrics)(nil)

// Histogram buckets, in seconds. They include the relevant limits: Discord waits 3 s for an answer, the bot defers an
// answer after 1.8 s, and a request waits 0.7 s for a search. A database that takes more than 0.5 s is broken.
var (
	answerBuckets = []float64{.005, .01, .02, .05, .1, .2, .5, .8, 1.2, 1.8, 2.5, 3}
	searchBuckets = []float64{.001, .01, .05, .2, .7, 1.5, 5}
	callBuckets   = []float64{.01, .05, .1, .25, .5, 1, 2.5}
	storeBuckets  = []float64{.0001, .0005, .001, .005, .01, .05, .1, .5, 2}
)

// New returns metrics with their own registry. Several bots in one process share only the metrics of the process.
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
			"Interactions by command or button, and by outcome.", "command", "outcome"),
		answers: auto.NewHistogram(prometheus.HistogramOpts{
			Name: prefix + "answer_seconds", Buckets: answerBuckets,
			Help: "Time from an interaction's arrival to its answer.",
		}),
		limited: counters("limited_total", "Interactions and new matches refused by a limit.", "limit"),
		searches: histograms("search_seconds", searchBuckets,
			"Duration of the computer's searches, without time in the queue.", "variant", "level"),
		calls: counters("rest_calls_total",
			"Discord REST API calls, by route and status class.", "route", "status"),
		callSeconds: histograms("rest_seconds", callBuckets, "Duration of Discord REST API calls.", "route"),
		identifies:  counter("gateway_identifies_total", "Gateway sessions started with IDENTIFY."),
		resumes:     counter("gateway_resumes_total", "Gateway sessions resumed."),
		lost: counter("versions_lost_total",
			"Changes retried after a version conflict."),
		started: counters("games_started_total", "Matches created, including challenges.", "variant"),
		ended:   counters("games_ended_total", "Matches ended, by reason.", "variant", "reason"),
		store: histograms("store_seconds", storeBuckets,
			"Duration of database operations.", "operation"),
		storeErrors: counters("store_errors_total",
			"Failed database operations.", "operation"),
	}
	registry.MustRegister(m, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.begin()
	return m
}

const prefix = "noughts_"

// begin creates the counters that alerts use, with the value zero, because rate() ignores the first
// value of a new series.
func (m *Metrics) begin() {
	for _, l := range limits.All {
		m.limited.WithLabelValues(string(l))
	}
	for _, route := range restRoutes {
		for _, status := range restStatuses {
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

// Gatherer returns the registry, for tests.
func (m *Metrics) Gatherer() prometheus.Gatherer { return m.registry }

// Descriptions of the gauges. All gauges are read together at each scrape.
var (
	gamesDesc    = gauge("games", "Matches cached in this process.")
	workDesc     = gauge("interactions_in_work", "Interactions in flight or queued.")
	searchesDesc = gauge("searches", "The computer's searches, running and queued.", "state")
	placesDesc   = gauge("search_places", "Maximum number of concurrent searches.")
	shardsDesc   = gauge("shards", "Gateway shards of this process, by state.", "state")
	bucketsDesc  = gauge("limit_buckets", "Members and servers tracked by the rate limiter.")
	backupDesc   = gauge("backup_age_seconds", "Age of the newest backup; absent if backups are off.")
	everyDesc    = gauge("backup_every_seconds", "Interval between backups.")
	tilesDesc    = gauge("tiles", "Tiles, by whether they are installed as application emoji.", "state")
)

func gauge(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prefix+name, help, labels, nil)
}

// Watch sets the function that reads the gauges.
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
	send(shardsDesc, now.Shards.Up, "up")
	send(shardsDesc, now.Shards.Silent, "silent")
	send(shardsDesc, now.Shards.Down, "down")
}
