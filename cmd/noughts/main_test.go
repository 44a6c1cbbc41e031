package main_test

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/openapi"
)

// binary is the path of the program under test. It is built with the same settings as the tests, so that Go can reuse
// compiled packages from its build cache.
var binary string

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "noughts")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary = filepath.Join(dir, "noughts")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, ".")
	if output, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s%v\n", output, err)
		return 1
	}
	return m.Run()
}

// A process is a program that a test has started. The field output collects what the program writes.
type process struct {
	*exec.Cmd
	t      *testing.T
	output *output
}

// An output collects the text that a process writes.
type output struct {
	mu     sync.Mutex
	buffer bytes.Buffer
	wrote  chan struct{} // receives a value when there may be new output
}

func newOutput() *output { return &output{wrote: make(chan struct{}, 1)} }

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	select {
	case o.wrote <- struct{}{}:
	default:
	}
	return o.buffer.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buffer.String()
}

// awaits waits until the process's output contains a text.
func (p *process) awaits(text string) {
	p.t.Helper()
	late := time.After(30 * time.Second)
	for !strings.Contains(p.output.String(), text) {
		select {
		case <-p.output.wrote:
		case <-late:
			p.t.Fatalf("the process did not write %q:\n%s", text, p.output)
		}
	}
}

func start(t *testing.T, env []string, args ...string) *process {
	t.Helper()
	p := &process{exec.Command(binary, args...), t, newOutput()}
	p.Dir, p.Env = t.TempDir(), append(env, "HOME="+t.TempDir())
	p.Stdout, p.Stderr = p.output, p.output
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// ends waits for the process to end and returns its exit status and output. It fails the test if the process runs
// longer than `within`.
func (p *process) ends(within time.Duration) (status int, output string) {
	p.t.Helper()
	late := time.AfterFunc(within, func() { _ = p.Process.Signal(syscall.SIGQUIT) })
	err := p.Wait()
	if !late.Stop() {
		p.t.Fatalf("the process ran on for more than %v:\n%s", within, p.output)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.t.Fatal(err)
	}
	return p.ProcessState.ExitCode(), p.output.String()
}

func newDiscord(t *testing.T) (*discordtest.Server, *discordtest.Application) {
	t.Helper()
	d := discordtest.NewServer(openapi.Observer(t))
	if err := d.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d, d.NewApplication("Noughts")
}

func TestWrongSettingsEndWithStatus2(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = busy.Close() })
	for name, c := range map[string]struct {
		env    []string
		args   []string
		status int
		want   string
	}{
		"no token":     {nil, nil, 2, "DISCORD_TOKEN is missing"},
		"no level":     {[]string{"DISCORD_TOKEN=abc", "LOG_LEVEL=loud"}, nil, 2, "LOG_LEVEL"},
		"a database":   {[]string{"DISCORD_TOKEN=abc", "DATABASE_URL=mysql://u:abc@db/noughts"}, nil, 2, "DATABASE_URL must be"},
		"half of HTTP": {[]string{"DISCORD_TOKEN=abc", "HTTP_ADDR=:8080"}, nil, 2, "HTTP_ADDR is set without DISCORD_PUBLIC_KEY"},
		"a wrong word": {nil, []string{"serve"}, 2, "unknown command"},
		"a wrong flag": {nil, []string{"-nonsense"}, 2, "flag provided but not defined"},
		"help":         {nil, []string{"-h"}, 0, "DISCORD_TOKEN"},
		"the version":  {nil, []string{"-version"}, 0, "noughts "},
		"a busy port": {[]string{"DISCORD_TOKEN=abc", "OPS_ADDR=" + busy.Addr().String()},
			nil, 1, "is in use by another program"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, output := start(t, c.env, c.args...).ends(10 * time.Second)
			if status != c.status || !strings.Contains(output, c.want) {
				t.Errorf("status %d, output %q; want status %d and %q", status, output, c.status, c.want)
			}
			if strings.Contains(output, "abc") {
				t.Error("the token was printed")
			}
		})
	}
}

func TestARejectedTokenEndsWithStatus2(t *testing.T) {
	t.Parallel()
	d, _ := newDiscord(t)
	env := []string{"DISCORD_TOKEN=not.the.token", "DISCORD_API_URL=" + d.URL(), "OPS_ADDR=off"}
	status, output := start(t, env).ends(10 * time.Second)
	if status != 2 || !strings.Contains(output, "Discord rejected the bot's token") || strings.Contains(output, "not.the.token") {
		t.Errorf("status %d, output:\n%s", status, output)
	}
}

