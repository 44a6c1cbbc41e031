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

// A letter is a line of the input, as words, or why there is none.
type letter struct {
	words []string
	err   error // errTooLong, io.EOF, or one that wraps errInput
}

// last says whether nothing follows that is to be answered.
func (l letter) last() bool {
	return errors.Is(l.err, io.EOF) || errors.Is(l.err, errInput) ||
		l.err == nil && len(l.words) == 1 && l.words[0] == "quit"
}

// An inbox reads the input while commands are carried out, so that one that
// takes long can be ended by quit or by the end of the input.
type inbox struct {
	incoming chan letter
	pending  []letter // read while a command was carried out
	closed   chan struct{}
}

// newInbox returns an inbox that reads in until it is closed.
func newInbox(in io.Reader) *inbox {
	i := &inbox{incoming: make(chan letter), closed: make(chan struct{})}
	go i.read(bufio.NewReaderSize(in, maxLine))
	return i
}

func (i *inbox) close() { close(i.closed) }

// read passes lines on until the input ends.
func (i *inbox) read(lines *bufio.Reader) {
	for {
		line, err := readLine(lines)
		l := letter{strings.Fields(line), err}
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

// next waits for the next letter.
func (i *inbox) next() letter {
	if len(i.pending) > 0 {
		l := i.pending[0]
		i.pending = i.pending[1:]
		return l
	}
	return <-i.incoming
}

const (
	// script is how soon after a command its successors must come to have been
	// written together with it. Who writes quit that soon wants an answer first.
	script = 250 * time.Millisecond
	// maxPending is how many lines are read ahead.
	maxPending = 10_000
)

// during carries out a command. Its context ends when the input does, unless
// that was all written at once.
func (i *inbox) during(ctx context.Context, command func(context.Context) error) error {
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
			if l.last() && time.Since(began) > script {
				cancel()
			}
		}
	}
}

// maxLine is the length in bytes of the longest line that is read.
const maxLine = 1 << 16

var (
	errInput   = errors.New("reading")
	errTooLong = fmt.Errorf("a line has at most %d bytes", maxLine)
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
