package web_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/browsertest"
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
	r.client.forget()
	r.do(chromedp.KeyEvent("b2"), chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === ''`)
	calls := r.client.noted()
	if last := calls[len(calls)-1]; last.Method != "use" || last.Values["square"] != "b2" {
		t.Errorf("calls %v", calls)
	}
}

// aFile writes a file and returns its path.
func aFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFilesOfMessages(t *testing.T) {
	t.Parallel()
	r := read(t)
	r.do(chromedp.SetUploadFiles("#files", []string{aFile(t, "a.txt", "one"), aFile(t, "b.txt", "two"), aFile(t, "c.txt", "three")}))
	r.until(`document.querySelectorAll('.chosen-file').length === 3`)
	r.do(chromedp.SetUploadFiles("#files", []string{aFile(t, "a.txt", "other")})) // replaces the file with the same name
	r.do(browsertest.Click(`[aria-label="Remove b.txt"]`))
	r.until(`[...document.querySelectorAll('.chosen-file span')].map(s => s.textContent).join() === 'c.txt,a.txt'`)
	r.do(browsertest.Click(`#composer [aria-label="Send"]`))
	r.until(`document.querySelector('#chosen-files').hidden && document.getElementById('files').files.length === 0`)
	r.called(call{Method: "say", Words: []string{"c.txt", "three", "a.txt", "other"}})
	r.client.set(withFiles())
	r.until(`document.querySelector('#m-5 img.picture')?.naturalWidth > 0`)
	r.until(`document.querySelector('#m-5 .file a')?.textContent === 'a.html'`)
}

// TestFilesArePastedAndDropped checks that files from the browser's paste and drop events are attached to the next
// message.
func TestFilesArePastedAndDropped(t *testing.T) {
	t.Parallel()
	r := read(t)
	r.do(chromedp.Evaluate[chromedp.Void](`{
		const holding = name => { const t = new DataTransfer(); t.items.add(new File(['x'], name)); return t; };
		const bubbles = true, cancelable = true;
		document.getElementById('line').dispatchEvent(new ClipboardEvent('paste', { clipboardData: holding('pasted.png'), bubbles, cancelable }));
		document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: holding('dropped.txt'), bubbles, cancelable }));
	}`))
	r.until(`[...document.querySelectorAll('.chosen-file span')].map(s => s.textContent).join() === 'pasted.png,dropped.txt'`)
	r.do(chromedp.KeyEvent("look"), chromedp.KeyEvent(kb.Enter))
	r.until(`document.querySelector('#chosen-files').hidden`)
	r.called(call{Method: "say", Name: "look", Words: []string{"pasted.png", "x", "dropped.txt", "x"}})
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

func TestFilesOfOptions(t *testing.T) {
	t.Parallel()
	client := newFake()
	client.commands = []discordtest.Command{{Type: 1, Name: "read", Options: []discordtest.CommandOption{
		{Type: discordtest.OptionAttachment, Name: "file", Required: true}, {Type: discordtest.OptionBoolean, Name: "aloud"},
	}}}
	r := readAt(t, "/?as=alice", client, testServer(client))
	r.do(chromedp.Evaluate[chromedp.Void](`document.getElementById('files').addEventListener('click', e => { e.preventDefault(); window.asked = true; })`))
	r.do(chromedp.Focus("#line"), chromedp.KeyEvent("/re"), chromedp.WaitVisible(".suggestion"), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === '/read file:' && document.querySelector('.suggestion')?.textContent === 'Choose a file…'`)
	r.do(chromedp.KeyEvent(kb.Enter))
	r.until(`window.asked`) // the test cannot use the browser's own file dialogue
	r.do(chromedp.SetUploadFiles("#files", []string{aFile(t, "my game.txt", "b2")}))
	r.until(`document.getElementById('line').value === '/read file:my game.txt '`)
	r.do(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Enter))
	r.until(`document.getElementById('line').value === ''`)
	r.called(call{Method: "use", Name: "read", Values: map[string]any{"file": discordtest.File{Name: "my game.txt", Size: 2, Content: []byte("b2")}}})
}
