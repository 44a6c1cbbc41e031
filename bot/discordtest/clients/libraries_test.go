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

// TestDiscordInteractions tests discord-interactions for Node, with a bot that receives its interactions over HTTP.
func TestDiscordInteractions(t *testing.T) { playEndpoint(t, node(t, "discordjs", "endpoint.mjs")) }

func TestOceanic(t *testing.T) { playStory(t, node(t, "oceanic", "bot.mjs")) }

func TestDiscordPy(t *testing.T) { playStory(t, python(t, "bot.py")) }

// TestPyNaCl tests a bot in Python that receives its interactions over HTTP and checks their signatures with PyNaCl.
func TestPyNaCl(t *testing.T) { playEndpoint(t, python(t, "endpoint.py")) }

func TestDisgo(t *testing.T) { playStory(t, disgo(t)) }

func TestDisgoFeatures(t *testing.T) {
	// This version of disgo drops the events of votes and lacks Components V2. The other parts that are
	// left out here are tested with discord.js only.
	playFeatures(t, disgo(t, "features"), "votes", "the bot's account", "commands of the guild", "menus that Discord fills",
		"forms", "forms with files", "quotes", "files", "private threads")
}

// node returns the botStarter for a JavaScript program in a folder, and makes the test parallel.
func node(t *testing.T, folder, program string, environment ...string) botStarter {
	t.Helper()
	interpreter := needsNode(t)
	t.Parallel()
	return started(folder, environment, interpreter, program)
}

// needsNode returns the path of Node. It skips the test unless NOUGHTS_NODE is set.
func needsNode(t *testing.T) string {
	t.Helper()
	return needs(t, "NOUGHTS_NODE", "node", "npm ci --ignore-scripts in bot/discordtest/clients/discordjs and oceanic")
}

// python returns the botStarter for a program in the folder discordpy, and makes the test parallel.
func python(t *testing.T, program string) botStarter {
	t.Helper()
	interpreter := needs(t, "NOUGHTS_PYTHON", "/usr/bin/python3", "apt-get install python3-discord python3-nacl")
	t.Parallel()
	return started("discordpy", nil, interpreter, "-B", program)
}

// disgo builds the program in the folder disgo, a module of its own, and returns its botStarter. It
// makes the test parallel. The bot is a process of its own because disgo's gateway has data races:
// in the test's process they would fail the test under -race.
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

// needs returns the program that an environment variable names, or the program `usual` if the variable is 1. If the
// variable is not set, it skips the test. `after` says what to install before the variable is set.
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

// started returns the botStarter for a program in a folder, with additional environment variables.
func started(folder string, environment []string, program string, arguments ...string) botStarter {
	return func(t *testing.T, a account) {
		t.Helper()
		cmd := exec.CommandContext(context.WithoutCancel(t.Context()), program, arguments...)
		cmd.Dir, cmd.Env = folder, environment
		startBot(t, cmd, a)
	}
}
