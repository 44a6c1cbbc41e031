package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// checkFile checks an SQLite database for damage, after the bots have stopped. It runs the backup command of this
// module's bot, which checks every page and refuses to copy a corrupt file. If the bot under test is not this module's,
// checkFile runs the program sqlite3 instead. `checked` is false if the database is not SQLite or if sqlite3 is needed
// but missing. The error says what is wrong with the file.
func checkFile(ctx context.Context, o options, bot, folder string) (checked bool, err error) {
	path, ok := strings.CutPrefix(o.database, "sqlite:")
	if !ok {
		return false, nil
	}
	path, _, _ = strings.Cut(path, "?")
	if bot != "" {
		c := exec.CommandContext(ctx, bot, "backup", filepath.Join(folder, "backup.db"))
		c.Dir, c.Env = folder, botEnvironment(map[string]string{"DATABASE_URL": o.database})
		if out, err := c.CombinedOutput(); err != nil {
			return true, fmt.Errorf("cannot copy the database: %.300s", out)
		}
		return true, nil
	}
	program, err := exec.LookPath("sqlite3")
	if err != nil {
		return false, nil //nolint:nilerr // without the program sqlite3 the file stays unchecked, which is not an error
	}
	out, err := exec.CommandContext(ctx, program, path, "PRAGMA integrity_check").CombinedOutput()
	if said := strings.TrimSpace(string(out)); err != nil || said != "ok" {
		return true, fmt.Errorf("the database is corrupt: %.300s", said)
	}
	return true, nil
}
