package clients

import (
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"
)

// goodbye is the timeout for a bot to exit by itself.
const goodbye = 30 * time.Second

// startBot starts a program as the bot. The bot reads its account from environment variables with the same names as in
// the playground: DISCORD_API_URL, DISCORD_TOKEN, APPLICATION_ID, GUILD_ID and CHANNEL_ID. The variables in cmd.Env are
// added. At the end of the test startBot closes the bot's standard input; the bot must then exit with status 0.
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
		_ = stdin.Close() // fails if the bot has already exited; Wait below reports how it exited
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
