// Package browsertest lets tests see a page as people do: in Chromium.
package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// The variables that switch these tests on and say where pictures go.
const (
	BrowserVariable     = "NOUGHTS_BROWSER"     // path of a Chromium
	ScreenshotsVariable = "NOUGHTS_SCREENSHOTS" // a directory; the test's own without it
)

// Start starts a browser with an empty profile and returns the context of its
// first tab, which ends with the test or after limit. It skips the test when
// no browser is named.
func Start(t *testing.T, limit time.Duration) context.Context {
	t.Helper()
	path := os.Getenv(BrowserVariable)
	if path == "" {
		t.Skipf("set %s to the path of a Chromium to run this test", BrowserVariable)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.UserDataDir(t.TempDir()),
	)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(func() {
		end()
		stop() // waits for the process
		cancel()
	})
	Do(t, ctx) // starts it, so that further tabs are not further browsers
	return ctx
}

// Do runs steps in a tab; the test ends when one fails.
func Do(t *testing.T, tab context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(tab, steps...); err != nil {
		t.Fatalf("in the browser: %v", err)
	}
}

// Value runs one step and returns its value; the test ends when it fails.
func Value[T any](t *testing.T, tab context.Context, step chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(tab, step)
	if err != nil {
		t.Fatalf("in the browser: %v", err)
	}
	return value
}

// Screenshot keeps a picture of what a tab shows.
func Screenshot(t *testing.T, tab context.Context, name string) {
	t.Helper()
	dir := os.Getenv(ScreenshotsVariable)
	if dir == "" {
		dir = t.ArtifactDir()
	}
	if err := os.MkdirAll(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, Value(t, tab, chromedp.CaptureScreenshot()), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Log("screenshot:", path)
}
