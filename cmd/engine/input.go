package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// A line is one line of the input, split into words. If reading failed, err is set instead.
type line struct {
	words []string
	err   error // errTooLong, io.EOF, or an error that wraps errInput
}

func (l line) last() bool {
	return errors.Is(l.err, io.EOF) || errors.Is(l.err, errInput) ||
		l.err == nil && len(l.words) == 1 && l.words[0] == "quit"
}

// An input reads lines, also while a command runs, so that a later quit or the end of the input can stop a long one.
type input struct {
	incoming chan line
	pending  []line // lines read while a command ran
	closed   chan struct{}
}

func newInput(in io.Reader) *input {
	i := &input{incoming: make(chan line), closed: make(chan struct{})}
	go i.read(bufio.NewReaderSize(in, maxLine))
	return i
}

func (i *input) close() { close(i.closed) }

func (i *input) read(lines *bufio.Reader) {
	for {
		text, err := readLine(lines)
		l := line{strings.Fields(text), err}
		select {
		case i.incoming <- l:
		case <-i.closed:
			return
		}
		if l.err != nil && l.last() {
			return
		}
	}
}

func (i *input) next() line {
	if len(i.pending) > 0 {
		l := i.pending[0]
		i.pending = i.pending[1:]
		return l
	}
	return <-i.incoming
}

const (
	// If quit or the end of the input comes sooner after the start of a command, it belongs to the same script and does
	// not stop the command: a script wants every answer.
	writtenTogether = 250 * time.Millisecond
	maxPending      = 10_000 // lines that are read ahead
)

// during runs a command and reads ahead meanwhile. It cancels the command's context if quit or the end of the input
// comes later than writtenTogether.
func (i *input) during(ctx context.Context, command func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- command(ctx) }()
	for began := time.Now(); ; {
		incoming := i.incoming
		if len(i.pending) >= maxPending {
			incoming = nil
		}
		select {
		case err := <-done:
			return err
		case l := <-incoming:
			i.pending = append(i.pending, l)
			if l.last() && time.Since(began) > writtenTogether {
				cancel()
			}
		}
	}
}

const maxLine = 1 << 16 // bytes

var (
	errInput   = errors.New("reading")
	errTooLong = fmt.Errorf("line longer than %d bytes", maxLine)
)

// readLine returns the next line, or errTooLong, io.EOF, or an error that wraps errInput.
func readLine(lines *bufio.Reader) (string, error) {
	line, isPrefix, err := lines.ReadLine()
	text := string(line)
	tooLong := isPrefix
	for isPrefix && err == nil {
		_, isPrefix, err = lines.ReadLine()
	}
	switch {
	case tooLong:
		return "", errTooLong
	case err != nil && err != io.EOF:
		return "", fmt.Errorf("%w: %w", errInput, err)
	}
	return text, err
}
