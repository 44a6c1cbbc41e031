package balancer

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

// A backendServer is a fake replica.
type backendServer struct {
	*Backend
	server *httptest.Server
	took   atomic.Int64
	status atomic.Int64 // HTTP status of the answers to interactions
	health atomic.Int64 // HTTP status of the answers to /readyz
}

func newBackend(t *testing.T) *backendServer {
	t.Helper()
	b := &backendServer{}
	b.status.Store(http.StatusOK)
	b.health.Store(http.StatusOK)
	b.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			w.WriteHeader(int(b.health.Load()))
			return
		}
		b.took.Add(1)
		w.WriteHeader(int(b.status.Load()))
		_, _ = io.Copy(w, r.Body)
	}))
	t.Cleanup(b.server.Close)
	address, err := url.Parse(b.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	b.Backend = &Backend{Address: address, Health: b.server.URL + "/readyz"}
	b.ready.Store(true)
	return b
}

// send sends n requests through a balancer and returns how many of them were answered correctly. A correct answer has
// the given status and echoes the request's body. With status 502 the body does not matter.
func send(t *testing.T, b *Balancer, n, status int) int {
	t.Helper()
	good := 0
	for range n {
		r := httptest.NewRequest(http.MethodPost, "/interactions", strings.NewReader("a press"))
		w := httptest.NewRecorder()
		b.ServeHTTP(w, r)
		if w.Code == status && (w.Body.String() == "a press" || status == http.StatusBadGateway) {
			good++
		}
	}
	return good
}

func TestTheBalancerTakesTurns(t *testing.T) {
	t.Parallel()
	one, two := newBackend(t), newBackend(t)
	b := New([]*Backend{one.Backend, two.Backend})
	if good := send(t, b, 10, http.StatusOK); good != 10 || one.took.Load() != 5 || two.took.Load() != 5 {
		t.Errorf("%d answers of 10, %d and %d requests", good, one.took.Load(), two.took.Load())
	}
}

func TestARefusedConnectionGoesToAnotherReplica(t *testing.T) {
	t.Parallel()
	one, two := newBackend(t), newBackend(t)
	b := New([]*Backend{one.Backend, two.Backend})
	one.server.Close()
	if good := send(t, b, 10, http.StatusOK); good != 10 || two.took.Load() != 10 {
		t.Errorf("%d answers of 10, %d requests", good, two.took.Load())
	}
	two.server.Close()
	if bad := send(t, b, 3, http.StatusBadGateway); bad != 3 {
		t.Errorf("%d of 3 requests got 502", bad)
	}
}

func TestWhatAReplicaHasReceivedIsNotSentTwice(t *testing.T) {
	t.Parallel()
	one, two := newBackend(t), newBackend(t)
	b := New([]*Backend{one.Backend, two.Backend})
	one.status.Store(http.StatusInternalServerError)
	two.status.Store(http.StatusInternalServerError)
	if bad := send(t, b, 10, http.StatusInternalServerError); bad != 10 || one.took.Load()+two.took.Load() != 10 {
		t.Errorf("%d of 10 answers came through, %d and %d requests", bad, one.took.Load(), two.took.Load())
	}
}

func TestAReplicaThatIsNotReadyGetsNothing(t *testing.T) {
	t.Parallel()
	one, two := newBackend(t), newBackend(t)
	b := New([]*Backend{one.Backend, two.Backend})
	one.health.Store(http.StatusServiceUnavailable)
	b.askAll(t.Context())
	if send(t, b, 10, http.StatusOK); one.took.Load() != 0 {
		t.Errorf("it got %d requests", one.took.Load())
	}
}
