// Package config reads what a server owner sets: the environment and a .env file.
package config

import (
	"cmp"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/joho/godotenv"
)

// An Error is a wrong or missing setting. Its text is one sentence that names the
// variable and never repeats a value: a secret may have been put into the wrong one.
type Error struct {
	Variable string
	Problem  string
}

// Error returns the sentence.
func (e *Error) Error() string { return e.Variable + " " + e.Problem + "." }

// Errorf returns an *Error that says what is wrong with a variable, in words that
// follow its name and without a full stop.
func Errorf(variable, format string, args ...any) error {
	return &Error{Variable: variable, Problem: fmt.Sprintf(format, args...)}
}

// Config is what a server owner sets.
type Config struct {
	Token   Secret // the bot's token, without "Bot " before it
	GuildID string // register the commands in this server only; "" for everywhere
	APIURL  string // scheme and host of the REST API; "" for Discord's own
	// WebURL is the scheme and host of the web client that links to messages lead to; ""
	// for Discord's. It is not taken from APIURL, which as a rule is a proxy that no
	// member can open.
	WebURL  string
	Shards  Shards // the gateway shards to open; the zero Shards is auto
	OpsAddr string // where /livez and /readyz are served; "" for nowhere
	Profile bool   // serve /debug/pprof at OpsAddr, too

	// PublicKey is the application's, and HTTPAddr where interactions are served over
	// HTTP. Without them they come over the gateway.
	PublicKey ed25519.PublicKey
	HTTPAddr  string
	// Drain is how long interactions over HTTP are still taken when the bot stops, while
	// it says that it is not ready: load balancers must hear of that. Load chooses
	// DefaultDrain.
	Drain time.Duration

	// DatabaseURL is where matches are kept: see the function DatabaseURL.
	DatabaseURL Secret

	// KeepRemoved is how long a server's data is kept after it has removed the bot.
	KeepRemoved time.Duration

	// PrivacyURL and TermsURL are pages of the owner for members, "" for none: see pageURL.
	PrivacyURL, TermsURL string

	Backups Backups // of a SQLite database; the zero Backups is none

	Tiles     bool // install tiles as emoji of the application, and draw boards with them
	Workers   int  // searches at once; 0 for the number of processors
	LogLevel  slog.Level
	LogFormat string // "text" or "json"; "" is text
}

// Defaults of OPS_ADDR and of Drain, which is more than two of the usual health checks,
// and leaves time for what is under way before ten seconds are over.
const (
	DefaultOpsAddr = "127.0.0.1:9090"
	DefaultDrain   = 2500 * time.Millisecond
)

// DefaultKeepRemoved is that of KEEP_REMOVED, which is leastKeepRemoved at least: somebody may
// have removed the bot by mistake.
const (
	DefaultKeepRemoved = 30 * 24 * time.Hour
	leastKeepRemoved   = 24 * time.Hour
)

// Environment returns the variables of the process, and for those it does not
// have, the ones of a file such as ".env". The file may be missing; one that
// cannot be read is a *Error.
func Environment(file string) (func(string) string, error) {
	values, err := godotenv.Read(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		// The parser's error quotes the line, which may hold the token.
		return nil, Errorf(file, "is not a list of NAME=value lines")
	}
	return func(name string) string {
		if value, set := os.LookupEnv(name); set {
			return value
		}
		return values[name]
	}, nil
}

// Load reads the configuration with get, which returns a variable's value or "", such
// as the function that Environment returns. Every error is an *Error.
func Load(get func(string) string) (Config, error) {
	c, errs := read(get)
	if err := cmp.Or(errs...); err != nil {
		return Config{}, err
	}
	return c, nil
}

