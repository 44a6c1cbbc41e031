// Package store defines how matches and the settings of members and servers are stored. Memory is the store of
// tests and of DATABASE_URL=memory:. Package database stores them in SQLite or PostgreSQL.
package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rating"
	"noughts/game/solving"
	"noughts/game/tournament"
)

// KeyLife is how long a store keeps idempotency keys at least. Discord repeats a delivery within minutes.
const KeyLife = time.Hour

// A Change is a match to be stored: a new one, or the next version of one.
type Change struct {
	// Record is the record to store. Its Message counts only in a new match.
	Record   match.Record
	Expected int    // the version that is stored now, 0 for a new match
	Key      string // the idempotency key: an interaction's id, "" for changes without one
	Caps     Caps   // of a new match or an accepted challenge
	// Level is the rating in points of the computer's level, 0 if none plays or it was never measured; Comeback
	// says that the winner was certainly lost before. They are for the end of a match.
	Level    int
	Comeback bool
}

// A Scope chooses the matches of a member, of a channel or of a guild, or those
// of a member in a channel.
type Scope struct {
	Member  string
	Channel string
	Guild   string
	Threads bool // also the matches in threads of Channel
}

// An Entry is the position of a match in a list that is ordered by time and then by ID. The zero Entry is
// before all others.
type Entry struct {
	ID    match.ID
	At    time.Time
	Guild string
}

// A Query selects finished matches: those of a member, in a channel, or both. At least one of the two is set.
// Matches are ordered by the time of their end and then by ID, so a reader who continues after an Entry misses
// none of those that ended at the same time.
type Query struct {
	Member  string
	Channel string
	Guild   string // of a member's only those in a guild; "" for all
	Before  Entry  // only matches before it; the zero Entry for all
	After   Entry  // only the next matches after it; the zero Entry for all
	Limit   int    // the most matches, above 0
}

// ErrClosed is returned by the methods of a closed store.
var ErrClosed = errors.New("store: closed")

