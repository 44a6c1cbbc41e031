// Package discordjs plays bots written with discord.js on the test Discord.
//
// One of them takes its interactions by HTTP, by discord-interactions.
//
// It needs node (18.4 or later) and what package-lock.json names: run "npm ci" in
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

func TestDiscordJSShards(t *testing.T) {
	join := bot(t, "bot.mjs", "SHARDS=auto")
	clients.RunShards(t, join)
}

// TestDiscordInteractions plays a bot that takes its interactions by HTTP.
func TestDiscordInteractions(t *testing.T) { clients.RunEndpoint(t, bot(t, "endpoint.mjs")) }

// bot returns how a bot of this folder joins, for a test that runs beside others.
func bot(t *testing.T, program string, environment ...string) clients.Join {
	t.Helper()
	node := needsNode(t)
	t.Parallel()
	return func(t *testing.T, a clients.Account) {
		t.Helper()
		cmd := exec.CommandContext(context.WithoutCancel(t.Context()), node, program)
		cmd.Env = environment
		clients.Start(t, cmd, a)
	}
}

// needsNode returns the node program, and skips the test unless one is named.
func needsNode(t *testing.T) string {
	t.Helper()
	switch node := os.Getenv("NOUGHTS_NODE"); node {
	case "":
		t.Skip("set NOUGHTS_NODE=1 after npm ci in this folder")
		return ""
	case "1":
		return "node"
	default:
		return node
	}
}
