// Package browsertest lets tests open and operate pages in a real browser, Chromium.
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

// Environment variables of these tests.
const (
	BrowserVariable     = "NOUGHTS_BROWSER"     // path of the Chromium program; if it is not set, the tests are skipped
	ScreenshotsVariable = "NOUGHTS_SCREENSHOTS" // folder for screenshots; the default is the test's artifact folder
)

// Limit is the longest time that a call of Do or Value may take. On a busy machine some calls take several seconds.
const Limit = time.Minute

// Start starts a browser with an empty profile, which ends with the test, and returns the context of its first tab. It
// skips the test if BrowserVariable is not set.
func Start(t *testing.T) context.Context {
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
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(func() {
		end()
		stop() // also waits until the browser's process has ended
	})
	Do(t, ctx) // this first call starts the browser; tabs that are opened from ctx later then belong to it
	return ctx
}

// Do runs steps in a tab.
func Do(t *testing.T, tab context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	Value(t, tab, chromedp.Steps(steps...))
}

// Until waits until a JavaScript expression is true. If the expression is a promise, its result counts.
func Until(expression string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(0))(ctx, tab) // only ctx limits the wait
		return err
	})
}

// Scripted waits until the page's script has started. Before that, sending a form would load a new page.
var Scripted = Until(`document.querySelector('#settings button')?.hidden === true`)

// Click clicks the first element that matches a CSS selector, when no request of the page is pending, the element no
// longer moves, and nothing covers it. JavaScript checks this and clicks in one step: under a real mouse click, another
// element could have moved there meanwhile.
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

// Value runs one step and returns its value.
func Value[T any](t *testing.T, tab context.Context, step chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(tab, func(ctx context.Context, target *chromedp.Target) (T, error) {
		ctx, cancel := context.WithTimeout(ctx, Limit)
		defer cancel()
		return step(ctx, target)
	})
	if err != nil {
		t.Fatalf("in the browser: %v", err)
	}
	return value
}

// Screenshot saves a picture of a tab.
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
