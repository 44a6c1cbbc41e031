package store

import (
	"context"
	"time"

	"noughts/game/match"
)

// Retention are the part of a Store that limits how long the data of servers is kept.
type Retention interface {
	// Keeping returns the servers that limit how long the moves of games are kept (match.Server.RetentionDays).
	Keeping(ctx context.Context) ([]match.Server, error)
	// DropMoves deletes the moves of up to `limit` matches of a server that ended before a time, the
	// oldest first (match.Match.DropMoves), and returns the ids of these matches. Each gets a new
	// version. DropMoves returns no ids when no such match is left.
	DropMoves(ctx context.Context, guild string, before time.Time, limit int) ([]match.ID, error)
	// NoteGuilds stores the list of servers that the bot is in. A server that was on an earlier list and is missing
	// from this one counts as removed from now on, until a later list has the server again.
	NoteGuilds(ctx context.Context, present []string, now time.Time) error
	// RemovedGuilds returns the servers that removed the bot before a time.
	RemovedGuilds(ctx context.Context, before time.Time) ([]string, error)
	// ForgetGuild deletes a server's data step by step. A call removes the server, channel and message from up to
	// `limit` finished matches, under a new version, and returns the ids of these matches. If a team played a match,
	// the match is deleted instead. A call that finds no finished match deletes the server's settings, leaderboards,
	// tables and days of daily puzzles, roles and tournaments, and returns no ids. Then only unfinished matches are left.
	ForgetGuild(ctx context.Context, guild string, limit int) ([]match.ID, error)
}

// KeptSince returns when a match ended: the start of the time for which its server keeps the moves. It returns false if
// the match was not played in a server or has no moves to delete.
func KeptSince(r match.Record) (time.Time, bool) {
	_, droppable := r.Match.DropMoves()
	return r.Match.Changed, droppable && r.Place.Guild != ""
}

// WithoutGuild returns the version of a match that ForgetGuild stores: without server, channel, messages and
// tournament.
func WithoutGuild(r match.Record) match.Record {
	r.Match.Version++
	r.Place.Guild, r.Place.Channel, r.Place.Thread, r.Place.Parent = "", "", 0, ""
	r.Message, r.Mirror, r.Ping.Message, r.Tournament = "", match.Mirror{}, "", ""
	return r
}
