package web_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"noughts/bot/discordtest"
)

func TestMessageByKeyboard(t *testing.T) {
	t.Parallel()
	r := read(t)
	r.do(chromedp.Focus("#line"), chromedp.KeyEvent("hi @no"))
	r.until(`document.querySelector('.suggestion')?.textContent.includes('Noughts')`) // the suggestions for "@" alone come first
	r.do(chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === 'hi @Noughts '`)
	r.do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierShift)), chromedp.KeyEvent("bye"), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === ''`)
	r.called(call{Method: "say", Name: "hi <@9> \nbye"})

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

func TestFilesOfMessages(t *testing.T) {
	t.Parallel()
	r := read(t)
	r.client.set(withFiles())
	r.until(`document.querySelector('#m-5 img.picture')?.naturalWidth > 0`)
	r.until(`document.querySelector('#m-5 .file a')?.textContent === 'a.html'`)
}

// fileOf returns a file of a message, as the API sends it.
func fileOf(id, name, kind string) json.RawMessage {
	return []byte(fmt.Sprintf(`{"id":%q,"filename":%q,"size":2048,"content_type":%q,"url":"http://127.0.0.1:8081/attachments/1/%[1]s/%[2]s?ex=1\u0026is=1\u0026hm=0"}`, id, name, kind))
}

// withFiles returns a message with a picture and an HTML file.
func withFiles() discordtest.Message {
	m := botMessage("5")
	m.Flags = 0
	m.Attachments = append(m.Attachments, fileOf("2", "a.png", "image/png"), fileOf("3", "a.html", "text/html"))
	return m
}
