package rest

import (
	"net/http"
	"testing"
)

func TestNoObserverNoCost(t *testing.T) {
	t.Parallel()
	api, mux := &API{}, http.NewServeMux()
	if api.noted(mux) != http.Handler(mux) || api.observed(mux) != http.Handler(mux) {
		t.Error("an API without observers wraps its handlers")
	}
}
