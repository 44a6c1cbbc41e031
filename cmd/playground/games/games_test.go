package games

import (
	"bytes"
	"html"
	"image/gif"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// file is a game in the format of /replay.
const file = `noughts game 1
variant classic 3
x Alice <b>
o hard (computer)
date 2026-11-23
begins x
result x line

1 a1 0.50 best
2 b1 loss 5 blunder
3 a2 win 3 best
4 b2 loss 2 best
5 a3 win 1 best
`

// ask sends a request to the page and checks the status of the answer.
func ask(t *testing.T, r *http.Request, status int) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, r)
	if w.Code != status {
		t.Fatalf("%s %.60s: %d, want %d\n%s", r.Method, r.URL, w.Code, status, w.Body)
	}
	return w
}

func get(t *testing.T, address string, status int) *httptest.ResponseRecorder {
	t.Helper()
	return ask(t, httptest.NewRequest(http.MethodGet, address, http.NoBody), status)
}

// sent returns a request that submits the form with a text and a file.
func sent(t *testing.T, text, inFile string) *http.Request {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "game.txt")
	if err == nil {
		_, err = part.Write([]byte(inFile))
	}
	if err == nil {
		err = form.WriteField("game", text)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, Path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return r
}

var addresses = regexp.MustCompile(`(?:href|src)="(/game[^"]*)"`)

// TestAGameFromAFile submits a file, steps through the game's page, and checks every link on the way.
func TestAGameFromAFile(t *testing.T) {
	t.Parallel()
	to := ask(t, sent(t, "", file), http.StatusSeeOther).Header().Get("Location")
	for _, want := range [][]string{
		{"classic 3: Alice &lt;b&gt; against the computer hard", "X has won", "2026-11-23", "Before the first move", "loss 5, blunder"},
		{"Move 1 of 5: X played a1"}, {"Move 2 of 5: O played b1"}, {"Move 3 of 5: X played a2"}, {"Move 4 of 5: O played b2"}, {"Move 5 of 5: X played a3"},
	} {
		page := get(t, to, http.StatusOK).Body.String()
		for _, w := range want {
			if !strings.Contains(page, w) {
				t.Errorf("the page does not say %q:\n%s", w, page)
			}
		}
		for _, found := range addresses.FindAllStringSubmatch(page, -1) {
			address := html.UnescapeString(found[1])
			body := get(t, address, http.StatusOK)
			var err error
			switch {
			case strings.HasPrefix(address, "/game/board.png"):
				_, err = png.Decode(body.Body)
			case strings.HasPrefix(address, "/game/game.gif"):
				var all *gif.GIF
				if all, err = gif.DecodeAll(body.Body); err == nil && len(all.Image) != 6 {
					t.Errorf("the animation has %d frames", len(all.Image))
				}
			case strings.HasPrefix(address, "/game/game.txt"):
				if body.Body.String() != file {
					t.Errorf("the text file is\n%s", body.Body)
				}
			}
			if err != nil {
				t.Errorf("%s: %v", address, err)
			}
		}
		next := regexp.MustCompile(`id="next" href="([^"]*)"`).FindStringSubmatch(page)
		if next == nil {
			if !strings.Contains(page, "Move 5 of 5") {
				t.Fatal("nothing leads to the next move")
			}
			break
		}
		to = html.UnescapeString(next[1])
	}
}

// TestAGameThatIsPasted checks that a list of moves in the form's text field leads to the page of that game, and that
// the page without a game shows only the form.
func TestAGameThatIsPasted(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPost, Path, strings.NewReader(url.Values{"game": {"ultimate: e5 d4 a1"}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	page := get(t, ask(t, r, http.StatusSeeOther).Header().Get("Location"), http.StatusOK).Body.String()
	if !strings.Contains(page, "ultimate: X against O") {
		t.Errorf("the page is\n%s", page)
	}
	if page := get(t, Path, http.StatusOK).Body.String(); !strings.Contains(page, "Play back a game file") || strings.Contains(page, "<img") {
		t.Errorf("the page without a game is\n%s", page)
	}
}

// TestWhatIsNoGame checks that an unreadable text is refused with a reason, and that the form keeps the text.
func TestWhatIsNoGame(t *testing.T) {
	t.Parallel()
	page := ask(t, sent(t, "", strings.Replace(file, "3 a2", "3 a1", 1)), http.StatusBadRequest).Body.String()
	for _, want := range []string{"line 11: ", `role="alert"`, "5 a3 win 1"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
	ask(t, sent(t, "nonsense", ""), http.StatusBadRequest)
	for _, ply := range []string{"6", "-1", "x"} {
		address := Path + "?" + url.Values{"game": {file}, "ply": {ply}}.Encode()
		get(t, address, http.StatusBadRequest)
		get(t, strings.Replace(address, Path, Path+"/board.png", 1), http.StatusBadRequest)
	}
	get(t, Path+"/game.gif", http.StatusBadRequest)
	get(t, Path+"/nothing", http.StatusNotFound)
	limited := sent(t, strings.Repeat("x", 1<<20), "")
	limited.Body = http.MaxBytesReader(nil, limited.Body, 1<<10)
	ask(t, limited, http.StatusRequestEntityTooLarge)
}
