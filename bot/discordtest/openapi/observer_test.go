package openapi

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

// A fakeTest records the calls of a test's methods.
type fakeTest struct {
	logs, errors, fatals []string
	cleanups             []func()
}

func (f *fakeTest) Helper()          {}
func (f *fakeTest) Cleanup(c func()) { f.cleanups = append(f.cleanups, c) }
func (f *fakeTest) Logf(format string, args ...any) {
	f.logs = append(f.logs, fmt.Sprintf(format, args...))
}
func (f *fakeTest) Errorf(format string, args ...any) {
	f.errors = append(f.errors, fmt.Sprintf(format, args...))
}
func (f *fakeTest) Fatalf(format string, args ...any) {
	f.fatals = append(f.fatals, fmt.Sprintf(format, args...))
}

// end runs the clean-ups, like the end of a test.
func (f *fakeTest) end() {
	for _, c := range f.cleanups {
		c()
	}
}

func TestWithoutADocumentObserverSaysSoAndWatchesNothing(t *testing.T) {
	t.Setenv(Variable, "")
	f := &fakeTest{}
	discordtest.NewServer(Observer(f))
	if len(f.logs) != 1 || !strings.Contains(f.logs[0], Variable) || len(f.cleanups)+len(f.fatals) != 0 {
		t.Errorf("%+v", f)
	}
}

func TestObserverTellsViolationsUntilTheTestsEnd(t *testing.T) {
	t.Parallel()
	d, err := reads(t, small)
	if err != nil {
		t.Fatal(err)
	}
	f := &fakeTest{}
	s := discordtest.NewServer(d.Observer(f))
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	ask := func() {
		r, err := http.Get(s.URL() + "/api/v10/users/@me")
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
	}
	ask()
	f.end()
	ask()
	want := "against Discord's OpenAPI document: GET /api/v10/users/@me: path: the document has no such operation"
	if len(f.errors) != 1 || f.errors[0] != want {
		t.Errorf("told %q, want once %q", f.errors, want)
	}
}
