package web_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
	"noughts/cmd/playground/browsertest"
	"noughts/cmd/playground/web"
)

// A reader is a browser tab with the page of a fake client.
type reader struct {
	t      *testing.T
	tab    context.Context
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
	server, tab := serve(t, s)
	browsertest.Do(t, tab, chromedp.EmulateViewport(900, 700), chromedp.Navigate(server.URL+target), browsertest.Scripted)
	return reader{
		t: t, tab: tab, client: client,
		do:    func(steps ...chromedp.Action[chromedp.Void]) { t.Helper(); browsertest.Do(t, tab, steps...) },
		until: func(expression string) { t.Helper(); browsertest.Do(t, tab, browsertest.Until(expression)) },
	}
}

// serve starts a server and a browser. Cleanup stops the browser before the server: the server waits until the page's
// event stream is closed, and a running page would reopen the stream.
func serve(t *testing.T, s *web.Server) (server *httptest.Server, tab context.Context) {
	t.Helper()
	server = httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	return server, browsertest.Start(t)
}

// called checks the calls that the fake client has received, and clears them. It first waits for the calls, and until
// the page has got the answer: before that, a message ignores further presses.
func (r reader) called(want ...call) {
	r.t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for len(r.client.noted()) < len(want) && time.Now().Before(deadline) {
		r.until(`new Promise(resolve => requestAnimationFrame(() => resolve(true)))`)
	}
	r.until(`!document.querySelector('[aria-busy="true"]')`)
	got := slices.DeleteFunc(r.client.forget(), func(c call) bool { return c.Method == "complete" })
	if diff := cmp.Diff(want, got); diff != "" {
		r.t.Errorf("calls (-want +got):\n%s", diff)
	}
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
	r.until(`document.activeElement.value === '3/4'`) // the button "five" is disabled now and cannot keep the focus
	r.until(`document.getElementById('announcer').textContent === 'Noughts: 3'`)
	r.client.fail(discordtest.ErrFailed)
	r.do(browsertest.Click(`button[value="3/4"]`))
	r.until(`document.querySelector('#m-5 .failure').textContent === 'This interaction failed'`)
	r.client.fail(nil)
	r.do(browsertest.Click(`button[value="3/4"]`))
	r.until(`document.querySelector('#m-5 .failure').hidden`)
}

func TestMenusByKeyboard(t *testing.T) {
	t.Parallel()
	options := []discordtest.SelectOption{{Label: "Row 1", Value: "one"}, {Label: "Row 2", Value: "two"}}
	single := discordtest.Component{Type: discordtest.TypeStringSelect, CustomID: "row", Options: options}
	several := discordtest.Component{Type: discordtest.TypeStringSelect, CustomID: "rows", Options: options, MinValues: new(2), MaxValues: new(2)}
	r := read(t, botMessage("5", row(single), row(several)))
	r.do(chromedp.Focus(`summary[data-at="c.0.0"]`), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(`button[value="two"]`))
	r.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	r.called(call{Method: "choose", Name: "5", Words: []string{"row", "two"}})

	r.do(browsertest.Click(`summary[data-at="c.1.0"]`), browsertest.Click(`input[value="one"]`), browsertest.Click(`details[data-at="c.1.0"] .button`))
	r.until(`document.querySelector('#m-5 .failure').textContent === 'Choose 2.'`)
	r.do(browsertest.Click(`input[value="two"]`), browsertest.Click(`details[data-at="c.1.0"] .button`))
	r.called(call{Method: "choose", Name: "5", Words: []string{"rows", "one", "two"}})
}

// TestAMenuIsSentWhenItCloses checks that a click outside a menu of several options sends the choice once, and an
// unchanged choice not at all.
func TestAMenuIsSentWhenItCloses(t *testing.T) {
	t.Parallel()
	options := []discordtest.SelectOption{{Label: "Row 1", Value: "one"}, {Label: "Row 2", Value: "two", Default: true}}
	several := discordtest.Component{Type: discordtest.TypeStringSelect, CustomID: "rows", Options: options, MinValues: new(0), MaxValues: new(2)}
	r := read(t, botMessage("5", row(several)))
	for range 2 {
		r.do(browsertest.Click(`summary[data-at="c.0.0"]`), browsertest.Click(`#m-5 .author`))
		r.until(`!document.querySelector('.menu-box[open]')`)
	}
	r.called()
	r.do(browsertest.Click(`summary[data-at="c.0.0"]`), browsertest.Click(`input[value="one"]`), browsertest.Click(`#m-5 .author`))
	r.called(call{Method: "choose", Name: "5", Words: []string{"rows", "one", "two"}})
}

func TestCommandLineByKeyboard(t *testing.T) {
	t.Parallel()
	r := read(t)
	r.do(chromedp.KeyEvent("/"), chromedp.WaitVisible(".suggestion"), chromedp.KeyEvent("cla"))
	r.until(`document.querySelectorAll('.suggestion').length === 1`)
	r.do(chromedp.KeyEvent(kb.Tab))
	r.until(`document.getElementById('line').value === '/classic ' && document.querySelectorAll('.suggestion').length === 4`)
	r.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === '/classic size:' && document.querySelectorAll('.suggestion').length === 9`)
	r.do(chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === '/classic size:9 ' && !document.querySelector('.suggestion[aria-selected="true"]')`)
	r.do(chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === ''`)
	r.called(call{Method: "type", Name: "/classic size:9 "})

	r.client.fail(object.Mistake("size: “x” is not a whole number."))
	r.do(chromedp.KeyEvent("/classic size:x"), chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('problem').textContent === 'size: “x” is not a whole number.'`)
}

