package main

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"noughts/bot"
	"noughts/bot/config"
)

// invited starts a playground without a bot. It returns the printed environment variables and the page's address.
func invited(t *testing.T, args ...string) (env map[string]string, base string) {
	t.Helper()
	out := run(t, append([]string{"-bot", "none"}, args...)...)
	env = map[string]string{}
	for _, name := range []string{"DISCORD_API_URL", "DISCORD_TOKEN", "APPLICATION_ID", "GUILD_ID", "CHANNEL_ID"} {
		line := readLine(t, out)
		value, ok := strings.CutPrefix(line, name+"=")
		if !ok || value == "" {
			t.Fatalf("the line is %q, want %s=…", line, name)
		}
		env[name] = value
	}
	return env, readLine(t, out)
}

// TestGuestBot checks that a program with the printed settings can join as the bot: here this module's bot.
func TestGuestBot(t *testing.T) {
	t.Parallel()
	env, base := invited(t)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		cfg := bot.Config{Token: config.Secret(env["DISCORD_TOKEN"]), APIURL: env["DISCORD_API_URL"]}
		ended <- withoutTiles(ctx, cfg, bot.Deps{Logger: slog.New(slog.DiscardHandler), Texts: catalogue()})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	s := visitor{t, base, "?as=bob&channel=general"}
	s.isOffered(offered)
	s.uses("/classic first:me")
	s.sees(answered)
	s.presses()
}
