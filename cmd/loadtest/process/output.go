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
	// logSize is the largest size of a log file, in bytes. A full file is renamed and replaces the previous full file.
	logSize = 32 << 20
	// lateOutput is how long Tail waits for the end of the output. The output may not end with the process, because a
	// child of the process may still hold the pipe open.
	lateOutput = time.Second
)

// An Output collects the output of processes that run one after the other. It keeps the end of the output in memory
// and writes everything to a log file. When the log file is full, it is kept as the previous log file, and a new one
// begins.
type Output struct {
	Path string // of the log file; the previous log file has the same path with ".1" appended

	mu      sync.Mutex
	tail    []byte
	file    *os.File
	written int           // bytes in the current file
	over    chan struct{} // closed when the newest process's output has ended; nil before the first process
}

// Write appends to the output. If it returns an error, only the log file lacks `p`: the tail in memory has it.
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

// rotate renames the full log file and opens a new one. Callers hold o.mu.
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

// Pipe returns a pipe for the output of a process. After starting the process, the caller closes its own end of the
// pipe. The output ends when no process holds the pipe open any more.
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
			_, _ = o.Write(piece[:n]) // ignore log file errors: a full pipe would block the process
		}
	}()
	return to, nil
}

// Tail waits up to a second for the end of the output, and returns the last lines.
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
	return string(o.tail[bytes.IndexByte(o.tail, '\n')+1:]) // the first line may be incomplete
}
