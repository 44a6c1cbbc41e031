package emulator

import (
	"context"
	"fmt"
	"io"
	"net/rpc"
	"os"
	"os/exec"
	"time"

	"noughts/cmd/loadtest/process"
	"noughts/cmd/loadtest/workload"
)

// A Client calls the emulator's process from the tool, which is loadtest's first process. Its methods fail if the
// emulator's process has ended or ctx ends.
type Client struct {
	command *exec.Cmd
	rpc     *rpc.Client
}

// Start runs the current program a second time, as the emulator, and passes it one argument. When the program's main
// function sees that argument, it must call Serve.
func Start(argument string, stderr io.Writer) (*Client, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot start the emulator: %w", err)
	}
	c := exec.Command(self, argument) //nolint:noctx // the method Close ends it
	c.Stderr = stderr
	process.Separate(c)
	in, err := c.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("cannot start the emulator: %w", err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("cannot start the emulator: %w", err)
	}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("cannot start the emulator: %w", err)
	}
	return &Client{c, rpc.NewClient(pipes{out, in})}, nil
}

func call[Reply any](ctx context.Context, c *Client, method string, args any) (Reply, error) {
	var reply Reply
	done := c.rpc.Go(service+"."+method, args, &reply, make(chan *rpc.Call, 1)).Done
	select {
	case call := <-done:
		return reply, call.Error
	case <-ctx.Done():
		return reply, ctx.Err()
	}
}

// Build creates the emulated Discord and its members. It must be the first call.
func (c *Client) Build(ctx context.Context, s Setup) (Credentials, error) {
	return call[Credentials](ctx, c, "Build", s)
}

// SendTo makes the emulated Discord send interactions over HTTP to the bot at an address.
func (c *Client) SendTo(ctx context.Context, address string) error {
	_, err := call[None](ctx, c, "SendTo", address)
	return err
}

// Status returns what the emulated Discord knows about the bot, such as its gateway sessions.
func (c *Client) Status(ctx context.Context) (BotStatus, error) {
	return call[BotStatus](ctx, c, "Status", None{})
}

// Play lets the members start to play.
func (c *Client) Play(ctx context.Context, l workload.Load) error {
	_, err := call[None](ctx, c, "Start", l)
	return err
}

// StopPlay ends the play, waits for the pending interactions and returns the report.
func (c *Client) StopPlay(ctx context.Context) (workload.Report, error) {
	return call[workload.Report](ctx, c, "Stop", None{})
}

// Compare checks that the bot still has the games in the state that Discord last showed. Call it after StopPlay.
func (c *Client) Compare(ctx context.Context) (workload.Verdict, error) {
	return call[workload.Verdict](ctx, c, "Compare", None{})
}

// Guard makes the emulator kill a process group when loadtest's first process ends, unless Release was called before.
func (c *Client) Guard(ctx context.Context, group int) error {
	_, err := call[None](ctx, c, "Guard", group)
	return err
}

// Release undoes Guard for a process group that has ended. It ignores errors: if the emulator has ended, nothing is
// guarded any more.
func (c *Client) Release(group int) { _, _ = call[None](context.Background(), c, "Release", group) }

// Usage returns the resource usage of the emulator's process.
func (c *Client) Usage() process.Usage { return process.GroupUsage(c.command.Process.Pid) }

// StopTime is how long a process may take to end after it was asked to end. After that time it is killed.
const StopTime = 15 * time.Second

// Close ends the emulator, which kills every process that it guards.
func (c *Client) Close() {
	_ = c.rpc.Close() // this closes the emulator's input
	kill := time.AfterFunc(StopTime, func() { process.Kill(c.command.Process.Pid) })
	defer kill.Stop()
	_ = c.command.Wait() // the emulator has written its own errors to stderr
}
