package main

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// tenSeconds is a command that takes ten seconds unless its context is cancelled.
func tenSeconds(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(10 * time.Second):
		return nil
	}
}

// If quit or the end of the input comes long after the start of a command, the command stops at
// once. If quit is part of the same script, the command finishes.
func TestThinkingEndsWithTheInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		after time.Duration
		input string
		want  time.Duration
	}{
		"quit":                        {3 * time.Second, "quit\n", 3 * time.Second},
		"quit after another command":  {3 * time.Second, "isready\nquit\n", 3 * time.Second},
		"end of input":                {3 * time.Second, "", 3 * time.Second},
		"another command only":        {3 * time.Second, "isready\n" + strings.Repeat("isready\n", maxPending), 10 * time.Second},
		"script with quit":            {0, "quit\n", 10 * time.Second},
		"script that ends":            {0, "", 10 * time.Second},
		"long script that ends":       {0, strings.Repeat("isready\n", 100), 10 * time.Second},
		"input that is too long":      {3 * time.Second, strings.Repeat("x", maxLine+2) + "\n" + strings.Repeat("isready\n", maxPending), 10 * time.Second},
		"too much input before quits": {3 * time.Second, strings.Repeat("isready\n", maxPending) + "quit\n", 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				in, writer := io.Pipe()
				lines := newInput(in)
				go func() {
					time.Sleep(test.after)
					_, _ = io.WriteString(writer, test.input)
					writer.Close()
				}()
				began := time.Now()
				_ = lines.during(t.Context(), tenSeconds)
				if took := time.Since(began); took != test.want {
					t.Errorf("ended after %v, want %v", took, test.want)
				}
				for l := lines.next(); !l.last(); l = lines.next() {
				}
				lines.close()
				in.Close()
			})
		})
	}
}

func TestNothingIsLostWhileACommandRuns(t *testing.T) {
	t.Parallel()
	lines := newInput(strings.NewReader("one\ntwo words\n\nthree"))
	defer lines.close()
	var got []string
	for l := lines.next(); ; l = lines.next() {
		if l.last() {
			break
		}
		got = append(got, strings.Join(l.words, " "))
		_ = lines.during(context.Background(), func(context.Context) error { return nil })
	}
	if want := "one,two words,,three"; strings.Join(got, ",") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
