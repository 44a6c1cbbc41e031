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

// A line is a line of the input, as words, or why there is none.
type line struct {
	words []string
	err   error // errTooLong, io.EOF, or one that wraps errInput
}

// last reports whether no further command needs an answer.
func (l line) last() bool {
	return errors.Is(l.err, io.EOF) || errors.Is(l.err, errInput) ||
		l.err == nil && len(l.words) == 1 && l.words[0] == "quit"
}

// An input reads the input while commands are carried out, so that one that
// takes long can be ended by quit or by the end of the input.
type input struct {
	incoming chan line
	pending  []line // read while a command was carried out
	closed   chan struct{}
}

// newInput returns an input that reads from in until it is closed.
func newInput(in io.Reader) *input {
	i := &input{incoming: make(chan line), closed: make(chan struct{})}
	go i.read(bufio.NewReaderSize(in, maxLine))
	return i
}

func (i *input) close() { close(i.closed) }

// read passes lines on until the input ends.
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

// next waits for the next line.
func (i *input) next() line {
	if len(i.pending) > 0 {
		l := i.pending[0]
		i.pending = i.pending[1:]
		return l
	}
	return <-i.incoming
}

const (
	// writtenTogether is how soon after a command the next lines come when a script
	// has written all of them at once. A script that ends in quit wants its answers
	// first.
	writtenTogether = 250 * time.Millisecond
	// maxPending is how many lines are read ahead.
	maxPending = 10_000
)

// during carries out a command. Its context ends when the input does, unless
// all of that was written at once.
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

// maxLine is the length in bytes of the longest line that is read.
const maxLine = 1 << 16

var (
	errInput   = errors.New("reading")
	errTooLong = fmt.Errorf("line longer than %d bytes", maxLine)
)

// readLine returns the next line, also a last one without an end. Its errors
// are errTooLong, io.EOF, and those that wrap errInput.
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
