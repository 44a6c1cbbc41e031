package discordtest

import (
	"log/slog"
	"time"
)

// An Option configures a [Server].
type Option func(*Server)

// WithLogger makes the server log the requests that it refuses, with the reason.
func WithLogger(l *slog.Logger) Option { return func(s *Server) { s.log = l } }

// WithLocale sets the locale of new users and guilds.
func WithLocale(locale string) Option { return func(s *Server) { s.locale = locale } }

// WithReader replaces the bot's texts before members see them, so that tests can check one language while the bot
// speaks another. Observers see the replaced texts, too.
func WithReader(r Reader) Option { return func(s *Server) { s.reading = &r } }

// WithObserver makes the server call f after each REST exchange, including refused ones, and before the client can read
// the end of the answer. Several observers are called in order. f must be safe for concurrent use and return quickly,
// because the server waits for it.
func WithObserver(f func(Exchange)) Option {
	return func(s *Server) { s.api.observers = append(s.api.observers, f) }
}

// WithInteractionObserver makes the server call f, like an observer, before it sends each interaction.
func WithInteractionObserver(f func(Delivery)) Option {
	return func(s *Server) { s.interactions.observers = append(s.interactions.observers, f) }
}

// WithEmojiLimit limits how many emojis an application may create in an hour from the first on. By default there is no
// limit: Discord documents none, though for guilds' emojis about 50 an hour were observed.
func WithEmojiLimit(anHour int) Option {
	return func(s *Server) { s.api.emojiLimit = anHour }
}

// WithGlobalLimit sets how many requests an application may make in a second, over all routes except those for
// interactions. The default is 50, as on Discord.
func WithGlobalLimit(aSecond int) Option {
	return func(s *Server) { s.api.globalLimit = aSecond }
}

// WithHeartbeatInterval sets how often clients must send heartbeats, by default every 45 s. A connection without one
// for two intervals is closed with code 4009 (session timed out).
func WithHeartbeatInterval(d time.Duration) Option {
	return func(s *Server) { s.gateway.Settings.Heartbeat = max(d, time.Millisecond) }
}

// WithShards sets the number of shards that GET /gateway/bot recommends. The default is 1.
func WithShards(n int) Option {
	return func(s *Server) { s.gateway.Settings.Shards = max(n, 1) }
}

// WithMaxConcurrency sets how many shards may identify within the same five seconds. The default is 1.
func WithMaxConcurrency(n int) Option {
	return func(s *Server) { s.gateway.Settings.MaxConcurrency = max(n, 1) }
}

// WithIdentifyPause replaces the five seconds of WithMaxConcurrency, so that a test on the network can soon start its
// bot again.
func WithIdentifyPause(d time.Duration) Option {
	return func(s *Server) { s.gateway.Settings.IdentifyPause = d }
}
