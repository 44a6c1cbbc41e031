// Package store defines how matches and the settings of members and servers are stored. Package database stores them in
// SQLite or PostgreSQL.
package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
	"noughts/game/tournament"
)

// KeyLife is how long a store keeps idempotency keys at least. Discord repeats a delivery within minutes.
const KeyLife = time.Hour

// UndecidedLife is how long a store keeps matches that ended without a win or a draw (match.Result.Decided). No limit on
// challenges looks back further.
const UndecidedLife = DeclinedLife

// A Change is a match to store: a new match, or the next version of a stored one.
type Change struct {
	// Record is the record to store. Its Message is ignored unless the match is new: see SetMessage.
	Record         match.Record
	Expected       int    // the stored version that the change replaces, 0 for a new match
	IdempotencyKey string // an interaction's id, "" for changes without one
	Caps           Caps   // limits that a new match or an accepted challenge must respect
	// Relayed says for X and O whether the player relayed a level's moves: see match.Match.Relays. It is read only if the
	// change ends the match.
	Relayed [2]bool
}

// A Lister is Due, Waiting or DueTournaments of a store: it returns the entries up to a time.
type Lister func(ctx context.Context, until time.Time, after match.Cursor, limit int) ([]match.Cursor, error)

// First returns the time of the first entry of a list after another one, the zero time if there is none.
func (list Lister) First(ctx context.Context, after match.Cursor) (time.Time, error) {
	entries, err := list(ctx, time.Unix(1<<40, 0), after, 1)
	if err != nil || len(entries) == 0 {
		return time.Time{}, err
	}
	return entries[0].At, nil
}

// After returns the time of the first entry of a list after a time, the zero time if there is none.
func (list Lister) After(ctx context.Context, at time.Time) (time.Time, error) {
	return list.First(ctx, match.Cursor{At: at.Add(time.Millisecond)})
}

// ErrClosed is returned by the methods of a closed store.
var ErrClosed = errors.New("store: closed")

