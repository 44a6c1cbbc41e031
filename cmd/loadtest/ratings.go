package main

import (
	"context"
	"fmt"
	"os/exec"
)

// checkRatings has this module's bot count all games again, once nobody plays: what it finds is
// what was stored as the games ended, or a game was lost or counted twice. said is what it
// says of that, "" where there is no such bot or no database that lasts.
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
