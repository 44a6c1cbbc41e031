package web

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// At sets the address at which the page is served, such as "127.0.0.1:8080" or "games.lan:8080".
// The page then also answers requests for that host. Without a host, or with 0.0.0.0 or [::], it
// answers requests for every IP address. Call At before Serve.
func (s *Server) At(address string) *Server {
	s.host, s.everyAddress = "", false
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return s
	}
	ip, err := netip.ParseAddr(host)
	s.everyAddress = host == "" || err == nil && ip.IsUnspecified()
	if !s.everyAddress {
		s.host = strings.ToLower(strings.TrimSuffix(host, "."))
	}
	return s
}

// policy is the page's Content-Security-Policy. The page may only load its own files, and images
// from this computer, because messages of bots refer to them. The policy blocks scripts and styles
// within the HTML, so a bot cannot inject any.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; " +
	"img-src 'self' http://127.0.0.1:* http://localhost:*; connect-src 'self'; object-src 'none'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// filePolicy is the Content-Security-Policy of files from bots and people. If such a file is opened
// by itself, it can run nothing and has no access to the page's origin.
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"

func withHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}

const fromElsewhere = "Only the playground's own page can do that; this request came from another site."

// onlyOwnSite refuses unsafe requests, such as POST, from another site's page. Browsers say where a
// request comes from. Requests from other programs do not say so and are allowed.
func onlyOwnSite(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, fromElsewhere, http.StatusForbidden)
	}))
	return protection.Handler(next)
}

// own protects a GET request that reaches the bot or waits for the bot. Pages of other sites could
// send such a request too, although they could not read the answer.
func own(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains([]string{"", "same-origin", "none"}, r.Header.Get("Sec-Fetch-Site")) {
			http.Error(w, fromElsewhere, http.StatusForbidden)
			return
		}
		next(w, r)
	}
}

const foreignName = "The playground only answers at localhost, 127.0.0.1, [::1] and the host of -addr. " +
	"To use another name, start it with -addr NAME:PORT."

// onlyOwnHost refuses requests for other host names, because another site's DNS may point its name
// to this computer (DNS rebinding).
func (s *Server) onlyOwnHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.isOwn(r.Host) {
			http.Error(w, foreignName, http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isOwn reports whether a Host header names this page.
func (s *Server) isOwn(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if name == "localhost" || name != "" && name == s.host {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && (s.everyAddress || ip == netip.AddrFrom4([4]byte{127, 0, 0, 1}) || ip == netip.IPv6Loopback())
}
