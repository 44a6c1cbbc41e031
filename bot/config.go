package bot

import (
	"crypto/ed25519"
	"log/slog"
	"net"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// A Secret is text that must not be seen: however it is printed or logged, it
// shows as "[secret]".
type Secret string

// String returns "[secret]", or "" for the empty Secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[secret]"
}

// GoString keeps %#v from showing the secret.
func (s Secret) GoString() string { return s.String() }

// LogValue keeps slog from showing the secret.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText keeps encoders from showing the secret.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Config is what a server owner sets.
type Config struct {
	Token   Secret // the bot's token, without "Bot " before it
	GuildID string // register the commands in this server only; "" for everywhere
	APIURL  string // scheme and host of the REST API; "" for Discord's own
	Shards  Shards // the gateway shards to open; the zero Shards is auto
	OpsAddr string // where /livez and /readyz are served; "" for nowhere

	// PublicKey is the application's, and HTTPAddr where interactions are served over
	// HTTP. Without them they come over the gateway.
	PublicKey ed25519.PublicKey
	HTTPAddr  string
	// Drain is how long interactions over HTTP are still taken when the bot stops, while
	// it says that it is not ready: load balancers must hear of that. LoadConfig chooses
	// DefaultDrain.
	Drain time.Duration

	// DatabaseURL is where matches are kept: see DatabaseURL. New does not open it:
	// Deps.Store is what it names.
	DatabaseURL Secret

	Workers   int // searches at once; 0 for the number of processors
	LogLevel  slog.Level
	LogFormat string // "text" or "json"; "" is text
}

// DefaultOpsAddr is where health is served unless OPS_ADDR says otherwise.
const DefaultOpsAddr = "127.0.0.1:9090"

// LoadConfig reads the configuration with get, which returns a variable's value
// or "", such as the function Environment returns. Every error is a
// *ConfigError.
func LoadConfig(get func(string) string) (Config, error) {
	var c Config
	for _, load := range []func(*Config, func(string) string) error{
		loadToken, loadGuild, loadAPI, loadHTTP, loadDatabase,
		loadShards, loadOps, loadWorkers, loadLog,
	} {
		if err := load(&c, get); err != nil {
			return Config{}, err
		}
	}
	return c, nil
}

func loadToken(c *Config, get func(string) string) error {
	name, token := "DISCORD_TOKEN", get("DISCORD_TOKEN")
	if file := get("DISCORD_TOKEN_FILE"); file != "" {
		if token != "" {
			return wrong("DISCORD_TOKEN_FILE", "is set together with DISCORD_TOKEN; set only one of them")
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return wrong("DISCORD_TOKEN_FILE", "names a file that cannot be read (%v)", err)
		}
		name, token = "DISCORD_TOKEN_FILE", string(content)
	}
	token = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(token), "Bot "))
	switch {
	case token == "" && name == "DISCORD_TOKEN":
		return wrong(name, "is missing; set it to the token from the Bot page of your application in Discord's developer portal")
	case token == "":
		return wrong(name, "names an empty file; it should hold the bot's token")
	case strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return wrong(name, "holds a space, a line break or another character that no token has")
	}
	c.Token = Secret(token)
	return nil
}

func loadGuild(c *Config, get func(string) string) error {
	c.GuildID = get("DISCORD_GUILD_ID")
	if _, err := strconv.ParseUint(c.GuildID, 10, 64); c.GuildID != "" && err != nil {
		return wrong("DISCORD_GUILD_ID", "is %.40q but must be a server's id, which is a number", c.GuildID)
	}
	return nil
}

func loadAPI(c *Config, get func(string) string) error {
	value := get("DISCORD_API_URL")
	if value == "" {
		return nil
	}
	if _, err := parseBase(value); err != nil {
		return wrong("DISCORD_API_URL", "must be scheme and host alone, such as http://127.0.0.1:8081")
	}
	c.APIURL = value
	return nil
}

// parseBase reads scheme and host of an HTTP server.
func parseBase(value string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSuffix(value, "/"))
	if err != nil {
		return nil, err
	}
	bare := url.URL{Scheme: u.Scheme, Host: u.Host}
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || *u != bare {
		return nil, strconv.ErrSyntax
	}
	return u, nil
}

func loadShards(c *Config, get func(string) string) (err error) {
	c.Shards, err = ParseShards(get("SHARDS"))
	return err
}

func loadOps(c *Config, get func(string) string) (err error) {
	c.OpsAddr, err = OpsAddr(get)
	return err
}

// OpsAddr returns where health and metrics are served, "" for nowhere: what
// OPS_ADDR says, which get reads. Errors: *ConfigError.
func OpsAddr(get func(string) string) (string, error) {
	switch value := get("OPS_ADDR"); {
	case value == "":
		return DefaultOpsAddr, nil
	case value == "off":
		return "", nil
	case !isAddress(value):
		return "", wrong("OPS_ADDR", "is %.40q but must be host:port, such as %s, or off", value, DefaultOpsAddr)
	default:
		return value, nil
	}
}

// isAddress says whether a text is host:port.
func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	_, bad := strconv.ParseUint(port, 10, 16)
	return err == nil && bad == nil
}

// maxWorkers is more than any machine has processors: a higher number is a slip.
const maxWorkers = 1024

func loadWorkers(c *Config, get func(string) string) error {
	value := get("AI_WORKERS")
	if value == "" {
		c.Workers = runtime.GOMAXPROCS(0)
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > maxWorkers {
		return wrong("AI_WORKERS", "is %.40q but must be a number from 1 to %d", value, maxWorkers)
	}
	c.Workers = n
	return nil
}

func loadLog(c *Config, get func(string) string) error {
	if level := get("LOG_LEVEL"); level != "" {
		if err := c.LogLevel.UnmarshalText([]byte(level)); err != nil {
			return wrong("LOG_LEVEL", "is %.40q but must be debug, info, warn or error", level)
		}
	}
	switch c.LogFormat = get("LOG_FORMAT"); c.LogFormat {
	case "", "text", "json":
		return nil
	}
	return wrong("LOG_FORMAT", "is %.40q but must be text or json", c.LogFormat)
}