func TestTheVersionIsLogged(t *testing.T) {
	t.Parallel()
	_, printed := start(t, nil, "version").ends(10 * time.Second)
	version := strings.TrimSpace(strings.TrimPrefix(printed, "noughts "))
	_, output := start(t, []string{"DISCORD_TOKEN=abc", "DATABASE_URL=sqlite:no/such/folder.db"}).ends(10 * time.Second)
	if version == "" || !strings.Contains(output, "msg=starting version="+version+"\n") {
		t.Errorf("version %q; the log:\n%s", version, output)
	}
}

func TestSIGTERMStopsCleanlyWithin10Seconds(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			d, app := newDiscord(t)
			p := start(t, []string{"DISCORD_TOKEN=" + app.Token, "DISCORD_API_URL=" + d.URL(), "OPS_ADDR=off"})
			p.awaits("msg=ready")
			if err := p.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			status, output := p.ends(10 * time.Second)
			if status != 0 || !strings.Contains(output, "stopped") || strings.Contains(output, app.Token) {
				t.Errorf("status %d, output:\n%s", status, output)
			}
		})
	}
}

func TestASecondSIGTERMEndsAtOnce(t *testing.T) {
	t.Parallel()
	d, app := newDiscord(t)
	p := start(t, []string{"DISCORD_TOKEN=" + app.Token, "DISCORD_API_URL=" + d.URL(), "OPS_ADDR=off"})
	p.awaits("msg=ready")
	// A clean stop must take seconds in this test. So the emulated Discord confirms the bot's answer to a command only
	// after five seconds.
	guild, alice := d.NewGuild("House"), d.NewUser("alice")
	guild.Add(alice)
	guild.Install(app)
	late := discordtest.Fault{Kind: discordtest.FaultLateAnswer, Route: discordtest.RouteCallback, Wait: 5 * time.Second}
	if _, err := app.Inject(late); err != nil {
		t.Fatal(err)
	}
	discordtest.Play(t, alice.In(guild.NewChannel("games"))).Uses("/classic")
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	killed := make(chan struct{})
	go func() {
		defer close(killed)
		for p.Process.Signal(syscall.SIGTERM) == nil {
			time.Sleep(5 * time.Millisecond)
		}
	}()
	status, output := p.ends(10 * time.Second)
	<-killed
	if status != -1 || strings.Contains(output, "msg=stopped") {
		t.Errorf("status %d, want an end by the signal before the clean stop is over; output:\n%s", status, output)
	}
}

func TestTheEnvironmentWinsOverTheFile(t *testing.T) {
	t.Parallel()
	d, app := newDiscord(t)
	p := &process{exec.Command(binary), t, newOutput()}
	p.Dir, p.Env = t.TempDir(), []string{"DISCORD_TOKEN=" + app.Token}
	p.Stdout, p.Stderr = p.output, p.output
	file := "DISCORD_TOKEN=wrong\nDISCORD_API_URL=" + d.URL() + "\nOPS_ADDR=off\n"
	if err := os.WriteFile(filepath.Join(p.Dir, ".env"), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() })
	p.awaits("msg=ready")
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status, output := p.ends(10 * time.Second); status != 0 {
		t.Errorf("status %d, output:\n%s", status, output)
	}
}

func TestInteractionsOverHTTP(t *testing.T) {
	t.Parallel()
	d, app := newDiscord(t)
	guild, alice := d.NewGuild("House"), d.NewUser("alice")
	channel := guild.NewChannel("games")
	guild.Add(alice)
	guild.Install(app)
	p := start(t, []string{
		"DISCORD_TOKEN=" + app.Token, "DISCORD_API_URL=" + d.URL(), "OPS_ADDR=off",
		"DISCORD_PUBLIC_KEY=" + app.PublicKey, "HTTP_ADDR=127.0.0.1:0",
	})
	p.awaits("msg=ready")
	address := regexp.MustCompile(`addr=(\S+)`).FindStringSubmatch(p.output.String())
	if address == nil {
		t.Fatalf("no address in\n%s", p.output)
	}
	if err := app.SetInteractionsURL("http://" + address[1] + "/interactions"); err != nil {
		t.Fatal(err)
	}
	discordtest.Play(t, alice.In(channel)).Uses("/classic")
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status, output := p.ends(10 * time.Second); status != 0 || app.Identifies() != 0 {
		t.Errorf("status %d, %d identifies, output:\n%s", status, app.Identifies(), output)
	}
}
