package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/browsertest"
)

// TestMenusAtTheEdge opens a long menu at the end of the page. The menu must fit into the page, and
// a choice in it must reach the bot.
func TestMenusAtTheEdge(t *testing.T) {
	t.Parallel()
	options := make([]discordtest.SelectOption, 20)
	for i := range options {
		options[i] = discordtest.SelectOption{Label: fmt.Sprint("Row ", i), Value: fmt.Sprint("row-", i)}
	}
	options[2].Emoji = &discordtest.Emoji{Name: "❌"}
	r := read(t, botMessage("5", textDisplay("x"), row(discordtest.Component{Type: discordtest.TypeStringSelect, CustomID: "rows", Options: options})))
	r.do(chromedp.EmulateViewport(360, 480))
	r.do(browsertest.Click(`.menu-face`))
	r.until(`(() => {
		const list = document.querySelector('.menu-list').getBoundingClientRect(), place = document.getElementById('scroller').getBoundingClientRect();
		return list.height > 100 && list.bottom <= place.bottom + 1 && list.top >= place.top - 1;
	})()`)
	r.do(browsertest.Click(`button[value="row-2"]`))
	r.called(call{Method: "choose", Name: "5", Words: []string{"rows", "row-2"}})
	r.until(`!document.querySelector('.menu-box').open && document.querySelector('.menu-face').textContent.includes('Row 2') && document.activeElement.matches('.menu-face')`)

	r.client.fail(discordtest.ErrFailed)
	r.do(browsertest.Click(`.menu-face`), browsertest.Click(`button[value="row-1"]`))
	r.until(`document.querySelector('#m-5 .failure').textContent === 'This interaction failed' && !document.querySelector('.menu-box').open`)
}

// TestColoursComeFromTheScript checks that the page's security policy allows accent colours that
// the script sets, but no style or handler within a message's HTML.
func TestColoursComeFromTheScript(t *testing.T) {
	t.Parallel()
	r := read(t, botMessage("5", container(0x3BA55D, textDisplay("x"))))
	const colour = `getComputedStyle(document.querySelector('.container'), '::before').backgroundColor`
	r.until(colour + ` === 'rgb(59, 165, 93)'`)
	r.client.set(botMessage("5", container(0xFF0000, textDisplay("y"))))
	r.until(colour + ` === 'rgb(255, 0, 0)'`)
	r.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.text').innerHTML = '<b style="color: red" onclick="window.bad = true">z</b>'`))
	r.do(browsertest.Click(".text b"))
	r.until(`getComputedStyle(document.querySelector('.text b')).color !== 'rgb(255, 0, 0)' && window.bad === undefined`)
}
