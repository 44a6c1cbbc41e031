package clients

import (
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"
)

// goodbye is how long a bot has to end by itself.
const goodbye = 30 * time.Second

// startBot starts a program as the bot. It finds the account in its environment,
// under the names that the playground prints: DISCORD_API_URL, DISCORD_TOKEN,
// APPLICATION_ID, GUILD_ID, CHANNEL_ID, and then what the command's Env has. It is asked to end, with the test, by
// the end of its standard input, and must do so with the status 0.
func startBot(t *testing.T, cmd *exec.Cmd, a account) {
	t.Helper()
	cmd.Env = slices.Concat(os.Environ(), a.environ(), cmd.Env)
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

// environ returns the account as environment variables.
func (a account) environ() []string {
	return []string{
		"DISCORD_API_URL=" + a.URL,
		"DISCORD_TOKEN=" + a.Token,
		"APPLICATION_ID=" + a.ApplicationID,
		"GUILD_ID=" + a.GuildID,
		"CHANNEL_ID=" + a.ChannelID,
	}
}
