package main_test

import (
	"bytes"
	"errors"
	"fmt"
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
	c := exec.Command(binary, args...)
	c.Dir, c.Env = t.TempDir(), append(env, "HOME="+t.TempDir())
	return launch(t, c)
}

// launch starts a program, which is killed at the end of the test.
func launch(t *testing.T, c *exec.Cmd) *process {
	t.Helper()
	p := &process{c, t, newOutput()}
	p.Stdout, p.Stderr = p.output, p.output
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// stops ends a bot with a signal, and checks for a clean exit.
func (p *process) stops(signal os.Signal) (output string) {
	p.t.Helper()
	if err := p.Process.Signal(signal); err != nil {
		p.t.Fatal(err)
	}
	status, output := p.ends(15 * time.Second)
	if status != 0 {
		p.t.Errorf("status %d, output:\n%s", status, output)
	}
	return output
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
			asked := time.Now()
			if output := p.stops(signal); !strings.Contains(output, "stopped") || strings.Contains(output, app.Token) || time.Since(asked) > 10*time.Second {
				t.Errorf("after %v:\n%s", time.Since(asked), output)
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
	c := exec.Command(binary)
	c.Dir, c.Env = t.TempDir(), []string{"DISCORD_TOKEN=" + app.Token}
	file := "DISCORD_TOKEN=wrong\nDISCORD_API_URL=" + d.URL() + "\nOPS_ADDR=off\n"
	if err := os.WriteFile(filepath.Join(c.Dir, ".env"), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	p := launch(t, c)
	p.awaits("msg=ready")
	p.stops(syscall.SIGTERM)
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
	if p.stops(syscall.SIGTERM); app.Identifies() != 0 {
		t.Errorf("%d identifies", app.Identifies())
	}
}
