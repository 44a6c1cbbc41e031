package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"noughts/bot/config"
)

// A subcommand runs something other than the bot. bot.ExitCode turns its error into the program's exit status.
type subcommand struct {
	name  string
	args  string // its arguments in the usage text, such as "FILE"
	about string
	run   func(ctx context.Context, args []string, stdout io.Writer) error
}

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

func findSubcommand(name string) (subcommand, bool) {
	all := subcommands()
	i := slices.IndexFunc(all, func(s subcommand) bool { return s.name == name })
	if i < 0 {
		return subcommand{}, false
	}
	return all[i], true
}

func describeSubcommands() string {
	var lines strings.Builder
	for _, s := range subcommands() {
		_, _ = fmt.Fprintf(&lines, "  %-22s  %s\n", strings.TrimSpace(s.name+" "+s.args), s.about)
	}
	return lines.String()
}

// misuse returns the error for wrong arguments of a subcommand, or a wrong setting, with this name.
func misuse(name, problem string) error {
	return &config.Error{Variable: name, Problem: problem}
}
