// Package oceanic plays a bot written with oceanic.js on the test Discord.
//
// It needs node (18.13 or later) and what package-lock.json names: run "npm ci" in
// this folder, and set NOUGHTS_NODE to the node program, or to 1 for the one in
// the path.
package oceanic

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"noughts/bot/discordtest/clients"
)

func TestOceanic(t *testing.T) {
	node := os.Getenv("NOUGHTS_NODE")
	switch node {
	case "":
		t.Skip("set NOUGHTS_NODE=1 after npm ci in this folder")
	case "1":
		node = "node"
	}
	t.Parallel()
	clients.Run(t, func(t *testing.T, a clients.Account) {
		t.Helper()
		clients.Start(t, exec.CommandContext(context.WithoutCancel(t.Context()), node, "bot.mjs"), a)
	})
}
