// Package discordjs plays bots written with discord.js on the test Discord.
//
// It needs node (18 or later) and what package-lock.json names: run "npm ci" in
// this folder, and set NOUGHTS_NODE to the node program, or to 1 for the one in
// the path.
package discordjs

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"noughts/bot/discordtest/clients"
)

func TestDiscordJS(t *testing.T) { clients.Run(t, bot(t, "bot.mjs")) }

func TestDiscordJSFeatures(t *testing.T) { clients.RunFeatures(t, bot(t, "features/bot.mjs")) }

// bot returns how a bot of this folder joins, for a test that runs beside others.
func bot(t *testing.T, program string) clients.Join {
	t.Helper()
	node := os.Getenv("NOUGHTS_NODE")
	switch node {
	case "":
		t.Skip("set NOUGHTS_NODE=1 after npm ci in this folder")
	case "1":
		node = "node"
	}
	t.Parallel()
	return func(t *testing.T, a clients.Account) {
		t.Helper()
		clients.Start(t, exec.CommandContext(context.WithoutCancel(t.Context()), node, program), a)
	}
}
