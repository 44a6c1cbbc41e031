// Package discordpy plays a bot written with discord.py on the test Discord.
//
// It needs Python and discord.py, which Debian has: apt-get install
// python3-discord, or pip install discord.py. Set NOUGHTS_PYTHON to the python
// program, or to 1 for /usr/bin/python3.
package discordpy

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"noughts/bot/discordtest/clients"
)

func TestDiscordPy(t *testing.T) {
	python := os.Getenv("NOUGHTS_PYTHON")
	switch python {
	case "":
		t.Skip("set NOUGHTS_PYTHON=1 after apt-get install python3-discord")
	case "1":
		python = "/usr/bin/python3"
	}
	t.Parallel()
	clients.Run(t, func(t *testing.T, a clients.Account) {
		t.Helper()
		clients.Start(t, exec.CommandContext(context.WithoutCancel(t.Context()), python, "-B", "bot.py"), a)
	})
}
