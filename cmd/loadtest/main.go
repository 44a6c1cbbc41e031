// Command loadtest plays many games at once against a bot, measures the bot, and checks that
// nothing that Discord has shown is ever lost.
//
//	loadtest -games 100 -rate 500 -duration 20s
//	loadtest -games 50 -duration 5m -kill 300 -json -
//
// It runs three kinds of processes, so that each can be measured by itself: the tool, which starts and ends the others;
// the emulator, which holds Discord and the members; and the bot, which only sees Discord. The exit status is 0 if all
// is well, 1 if something was lost, stuck, corrupt or failed, and 2 for wrong flags.
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

// emulatorArgument is the argument that makes this program run as the emulator's process.
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
