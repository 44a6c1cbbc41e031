// Package store says how matches are kept, and what members and servers have chosen. Memory is the store of tests and of
// DATABASE_URL=memory:, package database keeps them in SQLite or PostgreSQL.
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
	"noughts/game/solving"
	"noughts/game/tournament"
)

// KeyLife is how long a store remembers idempotency keys at least. Discord
// delivers an interaction again within minutes if ever.
const KeyLife = time.Hour

// A Change is a match to be stored, new or in the place of an older version.
type Change struct {
	// Record is what is stored. Its Message counts only in a new match.
	Record   match.Record
	Expected int    // the version that is stored now, 0 for a new match
	Key      string // the idempotency key: an interaction's id, "" for the bot's own doing
	Caps     Caps   // of a new match or an accepted challenge
	// Level is the rating in points of the computer's level, 0 if none plays or it was never
	// measured; Comeback says that the winner was certainly lost before. They count for the end of
	// a match.
	Level    int
	Comeback bool
}

// A Scope chooses the matches of a member, of a channel or of a guild, or those
// of a member in a channel.
type Scope struct {
	Member  string
	Channel string
	Guild   string
	Threads bool // of the matches of Channel also those in threads of it
}

// An Entry is a match that waits for a time. The zero Entry is before all others:
// entries are ordered by time and then by ID.
type Entry struct {
	ID    match.ID
	At    time.Time
	Guild string
}

// A Query chooses finished matches: those of a member, in a channel, or both. At
// least one of the two is set. Matches are ordered by the time of their end and then by ID, so
// that who reads on from an Entry misses none of those that ended at the same time.
type Query struct {
	Member  string
	Channel string
	Guild   string // of a member's only those in a guild; "" for all
	Before  Entry  // only matches before it; the zero Entry for all
	After   Entry  // only matches after it, and of them those that come next; the zero Entry for all
	Limit   int    // how many matches at most, above 0
}

// ErrClosed is returned by the methods of a closed store.
var ErrClosed = errors.New("store: closed")

