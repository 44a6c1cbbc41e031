package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// checkFile has the file of an SQLite database checked page by page, once nobody
// uses it: by SQLite's own program, or by this module's bot, which refuses to
// copy what is corrupt. checked is false where neither is at hand and for other
// databases. The error says what is wrong with the file.
func checkFile(ctx context.Context, o options, bot, folder string) (checked bool, err error) {
	path, ok := strings.CutPrefix(o.database, "sqlite:")
	if !ok {
		return false, nil
	}
	path, _, _ = strings.Cut(path, "?")
	if program, err := exec.LookPath("sqlite3"); err == nil {
		out, err := exec.CommandContext(ctx, program, path, "PRAGMA integrity_check").CombinedOutput()
		if said := strings.TrimSpace(string(out)); err != nil || said != "ok" {
			return true, fmt.Errorf("the database is corrupt: %.300s", said)
		}
		return true, nil
	}
	if bot == "" {
		return false, nil
	}
	c := exec.CommandContext(ctx, bot, "backup", filepath.Join(folder, "backup.db"))
	c.Dir, c.Env = folder, botEnvironment(map[string]string{"DATABASE_URL": o.database, "DISCORD_TOKEN": "none"})
	if out, err := c.CombinedOutput(); err != nil {
		return true, fmt.Errorf("the database cannot be copied: %.300s", out)
	}
	return true, nil
}
