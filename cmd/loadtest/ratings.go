package main

import (
	"context"
	"fmt"
	"os/exec"
)

// checkRatings runs this module's bot with "ratings verify" after the play: the bot recounts all
// finished games and compares the result with the stored ratings. A difference, which is an error,
// means that a game was lost or counted twice. said is the bot's output, or "differ" on an error.
// Without a check, said is "": for another bot, and for a database that does not outlive the bot.
func checkRatings(ctx context.Context, o options, bot, folder string) (said string, err error) {
	if bot == "" || !o.outlives() {
		return "", nil
	}
	c := exec.CommandContext(ctx, bot, "ratings", "verify")
	c.Dir, c.Env = folder, botEnvironment(map[string]string{"DATABASE_URL": o.database})
	out, err := c.CombinedOutput()
	if err != nil {
		return "differ", fmt.Errorf("stored ratings differ from the games: %.600s", out)
	}
	return string(out), nil
}
