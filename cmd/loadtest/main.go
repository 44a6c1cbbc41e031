// Command loadtest plays many games at once against a bot, measures the bot, and checks that the bot never loses a move
// that Discord has shown.
//
//	loadtest -games 100 -rate 500 -duration 20s
//	loadtest -games 50 -duration 5m -kill 300 -json -
//
// It runs three kinds of processes, so that each can be measured by itself: the tool, which starts and ends the others;
// the emulator, which holds an emulated Discord and its members; and the bot, which sees only that Discord. The exit
// status is 0 if the bot showed no fault. It is 1 if a game was lost or stuck, if an interaction failed, if the
// database is corrupt or has wrong ratings, or if the run could not be completed. It is 2 for wrong flags.
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

	"noughts/cmd/loadtest/emulator"
)

// emulatorArgument tells a new process of this program to run as the emulator.
const emulatorArgument = "emulator-process-of-a-loadtest"

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run runs the program and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 1 && args[0] == emulatorArgument {
		if err := emulator.Serve(os.Stdin, os.Stdout); err != nil {
			_, _ = fmt.Fprintln(stderr, "loadtest: the emulator:", err)
			return 1
		}
		return 0
	}
	o, err := parseFlags(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, _ = io.WriteString(stdout, usageText)
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
	switch {
	case ctx.Err() != nil:
		_, _ = fmt.Fprintln(stderr, "loadtest: stopped.")
		return 1
	case err != nil:
		_, _ = fmt.Fprintf(stderr, "loadtest: %v\n", err)
		return 1
	case !r.good():
		return 1
	}
	return 0
}