// Problems returns all that is wrong with a configuration: Load says the first.
func Problems(get func(string) string) []error {
	_, errs := read(get)
	return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

// read reads the configuration, with an error or nil for each part of it.
func read(get func(string) string) (c Config, _ []error) {
	var errs [16]error
	c.Token, errs[0] = token(get)
	c.GuildID, errs[1] = guild(get)
	c.APIURL, errs[2] = serverURL("DISCORD_API_URL", get("DISCORD_API_URL"))
	c.WebURL, errs[3] = serverURL("DISCORD_WEB_URL", get("DISCORD_WEB_URL"))
	errs[4] = c.loadHTTP(get)
	c.DatabaseURL, errs[5] = DatabaseURL(get)
	c.Shards, errs[6] = ParseShards(get("SHARDS"))
	c.OpsAddr, errs[7] = OpsAddr(get)
	c.Workers, errs[8] = workers(get)
	c.Tiles, errs[9] = onOrOff(get, "TILES", true)
	c.Profile, errs[15] = onOrOff(get, "OPS_PROFILE", false)
	errs[10] = c.loadLog(get)
	c.KeepRemoved, errs[12] = keepRemoved(get)
	c.PrivacyURL, errs[13] = pageURL("PRIVACY_URL", get)
	c.TermsURL, errs[14] = pageURL("TERMS_URL", get)
	c.Backups, errs[11] = backups(get, c.DatabaseURL)
	return c, errs[:]
}

// Check checks what a Config that Load has not made may have wrong. Errors: *Error.
func (c Config) Check() error {
	if c.Token == "" {
		return Errorf("DISCORD_TOKEN", "is missing")
	}
	if len(c.PublicKey) > 0 && len(c.PublicKey) != ed25519.PublicKeySize {
		return Errorf("DISCORD_PUBLIC_KEY", "must have %d bytes", ed25519.PublicKeySize)
	}
	_, api := serverURL("DISCORD_API_URL", c.APIURL)
	_, web := serverURL("DISCORD_WEB_URL", c.WebURL)
	return cmp.Or(api, web)
}

func guild(get func(string) string) (string, error) {
	id := get("DISCORD_GUILD_ID")
	if _, err := strconv.ParseUint(id, 10, 64); id != "" && err != nil {
		return "", Errorf("DISCORD_GUILD_ID", "must be a server's id, which is a number")
	}
	return id, nil
}

// serverURL returns the value of a variable that holds scheme and host of an HTTP
// server, without a slash at its end, or "" for none.
func serverURL(variable, value string) (string, error) {
	if value == "" {
		return "", nil
	}
	value = strings.TrimSuffix(value, "/")
	u, err := url.Parse(value)
	if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && *u == (url.URL{Scheme: u.Scheme, Host: u.Host}) {
		return value, nil
	}
	return "", Errorf(variable, "must be scheme and host alone, such as http://127.0.0.1:8081")
}

// maxPageURL is how long the address of a button may be on Discord.
const maxPageURL = 512

// pageURL returns the value of a variable that holds the https address of a page, or "" for none.
func pageURL(variable string, get func(string) string) (string, error) {
	value := get(variable)
	if value == "" {
		return "", nil
	}
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || len(value) > maxPageURL {
		return "", Errorf(variable, "must be the https address of a page, such as https://example.org/privacy, of %d characters at most", maxPageURL)
	}
	return value, nil
}

// loadHTTP reads how interactions are served over HTTP: both settings or none.
func (c *Config) loadHTTP(get func(string) string) error {
	key, addr := get("DISCORD_PUBLIC_KEY"), get("HTTP_ADDR")
	if key != "" {
		raw, err := hex.DecodeString(key)
		if err != nil || len(raw) != ed25519.PublicKeySize {
			return Errorf("DISCORD_PUBLIC_KEY", "must be the 64 hexadecimal digits of the Public Key on the General Information page of your application")
		}
		c.PublicKey, c.Drain = raw, DefaultDrain
	}
	if addr != "" && !isAddress(addr) {
		return Errorf("HTTP_ADDR", "must be host:port, such as 127.0.0.1:8080")
	}
	c.HTTPAddr = addr
	switch {
	case key != "" && addr == "":
		return Errorf("DISCORD_PUBLIC_KEY", "is set without HTTP_ADDR; set both to serve interactions over HTTP, or neither to use the gateway")
	case key == "" && addr != "":
		return Errorf("HTTP_ADDR", "is set without DISCORD_PUBLIC_KEY; set both to serve interactions over HTTP, or neither to use the gateway")
	}
	return nil
}

// OpsAddr returns where health and metrics are served, "" for nowhere: what
// OPS_ADDR says, which get reads. Errors: *Error.
func OpsAddr(get func(string) string) (string, error) {
	switch value := get("OPS_ADDR"); {
	case value == "":
		return DefaultOpsAddr, nil
	case value == "off":
		return "", nil
	case !isAddress(value):
		return "", Errorf("OPS_ADDR", "must be host:port, such as %s, or off", DefaultOpsAddr)
	default:
		return value, nil
	}
}

// keepRemoved reads how long data of servers is kept that have removed the bot.
func keepRemoved(get func(string) string) (time.Duration, error) {
	value := get("KEEP_REMOVED")
	if value == "" {
		return DefaultKeepRemoved, nil
	}
	d, err := time.ParseDuration(value)
	if err != nil || d < leastKeepRemoved {
		return 0, Errorf("KEEP_REMOVED", "must be a time of %v or more, such as %v", leastKeepRemoved, DefaultKeepRemoved)
	}
	return d, nil
}

// isAddress says whether a text is host:port.
func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	_, bad := strconv.ParseUint(port, 10, 16)
	return err == nil && bad == nil
}

// onOrOff reads a switch, which is as unset when the variable is empty.
func onOrOff(get func(string) string, variable string, unset bool) (bool, error) {
	switch get(variable) {
	case "":
		return unset, nil
	case "on":
		return true, nil
	case "off":
		return false, nil
	default:
		return false, Errorf(variable, "must be on or off")
	}
}

// maxWorkers is more than any machine has processors: a higher number is a slip.
const maxWorkers = 1024

func workers(get func(string) string) (int, error) {
	value := get("AI_WORKERS")
	if value == "" {
		return runtime.GOMAXPROCS(0), nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > maxWorkers {
		return 0, Errorf("AI_WORKERS", "must be a number from 1 to %d", maxWorkers)
	}
	return n, nil
}

func (c *Config) loadLog(get func(string) string) error {
	if level := get("LOG_LEVEL"); level != "" {
		if err := c.LogLevel.UnmarshalText([]byte(level)); err != nil {
			return Errorf("LOG_LEVEL", "must be debug, info, warn or error")
		}
	}
	switch c.LogFormat = get("LOG_FORMAT"); c.LogFormat {
	case "", "text", "json":
		return nil
	}
	return Errorf("LOG_FORMAT", "must be text or json")
}
