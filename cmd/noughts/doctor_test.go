package main_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the SQLite driver: the tests damage databases with it

	"noughts/bot/discordtest"
	"noughts/bot/store/database"
)

// A patient is the environment of a bot, for the subcommand doctor to examine. It is healthy until a test injects a
// fault.
type patient struct {
	t       *testing.T
	discord *discordtest.Server
	app     *discordtest.Application
	guild   *discordtest.Guild
	channel *discordtest.Channel
	folder  string   // holds the database, noughts.db
	file    string   // content of .env
	env     []string // environment variables that override those of a healthy bot
	args    []string
}

func newPatient(t *testing.T) *patient {
	t.Helper()
	p := &patient{t: t}
	p.discord, p.app = newDiscord(t)
	p.guild = p.discord.NewGuild("House")
	p.channel = p.guild.NewChannel("games")
	p.guild.Install(p.app)
	p.args = []string{"doctor", "-guild", p.guild.ID}
	var err error
	if p.folder, err = os.MkdirTemp(".", ".doctor"); err != nil { // /tmp may be a tmpfs, which the doctor would report
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(p.folder) })
	if p.folder, err = filepath.Abs(p.folder); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *patient) path() string { return filepath.Join(p.folder, "noughts.db") }

// begins runs the program in the patient's environment and waits until it ends. The variables in p.env override those
// of a healthy bot.
func (p *patient) begins(args ...string) (status int, output string) {
	p.t.Helper()
	env := append([]string{
		"DISCORD_TOKEN=" + p.app.Token, "DISCORD_API_URL=" + p.discord.URL(), "OPS_ADDR=127.0.0.1:0", "DATABASE_URL=sqlite:" + p.path(),
	}, p.env...)
	c := exec.Command(binary, args...)
	c.Dir, c.Env = p.t.TempDir(), append(env, "HOME="+p.t.TempDir())
	if err := os.WriteFile(filepath.Join(c.Dir, ".env"), []byte(p.file), 0o600); err != nil {
		p.t.Fatal(err)
	}
	return launch(p.t, c).ends(30 * time.Second)
}

// database creates a database and then runs SQL statements on its file.
func (p *patient) database(statements ...string) {
	p.t.Helper()
	db, err := database.Open(p.t.Context(), "sqlite:"+p.path(), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	closed := db.Close()
	pool, err := sql.Open("sqlite", p.path())
	if err == nil {
		_, err = pool.ExecContext(p.t.Context(), strings.Join(statements, ";"))
	}
	if err := errors.Join(closed, err, pool.Close()); err != nil {
		p.t.Fatal(err)
	}
}

// damage overwrites the middle of a file.
func damage(t *testing.T, file string) {
	t.Helper()
	content, err := os.ReadFile(file)
	for i := len(content) / 4; i < len(content)*3/4; i++ {
		content[i] = 0x5a
	}
	if err := errors.Join(err, os.WriteFile(file, content, 0o600)); err != nil {
		t.Fatal(err)
	}
}

// via puts a proxy between the bot and Discord, which changes some of Discord's answers. If the URL of a request ends
// in `path`, the proxy calls the function `change` with the JSON body and the headers of the answer.
func (p *patient) via(path string, change func(body map[string]any, header http.Header)) {
	p.t.Helper()
	target, err := url.Parse(p.discord.URL())
	if err != nil {
		p.t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) },
		ModifyResponse: func(r *http.Response) error {
			if !strings.HasSuffix(r.Request.URL.Path, path) {
				return nil
			}
			content, err := io.ReadAll(r.Body)
			if err != nil {
				return err
			}
			var body map[string]any
			if json.Unmarshal(content, &body) == nil {
				change(body, r.Header)
				content, err = json.Marshal(body)
			} else {
				change(nil, r.Header)
			}
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(content)), int64(len(content))
			r.Header.Set("Content-Length", fmt.Sprint(len(content)))
			return err
		},
	}
	server := httptest.NewServer(proxy)
	p.t.Cleanup(server.Close)
	p.env = append(p.env, "DISCORD_API_URL="+server.URL)
}

