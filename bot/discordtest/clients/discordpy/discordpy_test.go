// Package discordpy plays bots written with discord.py on the test Discord.
//
// One of the bots receives its interactions over HTTP and checks their signatures with PyNaCl.
//
// It needs Python with both libraries, which Debian has: apt-get install
// python3-discord python3-nacl, or pip install discord.py PyNaCl. Set
// NOUGHTS_PYTHON to the python program, or to 1 for /usr/bin/python3.
package discordpy

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"noughts/bot/discordtest/clients"
)

func TestDiscordPy(t *testing.T) { clients.Run(t, bot(t, "bot.py")) }

// TestPyNaCl plays a bot that receives its interactions over HTTP.
func TestPyNaCl(t *testing.T) { clients.RunEndpoint(t, bot(t, "endpoint.py")) }

// bot returns how a bot of this folder joins, for a test that runs beside others.
func bot(t *testing.T, program string) clients.Join {
	t.Helper()
	python := os.Getenv("NOUGHTS_PYTHON")
	switch python {
	case "":
		t.Skip("set NOUGHTS_PYTHON=1 after apt-get install python3-discord python3-nacl")
	case "1":
		python = "/usr/bin/python3"
	}
	t.Parallel()
	return func(t *testing.T, a clients.Account) {
		t.Helper()
		clients.Start(t, exec.CommandContext(context.WithoutCancel(t.Context()), python, "-B", program), a)
	}
}
