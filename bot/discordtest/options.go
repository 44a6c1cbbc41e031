package discordtest

import (
	"log/slog"
	"time"
)

// An Option configures a [Server]: see [NewServer] and [New].
type Option func(*Server)

// WithLogger makes the server log the requests that it refuses, with the reason.
func WithLogger(l *slog.Logger) Option { return func(s *Server) { s.log = l } }

// WithLocale sets the locale of new users and guilds.
func WithLocale(locale string) Option { return func(s *Server) { s.locale = locale } }

// WithReader replaces the bot's texts before members see them. It lets the tests of a bot check one language while the
// bot speaks another. Observers, too, see the replaced texts, in the bodies of requests.
func WithReader(r Reader) Option { return func(s *Server) { s.reading = &r } }

// WithObserver makes the server call f after each REST exchange, including refused ones. If several
// options give observers, all of them are called, in order. f must be safe for concurrent use and
// must return quickly, because the server waits for it.
//
// f returns before the client can read the end of the answer.
func WithObserver(f func(Exchange)) Option {
	return func(s *Server) { s.api.observers = append(s.api.observers, f) }
}

// WithInteractionObserver makes the server call f before it sends each interaction to its
// application. If several options give observers, all of them are called, in order. f must be safe
// for concurrent use and must return quickly, because the server waits for it.
func WithInteractionObserver(f func(Delivery)) Option {
	return func(s *Server) { s.interactions.observers = append(s.interactions.observers, f) }
}

// WithEmojiLimit limits how many emojis an application may create in an hour. The hour begins with the first emoji. By
// default there is no limit. Discord does not document its own limit; for a guild's emojis, about 50 an hour were
// observed.
func WithEmojiLimit(anHour int) Option {
	return func(s *Server) { s.api.emojiLimit = anHour }
}

// WithGlobalLimit sets how many requests an application may make in a second, over all routes
// except those for interactions. The default is 50, as on Discord.
func WithGlobalLimit(aSecond int) Option {
	return func(s *Server) { s.api.globalLimit = aSecond }
}

// WithHeartbeatInterval sets how often clients must send heartbeats. The default is 45 s. A connection without a
// heartbeat for two intervals is closed with code 4009 (session timed out).
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

// WithIdentifyPause replaces the five seconds of WithMaxConcurrency by another duration. With a
// short one, a test on the network can start its bot twice without a long wait.
func WithIdentifyPause(d time.Duration) Option {
	return func(s *Server) { s.gateway.Settings.IdentifyPause = d }
}
