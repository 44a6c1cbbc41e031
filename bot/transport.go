package bot

import (
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"
)

// userAgent is the form that Discord asks for; others are turned away.
const userAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, v" + discordgo.VERSION + ") Noughts"

// A rebase sends requests to another scheme and host than Discord's: to a REST
// proxy or a test server. The paths stay.
type rebase struct {
	base *url.URL // nil for Discord's own
	next http.RoundTripper
}

// RoundTrip sends one request.
func (t rebase) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.base == nil {
		return t.next.RoundTrip(r)
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = t.base.Scheme, t.base.Host, ""
	return t.next.RoundTrip(r)
}

// CloseIdleConnections lets go of connections that wait for another request.
func (t rebase) CloseIdleConnections() {
	if pool, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		pool.CloseIdleConnections()
	}
}

// newTransport returns a transport for REST. Interactions are answered in
// bursts, so that more connections are kept than by default.
func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		ForceAttemptHTTP2:     true,
		MaxIdleConns:          64,
		MaxIdleConnsPerHost:   64,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   5 * time.Second,
		ResponseHeaderTimeout: 10 * time.Second,
	}
}