// listens starts an HTTP server with the handler h on a free port and returns its address.
func (p *patient) listens(h http.Handler) string {
	p.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		p.t.Fatal(err)
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Second}
	go func() { _ = server.Serve(l) }()
	p.t.Cleanup(func() { _ = server.Close() })
	return l.Addr().String()
}

func (p *patient) sets(variables ...string) { p.env = append(p.env, variables...) }

// overHTTP makes the bot serve interactions over HTTP. Discord does not know the bot's address yet.
func (p *patient) overHTTP() {
	p.sets("DISCORD_PUBLIC_KEY="+p.app.PublicKey, "HTTP_ADDR=127.0.0.1:0")
}

// faults lists the faults that doctor must find, and a text that it must print for each. If the field starts is false,
// the bot must refuse to start and give the same reason.
var faults = []struct {
	name   string
	inject func(p *patient)
	want   string
	starts bool // the bot starts despite the fault
}{
	{"no token", func(p *patient) { p.sets("DISCORD_TOKEN=") }, "✗ settings: DISCORD_TOKEN is missing", false},
	{"two wrong settings", func(p *patient) { p.sets("LOG_LEVEL=loud", "TILES=maybe") }, "✗ settings: LOG_LEVEL must be", false},
	{"the second of them", func(p *patient) { p.sets("LOG_LEVEL=loud", "TILES=maybe") }, "✗ settings: TILES must be", true},
	{"a misspelt setting", func(p *patient) { p.file = "LOG_LEWEL=debug\n" }, "✗ settings: LOG_LEWEL in .env is not a setting", true},
	{"a .env of something else", func(p *patient) { p.file = "{json: true\n" }, "✗ settings: .env is not a list", false},
	{"a wrong token", func(p *patient) { p.sets("DISCORD_TOKEN=not.the.token") }, "✗ token: Discord rejected the bot's token", false},
	{"a person's token", func(p *patient) {
		p.via("/users/@me", func(body map[string]any, _ http.Header) { body["bot"] = false })
	}, "✗ token: DISCORD_TOKEN belongs to the person Noughts", true},
	{"no way to Discord", func(p *patient) {
		p.sets("DISCORD_API_URL=http://" + p.listens(http.NotFoundHandler()))
	}, "✗ token: cannot reach Discord: ", true},
	{"a clock that is slow", func(p *patient) {
		p.via("", func(_ map[string]any, h http.Header) {
			h.Set("Date", time.Now().Add(2*time.Minute).UTC().Format(http.TimeFormat))
		})
	}, "✗ clock: 2m", true},
	{"no logins left", func(p *patient) {
		p.via("/gateway/bot", func(body map[string]any, _ http.Header) {
			body["session_start_limit"] = map[string]any{"total": 1000, "remaining": 0, "reset_after": 7_200_000, "max_concurrency": 1}
		})
	}, "✗ gateway: all 1000 logins that Discord allows per day are used up", true},
	{"no WebSocket gets through", func(p *patient) {
		address := "ws://" + p.listens(http.NotFoundHandler())
		p.via("/gateway/bot", func(body map[string]any, _ http.Header) { body["url"] = address })
	}, "allow outgoing WebSocket connections", true},
	{"interactions that go elsewhere", func(p *patient) {
		p.via("/applications/@me", func(body map[string]any, _ http.Header) {
			body["interactions_endpoint_url"] = "https://old.example/interactions"
		})
	}, "✗ gateway: Discord sends interactions to an Interactions Endpoint URL instead of the gateway", true},
	{"another application's key", func(p *patient) {
		p.overHTTP()
		p.sets("DISCORD_PUBLIC_KEY=" + p.discord.NewApplication("Other").PublicKey)
	}, "✗ interactions: DISCORD_PUBLIC_KEY is not the public key of the bot's application", false},
	{"no endpoint", func(p *patient) { p.overHTTP() }, "✗ interactions: Discord sends interactions elsewhere", true},
	{"an endpoint that is dead", func(p *patient) {
		p.overHTTP()
		address := "http://" + p.listens(http.NotFoundHandler()) + "/interactions"
		p.via("/applications/@me", func(body map[string]any, _ http.Header) {
			if _, app := body["verify_key"]; app {
				body["interactions_endpoint_url"] = address
			}
		})
	}, "does not answer Discord's signed ping", true},
	{"no folder for the database", func(p *patient) { p.sets("DATABASE_URL=sqlite:no/such/folder.db") }, `✗ database: cannot use the folder of the database file "no/such/folder.db"`, false},
	{"a file that is no database", func(p *patient) {
		if err := os.WriteFile(p.path(), bytes.Repeat([]byte("text "), 2000), 0o600); err != nil {
			p.t.Fatal(err)
		}
	}, "✗ database: opening the database file", false},
	{"a newer database", func(p *patient) {
		p.database(`INSERT INTO schema_versions (version, applied) VALUES (1000, 0)`)
	}, "the database is newer than this program: it is at version 1000", false},
	{"a damaged database", func(p *patient) {
		p.database(`CREATE TABLE filling (text TEXT)`,
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 3000) INSERT INTO filling SELECT hex(randomblob(200)) FROM n`,
			`PRAGMA wal_checkpoint(TRUNCATE)`)
		damage(p.t, p.path())
	}, "is damaged: stop the bot and restore a backup", true},
	{"games in memory", func(p *patient) { p.sets("DATABASE_URL=memory:") }, "✗ database: DATABASE_URL is memory:", true},
	{"a server that does not answer", func(p *patient) {
		p.sets("DATABASE_URL=postgres://noughts:s3cret@127.0.0.1:1/noughts")
	}, "✗ database: opening the database: ", true},
	{"backups that are old", func(p *patient) {
		folder := p.t.TempDir()
		id, _, _ := strings.Cut(p.app.Token, ".")
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("noughts-%08x-1-20200101T000000Z.db", crc32.ChecksumIEEE([]byte(id)))), nil, 0o600); err != nil {
			p.t.Fatal(err)
		}
		p.sets("BACKUP_DIR="+folder, "BACKUP_EVERY=1h")
	}, "✗ backups: the newest of 1 in", true},
	{"no folder for backups", func(p *patient) { p.sets("BACKUP_DIR=/no/such/folder") }, "✗ settings: BACKUP_DIR must be an existing folder", false},
	{"no room for tiles", func(p *patient) {
		owner := p.discord.NewUser("owner")
		for i := range 1990 {
			p.app.AddEmoji(owner, fmt.Sprintf("mine_%d", i))
		}
	}, "✗ tiles: missing: 435, and the application has 1990 emoji of at most 2000", true},
	{"another version's commands", func(p *patient) { p.registers("", "old") }, "✗ commands: those on Discord are from another version", true},
	{"commands shown twice", func(p *patient) {
		p.registers("", "classic")
		p.sets("DISCORD_GUILD_ID=" + p.guild.ID)
	}, "✗ commands: the commands are also registered globally", true},
	{"commands of a server left from a start for it", func(p *patient) {
		p.registers("", "classic")
		p.registers(p.guild.ID, "classic")
	}, "✗ commands: the server ", true},
	{"DISCORD_GUILD_ID of a server without the bot", func(p *patient) {
		p.sets("DISCORD_GUILD_ID=" + p.discord.NewGuild("Elsewhere").ID)
	}, "✗ commands: DISCORD_GUILD_ID names a server in which the bot is not: open the link", true},
	{"commands that Discord refused a running bot", func(p *patient) {
		p.sets("OPS_ADDR=" + healthAt(p.t, "127.0.0.1", http.StatusOK, "ok\n"))
	}, "✗ commands: those on Discord are not this version's although the bot runs", true},
	{"a server without the bot", func(p *patient) {
		p.args = []string{"doctor", "-guild", p.discord.NewGuild("Elsewhere").ID}
	}, ": the bot is not in this server: open the link on the Installation page", true},
	{"a channel in which it may not write", func(p *patient) {
		p.channel.Overwrite(p.guild.Everyone(), 0, discordtest.PermissionSendMessages)
	}, "the bot's role lacks in #games Send Messages", true},
	{"a port in use", func(p *patient) { p.sets("OPS_ADDR=" + p.listens(http.NotFoundHandler())) }, "is in use by another program; choose another port", false},
	{"a bot that is not ready", func(p *patient) {
		p.sets("OPS_ADDR=" + healthAt(p.t, "127.0.0.1", http.StatusServiceUnavailable, "no shard is connected to Discord\n"))
	}, "✗ OPS_ADDR: not ready: no shard is connected to Discord", true},
}

// registers registers a command for the bot in the way that another version of the bot would.
func (p *patient) registers(guild, name string) {
	p.t.Helper()
	path := p.discord.URL() + "/api/v9/applications/" + p.app.ID
	if guild != "" {
		path += "/guilds/" + guild
	}
	body := strings.NewReader(`[{"name": "` + name + `", "description": "from another version"}]`)
	request, err := http.NewRequestWithContext(p.t.Context(), http.MethodPut, path+"/commands", body)
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header = http.Header{"Authorization": {"Bot " + p.app.Token}, "Content-Type": {"application/json"},
		"User-Agent": {"DiscordBot (https://noughts.example, 1)"}}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		p.t.Fatal(response.Status)
	}
}

// TestDoctorFindsEveryFault injects each fault in turn. The doctor must report that fault and exit with status 1. It
// must report no other fault, except where a case has two. If the bot does not start with the fault, the bot must print
// the same sentence as the doctor.
func TestDoctorFindsEveryFault(t *testing.T) {
	t.Parallel()
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			p := newPatient(t)
			f.inject(p)
			status, output := p.begins(p.args...)
			if status != 1 || !strings.Contains(output, f.want) || strings.Contains(output, "s3cret") {
				t.Errorf("status %d; want 1 and %q in\n%s", status, f.want, output)
			}
			if others := strings.Count(output, "✗"); others != 1 && !strings.Contains(f.name, "them") && !strings.Contains(f.name, "two") {
				t.Errorf("%d lines are wrong, want 1:\n%s", others, output)
			}
			for line := range strings.Lines(output) {
				if len(line) > 600 {
					t.Errorf("a line of %d bytes: %s", len(line), line)
				}
			}
			if f.starts || t.Failed() {
				return
			}
			_, sentence, _ := strings.Cut(output[strings.Index(output, "✗"):], ": ")
			sentence, _, _ = strings.Cut(sentence, "\n")
			if _, started := p.begins(); !strings.Contains(started, "noughts: "+sentence) {
				t.Errorf("the doctor says %q, and a start\n%s", sentence, started)
			}
		})
	}
	if len(faults) < 20 {
		t.Errorf("%d faults", len(faults))
	}
}

// For a healthy bot doctor reports no problem, both before the first start and while the bot runs.
func TestDoctorFindsNothingWrong(t *testing.T) {
	t.Parallel()
	p := newPatient(t)
	check := func(when string, lines ...string) {
		t.Helper()
		status, output := p.begins(p.args...)
		for _, want := range lines {
			if !strings.Contains(output, "✓ "+want) {
				t.Errorf("%s: no %q", when, want)
			}
		}
		if status != 0 || strings.Contains(output, "✗") || t.Failed() {
			t.Errorf("%s: status %d\n%s", when, status, output)
		}
	}
	check("before", "settings", "token: belongs to the bot Noughts", "clock", "gateway", "database", "disk", "saves", "tiles", "commands: none", "invite: https://discord.com/oauth2/authorize?client_id=", "server ")
	env := []string{"DISCORD_TOKEN=" + p.app.Token, "DISCORD_API_URL=" + p.discord.URL(), "OPS_ADDR=off", "DATABASE_URL=sqlite:" + p.path(), "TILES=off"}
	bot := start(t, env)
	bot.awaits(`msg=ready invite="https://discord.com/oauth2/authorize?client_id=`)
	p.sets("OPS_ADDR=off")
	check("while it runs", "database: ", "commands: all")
}
