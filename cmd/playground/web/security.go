package web

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// At sets the page's address, such as "127.0.0.1:8080" or "games.lan:8080", whose host the page then also answers to.
// Without a host, or with 0.0.0.0 or [::], it answers to every IP address. Call At before Serve.
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

// policy is the page's Content-Security-Policy. The page may only load its own files, and images from this computer, to
// which bots' messages link. Scripts and styles within the HTML are blocked, so a bot cannot inject any.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; " +
	"img-src 'self' http://127.0.0.1:* http://localhost:*; connect-src 'self'; object-src 'none'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// filePolicy is that of files from bots and people: if one is opened by itself, it can run nothing and has no access to
// the page's origin.
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

// onlyOwnSite refuses requests with an effect, such as POST, from a page of another site, by the headers in which
// browsers say where a request comes from. Other programs send none and are allowed.
func onlyOwnSite(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, fromElsewhere, http.StatusForbidden)
	}))
	return protection.Handler(next)
}

// own refuses GET requests that a page of another site sends, at addresses that make the bot work or wait for it: the
// other page could not read the answer, but the request would have its effect.
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

// onlyOwnHost refuses requests for foreign host names. It prevents DNS rebinding, by which another site's name leads to
// this computer.
func (s *Server) onlyOwnHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.isOwn(r.Host) {
			http.Error(w, foreignName, http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

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
