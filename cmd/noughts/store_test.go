package main_test

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWhatTheProgramSaysAtItsEnd runs the program with settings and arguments with which it ends at once.
func TestWhatTheProgramSaysAtItsEnd(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = busy.Close() })
	d, _ := newDiscord(t)
	asks := func(addr string) []string { return []string{"OPS_ADDR=" + addr} }
	healthcheck := []string{"healthcheck"}
	folder := t.TempDir()
	there := filepath.Join(folder, "there.db")
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// fresh returns a DATABASE_URL setting with a new file. Each test case needs its own file: the cases run in
	// parallel, and only one process at a time may open a file.
	fresh := func(name string) []string {
		return []string{"DATABASE_URL=sqlite:" + filepath.Join(folder, name+".db")}
	}
	sqlite := fresh("noughts") // shared by commands that fail before they open the file
	memory := []string{"DATABASE_URL=memory:"}
	postgres := []string{"DATABASE_URL=postgres://noughts:s3cret@db.invalid/noughts"}
	none := []string{"DATABASE_URL=sqlite:" + filepath.Join(folder, "none", "noughts.db")}
	for name, c := range map[string]struct {
		env    []string
		args   []string
		status int
		want   string
	}{
		"the version":                     {nil, []string{"version"}, 0, "noughts "},
		"a version of what":               {nil, []string{"version", "x"}, 2, "version takes no arguments"},
		"a migration":                     {fresh("migrated"), []string{"migrate"}, 0, "the database is at version"},
		"a migration of what":             {sqlite, []string{"migrate", "x"}, 2, "migrate takes no arguments"},
		"a migration of nothing":          {memory, []string{"migrate"}, 2, "nothing to migrate"},
		"a migration in no folder":        {none, []string{"migrate"}, 1, "no such file or directory"},
		"a bot in no folder":              {append(none, "DISCORD_TOKEN=abc"), nil, 1, "no such file or directory"},
		"a backup to nowhere":             {sqlite, []string{"backup"}, 2, "backup needs the name of the file"},
		"a backup over another file":      {sqlite, []string{"backup", there}, 1, "never overwrites a file"},
		"a backup of nothing":             {none, []string{"backup", filepath.Join(folder, "copy.db")}, 1, "no database file"},
		"a backup of memory":              {memory, []string{"backup", "copy.db"}, 2, "nothing to back up"},
		"a backup of a server's database": {postgres, []string{"backup", "copy.db"}, 2, "pg_dump"},
		"ratings of nothing":              {fresh("verified"), []string{"ratings", "verify"}, 1, "there is no database in the file"},
		"rebuilding them":                 {fresh("rebuilt"), []string{"ratings", "rebuild"}, 0, "0 numbers were replaced"},
		"ratings for what":                {sqlite, []string{"ratings"}, 2, "ratings needs verify or rebuild"},
		"ratings of memory":               {memory, []string{"ratings", "verify"}, 2, "there are no ratings"},
		"a restore to where no bot plays": {nil, []string{"restore", there}, 2, "DATABASE_URL is not set, and there is no noughts.db"},
		"a migration where no bot plays":  {nil, []string{"migrate"}, 2, "DATABASE_URL is not set"},
		"help for a subcommand":           {nil, []string{"backup", "-h"}, 0, "backup FILE"},
		"no token":                        {nil, nil, 2, "DISCORD_TOKEN is missing"},
		"no level":                        {[]string{"DISCORD_TOKEN=abc", "LOG_LEVEL=loud"}, nil, 2, "LOG_LEVEL"},
		"a database":                      {[]string{"DISCORD_TOKEN=abc", "DATABASE_URL=mysql://u:abc@db/noughts"}, nil, 2, "DATABASE_URL must be"},
		"half of HTTP":                    {[]string{"DISCORD_TOKEN=abc", "HTTP_ADDR=:8080"}, nil, 2, "HTTP_ADDR is set without DISCORD_PUBLIC_KEY"},
		"a wrong word":                    {nil, []string{"serve"}, 2, "unknown command"},
		"a wrong flag":                    {nil, []string{"-nonsense"}, 2, "flag provided but not defined"},
		"help":                            {nil, []string{"-h"}, 0, "DISCORD_TOKEN"},
		"the flag for the version":        {nil, []string{"-version"}, 0, "noughts "},
		"a busy port":                     {append(asks(busy.Addr().String()), "DISCORD_TOKEN=abc"), nil, 1, "is in use by another program"},
		"a rejected token":                {append(asks("off"), "DISCORD_TOKEN=abc.the.token", "DISCORD_API_URL="+d.URL()), nil, 2, "Discord rejected the bot's token"},
		"a bot that is ready":             {asks(healthAt(t, "127.0.0.1", http.StatusOK, "ok\n")), healthcheck, 0, "ok"},
		"one without a host":              {asks(healthAt(t, "", http.StatusOK, "ok\n")), healthcheck, 0, "ok"},
		"one that is not ready":           {asks(healthAt(t, "0.0.0.0", http.StatusServiceUnavailable, "the database does not answer\n")), healthcheck, 1, "not ready: the database does not answer"},
		"nobody":                          {asks("127.0.0.1:1"), healthcheck, 1, "no answer at OPS_ADDR 127.0.0.1:1"},
		"health that is off":              {asks("off"), healthcheck, 1, "OPS_ADDR is off"},
		"health nowhere":                  {asks("nowhere"), healthcheck, 2, "OPS_ADDR must be host:port"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, output := start(t, c.env, c.args...).ends(10 * time.Second)
			if status != c.status || !strings.Contains(output, c.want) {
				t.Errorf("status %d, output %q; want status %d and %q", status, output, c.status, c.want)
			}
			if strings.Contains(output, "s3cret") || strings.Contains(output, "abc") {
				t.Error("the password or the token was printed")
			}
		})
	}
}
