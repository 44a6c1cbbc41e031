package openapi

import (
	"errors"
	"os"
	"path/filepath"
	"sync"

	"noughts/bot/discordtest"
)

// Variable is the environment variable with the file name of the OpenAPI document. A relative name is resolved from the
// root of the tested package's module, or of a module around it.
const Variable = "DISCORD_OPENAPI"

// TB has the methods of *testing.T that Observer needs.
type TB interface {
	Helper()
	Cleanup(func())
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Observer returns a server option that fails the test for each violation in a request or an answer. If DISCORD_OPENAPI
// is not set, Observer checks nothing and logs that.
//
// Call Observer before you register the server's Close as a clean-up. Clean-ups run in reverse order, so the server is
// closed before Observer stops reporting.
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

// shared loads the OpenAPI document that DISCORD_OPENAPI names, once for all tests of a package.
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

// Observer is like the function Observer, but checks against document d.
func (d *Document) Observer(t TB) discordtest.Option {
	w := &witness{t: t}
	t.Cleanup(w.leave)
	return discordtest.WithObserver(func(e discordtest.Exchange) { w.tell(d.Check(e)) })
}

// A witness reports violations to a test until the test ends.
type witness struct {
	mu sync.Mutex
	t  TB // nil after the end of the test
}

// tell makes the test fail with the violations, unless the test has ended.
func (w *witness) tell(violations []Violation) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.t == nil {
		return // a test that has ended must not be used
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

// errNoModule means that the test does not run in a module.
var errNoModule = errors.New("openapi: no go.mod in this folder or above it")

// fromRoot resolves a relative file name from the root of the module that the test runs in. If the file is not there
// and another module contains this module, fromRoot tries the root of that module.
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
	return path, nil // the file may be missing: opening it returns the error
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
