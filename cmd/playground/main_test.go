package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"noughts/bot"
)

// start runs the playground with the real bot and returns the page's address. The playground ends
// with the test, and the test fails if the playground does not end cleanly.
func start(t *testing.T) string {
	t.Helper()
	return readLine(t, run(t))
}

// run runs the playground on a free port and returns its standard output.
func run(t *testing.T, args ...string) *bufio.Reader {
	t.Helper()
	return runProgram(t, program{bot: withoutTiles}, args...)
}

// withoutTiles runs the bot without installing tiles. If many tests start at once, drawing all
// tiles takes so long that the first answers would be late for Discord.
func withoutTiles(ctx context.Context, cfg bot.Config, deps bot.Deps) error {
	cfg.Tiles = false
	return runBot(ctx, cfg, deps)
}

func runProgram(t *testing.T, p program, args ...string) *bufio.Reader {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, in := io.Pipe()
	var complaints bytes.Buffer
	code := make(chan int, 1)
	go func() {
		defer in.Close()
		p.stdout, p.stderr = in, &complaints
		code <- p.run(ctx, append([]string{"-addr", "127.0.0.1:0"}, args...))
	}()
	t.Cleanup(func() {
		cancel()
		if got := <-code; got != 0 || complaints.Len() > 0 {
			t.Errorf("exit code %d, standard error %q", got, &complaints)
		}
	})
	return bufio.NewReader(out)
}

func readLine(t *testing.T, r *bufio.Reader) string {
	t.Helper()
	line, err := r.ReadString('\n')
	if err != nil {
		t.Fatalf("standard output ends with %q: %v", line, err)
	}
	return strings.TrimSuffix(line, "\n")
}

// eventually fetches a page until it matches, and returns the match. It fails the test after 20 seconds.
func eventually(t *testing.T, page string, wanted *regexp.Regexp) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var text string
	for tick := time.NewTicker(20 * time.Millisecond); ; {
		text = fetch(ctx, t, page)
		if m := wanted.FindStringSubmatch(text); m != nil {
			tick.Stop()
			return m
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("%s never matched %v:\n%s", page, wanted, text)
		}
	}
}

func fetch(ctx context.Context, t *testing.T, page string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// send posts a form as the page does, and expects the status 204.
func send(t *testing.T, address string, form url.Values) {
	t.Helper()
	if status, body := post(t, address, form); status != http.StatusNoContent {
		t.Fatalf("%s with %v: %d: %s", address, form, status, body)
	}
}

func post(t *testing.T, address string, form url.Values) (status int, body string) {
	t.Helper()
	response, err := http.PostForm(address, form) // needs no timeout: the server has timeouts
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(content)
}

// TestPlayToTheEnd plays a game of classic against the computer to its end, through the page's forms.
func TestPlayToTheEnd(t *testing.T) {
	t.Parallel()
	s := visitor{t, start(t), "?as=carol&channel=quiet-corner"}
	s.isOffered(offered)
	s.uses("/classic first:me")
	s.sees(answered)
	for ply := 0; ; ply++ {
		key := s.sees(freeSquare + `|aria-label="Rematch"`)
		if key[2] == "" {
			t.Logf("over after %d moves of Carol's", ply)
			return
		}
		if ply > 5 {
			t.Fatal("more moves than squares")
		}
		s.does("press", url.Values{"message": {key[1]}, "custom_id": {key[2]}})
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = busy.Close() })
	wrong := errors.New("out of breath")
	tests := map[string]struct {
		args           []string
		bot            error
		code           int
		stdout, stderr string // expected beginning of the output
	}{
		"help":            {args: []string{"-help"}, code: 0, stdout: "Usage: playground"},
		"unknown flag":    {args: []string{"-x"}, code: 2, stderr: "playground: flag provided but not defined: -x; -help shows the flags.\n"},
		"argument":        {args: []string{"now"}, code: 2, stderr: `playground: unknown argument "now"`},
		"no port":         {args: []string{"-addr", "localhost"}, code: 2, stderr: `playground: -addr is "localhost", want host:port, such as 127.0.0.1:8080`},
		"no number":       {args: []string{"-addr", "localhost:http"}, code: 2, stderr: `playground: -addr is "localhost:http", want`},
		"unknown bot":     {args: []string{"-bot", "crosses"}, code: 2, stderr: `playground: invalid value "crosses" for flag -bot: must be noughts or none; -help`},
		"no language":     {args: []string{"-language", "tlh"}, code: 2, stderr: `playground: -language is "tlh", want one of en-US, `},
		"no permission":   {args: []string{"-permissions", "EVERYTHING"}, code: 2, stderr: `playground: invalid value "EVERYTHING" for flag -permissions: "EVERYTHING" is no permission of Discord's; -help`},
		"member's name":   {args: []string{"-members", "Dave,a\u200bb"}, code: 2, stderr: `playground: invalid value "Dave,a\u200bb" for flag -members: "a\u200bb" is not a name of 1 to 32 visible characters`},
		"same name":       {args: []string{"-members", "bob"}, code: 2, stderr: `playground: invalid value "bob" for flag -members: somebody is called "bob" already; -help`},
		"many members":    {args: []string{"-members", strings.Repeat("x,", 20)}, code: 2, stderr: `playground: invalid value "` + strings.Repeat("x,", 20) + `" for flag -members: 21 names, but at most 20 can be added`},
		"unknown level":   {args: []string{"-log", "loud"}, code: 2, stderr: `playground: invalid value "loud" for flag -log`},
		"busy":            {args: []string{"-addr", busy.Addr().String()}, code: 1, stderr: "playground: cannot serve the page: "},
		"the bot fails":   {args: []string{"-addr", "127.0.0.1:0"}, bot: wrong, code: 1, stdout: "http://127.0.0.1:", stderr: "playground: the bot stopped: out of breath\n"},
		"the bot is done": {args: []string{"-addr", "127.0.0.1:0"}, code: 1, stdout: "http://127.0.0.1:", stderr: "playground: the bot stopped"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			p := program{&stdout, &stderr, func(context.Context, bot.Config, bot.Deps) error { return tt.bot }}
			if code := p.run(t.Context(), tt.args); code != tt.code {
				t.Errorf("exit code %d, want %d", code, tt.code)
			}
			if !strings.HasPrefix(stdout.String(), tt.stdout) || tt.stdout == "" && stdout.Len() > 0 {
				t.Errorf("standard output %q, want %q", &stdout, tt.stdout)
			}
			if !strings.HasPrefix(stderr.String(), tt.stderr) || tt.stderr == "" && stderr.Len() > 0 {
				t.Errorf("standard error %q, want %q", &stderr, tt.stderr)
			}
			if strings.Count(stderr.String(), "\n") > 1 {
				t.Errorf("more than one sentence: %q", &stderr)
			}
		})
	}
}

func TestNextFreePort(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = busy.Close() })
	next, err := listen(t.Context(), options{addr: busy.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = next.Close() })
	if a, b := busy.Addr().(*net.TCPAddr), next.Addr().(*net.TCPAddr); b.Port <= a.Port || !b.IP.IsLoopback() {
		t.Errorf("%v after %v", b, a)
	}
}

func TestPageURL(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080",
		"[::1]:80":       "http://[::1]:80",
		"[::]:8080":      "http://127.0.0.1:8080",
		"0.0.0.0:8080":   "http://127.0.0.1:8080",
		"10.0.0.1:8080":  "http://10.0.0.1:8080",
	}
	for addr, want := range tests {
		tcp, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := pageURL(tcp); got != want {
			t.Errorf("pageURL(%s) = %s, want %s", addr, got, want)
		}
	}
}
