package discordtest

import (
	"net"
	"time"
)

// NewApplication creates an application with its bot user.
func (s *Server) NewApplication(name string) *Application { return s.world.NewApplication(name) }

// NewGuild creates a guild without members.
func (s *Server) NewGuild(name string) *Guild { return s.world.NewGuild(name) }

// NewUser creates a user.
func (s *Server) NewUser(name string) *User { return s.world.NewUser(name) }

// DirectMessage returns it.
func (s *Server) DirectMessage(a, b *User) *Channel { return s.world.DirectMessage(a, b) }

// GroupMessage returns it.
func (s *Server) GroupMessage(users ...*User) *Channel { return s.world.GroupMessage(users...) }

// Attachment returns it.
func (s *Server) Attachment(id Snowflake) (contentType string, data []byte, ok bool) {
	return s.world.Attachment(id)
}

// Listen is.
func (s *Server) Listen(host string) net.Listener { return s.desk.Listen(host) }

// SetLatency sets.
func (s *Server) SetLatency(d time.Duration) { s.api.SetLatency(d) }

// Latency is.
func (s *Server) Latency() time.Duration { return s.api.Latency() }

// HelloIntervals is.
func (s *Server) HelloIntervals(intervals ...time.Duration) { s.gateway.HelloIntervals(intervals...) }

// ReconnectInsteadOfHello is.
func (s *Server) ReconnectInsteadOfHello(n int) { s.gateway.ReconnectInsteadOfHello(n) }
