package discordtest

import (
	"log/slog"
	"time"

	"noughts/bot/discordtest/internal/form"
)

// An Option configures a [Server]: see [NewServer] and [New].
type Option func(*Server)

// WithLogger makes the server log what it refuses and why.
func WithLogger(l *slog.Logger) Option { return func(s *Server) { s.log = l } }

// WithLocale sets the locale that new users and guilds have.
func WithLocale(locale string) Option { return func(s *Server) { s.world.Locale = locale } }

// WithReader has members read something else than what they are shown: tests of a bot that
// speaks their language can do so in another. Observers find it in the bodies of requests,
// too.
func WithReader(r Reader) Option {
	reading := form.Reader(r)
	return func(s *Server) { s.world.Reading = &reading }
}

// A Reader is how members read what bots say, for [WithReader]. Its functions may be
// called by many goroutines at once.
type Reader struct {
	Read func(shown string) string // what members find in place of a text; the text's own length has to fit
	Sees func(shown string)        // told of each text that members are shown, nil for nobody
}

// WithObserver makes the server call f after each REST exchange, refused ones
// included; observers given by several options are all called, in order. f may
// be called by many goroutines at once and must not keep the server waiting.
//
// A client that has read an answer to its end knows that f has returned.
func WithObserver(f func(Exchange)) Option {
	return func(s *Server) { s.api.Observers = append(s.api.Observers, f) }
}

// WithInteractionObserver makes the server call f before each interaction
// leaves for its application; observers given by several options are all
// called, in order. f may be called by many goroutines at once and must not
// keep the server waiting.
func WithInteractionObserver(f func(Delivery)) Option {
	return func(s *Server) { s.interactions.Observers = append(s.interactions.Observers, f) }
}

// WithMessageLimit sets how many messages each channel keeps, ephemeral ones
// included: 10,000 unless given, and at least 1. A new one more takes the place
// of the oldest, pinned or not, which is then as if it had been deleted, but
// nobody is told. Discord keeps all.
func WithMessageLimit(n int) Option {
	return func(s *Server) { s.world.MessageLimit = max(n, 1) }
}

// WithDiscordCDN hands out the addresses of files at Discord's own hosts,
// cdn.discordapp.com and media.discordapp.net, in place of the server's own: for
// tests that compare them. Only [Server.HTTPClient] finds the files there.
func WithDiscordCDN() Option {
	return func(s *Server) {
		s.world.FileHost = func() (files, proxy string) { return "https://cdn.discordapp.com", "https://media.discordapp.net" }
	}
}

// WithEmojiLimit limits how many emojis an application may create in an hour, which
// begins with the first of them. Without it they are not limited. Discord does not say
// what it allows; some 50 an hour were seen for the emojis of a server.
func WithEmojiLimit(anHour int) Option {
	return func(s *Server) { s.api.EmojiLimit = anHour }
}

// WithGlobalLimit sets how many requests an application may make in a second on all routes
// together, except for interactions: 50 unless given, as on Discord.
func WithGlobalLimit(aSecond int) Option {
	return func(s *Server) { s.api.GlobalLimit = aSecond }
}

// WithHeartbeatInterval sets how often clients must send heartbeats: 45 s
// unless given. A connection without one for twice as long is closed (4009).
func WithHeartbeatInterval(d time.Duration) Option {
	return func(s *Server) { s.gateway.Settings.Heartbeat = max(d, time.Millisecond) }
}

// WithShards sets how many shards GET /gateway/bot recommends: 1 unless given.
func WithShards(n int) Option {
	return func(s *Server) { s.gateway.Settings.Shards = max(n, 1) }
}

// WithMaxConcurrency sets how many shards may identify within the same five
// seconds: 1 unless given.
func WithMaxConcurrency(n int) Option {
	return func(s *Server) { s.gateway.Settings.MaxConcurrency = max(n, 1) }
}

// WithIdentifyPause sets those five seconds to another time, so that a test on
// the network that starts its bot twice need not wait as long as on Discord.
func WithIdentifyPause(d time.Duration) Option {
	return func(s *Server) { s.gateway.Settings.IdentifyPause = d }
}