// A Store stores matches. All methods are safe for concurrent use. A change is durable when its
// method returns nil. After an error that the method does not name, the change may or may not have
// been made; load the match to find out. Times are stored in whole milliseconds.
//
// A member's matches are those that the member plays in or owns. A method that reads one match
// returns ErrCorrupt if the stored match is invalid; lists leave invalid matches out.
//
// To add another kind of store, implement this interface, run package database's contract tests on
// it, and open it in cmd/noughts/store.go for a URL that bot/config/database.go accepts.
type Store interface {
	// Save stores a match and its key in one transaction, and returns the stored record. A change is made only once for
	// each key except "". Save checks the key first, then the caps, then the stored version. It also fails with
	// ErrVersion if the stored ping, place, mirror or number of votes is not the record's.
	//
	// If the match is over and Match.IsCounted is true, Save sets HillRecord (in "winner stays on" matches: whether the
	// winning streak is the server's longest), and also HeadToHead if the record has none. HeadToHead counts the two
	// players' games of the same variant that ended on this day in this channel or in its threads, up to this match.
	// The save that ends the match also counts its result for the members, as profile.FinishedGame.Count says, and sets
	// the Effects. Each match is counted once. A member's results are ordered as they were counted.
	//
	// Errors: *Done, *match.Full; ErrExists for a new match; ErrNotFound and ErrVersion for the next version of one.
	Save(ctx context.Context, c Change) (match.Record, error)
	// Load returns a match. Errors: ErrNotFound, ErrCorrupt.
	Load(ctx context.Context, id match.ID) (match.Record, error)
	// CarriedOut returns the match that was saved with a key. Errors: ErrNotFound.
	CarriedOut(ctx context.Context, key string) (match.ID, error)
	// SetMessage stores `to` as the id of the live message of a match (the message that shows it), if the stored id is
	// `from`. It returns the id that is stored afterwards: `to`, or the id that another process stored first. It does
	// not change the match's version. Errors: ErrNotFound.
	SetMessage(ctx context.Context, id match.ID, from, to string) (noted string, err error)
	// SetMirror stores the id of the message with the second board of a match between teams, unless
	// one is stored already, and returns the stored id. It does not change the match's version, but
	// the record of a later Save must have the stored mirror. Errors: ErrNotFound.
	SetMirror(ctx context.Context, id match.ID, message string) (noted string, err error)
	// SetPing stores in a match which mentions of the player to move the bot has posted. It fails with ErrVersion
	// unless the stored match and r agree in the version, the ping, the place, the number of votes and the mirror. It
	// does not change the match's version. Errors: ErrNotFound, ErrVersion.
	SetPing(ctx context.Context, r match.Record, to match.Ping) error
	// Vote stores a member's vote on the poll of Match.Poll, replacing the member's earlier vote, and returns the
	// stored record. The stored match must have the version of r, but may have newer votes. Vote does not change the
	// version, and is made only once for each key except "". The record of a later Save must have the stored number of
	// votes, or Save fails with ErrVersion. A move drops the votes on that move; votes on the end of the match stay.
	// Errors: *Done, ErrNotFound, ErrVersion, ErrCorrupt.
	Vote(ctx context.Context, r match.Record, v match.Vote, key string) (match.Record, error)
	// SetPlace stores the channel, the thread and the thread's parent of a match. It has the same conditions as
	// SetPing. It does not change the match's version. Errors: ErrNotFound, ErrVersion.
	SetPlace(ctx context.Context, r match.Record, to match.Place) error
	// Unfinished returns the open matches of a scope, oldest first. Like all lists, it leaves the votes out.
	Unfinished(ctx context.Context, of match.Scope) ([]match.Record, error)
	// Finished returns matches that are over and have a move, newest first.
	Finished(ctx context.Context, q match.Query) ([]match.Record, error)
	// HasPlayed reports whether a member has played a variant often enough not to be new to it: match.FirstGames
	// decided matches or more.
	HasPlayed(ctx context.Context, member string, v game.Variant) (bool, error)
	// Due returns matches whose Record.Due is at or before `now`, ordered by that time: the first `limit` that come
	// after the entry `after`.
	Due(ctx context.Context, now time.Time, after match.Cursor, limit int) ([]match.Cursor, error)
	// Waiting returns matches that wait for the computer's move and last changed at or before `before`, ordered by the
	// time of that change: the first `limit` that come after the entry `after`.
	Waiting(ctx context.Context, before time.Time, after match.Cursor, limit int) ([]match.Cursor, error)
	// Member returns the settings of a member, the zero value with the ID if there are none. Errors: ErrCorrupt.
	Member(ctx context.Context, id string) (match.Member, error)
	// ChangeMember changes the settings of a member, and returns those before and after the change. Concurrent changes are
	// not lost: the function `change` may be called several times, so it should only set fields of its argument. Errors:
	// ErrCorrupt, and those of Validate for the changed settings, which are not stored then.
	ChangeMember(ctx context.Context, id string, change func(*match.Member)) (before, after match.Member, err error)
	// Server returns the settings of a server, as Member does.
	Server(ctx context.Context, id string) (match.Server, error)
	// ChangeServer changes the settings of a server, as ChangeMember does.
	ChangeServer(ctx context.Context, id string, change func(*match.Server)) (before, after match.Server, err error)
	Retention
	// Profile returns a member's results. Profile.Against has the member's results against `reader`. The profile of
	// match.Anonymous is empty.
	Profile(ctx context.Context, member, reader string) (profile.Profile, error)
	// Leaders returns at most `limit` places of a leaderboard, beginning at index `from` (0 is the first place). It
	// also returns the place of `member`, unless that is "". Unlisted members, and members who have left the board's
	// guild, have no place.
	Leaders(ctx context.Context, b profile.Leaderboard, from, limit int, member string) (profile.Page, error)
	// Season returns the members of a guild with the most points from rated games of a pool (variants
	// that share one rating) that ended in a season, the most points first, then the fewest games, at most `limit`.
	// Unlisted members and members who have left the guild are left out.
	Season(ctx context.Context, guild string, pool profile.Pool, s profile.Season, limit int) ([]profile.SeasonPlace, error)
	// NoteLeft records that members have left a guild. They have no places there until a rated game of theirs ends
	// there again, and they are removed from its tables of daily puzzles.
	NoteLeft(ctx context.Context, guild string, members []string) error
	// Export returns all data of a member as JSON: their settings, matches (oldest first, with the
	// opponents), votes, results, puzzles, tournaments and roles, and the matches whose winner the
	// member waits to play (match.Hill.Queue). Errors: ErrCorrupt for the settings.
	Export(ctx context.Context, member string) ([]byte, error)
	// Forget deletes a member's data. In finished matches an anonymous player replaces the member, under a new version,
	// so that a stale copy with the member cannot be saved. Unfinished matches are deleted. Forget removes the member
	// from the queues of matches (match.Hill.Queue), and deletes the member's votes and puzzles. If a finished match of
	// the member waits for a next match (of a series, or against the next in the queue), the next match will not be
	// played. Forget returns the ids of such finished matches and of the deleted matches. Members who have blocked the
	// forgotten member continue to do so. Counters of daily limits stay for a day (see Trace). If the member has a role
	// from the bot, its Wearer stays until the role is taken back.
	Forget(ctx context.Context, member string) (dropped []match.ID, err error)
	// Forgotten returns when Forget last deleted a member's data: the zero time if it never did, or
	// did longer ago than RemainsLife.
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

// ErrNotFound is returned for a match, or another record, that is not in the store.
var ErrNotFound = errors.New("store: no such match")

// ErrVersion is returned for a change of a stale record: another change of the stored record came first.
var ErrVersion = errors.New("store: stale match version")

// ErrExists is returned for a new match whose id exists already.
var ErrExists = errors.New("store: match already exists")

// ErrCorrupt is wrapped by the errors for stored data that does not validate.
var ErrCorrupt = errors.New("store: corrupt data")

// IsWorthAnother reports whether a change should be made again: it is unknown whether it was made, and there is time. The
// idempotency key or the version of a change prevents a second effect.
func IsWorthAnother(ctx context.Context, err error) bool { return !IsAnswer(err) && ctx.Err() == nil }

// IsAnswer reports whether err is an answer of the store: nil, or an error such as ErrVersion or *Done that says why
// nothing was changed. After any other error it is unknown whether anything was changed.
func IsAnswer(err error) bool {
	var done *Done
	var full *match.Full
	return err == nil || errors.Is(err, ErrNotFound) || errors.Is(err, ErrVersion) || errors.Is(err, ErrExists) ||
		errors.Is(err, ErrCorrupt) || errors.Is(err, ErrTournamentOpen) || errors.Is(err, tournament.ErrInvalid) || errors.Is(err, puzzle.ErrInvalid) || errors.Is(err, match.ErrSettings) || errors.As(err, &done) || errors.As(err, &full)
}

// Done is the error for a change whose idempotency key is already stored. Nothing was changed this time.
type Done struct {
	Match match.ID // the match that the earlier change created or changed; for a tournament see Keyed
}

func (d *Done) Error() string {
	return fmt.Sprintf("store: this was carried out before, on match %s", d.Match)
}

// AsStored returns a copy of a record in the form that stores keep. Times are in whole milliseconds of UTC, empty lists
// are nil, there are no votes without a poll, and r shares no list with the copy.
func AsStored(r match.Record) match.Record {
	m := &r.Match
	m.Moves, m.Given, m.Hill.Queue = ownList(m.Moves), ownList(m.Given), ownList(m.Hill.Queue)
	if r.Votes.Now = ownList(r.Votes.Now); m.Poll() == match.NoPoll {
		r.Votes.Now = nil
	}
	for i := range r.Effects {
		r.Effects[i].Earned = ownList(r.Effects[i].Earned)
	}
	for _, t := range []*time.Time{&m.Deadline, &m.Created, &m.Changed, &m.TurnBegan, &m.BackAt[0], &m.BackAt[1], &m.Stranded, &r.Ping.Turn, &r.Ping.Pending} {
		if !t.IsZero() {
			*t = time.UnixMilli(t.UnixMilli()).UTC()
		}
	}
	return r
}

// ownList returns a copy of a list, nil if the list is empty.
func ownList[L ~[]T, T any](list L) L { return append(L(nil), list...) }

// A Session is a gateway session that is saved for the next process: all that a RESUME needs except
// the token. The zero Session stands for no session.
type Session struct {
	ID        string
	ResumeURL string // the URL for resuming the session, "" for any
	// Sequence is a sequence number of the gateway: all dispatches up to this one have been handled.
	Sequence int64
	// ClockLead is how far this machine's clock is ahead of the times in Discord's ids, 0 if unknown.
	ClockLead time.Duration
}

// ShardLeases are a bot's gateway shards as one of its processes sees them.
type ShardLeases struct {
	Total     int         // number of shards of the whole bot, the same for all its processes
	Processes int         // number of processes that share the shards, this one included
	Held      []int       // shards that this process holds, ascending
	Free      []FreeShard // shards that no process holds, ascending
}

// A FreeShard is a shard that no process holds.
type FreeShard struct {
	Shard int
	Last  string // identifies the last time that a process held the shard; "" if it was released or never held
	Ours  bool   // this process was the last holder
}
