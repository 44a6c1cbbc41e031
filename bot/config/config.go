// Package config reads the bot's settings from the environment and a .env file.
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
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/joho/godotenv"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// An Error is a wrong or missing setting. Its text is a sentence that names the variable. It never
// contains a value, because a secret may be in the wrong variable.
type Error struct {
	Variable string
	Problem  string
}

func (e *Error) Error() string { return e.Variable + " " + e.Problem + "." }

// Errorf returns an *Error. The format continues the sentence after the variable's name, without a full stop.
func Errorf(variable, format string, args ...any) error {
	return &Error{Variable: variable, Problem: fmt.Sprintf(format, args...)}
}

// Config has the settings of one bot.
type Config struct {
	Token   Secret // the bot's token, without "Bot " before it
	GuildID string // register the commands in this server only; "" for everywhere
	APIURL  string // scheme and host of the REST API; "" for Discord's own
	// WebURL is the scheme and host of the web client that message links open; "" for Discord's. It
	// is separate from APIURL, which usually is a proxy that members cannot open.
	WebURL  string
	Shards  Shards // the gateway shards to open; the zero Shards is auto
	OpsAddr string // where /livez and /readyz are served; "" for nowhere
	Profile bool   // serve /debug/pprof at OpsAddr, too

	// PublicKey and HTTPAddr are set if interactions come over HTTP: the application's public key
	// and the address to listen on. Without them interactions come over the gateway.
	PublicKey ed25519.PublicKey
	HTTPAddr  string
	// Drain is how long a stopping bot still takes interactions over HTTP while it reports that it
	// is not ready, so that load balancers notice. Load sets DefaultDrain.
	Drain time.Duration

	// DatabaseURL is the database's URL: see the function DatabaseURL.
	DatabaseURL Secret

	// KeepRemoved is how long a server's data is kept after the server removed the bot.
	KeepRemoved time.Duration

	// PrivacyURL and TermsURL are the addresses of the privacy policy and the terms of use, which members can open. ""
	// means that there is none. See pageURL.
	PrivacyURL, TermsURL string

	Backups Backups // of a SQLite database; the zero Backups is none

	Tiles     bool // install tiles as the application's emoji and draw boards with them
	Workers   int  // searches at once; 0 for the number of processors
	LogLevel  slog.Level
	LogFormat string // "text" or "json"; "" is text
}

// Defaults of OPS_ADDR and Drain. DefaultDrain is longer than two usual health checks of a load balancer. The whole bot
// must stop within ten seconds; the rest of that time is for pending answers.
const (
	DefaultOpsAddr = "127.0.0.1:9090"
	DefaultDrain   = 2500 * time.Millisecond
)

// DefaultKeepRemoved is the default of KEEP_REMOVED. The minimum, leastKeepRemoved, protects
// servers that removed the bot by mistake.
const (
	DefaultKeepRemoved = 30 * 24 * time.Hour
	leastKeepRemoved   = 24 * time.Hour
)

// Environment returns a function that looks up a variable of the process, and if it is not set, in a file such as
// ".env". A missing file counts as empty. Errors: those of ReadFile.
func Environment(file string) (func(string) string, error) {
	values, err := ReadFile(file)
	if err != nil {
		return nil, err
	}
	return func(name string) string {
		if value, set := os.LookupEnv(name); set {
			return value
		}
		return values[name]
	}, nil
}

// ReadFile reads the NAME=value lines of a file in UTF-8, or in UTF-16 with a byte order mark, as Notepad and PowerShell
// write it. A missing file counts as empty. If the file cannot be read, ReadFile returns an *Error.
func ReadFile(file string) (map[string]string, error) {
	raw, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, Errorf(file, "cannot be read")
	}
	text, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), raw)
	if err != nil || !utf8.Valid(text) {
		return nil, Errorf(file, "is not text in UTF-8: save it in this encoding")
	}
	values, err := godotenv.UnmarshalBytes(text)
	if err != nil {
		// The parser's error quotes the line, which may hold the token.
		return nil, Errorf(file, "is not a list of NAME=value lines")
	}
	return values, nil
}

