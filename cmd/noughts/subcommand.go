package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"noughts/bot/config"
)

// A subcommand is what the program does instead of being the bot. It is
// configured by the same environment. Its error decides the exit status, as
// bot.ExitCode says.
type subcommand struct {
	name  string
	args  string // for the usage, such as "FILE"
	about string
	run   func(args []string, stdout io.Writer) error
}

// subcommands returns all of them, in the order of the usage.
func subcommands() []subcommand {
	return []subcommand{
		{"backup", "FILE", "back up the SQLite database, even while the bot runs", backup},
		{"restore", "FILE", "check a backup and replace the SQLite database with it", restore},
		{"migrate", "", "migrate the database (the bot also does this when it starts)", migrate},
		{"ratings", "verify|rebuild", "recompute the ratings from all games, and compare or replace them", ratings},
		{"version", "", "print the version", printVersion},
		{"doctor", "[-guild ID]", "check the setup, and say how to fix what is wrong", examine},
		{"healthcheck", "", "ask the bot at OPS_ADDR whether it is ready", healthcheck},
	}
}

// findSubcommand returns the subcommand of a name.
func findSubcommand(name string) (subcommand, bool) {
	all := subcommands()
	i := slices.IndexFunc(all, func(s subcommand) bool { return s.name == name })
	if i < 0 {
		return subcommand{}, false
	}
	return all[i], true
}

// describeSubcommands returns a line for each.
func describeSubcommands() string {
	var lines strings.Builder
	for _, s := range subcommands() {
		_, _ = fmt.Fprintf(&lines, "  %-22s  %s\n", strings.TrimSpace(s.name+" "+s.args), s.about)
	}
	return lines.String()
}

// misuse returns the error for a subcommand that was given the wrong arguments.
func misuse(name, problem string) error {
	return &config.Error{Variable: name, Problem: problem}
}
