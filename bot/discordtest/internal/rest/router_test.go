package rest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestRouter(t *testing.T) {
	t.Parallel()
	rt := &router{notFound: http.NotFoundHandler()}
	for _, pattern := range []string{"/a/{x}", "/a/{x}/b", "/a/{x}/{y}/c", "/a/m/{y}", "/a/m", "/a/m/{y}/{z}"} {
		rt.handle(pattern, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write([]byte(r.Pattern + " " + r.PathValue("x") + "," + r.PathValue("y")))
		}))
	}
	for path, want := range map[string]string{
		"/a/1": "/a/{x} 1,", "/a/m": "/a/m ,", "/a/1/b": "/a/{x}/b 1,", "/a/m/b": "/a/m/{y} ,b", "/a/m/2/c": "/a/m/{y}/{z} ,2",
		"/a/1/2/c": "/a/{x}/{y}/c 1,2", "/a/%C3%A9%2F": "/a/{x} é/,", "/a/": "404", "/a": "404", "/a/1/": "404", "/a/1/2": "404",
	} {
		w := httptest.NewRecorder()
		rt.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if got := w.Body.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("two patterns of one path")
		}
	}()
	rt.handle("/a/{other}/b", http.NotFoundHandler())
}