// Load reads the configuration. `get` returns a variable's value or "", as Environment's function
// does. Every error is an *Error.
func Load(get func(string) string) (Config, error) {
	c, errs := read(get)
	if len(errs) > 0 {
		return Config{}, errs[0]
	}
	return c, nil
}

// Problems returns all errors in a configuration. Load returns only the first.
func Problems(get func(string) string) []error {
	_, errs := read(get)
	return errs
}

// read reads the configuration, and returns the errors in the order in which the settings are listed here.
func read(get func(string) string) (c Config, errs []error) {
	set(&c.Token, &errs)(token(get))
	set(&c.GuildID, &errs)(guild(get))
	set(&c.APIURL, &errs)(serverURL("DISCORD_API_URL", get("DISCORD_API_URL")))
	set(&c.WebURL, &errs)(serverURL("DISCORD_WEB_URL", get("DISCORD_WEB_URL")))
	set(&c, &errs)(c.withHTTP(get))
	set(&c.DatabaseURL, &errs)(DatabaseURL(get))
	set(&c.Shards, &errs)(ParseShards(get("SHARDS")))
	set(&c.OpsAddr, &errs)(OpsAddr(get))
	set(&c.Workers, &errs)(workers(get))
	set(&c.Tiles, &errs)(onOrOff(get, "TILES", true))
	set(&c, &errs)(c.withLog(get))
	set(&c.Backups, &errs)(backups(get, c.DatabaseURL))
	set(&c.KeepRemoved, &errs)(keepRemoved(get))
	set(&c.PrivacyURL, &errs)(pageURL("PRIVACY_URL", get))
	set(&c.TermsURL, &errs)(pageURL("TERMS_URL", get))
	set(&c.Profile, &errs)(onOrOff(get, "OPS_PROFILE", false))
	return c, errs
}

func set[T any](to *T, errs *[]error) func(T, error) {
	return func(value T, err error) {
		if err != nil {
			*errs = append(*errs, err)
			return
		}
		*to = value
	}
}

// Check validates a Config that was not made by Load. Errors: *Error.
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

// serverURL returns the scheme and host in a variable without a trailing slash, or "".
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

// maxPageURL is Discord's limit for the URL of a link button.
const maxPageURL = 512

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

// withHTTP reads the settings for interactions over HTTP, which must be both set or both missing.
func (c Config) withHTTP(get func(string) string) (Config, error) {
	key, addr := get("DISCORD_PUBLIC_KEY"), get("HTTP_ADDR")
	if key != "" {
		raw, err := hex.DecodeString(key)
		if err != nil || len(raw) != ed25519.PublicKeySize {
			return c, Errorf("DISCORD_PUBLIC_KEY", "must be the 64 hexadecimal digits of the Public Key on the General Information page of your application")
		}
		c.PublicKey, c.Drain = raw, DefaultDrain
	}
	if addr != "" && !isAddress(addr) {
		return c, Errorf("HTTP_ADDR", "must be host:port, such as 127.0.0.1:8080")
	}
	c.HTTPAddr = addr
	switch {
	case key != "" && addr == "":
		return c, Errorf("DISCORD_PUBLIC_KEY", "is set without HTTP_ADDR; set both to serve interactions over HTTP, or neither to use the gateway")
	case key == "" && addr != "":
		return c, Errorf("HTTP_ADDR", "is set without DISCORD_PUBLIC_KEY; set both to serve interactions over HTTP, or neither to use the gateway")
	}
	return c, nil
}

// OpsAddr returns the address of OPS_ADDR for health and metrics, "" if switched off. Errors: *Error.
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

func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	_, bad := strconv.ParseUint(port, 10, 16)
	return err == nil && bad == nil
}

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

// maxWorkers catches typos: no machine has so many processors.
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

func (c Config) withLog(get func(string) string) (Config, error) {
	if level := get("LOG_LEVEL"); level != "" {
		if err := c.LogLevel.UnmarshalText([]byte(level)); err != nil {
			return c, Errorf("LOG_LEVEL", "must be debug, info, warn or error")
		}
	}
	switch c.LogFormat = get("LOG_FORMAT"); c.LogFormat {
	case "", "text", "json":
		return c, nil
	}
	return c, Errorf("LOG_FORMAT", "must be text or json")
}
