package ops

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestAPortInUseIsSaidInOneSentence(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	_, err = Listen(t.Context(), "OPS_ADDR", l.Addr().String())
	if err == nil || !strings.HasPrefix(err.Error(), "OPS_ADDR "+l.Addr().String()+" is in use by another program") {
		t.Errorf("got %v", err)
	}
}

func TestProfilesAreServedOnRequestOnly(t *testing.T) {
	t.Parallel()
	none := func(context.Context) []string { return nil }
	for profile, want := range map[bool]int{false: http.StatusNotFound, true: http.StatusOK} {
		for _, path := range []string{"/debug/pprof/", "/debug/pprof/heap?debug=1", "/debug/pprof/trace?seconds=0.01"} {
			w := httptest.NewRecorder()
			Handler(none, http.NotFoundHandler(), profile).ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
			if w.Code != want {
				t.Errorf("profile %t: %s has status %d, want %d", profile, path, w.Code, want)
			}
		}
	}
}
