package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

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

func TestReactionsByMouseAndKeyboard(t *testing.T) {
	t.Parallel()
	m := botMessage("5", textDisplay("x"))
	m.Reactions = []discordtest.Reaction{{Emoji: discordtest.ReactionEmoji{Name: "❌"}, Count: 2, Me: true}, {Emoji: discordtest.ReactionEmoji{Name: "⭕"}, Count: 1}}
	private := botMessage("6", textDisplay("y"))
	private.Flags |= discordtest.FlagEphemeral
	r := read(t, m, private)
	r.do(browsertest.Click(`.reaction[value="⭕"]`))
	r.called(call{Method: "react", Name: "5", Words: []string{"⭕"}})
	r.client.forget()
	r.do(browsertest.Click(`.reaction[value="❌"]`))
	r.called(call{Method: "unreact", Name: "5", Words: []string{"❌"}})
	r.client.forget()
	r.do(browsertest.Click(`#m-5 [data-message-menu]`), chromedp.WaitVisible("#react"), browsertest.Click(`#react button[value="🎉"]`))
	r.called(call{Method: "react", Name: "5", Words: []string{"🎉"}})
	r.client.forget()
	r.until(`document.getElementById('message-menu').hidden`)
	r.do(browsertest.Click(`#m-5 [data-message-menu]`), chromedp.WaitVisible("#react-emoji"), settled, chromedp.Focus("#react-emoji"))
	r.do(chromedp.KeyEvent(":eyes:"), chromedp.KeyEvent(kb.Enter))
	r.called(call{Method: "react", Name: "5", Words: []string{"👀"}})
	r.until(`document.getElementById('message-menu').hidden`)

	r.client.fail(discordtest.ErrBadValue)
	r.do(browsertest.Click(`#m-5 [data-message-menu]`), chromedp.WaitVisible("#react-emoji"), settled, chromedp.Focus("#react-emoji"))
	r.do(chromedp.KeyEvent("hm"), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('problem').textContent === "That isn't an emoji. Type one, or its name, such as :tada:."`)
	r.do(browsertest.Click(`#m-6 [data-message-menu]`), chromedp.WaitVisible("#message-menu [role=menuitem]"))
	r.until(`document.getElementById('react').hidden`)
}

func TestVotingByMouse(t *testing.T) {
	t.Parallel()
	r := read(t, aPoll(false, false))
	r.do(browsertest.Click(`.poll button`))
	r.until(`document.querySelector('#m-5 .failure').textContent === 'Choose an answer first.'`)
	r.do(browsertest.Click(`.poll-answer input[value="2"]`), browsertest.Click(`.poll button`))
	r.called(call{Method: "vote", Name: "5", Words: []string{"2"}})
	r.client.forget()
	r.client.set(aPoll(true, false))
	r.do(chromedp.WaitVisible(".poll progress"), browsertest.Click(`.poll button`))
	r.called(call{Method: "vote", Name: "5", Words: []string{}})
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

func TestNewInputsByMouse(t *testing.T) {
	t.Parallel()
	r := read(t, botMessage("5", row(button(1, "Open", "open"))))
	r.client.reply(discordtest.Answer{Type: 9, Modal: newInputs()})
	r.do(browsertest.Click(`button[value="open"]`), chromedp.WaitVisible("dialog"))
	r.client.reply(discordtest.Answer{})
	r.client.forget()
	r.do(browsertest.Click(`input[name="field-board"][value="s"]`), browsertest.Click(`input[name="field-extras"][value="s"]`))
	r.do(chromedp.SetUploadFiles(`input[name="field-record"]`, []string{aFile(t, "game.txt", "b2")}))
	r.do(browsertest.Click(`dialog .button.primary`))
	r.until(`document.querySelector('dialog .failure').textContent === 'Choose 1.'`)
	r.do(browsertest.Click(`input[name="field-extras"][value="l"]`), browsertest.Click(`input[name="field-rated"]`))
	r.do(browsertest.Click(`dialog .button.primary`), chromedp.WaitNotPresent("dialog"))
	r.called(call{Method: "submit", Name: "new", Values: map[string]any{"values": map[string]any{
		"board": []string{"s"}, "extras": []string{"s"}, "rated": false, "record": []discordtest.File{{Name: "game.txt", Size: 2, Content: []byte("b2")}},
	}}})
}
