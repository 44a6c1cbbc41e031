// Package discordjs plays a bot written with discord.js on the test Discord.
//
// It needs node (18 or later) and what package-lock.json names: run "npm ci" in
// this folder, and set NOUGHTS_NODE to the node program, or to 1 for the one in
// the path.
package discordjs

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"noughts/bot/discordtest/clients"
)

func TestDiscordJS(t *testing.T) {
	node := os.Getenv("NOUGHTS_NODE")
	switch node {
	case "":
		t.Skip("set NOUGHTS_NODE=1 after npm ci in this folder")
	case "1":
		node = "node"
	}
	t.Parallel()
	clients.Run(t, func(t *testing.T, a clients.Account) { start(t, node, a) })
}

// goodbye is how long the bot has to end by itself.
const goodbye = 5 * time.Second

// start starts the bot and ends it with the test by closing its standard input.
func start(t *testing.T, node string, a clients.Account) {
	t.Helper()
	cmd := exec.Command(node, "bot.mjs")
	cmd.Env = append(os.Environ(), a.Environ()...)
	cmd.Stdout, cmd.Stderr = t.Output(), t.Output()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stdin.Close() // a bot that has ended already says so below
		impatience := time.AfterFunc(goodbye, func() { _ = cmd.Process.Kill() })
		defer impatience.Stop()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the bot ended badly: %v", err)
		}
	})
}
