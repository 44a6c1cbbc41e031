package discordtest

import "net/http"

// Handler returns the handler of the server's API, for tests that choose their clients' addresses.
func Handler(s *Server) http.Handler { return s.rest() }
