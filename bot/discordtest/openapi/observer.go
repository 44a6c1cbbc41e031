package openapi

import (
	"os"
	"path/filepath"
	"sync"

	"noughts/bot/discordtest"
)

// Variable is the environment variable with the file name of the document, relative to the root of the tested package's
// module, or of a module around it.
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

var shared = sync.OnceValues(func() (*Document, error) {
	path, err := fromRoot(os.Getenv(Variable))
	if err != nil {
		return nil, err
	}
	return Load(path)
})

// Observer is like the function Observer, for document d.
func (d *Document) Observer(t TB) discordtest.Option {
	var mu sync.Mutex
	ended := false // a test that has ended must not be used
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		ended = true
	})
	return discordtest.WithObserver(func(e discordtest.Exchange) {
		violations := d.Check(e)
		mu.Lock()
		defer mu.Unlock()
		for _, v := range violations {
			if !ended {
				t.Errorf("against Discord's OpenAPI document: %v", v)
			}
		}
	})
}

// fromRoot resolves a relative file name from the root of the module that the test runs in, or of one around it.
func fromRoot(name string) (string, error) {
	dir, err := os.Getwd()
	if err != nil || filepath.IsAbs(name) {
		return name, err
	}
	path := name
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if exists(filepath.Join(dir, "go.mod")) {
			path = filepath.Join(dir, name)
			if exists(path) {
				break
			}
		}
	}
	return path, nil // the file may be missing: opening it returns the error
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
