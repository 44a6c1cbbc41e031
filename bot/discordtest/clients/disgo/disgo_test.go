package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"noughts/bot/discordtest/clients"
)

// TestDisgo plays the story with the bot in a process of its own: disgo's
// gateway has data races of which -race in the test's process would complain.
func TestDisgo(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "disgo")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".")
	build.Stdout, build.Stderr = os.Stdout, os.Stderr
	if err := build.Run(); err != nil {
		t.Fatal(err)
	}
	clients.Run(t, func(t *testing.T, a clients.Account) {
		t.Helper()
		clients.Start(t, exec.CommandContext(context.WithoutCancel(t.Context()), program), a)
	})
}