// A Store stores matches. All methods are safe for concurrent use. A change is durable when its method returns
// nil; after any error other than those named it may have been made or not, which Load tells. Times are stored
// in whole milliseconds.
//
// A member's matches are those that the member plays in or owns. Whenever a store reads a match that no
// sequence of changes can have made, it returns ErrCorrupt for it; lists leave it out.
//
// A new kind of store follows this contract (see package database's contract tests) and is chosen in
// cmd/noughts/store.go, by a URL that bot/config/database.go knows.
type Store interface {
	// Save stores a match and its key: both or neither. It returns the stored record. A change is made once for
	// each key except "". The checks are made in this order: the key, the caps, the stored version. It also
	// fails with ErrVersion if the stored ping or place is not the record's.
	//
	// If the match is over and has a head-to-head score, Save sets the HeadToHead that the record lacks, of the games that ended
	// in its channel on its day up to its end, and HillRecord. The save that ends it also counts it for its
	// members in the same transaction, once, and sets the Effects (see Count). Matches of one member are
	// ordered as they were counted.
	//
	// Errors: *Done, *FullError, ErrExists for a new match, ErrNotFound and ErrVersion for another.
	Save(ctx context.Context, c Change) (match.Record, error)
	// Load returns a match. Errors: ErrNotFound, ErrCorrupt.
	Load(ctx context.Context, id match.ID) (match.Record, error)
	// CarriedOut returns the match that was saved with a key. Errors: ErrNotFound.
	CarriedOut(ctx context.Context, key string) (match.ID, error)
	// SetMessage sets the live message of a match if from is the stored one, and returns the one that is stored
	// then: to, or that of a faster process. It does not change the match's version. Errors: ErrNotFound.
	SetMessage(ctx context.Context, id match.ID, from, to string) (noted string, err error)
	// SetMirror sets the second message of a match if there is none, and returns the one that is stored then.
	// It does not change the match's version, but a Save must have the stored mirror in its record. Errors:
	// ErrNotFound.
	SetMirror(ctx context.Context, id match.ID, message string) (noted string, err error)
	// SetPing stores which mentions of a match were posted, if it is stored at the version and with the ping of
	// the record. It does not change the match's version. Errors: ErrNotFound, ErrVersion.
	SetPing(ctx context.Context, r match.Record, to match.Ping) error
	// Vote stores a member's vote on the poll of Match.Poll, replacing an earlier one, if the match is stored at
	// the version of the record; other votes may have come since. It returns the stored record. It does not change
	// the match's version, and is made once for each key except "". A Save must have the votes of the stored
	// record, or it fails as stale. A move drops the votes on it; those on the end of the match stay. Errors:
	// *Done, ErrNotFound, ErrVersion, ErrCorrupt.
	Vote(ctx context.Context, r match.Record, v match.Vote, key string) (match.Record, error)
	// SetPlace sets the channel, the thread and its parent in the place of a match, if the match is stored with
	// the version, the ping and the place of the record. It does not change the match's version. Errors: ErrNotFound, ErrVersion.
	SetPlace(ctx context.Context, r match.Record, to match.Place) error
	// Unfinished returns the open matches of a scope, oldest first, without their votes, as in all lists.
	Unfinished(ctx context.Context, of Scope) ([]match.Record, error)
	// Finished returns matches that are over and have a move, newest first.
	Finished(ctx context.Context, q Query) ([]match.Record, error)
	// HasPlayed reports whether a member has finished match.FirstGames matches of a variant that count.
	HasPlayed(ctx context.Context, member string, v game.Variant) (bool, error)
	// Due returns up to limit matches whose Record.Due is not after now, in order, only
	// those after an entry.
	Due(ctx context.Context, now time.Time, after Entry, limit int) ([]Entry, error)
	// Waiting returns up to limit matches with the computer to move that have not changed since
	// before, in order, only those after an entry.
	Waiting(ctx context.Context, before time.Time, after Entry, limit int) ([]Entry, error)
	// Member returns the settings of a member, the zero value with the ID if there are none. Errors: ErrCorrupt.
	Member(ctx context.Context, id string) (match.Member, error)
	// ChangeMember changes the settings of a member and returns the new ones. Concurrent changes are not lost:
	// change may be called several times, so it should only set fields of its argument. Errors: ErrCorrupt, and
	// those of Validate for the changed settings, which are not stored then.
	ChangeMember(ctx context.Context, id string, change func(*match.Member)) (match.Member, error)
	// Server returns the settings of a server, as Member does.
	Server(ctx context.Context, id string) (match.Server, error)
	// ChangeServer changes the settings of a server, as ChangeMember does.
	ChangeServer(ctx context.Context, id string, change func(*match.Server)) (match.Server, error)
	Keepers
	// Profile returns a member's results, as a reader sees them. It is empty for match.Anonymous.
	Profile(ctx context.Context, member, reader string) (profile.Profile, error)
	// Leaders returns up to limit places of a board from one on, counted from 0, and the place of a
	// member, who may be "". Unlisted members have no place, nor have members who left the board's
	// guild.
	Leaders(ctx context.Context, b profile.Board, from, limit int, member string) (profile.Page, error)
	// Season returns the members of a guild with the most points from rated games of a pool that ended in a season,
	// in the order of profile.SortSeason, at most limit, without unlisted ones and those who have left.
	Season(ctx context.Context, guild string, pool rating.Pool, s profile.Season, limit int) ([]profile.SeasonPlace, error)
	// NoteLeft records that members have left a guild. They have no places there until a rated game of theirs ends
	// there again.
	NoteLeft(ctx context.Context, guild string, members []string) error
	// Export returns all data of a member as JSON: their settings, their matches, oldest first, which name their
	// opponents, the matches in whose queue they wait, their votes, puzzles and roles. Errors: ErrCorrupt for the
	// settings.
	Export(ctx context.Context, member string) ([]byte, error)
	// Forget deletes a member's data. In finished matches an anonymous player replaces the member, under a new
	// version, so that a stale copy with the member cannot be saved; other matches are deleted. Queues, votes and
	// puzzles lose the member. No match will follow one that the member has played: Forget returns those that one
	// was to follow, with the deleted ones. Members who have blocked the forgotten member continue to do so.
	// Counters of daily limits stay as traces for TraceLife, and a Wearer until the role is taken back.
	Forget(ctx context.Context, member string) (dropped []match.ID, err error)
	// Forgotten returns when Forget last deleted a member's data, the zero time for never or longer than
	// TraceLife ago.
	Forgotten(ctx context.Context, member string) (time.Time, error)
	Tournaments
	Reviews
	Puzzles
	Roles
	// Shared reports whether other processes may change the matches.
	Shared() bool
	// Ping returns nil when the store can be read and written.
	Ping(ctx context.Context) error
	// Close finishes accepted changes and releases resources. Other methods may return ErrClosed afterwards.
	Close() error
}

