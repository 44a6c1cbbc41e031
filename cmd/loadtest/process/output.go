package process

import (
	"bytes"
	"errors"
	"os"
	"sync"
	"time"
)

const (
	// tailSize is how much of the output is kept in memory, in bytes.
	tailSize = 2000
	// logSize is the largest size of a file, in bytes. A file that is
	// full takes the place of the one that was full before.
	logSize = 32 << 20
	// lateOutput is how long the end of a process's output is waited for when the
	// process has ended: another that it has started may go on writing.
	lateOutput = time.Second
)

// An Output is what processes write, one after the other: its end in memory, and
// more of it in a file and the one before.
type Output struct {
	Path string // of the file; ".1" is added for the one before

	mu      sync.Mutex
	tail    []byte
	file    *os.File
	written int           // to the file, in bytes
	over    chan struct{} // closed when the last process's output has ended; nil before the first
}

// Write takes more of the output. The error is that of the files; the tail is complete anyway.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.tail = append(o.tail, p[max(len(p)-tailSize, 0):]...)
	o.tail = append(o.tail[:0], o.tail[max(len(o.tail)-tailSize, 0):]...)
	if o.file == nil || o.written+len(p) > logSize {
		if err := o.rotate(); err != nil {
			return 0, err
		}
	}
	n, err := o.file.Write(p)
	o.written += n
	return n, err
}

// rotate begins a new file. Callers hold o.mu.
func (o *Output) rotate() error {
	if o.file != nil {
		full := o.file
		o.file = nil
		if err := errors.Join(full.Close(), os.Rename(o.Path, o.Path+".1")); err != nil {
			return err
		}
	}
	file, err := os.OpenFile(o.Path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	o.file, o.written = file, 0
	return nil
}

// Pipe returns a pipe for a process to write to. The caller closes it when the
// process has it; the output is over when all who have it are.
func (o *Output) Pipe() (*os.File, error) {
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	over := make(chan struct{})
	o.mu.Lock()
	o.over = over
	o.mu.Unlock()
	go func() {
		defer close(over)
		piece := make([]byte, 64<<10)
		for {
			n, err := from.Read(piece)
			if err != nil {
				_ = from.Close()
				return
			}
			_, _ = o.Write(piece[:n]) // a full disk must not hold up the process
		}
	}()
	return to, nil
}

// Tail returns the last lines, when the processes have ended.
func (o *Output) Tail() string {
	o.mu.Lock()
	over := o.over
	o.mu.Unlock()
	select {
	case <-over:
	case <-time.After(lateOutput):
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.tail) < tailSize {
		return string(o.tail)
	}
	return string(o.tail[bytes.IndexByte(o.tail, '\n')+1:]) // the first line is cut
}