func TestCommandMention(t *testing.T) {
	t.Parallel()
	m := botMessage("5")
	m.Content = "</help:1>"
	r := read(t, m)
	r.do(browsertest.Click(`#m-5 button[data-command="help"]`))
	r.until(`document.getElementById('line').value === '/help ' && document.activeElement.id === 'line'`)
}

// TestReconnects cuts the event stream and checks that the page reconnects by itself and shows the new messages.
func TestReconnects(t *testing.T) {
	t.Parallel()
	client := newFake(botMessage("5", textDisplay("before")))
	server, tab := serve(t, testServer(client))
	browsertest.Do(t, tab, chromedp.Navigate(server.URL), chromedp.WaitVisible("#m-5"))
	server.CloseClientConnections()
	client.set(botMessage("6", textDisplay("after")))
	browsertest.Do(t, tab, chromedp.WaitVisible("#m-6"), chromedp.WaitNotPresent("#m-5"))
	browsertest.Value(t, tab, chromedp.Poll[bool](`document.getElementById('offline').hidden`))
}

func TestFormByKeyboard(t *testing.T) {
	t.Parallel()
	r := read(t, botMessage("5", row(button(1, "Report", "report"))))
	input := discordtest.Component{Type: object.TypeTextInput, Style: 1, CustomID: "title", Label: "Title"}
	r.client.reply(discordtest.Answer{Type: 9, Modal: &discordtest.Modal{CustomID: "bug", Title: "Bug", Components: []discordtest.Component{row(input)}}})
	open := func() {
		r.do(chromedp.Focus(`button[value="report"]`), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible("dialog"))
		r.until(`document.activeElement.name === 'field-title'`)
	}
	open()
	r.do(chromedp.KeyEvent(kb.Escape), chromedp.WaitNotPresent("dialog"))
	r.until(`document.activeElement.value === 'report'`)
	open()
	r.client.reply(discordtest.Answer{})
	r.client.forget()
	r.client.fail(discordtest.ErrFailed)
	r.do(chromedp.KeyEvent("Crash"), chromedp.KeyEvent(kb.Enter))
	r.until(`document.querySelector('dialog .failure').textContent === 'This interaction failed'`)
	r.client.fail(nil)
	r.client.forget()
	r.do(chromedp.KeyEvent(kb.Enter), chromedp.WaitNotPresent("dialog"))
	r.called(call{Method: "submit", Name: "bug", Values: map[string]string{"title": "Crash"}})
}

func TestTheWireGrowsOnTop(t *testing.T) {
	t.Parallel()
	client, panel := newFake(), newPanel()
	exchange := func(i int) {
		panel.Wire.Exchange(discordtest.Exchange{Time: noon, Method: "GET", Path: fmt.Sprint("/", i), Status: 200, Answer: []byte(`{"a":1}`)})
	}
	exchange(1)
	s := web.NewServer(newFakeWorld(client).World, panel, quiet, func() time.Time { return noon })
	r := readAt(t, "/?as=alice&panel=wire", client, s)
	r.do(browsertest.Click(`[data-drawer="members"]`), chromedp.WaitVisible(`.entry summary`), settled)
	r.do(chromedp.Focus(`.entry summary`), chromedp.KeyEvent(kb.Enter))
	r.until(`document.querySelector('.entry details').open`)
	exchange(2)
	r.until(`document.querySelector('.entry').dataset.entry === '2'`)
	r.until(`document.querySelector('[data-entry="1"] details').open`)
	for i := range 70 {
		exchange(3 + i)
	}
	r.until(`document.querySelector('.entry').dataset.entry === '72' && document.querySelectorAll('.entry').length === 60`)
	r.do(browsertest.Click(`form:has(input[value="cut"]) button`))
	r.until(`document.getElementById('trouble').textContent === 'The bot is not connected.'`)
}

func TestContainersDoNotShrink(t *testing.T) {
	t.Parallel()
	long := "a line so long that the container cannot be narrow, because it says so much"
	r := read(t, botMessage("5", container(1, textDisplay(long))))
	r.until(`(window.before = document.querySelector('.container').offsetWidth) > 460`)
	r.client.set(botMessage("5", container(1, textDisplay("short"))))
	r.until(`document.querySelector('.container').textContent === 'short' && document.querySelector('.container').offsetWidth === window.before`)
}

func TestLooksAreChosen(t *testing.T) {
	t.Parallel()
	r := read(t)
	const dark, light = "rgb(49, 51, 56)", "rgb(255, 255, 255)"
	for look, colour := range map[string]string{"dark": dark, "light": light} {
		r.do(browsertest.Scripted)
		r.do(chromedp.Evaluate[chromedp.Void](`(select => {
			select.value = '` + look + `';
			select.dispatchEvent(new Event('change', { bubbles: true }));
		})(document.querySelector('select[name="theme"]'))`))
		r.do(chromedp.WaitVisible(`html[data-theme="` + look + `"] #line`))
		r.until(`getComputedStyle(document.body).backgroundColor === '` + colour + `'`)
	}
}

// settled waits until all animations have ended.
var settled = browsertest.Until(`document.getAnimations().every(a => a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)`)
