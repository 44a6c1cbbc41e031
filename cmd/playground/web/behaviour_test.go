package web_test

import (
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/browsertest"
	"noughts/cmd/playground/web"
)

// A reader is somebody who looks at the page of a fake client.
type reader struct {
	t      *testing.T
	client *fakeClient
	do     func(...chromedp.Action[chromedp.Void])
	until  func(expression string)
}

func read(t *testing.T, messages ...discordtest.Message) reader {
	t.Helper()
	client := newFake(messages...)
	return readAt(t, "/?as=alice", client, testServer(client))
}

func readAt(t *testing.T, target string, client *fakeClient, s *web.Server) reader {
	t.Helper()
	tab := browsertest.Start(t, time.Minute)
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	browsertest.Do(t, tab, chromedp.EmulateViewport(900, 700), chromedp.Navigate(server.URL+target), chromedp.WaitVisible("#line"))
	return reader{
		t: t, client: client,
		do: func(steps ...chromedp.Action[chromedp.Void]) { t.Helper(); browsertest.Do(t, tab, steps...) },
		until: func(expression string) {
			t.Helper()
			browsertest.Value(t, tab, chromedp.Poll[bool](expression))
		},
	}
}

// called waits until the fake has been called so, and forgets the calls.
func (r reader) called(want ...call) {
	r.t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for len(r.client.noted()) < len(want) && time.Now().Before(deadline) {
		r.until(`new Promise(resolve => requestAnimationFrame(() => resolve(true)))`)
	}
	got := slices.DeleteFunc(r.client.forget(), func(c call) bool { return c.Method == "complete" })
	if diff := cmp.Diff(want, got); diff != "" {
		r.t.Errorf("calls (-want +got):\n%s", diff)
	}
}

func TestFailureIsShownUnderTheMessage(t *testing.T) {
	t.Parallel()
	r := read(t, botMessage("5", row(button(1, "Play", "play"))))
	r.client.fail(discordtest.ErrFailed)
	r.do(chromedp.Click(`button[value="play"]`))
	r.until(`document.querySelector('#m-5 .failure').textContent === 'This interaction failed'`)
	r.client.fail(nil)
	r.do(chromedp.Click(`button[value="play"]`))
	r.until(`document.querySelector('#m-5 .failure').hidden`)
}

func TestFocusAndPlaceAreKept(t *testing.T) {
	t.Parallel()
	at := func(version string, pressed bool) discordtest.Message {
		five := button(2, "five", version+"/5")
		five.Disabled = pressed
		return botMessage("5", textDisplay(version), row(button(2, "four", version+"/4"), five, button(2, "six", version+"/6")))
	}
	r := read(t, at("1", false))
	r.do(chromedp.Focus(`button[value="1/6"]`), chromedp.KeyEvent(kb.Enter))
	r.called(call{Method: "press", Name: "5", Words: []string{"1/6"}})
	r.client.set(at("2", false))
	r.until(`document.activeElement.value === '2/6'`)
	r.do(chromedp.Focus(`button[value="2/5"]`))
	r.client.set(at("3", true))
	r.until(`document.activeElement.value === '3/4'`) // five can no longer have it
	r.until(`document.getElementById('announcer').textContent === 'Noughts: 3'`)
}

func TestMenusByKeyboard(t *testing.T) {
	t.Parallel()
	options := []discordtest.SelectOption{{Label: "Row 1", Value: "one"}, {Label: "Row 2", Value: "two"}}
	single := discordtest.Component{Type: discordtest.TypeStringSelect, CustomID: "row", Options: options}
	several := discordtest.Component{Type: discordtest.TypeStringSelect, CustomID: "rows", Options: options, MinValues: ptr(2), MaxValues: ptr(2)}
	r := read(t, botMessage("5", row(single), row(several)))
	r.do(chromedp.Focus(`summary[data-at="c.0.0"]`), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(`button[value="two"]`))
	r.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	r.called(call{Method: "choose", Name: "5", Words: []string{"row", "two"}})

	r.do(chromedp.Click(`summary[data-at="c.1.0"]`), chromedp.Click(`input[value="one"]`), chromedp.Click(`details[data-at="c.1.0"] .button`))
	r.until(`document.querySelector('#m-5 .failure').textContent === 'Choose 2.'`)
	r.do(chromedp.Click(`input[value="two"]`), chromedp.Click(`details[data-at="c.1.0"] .button`))
	r.called(call{Method: "choose", Name: "5", Words: []string{"rows", "one", "two"}})
}

func TestCommandLineByKeyboard(t *testing.T) {
	t.Parallel()
	r := read(t)
	r.do(chromedp.KeyEvent("/"), chromedp.WaitVisible(".suggestion"), chromedp.KeyEvent("cla"))
	r.until(`document.querySelectorAll('.suggestion').length === 1`)
	r.do(chromedp.KeyEvent(kb.Tab))
	r.until(`document.querySelectorAll('.suggestion').length === 4`)
	r.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === '/classic size:' && document.querySelectorAll('.suggestion').length === 9`)
	r.do(chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === '/classic size:9 ' && !document.querySelector('.suggestion[aria-selected="true"]')`)
	r.do(chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === ''`)
	r.called(call{Method: "use", Name: "classic", Values: map[string]any{"size": 9}})

	r.do(chromedp.KeyEvent("/classic size:x"), chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('problem').textContent === 'size: "x" is not a whole number'`)
}

func TestSpoilerAndMention(t *testing.T) {
	t.Parallel()
	m := botMessage("5")
	m.Content = "||secret|| </help:1>"
	r := read(t, m)
	r.do(chromedp.Focus(".md-spoiler"), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(".md-spoiler-text"))
	r.do(chromedp.Click(`#m-5 button[data-command="help"]`))
	r.until(`document.getElementById('line').value === '/help ' && document.activeElement.id === 'line'`)
}

// TestBoardsStandInAGrid measures where the browser puts the emoji.
func TestBoardsStandInAGrid(t *testing.T) {
	t.Parallel()
	r := read(t, botMessage("5", container(0, textDisplay(ultimateBoard...))))
	r.until(`(() => {
		const boxes = [...document.querySelectorAll('#m-5 .emoji')].map(e => e.getBoundingClientRect());
		const rows = Map.groupBy(boxes, b => Math.round(b.top));
		const columns = [...rows.values()].map(row => row.map(b => Math.round(b.left)).join());
		return rows.size === 10 && boxes.length === 100 && new Set(columns).size === 1;
	})()`)
}

// TestReconnects ends the stream: the page says so, and goes on by itself.
func TestReconnects(t *testing.T) {
	t.Parallel()
	tab := browsertest.Start(t, time.Minute)
	client := newFake(botMessage("5", textDisplay("before")))
	server := httptest.NewServer(testServer(client).Handler())
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	browsertest.Do(t, tab, chromedp.Navigate(server.URL), chromedp.WaitVisible("#m-5"))
	server.CloseClientConnections()
	client.set(botMessage("6", textDisplay("after")))
	browsertest.Do(t, tab, chromedp.WaitVisible("#m-6"), chromedp.WaitNotPresent("#m-5"))
	browsertest.Value(t, tab, chromedp.Poll[bool](`document.getElementById('offline').hidden`))
}
