package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestReadingMetrics(t *testing.T) {
	t.Parallel()
	page := "# HELP more x\nmore 1\n# TYPE go_goroutines gauge\ngo_goroutines 1.2e+01\n"
	heap := "# TYPE go_memstats_heap_alloc_bytes gauge\ngo_memstats_heap_alloc_bytes 5.5e+06\n"
	for name, tc := range map[string]struct {
		page string
		want gauges
		err  error
	}{
		"both":          {page + heap, gauges{12, 5_500_000}, nil},
		"one":           {page, gauges{goroutines: 12}, errNoMetrics},
		"not a page":    {"{}", gauges{}, errNoMetrics},
		"none":          {"", gauges{}, errNoMetrics},
		"another type":  {"# TYPE go_goroutines counter\ngo_goroutines 12\n" + heap, gauges{}, errNoMetrics},
		"two with name": {"# TYPE go_goroutines gauge\ngo_goroutines{a=\"1\"} 1\ngo_goroutines{a=\"2\"} 1\n" + heap, gauges{}, errNoMetrics},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(tc.page))
		}))
		got, err := scrape(server.Client(), server.URL)
		server.Close()
		if !errors.Is(err, tc.err) || err == nil && got != tc.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if _, err := scrape(http.DefaultClient, "http://127.0.0.1:1"); !errors.Is(err, errNoMetrics) {
		t.Errorf("a bot without metrics: %v", err)
	}
}
