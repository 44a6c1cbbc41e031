package store

import (
	"encoding/json"
	"strings"
	"time"

	"noughts/game/match"
	"noughts/game/solving"
	"noughts/game/tournament"
)

// An export is what is kept of a member, for the member to read.
type export struct {
	Member   string          `json:"member"`
	Settings match.Member    `json:"settings"`
	Matches  []exportedMatch `json:"matches"`
	Votes    []MemberVote    `json:"votes,omitempty"`
	// Tournaments are those of the member, as they are kept.
	Tournaments []tournament.Record `json:"tournaments,omitempty"`
	exportedPlayed
	// Puzzles are how the member solves them, as it is kept, and Days the puzzles of days.
	Puzzles *solving.Record `json:"puzzles,omitempty"`
	Days    []DailyResult   `json:"daily_puzzles,omitempty"`
}

// A MemberVote is a vote as its member gets it with all that is kept of them.
type MemberVote struct {
	Match  match.ID `json:"match"`
	Move   int      `json:"move,omitempty"` // the number of the team's move, left out for a vote on how the match ends
	Choice string   `json:"choice"`
}

// An exportedMatch is a match.Record in words. Times are in UTC.
type exportedMatch struct {
	ID          match.ID       `json:"id"`
	Server      string         `json:"server,omitempty"`
	Channel     string         `json:"channel"`
	Message     string         `json:"message,omitempty"`
	Locale      string         `json:"locale,omitempty"`
	Style       string         `json:"style,omitempty"`
	Explains    bool           `json:"explains,omitempty"`
	Away        bool           `json:"away,omitempty"`
	Quiet       bool           `json:"quiet,omitempty"`
	Thread      string         `json:"thread,omitempty"`
	Parent      string         `json:"parent,omitempty"`
	Owner       string         `json:"owner"`
	X           exportedPlayer `json:"x"`
	O           exportedPlayer `json:"o"`
	Variant     string         `json:"variant"`
	Clock       string         `json:"clock,omitempty"`       // 1m30s
	FirstClock  string         `json:"first_clock,omitempty"` // 5m0s
	Tournament  match.ID       `json:"tournament,omitempty"`
	Casual      bool           `json:"casual,omitempty"`
	OpenFor     string         `json:"open_for,omitempty"` // 1h0m0s
	First       string         `json:"first"`
	Version     int            `json:"version"`
	Status      string         `json:"status"`
	Begins      string         `json:"begins,omitempty"`
	Moves       string         `json:"moves,omitempty"`   // e5 d4 a1
	Given       string         `json:"given,omitempty"`   // of another game, before the moves
	Dropped     int            `json:"dropped,omitempty"` // moves after those, which are not kept any more
	Winner      string         `json:"winner,omitempty"`
	Reason      string         `json:"reason,omitempty"`
	Score       exportedScore  `json:"score,omitzero"`
	DrawOffer   string         `json:"draw_offer,omitempty"`
	DrawOffered [2]int         `json:"draw_offered,omitzero"`
	TakebackAsk string         `json:"takeback_ask,omitempty"`
	Created     time.Time      `json:"created"`
	Changed     time.Time      `json:"changed"`
	TurnBegan   time.Time      `json:"turn_began,omitzero"`
	Deadline    time.Time      `json:"deadline,omitzero"`
	Warned      bool           `json:"warned,omitempty"`
	Shared      bool           `json:"shared,omitempty"`
	TakenBack   bool           `json:"taken_back,omitempty"`
	XHinted     bool           `json:"x_hinted,omitempty"`
	OHinted     bool           `json:"o_hinted,omitempty"`
	Coach       bool           `json:"coach,omitempty"`
	XEffect     match.Effect   `json:"x_effect,omitzero"`
	OEffect     match.Effect   `json:"o_effect,omitzero"`
	Ping        exportedPing   `json:"ping,omitzero"`
	Votes       int            `json:"votes,omitempty"`
	Mirror      exportedMirror `json:"mirror,omitzero"`
	BestOf      int            `json:"best_of,omitempty"`
	Before      exportedScore  `json:"before,omitzero"`
	Hill        exportedHill   `json:"hill,omitzero"`
	Continued   bool           `json:"continued,omitempty"`
	Since       int            `json:"since,omitempty"`
}

type exportedPlayer struct {
	Member string `json:"member,omitempty"`
	Level  string `json:"level,omitempty"`
	Team   string `json:"team,omitempty"` // the channel
	Marks  string `json:"marks,omitempty"`
	Keypad string `json:"keypad,omitempty"`
}

