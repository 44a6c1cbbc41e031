package config

import (
	"crypto/ed25519"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

func environment(settings ...string) func(string) string {
	values := map[string]string{}
	for _, s := range settings {
		name, value, _ := strings.Cut(s, "=")
		values[name] = value
	}
	return func(name string) string { return values[name] }
}

func isError(err error) bool {
	var wrong *Error
	return errors.As(err, &wrong)
}

// fileOf writes a file and returns its path.
func fileOf(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// aKey is a public key as the developer portal shows one.
const aKey = "00000000000000000000000000000000000000000000000000000000000000aB"

func TestLoad(t *testing.T) {
	t.Parallel()
	plain := Config{Token: "abc.def", OpsAddr: DefaultOpsAddr, DatabaseURL: DefaultDatabase, KeepRemoved: DefaultKeepRemoved, Tiles: true, Workers: runtime.GOMAXPROCS(0)}
	with := func(change func(*Config)) Config {
		c := plain
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		settings []string
		want     Config
	}{
		"nothing but a token":      {nil, plain},
		"a token as some paste it": {[]string{"DISCORD_TOKEN= Bot abc.def\n"}, plain},
		"a guild":                  {[]string{"DISCORD_GUILD_ID=42"}, with(func(c *Config) { c.GuildID = "42" })},
		"an API":                   {[]string{"DISCORD_API_URL=http://127.0.0.1:80"}, with(func(c *Config) { c.APIURL = "http://127.0.0.1:80" })},
		"a web client":             {[]string{"DISCORD_WEB_URL=https://chat.example/"}, with(func(c *Config) { c.WebURL = "https://chat.example" })},
		"memory":                   {[]string{"DATABASE_URL=memory:"}, with(func(c *Config) { c.DatabaseURL = "memory:" })},
		"a file":                   {[]string{"DATABASE_URL=sqlite:///data/a.db"}, with(func(c *Config) { c.DatabaseURL = "sqlite:///data/a.db" })},
		"a file with four slashes": {[]string{"DATABASE_URL=sqlite:////data/a.db"}, with(func(c *Config) { c.DatabaseURL = "sqlite:/data/a.db" })},
		"a server": {[]string{"DATABASE_URL=postgres://u:p%40@db/noughts"}, with(func(c *Config) {
			c.DatabaseURL = "postgres://u:p%40@db/noughts"
		})},
		"a socket": {[]string{"DATABASE_URL=postgresql:///noughts?host=/run/postgresql"}, with(func(c *Config) {
			c.DatabaseURL = "postgresql:///noughts?host=/run/postgresql"
		})},
		"no health":     {[]string{"OPS_ADDR=off"}, with(func(c *Config) { c.OpsAddr = "" })},
		"any health":    {[]string{"OPS_ADDR=:8080"}, with(func(c *Config) { c.OpsAddr = ":8080" })},
		"profile":       {[]string{"OPS_PROFILE=on"}, with(func(c *Config) { c.Profile = true })},
		"tiles":         {[]string{"TILES=on"}, plain},
		"no tiles":      {[]string{"TILES=off"}, with(func(c *Config) { c.Tiles = false })},
		"a long memory": {[]string{"KEEP_REMOVED=2160h"}, with(func(c *Config) { c.KeepRemoved = 90 * 24 * time.Hour })},
		"workers":       {[]string{"AI_WORKERS=7"}, with(func(c *Config) { c.Workers = 7 })},
		"a log": {[]string{"LOG_LEVEL=debug", "LOG_FORMAT=json"}, with(func(c *Config) {
			c.LogLevel, c.LogFormat = slog.LevelDebug, "json"
		})},
		"interactions over HTTP": {[]string{"DISCORD_PUBLIC_KEY=" + aKey, "HTTP_ADDR=:8080"}, with(func(c *Config) {
			c.PublicKey, c.HTTPAddr, c.Drain = make(ed25519.PublicKey, 32), ":8080", DefaultDrain
			c.PublicKey[31] = 0xaB
		})},
		"pages": {[]string{"PRIVACY_URL=https://a.example/privacy.html#noughts", "TERMS_URL=https://a.example"}, with(func(c *Config) {
			c.PrivacyURL, c.TermsURL = "https://a.example/privacy.html#noughts", "https://a.example"
		})},
		"shards": {[]string{"SHARDS=2,0,0/4"}, with(func(c *Config) { c.Shards = Shards{IDs: []int{0, 2}, Total: 4} })},
		"auto":   {[]string{"SHARDS=auto"}, plain},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := Load(environment(append([]string{"DISCORD_TOKEN=abc.def"}, c.settings...)...))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWrongSettingsAreNamedInOneSentence(t *testing.T) {
	t.Parallel()
	for _, setting := range []string{
		"DISCORD_TOKEN=", "DISCORD_TOKEN=abc def", "DISCORD_TOKEN=abc\ndef",
		"DISCORD_GUILD_ID=house", "DISCORD_GUILD_ID=-1",
		"DISCORD_API_URL=discord.com", "DISCORD_API_URL=ftp://a", "DISCORD_API_URL=http://a/api/v9", "DISCORD_API_URL=http://u:p@a",
		"DISCORD_WEB_URL=discord.com", "DISCORD_WEB_URL=https://discord.com/channels",
		"DATABASE_URL=sqlite:", "DATABASE_URL=sqlite::memory:", "DATABASE_URL=memory:abc", "DATABASE_URL=noughts.db", "DATABASE_URL=mysql://abc@db/a",
		"DATABASE_URL=postgres://", "DATABASE_URL=postgres:///abc", "DATABASE_URL=postgres://u:abc %zz@db/noughts", "DATABASE_URL=u:abc@db",
		"DATABASE_URL=postgres://u:hunter@abc@127.0.0.1:1/x", "DATABASE_URL=postgres://u:1/abc@db/x", "DATABASE_URL=postgres://u:1?abc@db/x", "DATABASE_URL=postgres://u:1#abc@db/x",
		"DATABASE_URL=sqlite:noughts.db?mode=abc", "DATABASE_URL=sqlite:noughts.db#abc",
		"DISCORD_PUBLIC_KEY=aa", "DISCORD_PUBLIC_KEY=no key", "DISCORD_PUBLIC_KEY=" + aKey, "HTTP_ADDR=:80", "HTTP_ADDR=80",
		"KEEP_REMOVED=1h", "KEEP_REMOVED=soon", "OPS_ADDR=9090", "OPS_ADDR=:http", "OPS_ADDR=:70000",
		"SHARDS=4", "SHARDS=4/4", "SHARDS=/4", "SHARDS=0/0", "SHARDS=-1/4", "SHARDS=0/9999999",
		"AI_WORKERS=0", "AI_WORKERS=many", "AI_WORKERS=99999",
		"OPS_PROFILE=1", "TILES=yes", "TILES=OFF",
		"PRIVACY_URL=http://abc.example/privacy", "PRIVACY_URL=abc.example/privacy", "PRIVACY_URL=https://u:abc@a.example/", "TERMS_URL=https:///abc",
		"TERMS_URL=https://a.example/" + strings.Repeat("a", 500), "TERMS_URL=javascript:alert(1)", "TERMS_URL=https://a b.example",
		"LOG_LEVEL=loud", "LOG_FORMAT=xml",
		"DISCORD_TOKEN_FILE=also",
	} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			variable, _, _ := strings.Cut(setting, "=")
			_, err := Load(environment("DISCORD_TOKEN=abc.def", setting))
			var wrong *Error
			if !errors.As(err, &wrong) || wrong.Variable != variable {
				t.Fatalf("got %v, want a *Error about %s", err, variable)
			}
			text := err.Error()
			if !strings.HasPrefix(text, variable+" ") || !strings.HasSuffix(text, ".") || strings.Contains(text, "\n") {
				t.Errorf("%q is not one sentence about %s", text, variable)
			}
			if strings.Contains(text, "abc") {
				t.Errorf("%q shows the token", text)
			}
		})
	}
}

// TestErrorsRepeatNoValue checks that errors do not contain the value of a variable. It may be the
// token in the wrong variable, and errors are logged.
func TestErrorsRepeatNoValue(t *testing.T) {
	t.Parallel()
	const token = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
	for _, variable := range []string{
		"DISCORD_TOKEN_FILE", "DISCORD_GUILD_ID", "DISCORD_API_URL", "DISCORD_WEB_URL", "DISCORD_PUBLIC_KEY", "HTTP_ADDR", "DATABASE_URL",
		"OPS_ADDR", "OPS_PROFILE", "SHARDS", "AI_WORKERS", "TILES", "LOG_LEVEL", "LOG_FORMAT", "PRIVACY_URL", "TERMS_URL",
	} {
		settings := []string{variable + "=" + token}
		if variable != "DISCORD_TOKEN_FILE" {
			settings = append(settings, "DISCORD_TOKEN=abc.def")
		}
		_, err := Load(environment(settings...))
		if !isError(err) || strings.Contains(err.Error(), token[:5]) {
			t.Errorf("%s: %v", variable, err)
		}
	}
}

func TestTheFileIsReadAsEditorsWriteIt(t *testing.T) {
	t.Parallel()
	const lines = "LOG_LEVEL=warn\r\nTERMS_URL=https://é.example\r\n"
	wide := func(order binary.AppendByteOrder) string {
		var raw []byte
		for _, c := range utf16.Encode([]rune("\uFEFF" + lines)) {
			raw = order.AppendUint16(raw, c)
		}
		return string(raw)
	}
	for name, content := range map[string]string{
		"UTF-8": lines, "UTF-8 with a mark": "\uFEFF" + lines, "UTF-16LE": wide(binary.LittleEndian), "UTF-16BE": wide(binary.BigEndian),
	} {
		if values, err := ReadFile(fileOf(t, content)); err != nil || values["LOG_LEVEL"] != "warn" || values["TERMS_URL"] != "https://é.example" {
			t.Errorf("%s: %q, %v", name, values, err)
		}
	}
	const latin1 = "TERMS_URL=https://\xe9.example"
	if _, err := ReadFile(fileOf(t, latin1)); !isError(err) || !strings.Contains(err.Error(), "UTF-8") {
		t.Errorf("another encoding: %v", err)
	}
}

func TestTheProcessEnvironmentWinsOverTheFile(t *testing.T) {
	t.Setenv("LOG_LEVEL", "error")
	get, err := Environment(fileOf(t, "LOG_LEVEL=warn\nLOG_FORMAT=json\n"))
	if err != nil {
		t.Fatal(err)
	}
	if get("LOG_LEVEL") != "error" || get("LOG_FORMAT") != "json" || get("NO_SUCH") != "" {
		t.Errorf("got %q, %q, %q", get("LOG_LEVEL"), get("LOG_FORMAT"), get("NO_SUCH"))
	}
	if _, err := Environment(filepath.Join(t.TempDir(), ".env")); err != nil {
		t.Errorf("without a file: %v", err)
	}
	if _, err := Environment(fileOf(t, "'secret")); !isError(err) || strings.Contains(err.Error(), "secret") {
		t.Errorf("with a broken file: %v", err)
	}
}

func TestSecretsDoNotPrint(t *testing.T) {
	t.Parallel()
	c := Config{Token: "abc.def"}
	encoded, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range []string{
		fmt.Sprint(c), fmt.Sprintf("%+v %#v %s %q", c, c, c.Token, c.Token), string(encoded), slog.AnyValue(c.Token).Resolve().String(),
	} {
		if strings.Contains(shown, "abc.def") {
			t.Errorf("%s shows the token", shown)
		}
	}
}

func TestBackups(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, c := range map[string]struct {
		env  map[string]string
		want Backups
		err  string
	}{
		"none":       {map[string]string{}, Backups{}, ""},
		"the rest":   {map[string]string{"BACKUP_DIR": folder}, Backups{folder, 24 * time.Hour, 7}, ""},
		"chosen":     {map[string]string{"BACKUP_DIR": folder, "BACKUP_EVERY": "90m", "BACKUP_KEEP": "3"}, Backups{folder, 90 * time.Minute, 3}, ""},
		"too often":  {map[string]string{"BACKUP_DIR": folder, "BACKUP_EVERY": "1s"}, Backups{}, "BACKUP_EVERY must be"},
		"none stay":  {map[string]string{"BACKUP_DIR": folder, "BACKUP_KEEP": "0"}, Backups{}, "BACKUP_KEEP must be"},
		"nowhere":    {map[string]string{"BACKUP_DIR": folder + "/none"}, Backups{}, "BACKUP_DIR must be an existing folder"},
		"PostgreSQL": {map[string]string{"BACKUP_DIR": folder, "DATABASE_URL": "postgres://u@db/n"}, Backups{}, "BACKUP_DIR works with SQLite only"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.env["DISCORD_TOKEN"] = "abc"
			got, err := Load(func(name string) string { return c.env[name] })
			if got.Backups != c.want || c.err == "" != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("%+v, %v", got.Backups, err)
			}
		})
	}
}
