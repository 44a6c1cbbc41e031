package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// A process is a running program that is spoken to line by line.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	lines   chan string // closed at the end of its output
	done    chan struct{}
	stop    sync.Once
	errors  tail
}

// start starts a program, which outlives ctx: it is ended by quit or kill.
func start(ctx context.Context, path string, args ...string) (*process, error) {
	command := exec.CommandContext(context.WithoutCancel(ctx), path, args...)
	p := &process{command: command, lines: make(chan string), done: make(chan struct{})}
	p.command.Stderr = &p.errors
	p.command.WaitDelay = time.Second
	var err error
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	go p.read(out)
	return p, nil
}

// read passes lines on until the program or the conversation ends.
func (p *process) read(out io.Reader) {
	defer close(p.lines)
	for scanner := bufio.NewScanner(out); scanner.Scan(); {
		select {
		case p.lines <- strings.TrimSpace(scanner.Text()):
		case <-p.done:
			return
		}
	}
}

// send writes lines. That they do not arrive shows when the answer is awaited.
func (p *process) send(lines ...string) {
	_, _ = io.WriteString(p.in, strings.Join(lines, "\n")+"\n")
}

var (
	errLate = errors.New("timeout")
	errDied = errors.New("process exited")
)

// receive returns the next line. Its errors are errLate when ctx has a deadline
// that passed, errDied with what the program wrote as errors, or ctx's own.
func (p *process) receive(ctx context.Context) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			p.kill() // waits for what it has to say
			return "", fmt.Errorf("%w: %s %s", errDied, p.command.ProcessState, p.errors.last())
		}
		return line, nil
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return "", errLate
		}
		return "", ctx.Err()
	}
}

// quitTime is what a program may take to end when it is asked to.
const quitTime = 2 * time.Second

// quit asks the program to end, and ends it when it does not.
func (p *process) quit() {
	p.send("quit")
	_ = p.in.Close()
	timer := time.AfterFunc(quitTime, func() { _ = p.command.Process.Kill() })
	defer timer.Stop()
	p.finish()
}

// kill ends the program at once.
func (p *process) kill() {
	_ = p.command.Process.Kill()
	p.finish()
}

// finish waits for the program. How it ended does not matter any more.
func (p *process) finish() {
	p.stop.Do(func() {
		close(p.done)
		for range p.lines {
		}
		_ = p.command.Wait()
	})
}

// A tail keeps the last line written to it.
type tail struct {
	mu   sync.Mutex
	text string
}

// tailLength is how many bytes a tail keeps.
const tailLength = 200

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text += string(b)
	if over := len(t.text) - tailLength; over > 0 {
		t.text = t.text[over:]
	}
	return len(b), nil
}

func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(t.text), "\n")
	return lines[len(lines)-1]
}
