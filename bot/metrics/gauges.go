package metrics

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"noughts/bot"
)

// Gauges are read when they are asked for, all at once.
type gauges struct {
	read atomic.Pointer[func() bot.Gauges]
}

func gauge(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prefix+name, help, labels, nil)
}

var (
	gamesDesc    = gauge("games", "Matches in this process's memory: those in which something happened lately.")
	workDesc     = gauge("interactions_in_work", "Interactions that are handled or wait for it.")
	searchesDesc = gauge("searches", "Searches of the computer that run, and that wait for a place.", "state")
	placesDesc   = gauge("search_places", "How many searches may run at once.")
	shardsDesc   = gauge("shards", "Gateway shards of this process, by their state.", "state")
	bucketsDesc  = gauge("limit_buckets", "Members and servers of which is known how fast they are.")
)

// Watch gives the metrics what to read gauges with.
func (m *Metrics) Watch(read func() bot.Gauges) {
	if m != nil {
		m.gauges.read.Store(&read)
	}
}

// Describe implements prometheus.Collector.
func (g *gauges) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{gamesDesc, workDesc, searchesDesc, placesDesc, shardsDesc, bucketsDesc} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (g *gauges) Collect(to chan<- prometheus.Metric) {
	read := g.read.Load()
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
	for _, state := range bot.ShardStates {
		send(shardsDesc, now.Shards[state], state)
	}
}
