package openapi

import (
	"errors"
	"os"
	"path/filepath"
	"sync"

	"noughts/bot/discordtest"
)

// Variable is the environment variable that names the document's file. A
// relative name is meant from the module's root, whichever package is tested, or
// from that of a module around it.
const Variable = "DISCORD_OPENAPI"

// TB is what Observer needs of a *testing.T.
type TB interface {
	Helper()
	Cleanup(func())
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Observer returns the option that fails the test with each violation in what
// the server is asked and answers. Without DISCORD_OPENAPI it says so in the
// test's log and watches nothing. Give it to NewServer before the server's
// Close is registered as a clean-up: nothing is told after the test's end.
func Observer(t TB) discordtest.Option {
	t.Helper()
	if os.Getenv(Variable) == "" {
		t.Logf("%s is not set: requests are not checked against Discord's OpenAPI document", Variable)
		return func(*discordtest.Server) {}
	}
	d, err := shared()
	if err != nil {
		t.Fatalf("%v", err)
		return func(*discordtest.Server) {}
	}
	return d.Observer(t)
}

// shared loads the document of the environment once for all tests of a package.
var shared = loadOnce()

func loadOnce() func() (*Document, error) {
	return sync.OnceValues(func() (*Document, error) {
		path, err := fromRoot(os.Getenv(Variable))
		if err != nil {
			return nil, err
		}
		return Load(path)
	})
}

// Observer is like the function Observer, with a document of the caller's.
func (d *Document) Observer(t TB) discordtest.Option {
	w := &witness{t: t}
	t.Cleanup(w.leave)
	return discordtest.WithObserver(func(e discordtest.Exchange) { w.tell(d.Check(e)) })
}

// A witness tells a test of violations as long as it runs.
type witness struct {
	mu sync.Mutex
	t  TB // nil after the test's end
}

// tell reports violations.
func (w *witness) tell(violations []Violation) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.t == nil {
		return // a test must not be told anything after its end
	}
	for _, v := range violations {
		w.t.Errorf("against Discord's OpenAPI document: %v", v)
	}
}

func (w *witness) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.t = nil
}

// errNoModule means that a test runs outside of a module.
var errNoModule = errors.New("openapi: no go.mod in this folder or above it")

// fromRoot returns the place of a file whose name is relative to the root of the module that the
// program runs in, as tests do. When it is not there and the module lies within another, that one's
// root counts.
func fromRoot(name string) (string, error) {
	if filepath.IsAbs(name) {
		return name, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	path := ""
	for ; ; dir = filepath.Dir(dir) {
		if exists(filepath.Join(dir, "go.mod")) {
			path = filepath.Join(dir, name)
		}
		if path != "" && exists(path) || dir == filepath.Dir(dir) {
			break
		}
	}
	if path == "" {
		return "", errNoModule
	}
	return path, nil // whoever opens it learns that there is none
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
