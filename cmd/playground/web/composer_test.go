package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"noughts/bot/discordtest"
)

func TestMessageByKeyboard(t *testing.T) {
	t.Parallel()
	r := read(t)
	r.do(chromedp.Focus("#line"), chromedp.KeyEvent("hi"))
	r.do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierShift)), chromedp.KeyEvent("bye"), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === ''`)
	r.called(call{Method: "say", Name: "hi\nbye"})

	r.client.fail(discordtest.ErrNotAllowed)
	r.do(chromedp.KeyEvent("psst"), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('problem').textContent === 'You do not have permission to send that in this channel.'`)
	r.until(`document.getElementById('line').value === 'psst'`) // the refused message stays in the line
}

// TestRequiredOptionIsFilledIn checks that Enter adds the name of a required option, even if no suggestion is shown.
func TestRequiredOptionIsFilledIn(t *testing.T) {
	t.Parallel()
	r := read(t)
	r.do(chromedp.Focus("#line"), chromedp.KeyEvent("/mov"), chromedp.WaitVisible(".suggestion"), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === '/move square:'`)
	r.do(chromedp.Evaluate[chromedp.Void](`document.getElementById('line').value = '/move'`), chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === '/move square:'`)
	r.until(`document.getElementById('problem').textContent === 'The option “square” is required. Specify a value.'`)
	r.do(chromedp.KeyEvent("b2"), chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === ''`)
	calls := r.client.noted()
	if last := calls[len(calls)-1]; last.Method != "type" || last.Name != "/move square:b2" {
		t.Errorf("calls %v", calls)
	}
}
