package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestReadingProc(t *testing.T) {
	t.Parallel()
	stat := []byte("42 (a ) b) S 1 77 77 0 -1 4194560 1 2 3 4 150 25 10 5 20 0 9 0 1 2 3\n")
	if cpu, ok := readStat(stat, 77); !ok || cpu != 1900*time.Millisecond {
		t.Errorf("%v, %v", cpu, ok)
	}
	for _, other := range []string{"", ")", "42 (x) S 1 78 77 0 -1 4194560 1 2 3 4 150 25 10 5 20 0", "42 (x) S 1 77 77"} {
		if cpu, ok := readStat([]byte(other), 77); ok {
			t.Errorf("%q was read as %v", other, cpu)
		}
	}
	dir := t.TempDir()
	status := "Name:\tbot\nVmHWM:\t    2048 kB\nVmRSS:\t     512 kB\n"
	if err := os.WriteFile(filepath.Join(dir, "status"), []byte(status), 0o600); err != nil {
		t.Fatal(err)
	}
	if resident, peak := readMemory(dir); resident != 512<<10 || peak != 2<<20 {
		t.Errorf("%d bytes, at most %d", resident, peak)
	}
	io := "rchar: 5\nwchar: 4096\nwrite_bytes: 1024\ncancelled_write_bytes: 7\n"
	if err := os.WriteFile(filepath.Join(dir, "io"), []byte(io), 0o600); err != nil {
		t.Fatal(err)
	}
	if written, disk := readWritten(dir); written != 4096 || disk != 1024 {
		t.Errorf("%d bytes written, %d to a disk", written, disk)
	}
}

func TestReadingMetrics(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("# HELP go_goroutines_more x\ngo_goroutines_more 1\ngo_goroutines 1.2e+01\n"))
	}))
	t.Cleanup(server.Close)
	if n, err := scrape(server.Client(), server.URL, "go_goroutines"); n != 12 || err != nil {
		t.Errorf("%v, %v", n, err)
	}
	if _, err := scrape(server.Client(), server.URL, "go_gor"); !errors.Is(err, errNoMetrics) {
		t.Errorf("a gauge that is not there: %v", err)
	}
	if _, err := scrape(server.Client(), "http://127.0.0.1:1", "x"); !errors.Is(err, errNoMetrics) {
		t.Errorf("a bot without metrics: %v", err)
	}
}
