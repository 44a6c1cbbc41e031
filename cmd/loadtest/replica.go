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

// A replica is one process of the bot. After a restart it is the new process.
type replica struct {
	line     []string // the command and its arguments
	folder   string   // working folder, "" for loadtest's own
	env      []string
	http     string         // host:port for interactions, "" over the gateway
	ops      string         // host:port for health and metrics
	output   process.Output // the process's output
	emulator *emulator.Client
	died     chan<- error // receives the error of a process that exited by itself

	mu      sync.Mutex
	command *exec.Cmd
	ended   chan struct{} // closed when the current process has ended
	running bool
	wanted  bool          // the end of the process is intended
	latest  time.Duration // processor time of the current process at the last sample
	spent   time.Duration // processor time of the ended processes
	peak    int64         // largest memory of any of the processes, in bytes
}

// start starts a process. The emulator kills the process if loadtest ends first.
func (r *replica) start(ctx context.Context) error {
	output, err := r.output.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = output.Close() }()       // the process has its own copy
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

// await waits until the process and its process group have ended, and adds the process's processor time to r.spent. If
// the end was not intended, await kills the rest of the group and sends an error to r.died.
func (r *replica) await(c *exec.Cmd, ended chan struct{}) {
	_ = c.Wait() // ProcessState has the error too
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
	r.spent += max(c.ProcessState.UserTime()+c.ProcessState.SystemTime(), r.latest) // a sample also counts other processes of the group
	r.mu.Unlock()
	close(ended)
	r.emulator.Release(c.Process.Pid)
	if wanted {
		return
	}
	select {
	case r.died <- fmt.Errorf("the bot exited by itself (%s); its last output:\n%s", c.ProcessState, r.output.Tail()):
	default: // died already holds an error
	}
}

// groupInterval is the interval for polling whether a process group still runs, because the system
// sends no notice of its end.
const groupInterval = 5 * time.Millisecond

// end ends the process with SIGTERM, or with SIGKILL if gently is false, and waits until it has ended.
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

// sample measures the current process. It returns the processor time of all processes so far and
// the largest memory of any of them.
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

// botVariables are the bot's environment variables that loadtest sets, or that would lead the bot to another database
// or another Discord.
var botVariables = []string{
	"DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DISCORD_GUILD_ID", "DISCORD_API_URL", "DISCORD_WEB_URL", "DISCORD_PUBLIC_KEY", "HTTP_ADDR",
	"DATABASE_URL", "OPS_ADDR", "SHARDS", "TILES",
}

// botEnvironment returns loadtest's own environment with the bot's variables replaced by values.
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
