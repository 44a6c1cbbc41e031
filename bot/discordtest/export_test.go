package discordtest

import "net/http"

// WithMessageLimit sets how many messages each channel keeps.
func WithMessageLimit(n int) Option { return func(s *Server) { s.messageLimit = n } }

// Handler returns the handler of the server's API, for tests that choose their clients' addresses.
func Handler(s *Server) http.Handler { return s.rest() }
