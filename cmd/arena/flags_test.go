package main

import (
	"strings"
	"testing"
)

// A number out of bounds is refused with one line of error, before the command starts its work.
func TestAbsurdNumbersAreRefused(t *testing.T) {
	t.Parallel()
	for command, flags := range map[string][]string{
		"match -a random -b random": {"games", "plies", "parallel", "start", "grace"},
		"ladder":                    {"games", "distant", "reach", "parallel"},
		"calibrate":                 {"games", "distant", "reach", "parallel", "spacing", "most"},
		"book -file x":              {"positions", "nodes", "width", "margin", "parallel"},
		"solve":                     {"time", "nodes", "threads"},
		"bench":                     {"games"},
		"selfplay -out x":           {"parts", "games", "nodes", "random"},
		"train -data x -out y":      {"epochs", "batch", "rate", "trust", "decay"},
	} {
		for _, flag := range flags {
			for _, value := range []string{"NaN", "+Inf", "-Inf", "-2", "-2s", "99999999999999999999", "9999999h", "1e300", "x", ""} {
				refused(t, append(strings.Fields(command), "-"+flag, value))
			}
		}
	}
	for _, line := range []string{
		"solve -threads 999999999", "solve -threads 0", "match -a random -b random -games 999999999999", "match -a random -b random -parallel 2000000000",
		"calibrate -spacing 0", "match -a random -b random -sprt 0,+Inf", "match -a random -b random -sprt NaN,10",
		"match -a strength:NaN/0/0 -b random", "match -a strength:0.5/0/+Inf -b random", "match -a strong@-1n -b random", "match -a strong@9999999h -b random",
	} {
		refused(t, strings.Fields(line))
	}
}

// refused checks that a command line fails with status 2 and one line of error.
func refused(t *testing.T, args []string) {
	t.Helper()
	status, out, said := command(args...)
	if status != 2 || out != "" || strings.Count(said, "\n") != 1 {
		t.Errorf("arena %q: status %d, wrote %q and %q", args, status, out, said)
	}
}
