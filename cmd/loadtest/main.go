// Command loadtest plays many games at once against a bot, measures the bot, and checks that the bot never loses a move
// that Discord has shown.
//
//	loadtest -games 100 -rate 500 -duration 20s
//	loadtest -games 50 -duration 5m -kill 300 -json -
//
// The emulated Discord and its members live in this process. The bot runs in processes of its own, and sees only that
// Discord. The exit status is 0 if the bot showed no fault. It is 1 if a game was lost or stuck, if an interaction
// failed, if the database is corrupt or has wrong ratings, or if the run could not be completed. It is 2 for wrong flags.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run runs the program and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		_, _ = fmt.Fprintf(stderr, "loadtest: %v; -help shows the flags.\n", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := runTest(ctx, o, stderr)
	if err == nil {
		err = r.write(o.json, stdout)
	}
	if ctx.Err() != nil {
		err = errors.New("stopped")
	}
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "loadtest: %v\n", err)
	}
	if err != nil || !r.good() {
		return 1
	}
	return 0
}
