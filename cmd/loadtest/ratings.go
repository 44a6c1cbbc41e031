package main

import (
	"context"
	"fmt"
	"os/exec"
)

// checkRatings checks the stored ratings after the play. It runs "ratings verify" of this module's bot, which
// recomputes the ratings from all finished games. If they differ from the stored ratings, a game was lost or counted
// twice, and checkRatings returns an error. `said` is the bot's output, or "differ" on an error. If the bot under test
// is not this module's, or if its games end with its process, there is no check and `said` is "".
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
