package clients

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestDiscordJS(t *testing.T) { playStory(t, node(t, "discordjs", "bot.mjs")) }

func TestDiscordJSFeatures(t *testing.T) { playFeatures(t, node(t, "discordjs", "features/bot.mjs")) }

func TestDiscordJSShards(t *testing.T) {
	playOnShards(t, node(t, "discordjs", "bot.mjs", "SHARDS=auto"))
}

// TestDiscordInteractions plays a bot that takes its interactions by HTTP.
func TestDiscordInteractions(t *testing.T) { playEndpoint(t, node(t, "discordjs", "endpoint.mjs")) }

func TestOceanic(t *testing.T) { playStory(t, node(t, "oceanic", "bot.mjs")) }

func TestDiscordPy(t *testing.T) { playStory(t, python(t, "bot.py")) }

// TestPyNaCl plays a bot that takes its interactions by HTTP.
func TestPyNaCl(t *testing.T) { playEndpoint(t, python(t, "endpoint.py")) }

func TestDisgo(t *testing.T) { playStory(t, disgo(t)) }

func TestDisgoFeatures(t *testing.T) {
	// This version of disgo drops the events of votes, and has no Components V2. The rest discord.js does.
	playFeatures(t, disgo(t, "features"), "votes", "the bot's account", "commands of the guild", "menus that Discord fills",
		"forms", "forms with files", "quotes", "files", "private threads")
}

// node returns how to start a JavaScript program in a folder, for a test that runs beside others.
func node(t *testing.T, folder, program string, environment ...string) botStarter {
	t.Helper()
	interpreter := needsNode(t)
	t.Parallel()
	return started(folder, environment, interpreter, program)
}

// needsNode returns the program of Node, and skips the test unless NOUGHTS_NODE names one.
func needsNode(t *testing.T) string {
	t.Helper()
	return needs(t, "NOUGHTS_NODE", "node", "npm ci --ignore-scripts in bot/discordtest/clients/discordjs and oceanic")
}

// python returns how to start a program in the folder discordpy, for a test that runs beside others.
func python(t *testing.T, program string) botStarter {
	t.Helper()
	interpreter := needs(t, "NOUGHTS_PYTHON", "/usr/bin/python3", "apt-get install python3-discord python3-nacl")
	t.Parallel()
	return started("discordpy", nil, interpreter, "-B", program)
}

// disgo builds the program in the folder disgo, a module of its own, and returns its join, for a test that runs
// beside others. The bot has its own process because data races in disgo's gateway would fail -race in the test's.
func disgo(t *testing.T, arguments ...string) botStarter {
	t.Helper()
	compiler := needs(t, "NOUGHTS_DISGO", "go", "nothing else: Go downloads disgo")
	t.Parallel()
	program := filepath.Join(t.TempDir(), "disgo")
	build := exec.CommandContext(t.Context(), compiler, "build", "-o", program, ".")
	build.Dir = "disgo"
	build.Stdout, build.Stderr = t.Output(), t.Output()
	if err := build.Run(); err != nil {
		t.Fatal(err)
	}
	return started("disgo", nil, program, arguments...)
}

// needs returns the program that an environment variable names, or usual if it is 1. It skips the test if the
// variable is not set.
func needs(t *testing.T, variable, usual, after string) string {
	t.Helper()
	switch program := os.Getenv(variable); program {
	case "":
		t.Skipf("set %s=1 after %s", variable, after)
		return ""
	case "1":
		return usual
	default:
		return program
	}
}

// started returns a join that runs a program in a folder, with more environment variables.
func started(folder string, environment []string, program string, arguments ...string) botStarter {
	return func(t *testing.T, a account) {
		t.Helper()
		cmd := exec.CommandContext(context.WithoutCancel(t.Context()), program, arguments...)
		cmd.Dir, cmd.Env = folder, environment
		startBot(t, cmd, a)
	}
}