// ErrNotFound is returned for a match that is not in the store.
var ErrNotFound = errors.New("store: no such match")

// ErrVersion is returned by Save when the stored match is not at the expected
// version: somebody else saved first.
var ErrVersion = errors.New("store: stale match version")

// ErrExists is returned by Save for a new match whose id is taken.
var ErrExists = errors.New("store: match already exists")

// ErrCorrupt is wrapped by the errors for stored data that does not validate.
var ErrCorrupt = errors.New("store: corrupt data")

// Answered reports whether an error is a store's answer: nil, one of the errors above, match.ErrSettings, *Done or
// *FullError. After any other error it is unknown whether anything was changed.
func Answered(err error) bool {
	var done *Done
	var full *FullError
	return err == nil || errors.Is(err, ErrNotFound) || errors.Is(err, ErrVersion) || errors.Is(err, ErrExists) ||
		errors.Is(err, ErrCorrupt) || errors.Is(err, ErrTournamentOpen) || errors.Is(err, tournament.ErrInvalid) || errors.Is(err, solving.ErrInvalid) || errors.Is(err, match.ErrSettings) || errors.As(err, &done) || errors.As(err, &full)
}

// Done is the error for a change whose key was stored before. Nothing was changed this time.
type Done struct {
	Match match.ID // what was created or changed then
}

func (d *Done) Error() string {
	return fmt.Sprintf("store: this was carried out before, on match %s", d.Match)
}

// AsStored returns a record as a store keeps it: with times in whole milliseconds of
// UTC, and lists of its own.
func AsStored(r match.Record) match.Record {
	m := &r.Match
	if m.Moves = slices.Clone(m.Moves); len(m.Moves) == 0 {
		m.Moves = nil
	}
	if m.Given = slices.Clone(m.Given); len(m.Given) == 0 {
		m.Given = nil
	}
	if r.Votes.Now = slices.Clone(r.Votes.Now); len(r.Votes.Now) == 0 || m.Poll() == match.NoPoll {
		r.Votes.Now = nil
	}
	if m.Hill.Queue = slices.Clone(m.Hill.Queue); len(m.Hill.Queue) == 0 {
		m.Hill.Queue = nil
	}
	for i := range r.Effects {
		if e := &r.Effects[i]; len(e.Earned) == 0 {
			e.Earned = nil
		} else {
			e.Earned = slices.Clone(e.Earned)
		}
	}
	for _, t := range []*time.Time{&m.Deadline, &m.Created, &m.Changed, &m.TurnBegan, &m.BackAt[0], &m.BackAt[1], &r.Ping.Turn, &r.Ping.Pending} {
		if !t.IsZero() {
			*t = time.UnixMilli(t.UnixMilli()).UTC()
		}
	}
	return r
}

// A Session is a gateway session as it is kept for the process that comes after
// this one: what a RESUME needs but for the token. The zero Session is none.
type Session struct {
	ID        string
	ResumeURL string // where Discord wants it resumed, "" for anywhere
	// Sequence is that of the last dispatch before which all have been dealt with.
	Sequence int64
	// ClockLead is how far the clock of the machine was ahead of the times in
	// Discord's ids, 0 while nobody knew.
	ClockLead time.Duration
}

// ShardLeases are a bot's gateway shards as one of its processes sees them.
type ShardLeases struct {
	Total     int         // of the whole bot, as all its processes count them
	Processes int         // that share them, this one included
	Held      []int       // by this process, ascending
	Free      []FreeShard // held by nobody, ascending
}

// A FreeShard is one that no process holds.
type FreeShard struct {
	Shard int
	Last  string // names the last time it was held, "" if the holder gave it up then
	Ours  bool   // that holder was this process
}
