// Package browsertest lets tests see a page as people do: in Chromium.
package browsertest

import (
	"context"
	"fmt"
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

// Until waits for a JavaScript expression, or what it promises, to be true.
func Until(expression string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := chromedp.Poll[bool](expression)(ctx, tab)
		return err
	})
}

// Scripted waits until the page's script runs: before that, forms leave the page.
var Scripted = Until(`document.querySelector('#settings button')?.hidden === true`)

// Click clicks the first element that a CSS selector names, as soon as nothing is under way,
// the element rests in one place, and nothing lies over it. The page itself looks and
// clicks at once: where a mouse aims something else may lie by the time it clicks.
func Click(selector string) chromedp.Action[chromedp.Void] {
	return Until(fmt.Sprintf(click, selector))
}

const click = `(async () => {
	const element = document.querySelector(%q);
	if (!element || element.disabled) return false;
	element.scrollIntoView({ block: 'nearest' });
	const before = element.getBoundingClientRect();
	await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
	const { x, y, width, height } = element.getBoundingClientRect();
	const front = document.elementFromPoint(x + width / 2, y + height / 2);
	if (before.x !== x || before.y !== y || !element.contains(front) || document.querySelector('[aria-busy="true"]')) return false;
	element.focus();
	element.click();
	return true;
})()`

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
