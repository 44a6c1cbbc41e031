package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"noughts/cmd/loadtest/emulator"
	"noughts/cmd/loadtest/process"
)

// A replica is one of the bot's processes, and the later ones that take its
// place.
type replica struct {
	line     []string // the command
	folder   string   // its folder, "" for the tool's own
	env      []string
	http     string         // host:port of its interactions, "" over the gateway
	ops      string         // host:port of its health and metrics
	output   process.Output // what it writes
	emulator *emulator.Client
	died     chan<- error // takes the error of a process that ended by itself

	mu      sync.Mutex
	command *exec.Cmd
	ended   chan struct{} // closed when the process has ended
	running bool
	wanted  bool          // that the process ends
	latest  time.Duration // processor time of the process when last looked at
	spent   time.Duration // that of the processes that have ended
	peak    int64         // bytes of memory at most, of any process
}

// start starts a process, which ends with the tool.
func (r *replica) start(ctx context.Context) error {
	output, err := r.output.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = output.Close() }()       // the process has its own
	c := exec.Command(r.line[0], r.line[1:]...) //nolint:noctx // it is ended as a group
	c.Dir, c.Env, c.Stdout, c.Stderr = r.folder, r.env, output, output
	process.Separate(c)
	if err := c.Start(); err != nil {
		return fmt.Errorf("cannot start the bot: %w", err)
	}
	ended := make(chan struct{})
	r.mu.Lock()
	r.command, r.ended, r.running, r.wanted, r.latest = c, ended, true, false, 0
	r.mu.Unlock()
	go r.await(c, ended)
	return r.emulator.Guard(ctx, c.Process.Pid)
}

// await waits for the end of a process, and of those that it has started, and
// adds what it has used.
func (r *replica) await(c *exec.Cmd, ended chan struct{}) {
	_ = c.Wait() // which ProcessState tells, too
	r.mu.Lock()
	wanted := r.wanted
	r.mu.Unlock()
	if !wanted {
		process.Kill(c.Process.Pid)
	}
	for since := time.Now(); process.Runs(c.Process.Pid) && time.Since(since) < emulator.StopTime; {
		time.Sleep(groupInterval)
	}
	r.mu.Lock()
	r.running = false
	r.spent += max(c.ProcessState.UserTime()+c.ProcessState.SystemTime(), r.latest) // which may have been of more processes
	r.mu.Unlock()
	close(ended)
	r.emulator.Release(c.Process.Pid)
	if wanted {
		return
	}
	select {
	case r.died <- fmt.Errorf("the bot exited by itself (%s); its last output:\n%s", c.ProcessState, r.output.Tail()):
	default: // one is enough
	}
}

// groupInterval is how often is looked whether a process group still runs: nothing
// tells of its end.
const groupInterval = 5 * time.Millisecond

// end ends the process, gently with SIGTERM, else with SIGKILL, and waits for its
// end.
func (r *replica) end(gently bool) error {
	r.sample()
	r.mu.Lock()
	c, ended, running := r.command, r.ended, r.running
	r.wanted = true
	r.mu.Unlock()
	if !running {
		return nil
	}
	if !gently {
		process.Kill(c.Process.Pid)
		<-ended
		return nil
	}
	process.Terminate(c.Process.Pid)
	limit := time.NewTimer(emulator.StopTime)
	defer limit.Stop()
	select {
	case <-ended:
		return nil
	case <-limit.C:
		process.Kill(c.Process.Pid)
		<-ended
		return fmt.Errorf("the bot did not exit within %v of SIGTERM; its last output:\n%s", emulator.StopTime, r.output.Tail())
	}
}

// sample notes how much memory the process uses, and returns that with the
// processor time of all processes so far.
func (r *replica) sample() process.Usage {
	r.mu.Lock()
	defer r.mu.Unlock()
	var now process.Usage
	if r.running {
		now = process.GroupUsage(r.command.Process.Pid)
	}
	r.latest, r.peak = now.CPU, max(r.peak, now.Peak)
	now.CPU += r.spent
	now.Peak = r.peak
	return now
}

// botVariables are the variables of the bot's that the tool sets or that would
// lead it elsewhere.
var botVariables = []string{
	"DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DISCORD_GUILD_ID", "DISCORD_API_URL", "DISCORD_WEB_URL", "DISCORD_PUBLIC_KEY", "HTTP_ADDR",
	"DATABASE_URL", "OPS_ADDR", "SHARDS", "TILES",
}

// botEnvironment returns the tool's environment with other values for the bot.
func botEnvironment(values map[string]string) []string {
	var env []string
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if !slices.Contains(botVariables, name) {
			env = append(env, entry)
		}
	}
	for _, name := range botVariables {
		if v := values[name]; v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// freePort returns a free address on the loopback interface.
func freePort(ctx context.Context) (string, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// buildBot builds this module's bot in a folder and returns its path.
func buildBot(ctx context.Context, folder string) (string, error) {
	path := filepath.Join(folder, "noughts")
	out, err := exec.CommandContext(ctx, "go", "build", "-o", path, "noughts/cmd/noughts").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("cannot build the bot (%w); name a built one with -bot:\n%s", err, out)
	}
	return path, nil
}
