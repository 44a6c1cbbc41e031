package main

import (
	"errors"
	"fmt"
	"net/http"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// A gauges holds two values from the metrics page of a bot.
type gauges struct {
	goroutines int
	heap       int64 // bytes
}

// errNoMetrics is returned if a bot has no readable metrics page, or the page lacks a gauge.
var errNoMetrics = errors.New("the bot serves no metrics")

// scrape reads a bot's metrics page. Errors: errNoMetrics.
func scrape(client *http.Client, address string) (gauges, error) {
	response, err := client.Get(address) //nolint:noctx // no context is needed: the client has a timeout
	if err != nil {
		return gauges{}, fmt.Errorf("%w: %w", errNoMetrics, err)
	}
	defer func() { _ = response.Body.Close() }()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(response.Body)
	if err != nil {
		return gauges{}, fmt.Errorf("%w: %w", errNoMetrics, err)
	}
	goroutines, err := gauge(families, "go_goroutines")
	if err != nil {
		return gauges{}, err
	}
	heap, err := gauge(families, "go_memstats_heap_alloc_bytes")
	return gauges{int(goroutines), int64(heap)}, err
}

// gauge returns the value of a gauge without labels.
func gauge(families map[string]*dto.MetricFamily, name string) (float64, error) {
	if metrics := families[name].GetMetric(); len(metrics) == 1 && metrics[0].GetGauge() != nil {
		return metrics[0].GetGauge().GetValue(), nil
	}
	return 0, fmt.Errorf("%w: missing %s", errNoMetrics, name)
}
