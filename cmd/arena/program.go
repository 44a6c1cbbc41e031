package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"noughts/game"
	"noughts/game/ai"
)

var (
	// errFault is wrapped by the error of an engine that crashed, exceeded its time, or broke the protocol. The engine
	// loses the game.
	errFault = errors.New("at fault")
	errLate  = errors.New("timeout")
)

// A program is a contender in a process, which speaks the line protocol of cmd/engine. It is started before the first
// game, and again after a fault.
type program struct {
	variant game.Variant
	command []string
	limits  ai.Limits
	grace   time.Duration // to get ready, and for a move in addition to the search's time limit

	process *exec.Cmd // nil before the start and after close
	in      io.Writer
	lines   chan string // closed at the end of the program's output
	errors  *bytes.Buffer
}

func parseProgram(v game.Variant, text string, grace time.Duration) (func() contender, error) {
	at := strings.LastIndex(text, "@")
	command := strings.Fields(text[:max(at, 0)])
	if len(command) == 0 {
		return nil, fmt.Errorf("%w: invalid engine %q: want cmd:PATH ARGS@50ms", errUsage, text)
	}
	limits, err := parseLimit(text[at+1:])
	if err != nil {
		return nil, err
	}
	if _, err := exec.LookPath(command[0]); err != nil {
		return nil, fmt.Errorf("%w: %w", errUsage, err)
	}
	return func() contender {
		return &program{variant: v, command: command, limits: limits, grace: grace}
	}, nil
}

// begin ignores all answers before readyok, such as the error of an engine that does not know the option seed.
func (p *program) begin(ctx context.Context, seed uint64) (err error) {
	if p.process == nil {
		if err := p.start(); err != nil {
			return err
		}
	}
	p.send("variant "+p.variant.String(), "setoption seed "+strconv.FormatUint(seed, 10), "isready")
	late := time.After(p.grace)
	for line := ""; line != "readyok"; {
		if line, err = p.receive(ctx, late); err != nil {
			return fmt.Errorf("%s: %w", p.command[0], err)
		}
	}
	return nil
}

// Choose asks the process for a move. Errors caused by the process wrap errFault.
func (p *program) Choose(ctx context.Context, g ai.History) (ai.Choice, error) {
	choice, err := p.ask(ctx, g)
	if err != nil {
		p.close()
		err = fmt.Errorf("%w: %w", errFault, err)
	}
	return choice, err
}

func (p *program) ask(ctx context.Context, g ai.History) (choice ai.Choice, err error) {
	position := "position " + g.Start.String()
	for i, move := range g.Moves {
		if i == 0 {
			position += " moves"
		}
		position += " " + move.String()
	}
	p.send(position, "go "+limitWords(p.limits))
	late := time.After(p.limits.Time + p.grace)
	for {
		line, err := p.receive(ctx, late)
		if err != nil {
			return choice, err
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "info":
			if _, after, ok := strings.Cut(line, " nodes "); ok {
				_, _ = fmt.Sscan(after, &choice.Nodes)
			}
		case "bestmove":
			choice.Move, err = game.ParseSquare(strings.TrimSpace(rest))
			return choice, err
		case "error:":
			return choice, fmt.Errorf("unexpected answer %q", line)
		}
	}
}

func limitWords(l ai.Limits) string {
	switch {
	case l.Nodes > 0:
		return fmt.Sprintf("nodes %d", l.Nodes)
	case l.Depth > 0:
		return fmt.Sprintf("depth %d", l.Depth)
	}
	return fmt.Sprintf("movetime %d", l.Time.Milliseconds())
}

func (p *program) start() error {
	process := exec.CommandContext(context.Background(), p.command[0], p.command[1:]...) // close ends it
	in, err := process.StdinPipe()
	if err != nil {
		return err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	p.in, p.errors = in, new(bytes.Buffer)
	process.Stderr, process.WaitDelay = p.errors, time.Second
	if err := process.Start(); err != nil {
		return err
	}
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			lines <- strings.TrimSpace(scanner.Text())
		}
	}()
	p.process, p.lines = process, lines
	return nil
}

// send writes lines to the program. If it has died, the next receive fails.
func (p *program) send(lines ...string) {
	_, _ = io.WriteString(p.in, strings.Join(lines, "\n")+"\n")
}

func (p *program) receive(ctx context.Context, late <-chan time.Time) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			_ = p.process.Process.Kill()
			_ = p.process.Wait() // so that all is written to p.errors
			said := strings.Split(strings.TrimSpace(p.errors.String()), "\n")
			return "", fmt.Errorf("process ended: %s %s", p.process.ProcessState, said[len(said)-1])
		}
		return line, nil
	case <-late:
		return "", errLate
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (p *program) close() {
	if p.process == nil {
		return
	}
	_ = p.process.Process.Kill()
	for range p.lines {
	}
	_ = p.process.Wait()
	p.process = nil
}
