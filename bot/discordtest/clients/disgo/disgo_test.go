package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"noughts/bot/discordtest/clients"
)

func TestDisgo(t *testing.T) {
	t.Parallel()
	clients.Run(t, join(t))
}

func TestDisgoFeatures(t *testing.T) {
	t.Parallel()
	// This version of disgo drops the events of votes, and has no Components V2. The rest discord.js does.
	clients.RunFeatures(t, join(t, "features"), "votes", "the bot's account", "commands of the guild", "menus that Discord fills",
		"forms", "forms with files", "quotes", "files", "private threads")
}

// join returns how the bot joins, in a process of its own: disgo's gateway has data races that
// would fail -race in the test's process.
func join(t *testing.T, arguments ...string) clients.Join {
	t.Helper()
	program := filepath.Join(t.TempDir(), "disgo")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".")
	build.Stdout, build.Stderr = os.Stdout, os.Stderr
	if err := build.Run(); err != nil {
		t.Fatal(err)
	}
	return func(t *testing.T, a clients.Account) {
		t.Helper()
		clients.Start(t, exec.CommandContext(context.WithoutCancel(t.Context()), program, arguments...), a)
	}
}