// A Store keeps matches. All methods are safe for concurrent use. A change is
// kept when its method returns nil, whatever happens afterwards; after any other
// error than those named it may have been made or not, which Load tells. Times
// are kept in whole milliseconds.
//
// A member's matches are those that the member plays in or owns. Whenever a
// store reads a match that no sequence of changes can have made, it returns
// ErrCorrupt for it; lists leave it out.
//
// A new kind of store keeps this contract (see package storetest) and is chosen in
// cmd/noughts/store.go, by a URL that bot/config/database.go knows.
type Store interface {
	// Save stores a match and notes its key with it: both or neither. It returns the
	// record as it is stored now. A change is made once for each key but "". What is
	// looked at first, in this order, decides about the error: the key, the caps, the
	// stored version. It fails with ErrVersion as well if the stored ping or place is not the record's.
	//
	// If the match is over and Match.Scored, Save sets the Score that the record lacks, of the games
	// that ended in its channel on its day up to its end, and HillRecord. The save that ends it also
	// counts it for its members in the same transaction, once, and sets the Effects (see Count). Matches
	// of one member are kept in the order in which they were counted.
	//
	// Errors: *Done, *FullError, ErrExists for a new match, ErrNotFound and ErrVersion for another.
	Save(ctx context.Context, c Change) (match.Record, error)
	// Load returns a match. Errors: ErrNotFound, ErrCorrupt.
	Load(ctx context.Context, id match.ID) (match.Record, error)
	// CarriedOut returns the match that was saved with a key. Errors: ErrNotFound.
	CarriedOut(ctx context.Context, key string) (match.ID, error)
	// SetMessage notes the live message of a match if from is the one that is noted,
	// and returns the one that is noted then: to, or another's who was faster. It is
	// no change of the match. Errors: ErrNotFound.
	SetMessage(ctx context.Context, id match.ID, from, to string) (noted string, err error)
	// SetMirror notes the second message of a match if none is noted, and returns the one
	// that is noted then. It is no change of the match, but what a Save replaces must have the
	// mirror of the record, or it is not as expected. Errors: ErrNotFound.
	SetMirror(ctx context.Context, id match.ID, message string) (noted string, err error)
	// SetPing notes what players were told of a match, if it is stored at the version and
	// with the ping of the record. It is no change of the match. Errors: ErrNotFound,
	// ErrVersion.
	SetPing(ctx context.Context, r match.Record, to match.Ping) error
	// Vote notes what a member votes for on what Match.Poll names, in the place of the member's
	// vote before, if the match is stored at the version of the record, whatever votes have come
	// since. It returns the record as it is stored now. It is no change of the match, and made once
	// for each key but "". A Save must have the votes of the stored record, or it fails as stale.
	// Votes on a move go with it, those on the end stay. Errors: *Done, ErrNotFound, ErrVersion,
	// ErrCorrupt.
	Vote(ctx context.Context, r match.Record, v match.Vote, key string) (match.Record, error)
	// SetPlace notes where a match is played, if it is stored at the version, with the ping and
	// in the place of the record: of the place, the channel, the thread and its parent can change.
	// It is no change of the match. Errors: ErrNotFound, ErrVersion.
	SetPlace(ctx context.Context, r match.Record, to match.Place) error
	// Unfinished returns the matches of a scope that are not over, oldest first. As the
	// other lists do it leaves their votes open.
	Unfinished(ctx context.Context, of Scope) ([]match.Record, error)
	// Finished returns matches that are over and have a move, newest first.
	Finished(ctx context.Context, q Query) ([]match.Record, error)
	// HasPlayed says whether a member has played as many matches of a variant as make it known: match.FirstGames that are
	// over and count.
	HasPlayed(ctx context.Context, member string, v game.Variant) (bool, error)
	// Due returns up to limit matches whose Record.Due is not after now, in order, only
	// those after an entry.
	Due(ctx context.Context, now time.Time, after Entry, limit int) ([]Entry, error)
	// Waiting returns up to limit matches with the computer to move that have not changed since
	// before, in order, only those after an entry.
	Waiting(ctx context.Context, before time.Time, after Entry, limit int) ([]Entry, error)
	// Member returns what is kept of a member, the zero value with the ID if that is
	// nothing. Errors: ErrCorrupt.
	Member(ctx context.Context, id string) (match.Member, error)
	// ChangeMember changes what is kept of a member and returns what it has become. Of
	// changes at the same time none is lost: change may be called several times, so it does
	// nothing but set fields, of a value that is its own. Errors: ErrCorrupt, and those of
	// Validate for what change has made, which is not kept.
	ChangeMember(ctx context.Context, id string, change func(*match.Member)) (match.Member, error)
	// Server returns what is kept of a server, as Member does.
	Server(ctx context.Context, id string) (match.Server, error)
	// ChangeServer changes what is kept of a server, as ChangeMember does.
	ChangeServer(ctx context.Context, id string, change func(*match.Server)) (match.Server, error)
	Keepers
	// Profile returns what is known of how a member has played, as a reader sees it. Nothing
	// is known of match.Anonymous.
	Profile(ctx context.Context, member, reader string) (profile.Profile, error)
	// Leaders returns up to limit places of a board from one on, counted from 0, and the place of a
	// member, who may be "". Unlisted members have no place, nor have members who left the board's
	// guild.
	Leaders(ctx context.Context, b profile.Board, from, limit int, member string) (profile.Page, error)
	// NoteLeft notes that members have left a guild: they have no places there until a rated
	// game of theirs ends there again.
	NoteLeft(ctx context.Context, guild string, members []string) error
	// Export returns all that is kept of a member as JSON: what they have chosen, and their
	// matches, oldest first, which name those they played with, and then those whose winner
	// they wait to play, their votes, and how they have solved puzzles. Errors: ErrCorrupt for what
	// they have chosen.
	Export(ctx context.Context, member string) ([]byte, error)
	// Forget removes what is known of a member: in matches that are over an anonymous player takes the member's
	// place, under a new version, so that nobody saves who remembers the member; the others are dropped. It
	// returns the dropped ones. Members who have blocked the forgotten member continue to do so. The member waits
	// in no queue any more, and the votes go, as does how the member has solved puzzles. No match follows one that
	// the member has played any more: those that one was to follow are returned with the dropped ones. Counters of
	// daily limits stay as traces for TraceLife.
	Forget(ctx context.Context, member string) (dropped []match.ID, err error)
	// Forgotten returns when Forget last removed what was known of a member, the zero time if it never did. After
	// TraceLife that may be so again.
	Forgotten(ctx context.Context, member string) (time.Time, error)
	Tournaments
	Reviews
	Puzzles
	// Shared says whether other processes may change the matches, too.
	Shared() bool
	// Ping returns nil when the store can be read and written.
	Ping(ctx context.Context) error
	// Close finishes what was begun and releases what the store holds. Other
	// methods may return ErrClosed afterwards.
	Close() error
}

// ErrNotFound is returned for a match that is not in the store.
var ErrNotFound = errors.New("store: no such match")

// ErrVersion is returned by Save when the stored match is not at the expected
// version: somebody else saved first.
var ErrVersion = errors.New("store: stale match version")

// ErrExists is returned by Save for a new match whose id is taken.
var ErrExists = errors.New("store: match already exists")

// ErrCorrupt is wrapped by the errors for a stored match that does not validate, and for
// what is kept of a member or a server and does not.
var ErrCorrupt = errors.New("store: corrupt data")

// Answered says whether a store has answered what it was asked: err is nil or one of
// the errors above, match.ErrSettings, *Done or *FullError. After any other error nobody knows whether
// anything was changed.
func Answered(err error) bool {
	var done *Done
	var full *FullError
	return err == nil || errors.Is(err, ErrNotFound) || errors.Is(err, ErrVersion) || errors.Is(err, ErrExists) ||
		errors.Is(err, ErrCorrupt) || errors.Is(err, ErrTournamentOpen) || errors.Is(err, tournament.ErrInvalid) || errors.Is(err, solving.ErrInvalid) || errors.Is(err, match.ErrSettings) || errors.As(err, &done) || errors.As(err, &full)
}

// Done is the error for a change whose key was noted before. Nothing was changed
// this time.
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
	for _, t := range []*time.Time{&m.Deadline, &m.Created, &m.Changed, &m.TurnBegan, &r.Ping.Turn, &r.Ping.Pending} {
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
