package gateway

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

func TestPipeCarriesBytesInOrder(t *testing.T) {
	t.Parallel()
	client, server := newPipe("somebody")
	random := rand.New(rand.NewPCG(1, 2)) // a fixed seed will do: any bytes are suitable
	sent := make([]byte, 5*PipeBuffer)
	for i := range sent {
		sent[i] = byte(random.Uint32())
	}
	go func() {
		for rest := sent; len(rest) > 0; {
			n := min(1+random.IntN(2*PipeBuffer), len(rest))
			_, _ = client.Write(rest[:n])
			rest = rest[n:]
		}
		_ = client.Close() // data in transit still arrives
	}()
	got, err := io.ReadAll(server)
	if err != nil || !bytes.Equal(got, sent) {
		t.Errorf("got %d bytes of %d, %v", len(got), len(sent), err)
	}
}

func TestPipeClose(t *testing.T) {
	t.Parallel()
	client, server := newPipe("somebody")
	_ = server.Close()
	if _, err := client.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("write to a closed peer: %v", err)
	}
	if _, err := client.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("read from a closed peer: %v", err)
	}
	if _, err := server.Read(make([]byte, 1)); !errors.Is(err, net.ErrClosed) {
		t.Errorf("read after Close: %v", err)
	}
	if _, err := server.Write([]byte("x")); !errors.Is(err, net.ErrClosed) {
		t.Errorf("write after Close: %v", err)
	}
}

func TestPipeCloseWakes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		wait func(client, server net.Conn) (int, error)
		want error
	}{
		{"own read", func(client, _ net.Conn) (int, error) { return client.Read(make([]byte, 1)) }, net.ErrClosed},
		{"own write", func(client, _ net.Conn) (int, error) { return client.Write(make([]byte, 2*PipeBuffer)) }, net.ErrClosed},
		{"peer's read", func(_, server net.Conn) (int, error) { return server.Read(make([]byte, 1)) }, io.EOF},
		{"peer's write", func(_, server net.Conn) (int, error) { return server.Write(make([]byte, 2*PipeBuffer)) }, io.ErrClosedPipe},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, server := newPipe("somebody")
				time.AfterFunc(time.Second, func() { _ = client.Close() })
				began := time.Now()
				if _, err := test.wait(client, server); !errors.Is(err, test.want) || time.Since(began) != time.Second {
					t.Errorf("%v after %v, want %v", err, time.Since(began), test.want)
				}
			})
		})
	}
}

func TestPipeDeadlines(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, server := newPipe("somebody")
		began := time.Now()
		_ = client.SetReadDeadline(began.Add(time.Second))
		_, err := client.Read(make([]byte, 1))
		checkTimeout(t, err, began, time.Second)

		_ = client.SetWriteDeadline(began.Add(3 * time.Second))
		n, err := client.Write(make([]byte, 2*PipeBuffer))
		checkTimeout(t, err, began, 3*time.Second)
		if n != PipeBuffer {
			t.Errorf("%d bytes fit", n)
		}

		_ = client.SetDeadline(time.Time{})
		time.AfterFunc(time.Hour, func() { _, _ = server.Write([]byte("x")) })
		if _, err := client.Read(make([]byte, 1)); err != nil {
			t.Errorf("without a deadline: %v", err)
		}
		_ = client.SetDeadline(time.Now().Add(-time.Second))
		_, err = client.Read(make([]byte, 1))
		checkTimeout(t, err, began, time.Hour+3*time.Second)
	})
}

func checkTimeout(t *testing.T, err error, began time.Time, want time.Duration) {
	t.Helper()
	var timeout net.Error
	if !errors.Is(err, os.ErrDeadlineExceeded) || !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Errorf("got %v, want a timeout", err)
	}
	if took := time.Since(began); took != want {
		t.Errorf("after %v, want %v", took, want)
	}
}
