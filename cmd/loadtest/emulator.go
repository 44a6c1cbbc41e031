package main

import (
	"context"
	"fmt"
	"io"
	"net/rpc"
	"os"
	"os/exec"
	"time"
)

// An emulator is the process with the stage in it.
type emulator struct {
	command *exec.Cmd
	client  *rpc.Client
}

// startEmulator starts this program once more as the emulator.
func startEmulator(stderr io.Writer) (*emulator, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("the emulator cannot be started: %w", err)
	}
	c := exec.Command(self, stageArgument) //nolint:noctx // it is ended by closing its input
	c.Stderr = stderr
	apart(c)
	in, err := c.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("the emulator cannot be started: %w", err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("the emulator cannot be started: %w", err)
	}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("the emulator cannot be started: %w", err)
	}
	return &emulator{c, rpc.NewClient(pipes{out, in})}, nil
}

// call calls a method of the stage. Errors: the method's, and ctx's.
func call[R any](ctx context.Context, e *emulator, method string, args any) (R, error) {
	var reply R
	done := e.client.Go("Stage."+method, args, &reply, make(chan *rpc.Call, 1)).Done
	select {
	case c := <-done:
		return reply, c.Error
	case <-ctx.Done():
		return reply, ctx.Err()
	}
}

// stop ends the emulator, and with it every process that it guards.
func (e *emulator) stop() {
	_ = e.client.Close() // which closes its input
	kill := time.AfterFunc(stopTime, func() { killGroup(e.command.Process.Pid) })
	defer kill.Stop()
	_ = e.command.Wait() // it has told what it had to tell
}

// stopTime is how long a process may take to end when it is asked to.
const stopTime = 15 * time.Second
