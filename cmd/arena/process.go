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

// A process is a running program with a line protocol on its standard input and output.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	lines   chan string // closed at the end of the program's output
	done    chan struct{}
	stop    sync.Once
	errors  tail
}

// start starts a program. The end of ctx does not end the program: use quit or kill.
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

// read sends the program's output lines to p.lines until the output ends or p.done is closed.
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

// send writes lines to the program. It ignores write errors: if the program has died, the next receive fails.
func (p *process) send(lines ...string) {
	_, _ = io.WriteString(p.in, strings.Join(lines, "\n")+"\n")
}

var (
	errLate = errors.New("timeout")
	errDied = errors.New("process exited")
)

// receive returns the next line. Errors: errLate at the deadline of ctx; errDied with the program's last line on
// stderr, if the program has ended; and ctx.Err() if ctx is cancelled.
func (p *process) receive(ctx context.Context) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			p.kill() // also waits for the program's last line on stderr
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

// quitTime is how long a program may take to end after quit.
const quitTime = 2 * time.Second

// quit asks the program to end. It kills the program after quitTime.
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

// finish waits for the program to end. It ignores the exit status.
func (p *process) finish() {
	p.stop.Do(func() {
		close(p.done)
		for range p.lines {
		}
		_ = p.command.Wait()
	})
}

// A tail keeps the end of the text that is written to it.
type tail struct {
	mu   sync.Mutex
	text string
}

// tailLength is the largest number of bytes in a tail.
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