// exportedPlayers returns the players of a match with what they had chosen.
func exportedPlayers(m match.Match) (both [2]exportedPlayer) {
	for i, p := range m.Players {
		both[i] = exportedPlayer{p.ID, p.Level, p.Team, m.Looks[i].Marks, string(m.Looks[i].Keypad)}
	}
	return both
}

type exportedScore struct {
	X     int `json:"x"`
	O     int `json:"o"`
	Draws int `json:"draws"`
}

type exportedMirror struct {
	Channel string `json:"channel"`
	Message string `json:"message,omitempty"`
}

type exportedHill struct {
	Queue  string `json:"queue,omitempty"` // members with spaces between
	Game   int    `json:"game,omitempty"`
	Streak int    `json:"streak,omitempty"`
	Stays  string `json:"stays,omitempty"`
	Won    int    `json:"won,omitempty"`
	Record bool   `json:"record,omitempty"`
}

type exportedPing struct {
	Turn    time.Time `json:"turn,omitzero"`
	Told    string    `json:"told,omitempty"`
	Pending time.Time `json:"pending,omitzero"`
	Message string    `json:"message,omitempty"`
}

// Kept is all that is kept of a member.
type Kept struct {
	Member      match.Member
	Matches     []match.Record
	Tournaments []tournament.Record
	Played      Played
	Votes       []MemberVote
	Puzzles     solving.Record
	Days        []DailyResult // oldest first
}

// Export returns a Store's Export.
func (k Kept) Export() ([]byte, error) {
	e := export{
		Member: k.Member.ID, Settings: k.Member, Matches: make([]exportedMatch, len(k.Matches)), Tournaments: k.Tournaments, Votes: k.Votes,
		exportedPlayed: k.Played.exported(), Days: k.Days,
	}
	if k.Puzzles.Revision > 0 {
		e.Puzzles = &k.Puzzles
	}
	for i, r := range k.Matches {
		e.Matches[i] = exported(r)
	}
	return json.MarshalIndent(e, "", " ")
}

func exported(r match.Record) exportedMatch {
	m := r.Match
	players := exportedPlayers(m)
	return exportedMatch{
		ID: m.ID, Server: r.Place.Guild, Channel: r.Place.Channel, Message: r.Message, Locale: r.Place.Locale,
		Style: r.Place.Style, Explains: r.Place.Explains, Away: r.Place.Away, Quiet: r.Place.Quiet, Thread: Word(Threads, r.Place.Thread), Parent: r.Place.Parent,
		Owner: m.Owner, X: players[0], O: players[1],
		Variant: m.Options.Variant.String(), Clock: span(m.Options.Clock), OpenFor: span(m.Options.OpenFor), First: Word(Firsts, m.Options.First),
		Version: m.Version, Status: Word(Statuses, m.Status), Begins: Word(Marks, m.Begins), Moves: WriteMoves(m.Moves), Given: WriteMoves(m.Given), Dropped: m.Dropped,
		Winner: Word(Marks, m.Result.Winner), Reason: Word(Reasons, m.Result.Reason),
		Score:     exportedScore{r.Score.Wins[0], r.Score.Wins[1], r.Score.Draws},
		DrawOffer: Word(Marks, m.DrawOffer), DrawOffered: m.DrawOffered, TakebackAsk: Word(Marks, m.TakebackAsk),
		Created: m.Created, Changed: m.Changed, TurnBegan: m.TurnBegan, Deadline: m.Deadline, Warned: m.Warned, Shared: m.Shared,
		FirstClock: span(m.Options.FirstClock), Tournament: r.Tournament,
		Casual: m.Options.Casual, TakenBack: m.TakenBack, XHinted: m.Hinted[0], OHinted: m.Hinted[1], Coach: m.Options.Coach, XEffect: r.Effects[0], OEffect: r.Effects[1],
		Votes: r.Votes.Cast, Mirror: exportedMirror(r.Mirror),
		Ping:   exportedPing{r.Ping.Turn, Word(Notices, r.Ping.Told), r.Ping.Pending, r.Ping.Message},
		BestOf: m.Options.BestOf, Before: exportedScore{m.Before.Wins[0], m.Before.Wins[1], m.Before.Draws},
		Hill: exportedHill{
			strings.Join(m.Hill.Queue, " "), m.Hill.Game, m.Hill.Streak, Word(Marks, m.Hill.Stays), m.Hill.Won, r.HillRecord,
		},
		Continued: m.Continued, Since: m.Since,
	}
}

// span returns a time that is left out if it is none.
func span(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}
