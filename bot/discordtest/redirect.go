package discordtest

import (
	"net/http"
	"net/url"
)

// HTTPClient returns a client that sends every request to this server, whatever scheme and host its
// URL names. It is for libraries whose base address is fixed. The server must have been started.
func (s *Server) HTTPClient() *http.Client {
	return &http.Client{Transport: &redirect{server: s, network: &http.Transport{DialContext: s.DialContext}}}
}

// A redirect is an http.RoundTripper that sends all requests to its server.
type redirect struct {
	server  *Server
	network *http.Transport
}

func (d *redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	base, err := url.Parse(d.server.URL())
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = base.Scheme, base.Host, base.Host
	return d.network.RoundTrip(r)
}

// CloseIdleConnections closes the idle connections of the transport;
// http.Client.CloseIdleConnections calls it.
func (d *redirect) CloseIdleConnections() { d.network.CloseIdleConnections() }
