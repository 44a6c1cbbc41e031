package bot

import (
	"crypto/ed25519"
	"encoding/hex"
	"time"
)

// DefaultDrain is more than two of the usual health checks, and leaves time for what
// is under way before ten seconds are over.
const DefaultDrain = 2500 * time.Millisecond

// loadHTTP reads how interactions are served over HTTP: both settings or none.
func loadHTTP(c *Config, get func(string) string) error {
	key, addr := get("DISCORD_PUBLIC_KEY"), get("HTTP_ADDR")
	if key != "" {
		raw, err := hex.DecodeString(key)
		if err != nil || len(raw) != ed25519.PublicKeySize {
			return wrong("DISCORD_PUBLIC_KEY", "must be the 64 hexadecimal digits of the Public Key on the General Information page of your application")
		}
		c.PublicKey, c.Drain = raw, DefaultDrain
	}
	if addr != "" && !isAddress(addr) {
		return wrong("HTTP_ADDR", "is %.40q but must be host:port, such as 127.0.0.1:8080", addr)
	}
	c.HTTPAddr = addr
	switch {
	case key != "" && addr == "":
		return wrong("DISCORD_PUBLIC_KEY", "is set without HTTP_ADDR; set both to serve interactions over HTTP, or neither to use the gateway")
	case key == "" && addr != "":
		return wrong("HTTP_ADDR", "is set without DISCORD_PUBLIC_KEY; set both to serve interactions over HTTP, or neither to use the gateway")
	}
	return nil
}

// checkHTTP checks the settings of the HTTP transport that LoadConfig has not
// seen. Errors: *ConfigError.
func checkHTTP(cfg Config, deps Deps) error {
	served := cfg.HTTPAddr != "" || deps.HTTPListener != nil
	switch {
	case len(cfg.PublicKey) > 0 && len(cfg.PublicKey) != ed25519.PublicKeySize:
		return wrong("DISCORD_PUBLIC_KEY", "must have %d bytes", ed25519.PublicKeySize)
	case len(cfg.PublicKey) > 0 && !served:
		return wrong("HTTP_ADDR", "is missing")
	case len(cfg.PublicKey) == 0 && served:
		return wrong("DISCORD_PUBLIC_KEY", "is missing")
	}
	return nil
}
