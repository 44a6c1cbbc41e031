package web_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

func TestFormByKeyboard(t *testing.T) {
	t.Parallel()
	r := read(t, botMessage("5", row(button(1, "Report", "report"))))
	input := discordtest.Component{Type: discordtest.TypeTextInput, Style: 1, CustomID: "title", Label: "Title"}
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
	r.called(call{Method: "submit", Name: "bug", Values: map[string]any{"values": map[string][]string{"title": {"Crash"}}}})
}

func TestTheWireGrowsOnTop(t *testing.T) {
	t.Parallel()
	client, panel := newFake(), newPanel()
	exchange := func(i int) {
		panel.Wire.Exchange(discordtest.Exchange{Time: noon, Method: "GET", Path: fmt.Sprint("/", i), Status: 200, Answer: []byte(`{"a":1}`)})
	}
	exchange(1)
	s := web.NewServer(newFakeWorld(client), panel, quiet, func() time.Time { return noon })
	r := readAt(t, "/?as=alice&panel=wire", client, s)
	r.do(chromedp.Click(`[data-drawer="members"]`), chromedp.WaitVisible(`.entry summary`), settled)
	r.do(chromedp.Focus(`.entry summary`), chromedp.KeyEvent(kb.Enter))
	r.until(`document.querySelector('.entry details').open`)
	exchange(2)
	r.until(`document.querySelector('.entry').dataset.entry === '2'`)
	r.until(`document.querySelector('[data-entry="1"] details').open`)
	for i := range 70 {
		exchange(3 + i)
	}
	r.until(`document.querySelector('.entry').dataset.entry === '72' && document.querySelectorAll('.entry').length === 60`)
	r.do(chromedp.Click(`form:has(input[value="cut"]) button`))
	r.until(`document.getElementById('trouble').textContent === 'the application is not connected'`)
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
		r.until(`document.querySelector('#settings button').hidden`) // the script runs
		r.do(chromedp.Evaluate[chromedp.Void](`(select => {
			select.value = '` + look + `';
			select.dispatchEvent(new Event('change', { bubbles: true }));
		})(document.querySelector('select[name="theme"]'))`))
		r.do(chromedp.WaitVisible(`html[data-theme="` + look + `"] #line`))
		r.until(`getComputedStyle(document.body).backgroundColor === '` + colour + `'`)
	}
}
