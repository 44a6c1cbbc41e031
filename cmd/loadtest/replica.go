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

// A replica is one of the bot's processes that run side by side. A restart replaces the process, not the replica.
type replica struct {
	line     []string // the command and its arguments
	folder   string   // working folder; "" for the working folder of loadtest
	env      []string
	http     string         // host:port for interactions, "" over the gateway
	ops      string         // host:port for health and metrics
	output   process.Output // the process's output
	emulator *emulator.Client
	died     chan<- error // receives an error if the process exits without being told to

	mu      sync.Mutex
	command *exec.Cmd
	ended   chan struct{} // closed when the current process has ended
	running bool
	wanted  bool          // whether loadtest itself ends the process
	latest  time.Duration // processor time of the current process at the last sample
	spent   time.Duration // processor time of the replica's earlier processes, which have ended
	peak    int64         // largest memory that any of the replica's processes has had, in bytes
}

// start starts a process. The emulator kills the process if loadtest ends first.
func (r *replica) start(ctx context.Context) error {
	output, err := r.output.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = output.Close() }()       // the process has its own copy
	c := exec.Command(r.line[0], r.line[1:]...) //nolint:noctx // the method `end` ends it
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

// await waits until the process has ended, and then up to 15 s for the rest of its process group. It adds the processor
// time to r.spent. If loadtest did not end the process, await kills the rest of the group at once and sends an error to
// r.died.
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
	r.spent += max(c.ProcessState.UserTime()+c.ProcessState.SystemTime(), r.latest) // r.latest includes other processes of the group
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

// groupInterval is the pause between two checks whether a process group still runs. Polling is needed because the
// system does not notify loadtest of a group's end.
const groupInterval = 5 * time.Millisecond

// end ends the process and waits until it has ended. It sends SIGTERM if `gently` is true, and SIGKILL otherwise.
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

// sample measures the current process. In the result, CPU also includes the replica's earlier processes, and Peak is
// the largest peak of all its processes.
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

// botVariables are the environment variables that a bot must not inherit from loadtest. Loadtest sets some of them. The
// others could lead the bot to another database or another Discord.
var botVariables = []string{
	"DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DISCORD_GUILD_ID", "DISCORD_API_URL", "DISCORD_WEB_URL", "DISCORD_PUBLIC_KEY", "HTTP_ADDR",
	"DATABASE_URL", "OPS_ADDR", "SHARDS", "TILES",
}

// botEnvironment returns loadtest's environment, where the botVariables are replaced by those in `values`.
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
