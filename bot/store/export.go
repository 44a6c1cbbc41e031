package store

import (
	"encoding/json"
	"time"

	"noughts/game/match"
)

// An export is what is kept of a member, for the member to read.
type export struct {
	Member   string          `json:"member"`
	Settings match.Member    `json:"settings"`
	Matches  []exportedMatch `json:"matches"`
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
	Owner       string         `json:"owner"`
	X           exportedPlayer `json:"x"`
	O           exportedPlayer `json:"o"`
	Variant     string         `json:"variant"`
	Clock       string         `json:"clock,omitempty"`    // 1m30s
	OpenFor     string         `json:"open_for,omitempty"` // 1h0m0s
	First       string         `json:"first"`
	Version     int            `json:"version"`
	Status      string         `json:"status"`
	Begins      string         `json:"begins,omitempty"`
	Moves       string         `json:"moves,omitempty"` // e5 d4 a1
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
	Ping        exportedPing   `json:"ping,omitzero"`
}

type exportedPlayer struct {
	Member string `json:"member,omitempty"`
	Level  string `json:"level,omitempty"`
}

type exportedScore struct {
	X     int `json:"x"`
	O     int `json:"o"`
	Draws int `json:"draws"`
}

type exportedPing struct {
	Turn    time.Time `json:"turn,omitzero"`
	Told    string    `json:"told,omitempty"`
	Pending time.Time `json:"pending,omitzero"`
	Message string    `json:"message,omitempty"`
}

// ExportOf returns a Store's Export: what a member has chosen, and all matches of the member.
func ExportOf(m match.Member, records []match.Record) ([]byte, error) {
	e := export{Member: m.ID, Settings: m, Matches: make([]exportedMatch, len(records))}
	for i, r := range records {
		e.Matches[i] = exported(r)
	}
	return json.MarshalIndent(e, "", " ")
}

func exported(r match.Record) exportedMatch {
	m := r.Match
	return exportedMatch{
		ID: m.ID, Server: r.Place.Guild, Channel: r.Place.Channel, Message: r.Message, Locale: r.Place.Locale,
		Style: r.Place.Style, Explains: r.Place.Explains, Away: r.Place.Away,
		Owner: m.Owner, X: exportedPlayer{m.Players[0].ID, m.Players[0].Level}, O: exportedPlayer{m.Players[1].ID, m.Players[1].Level},
		Variant: m.Options.Variant.String(), Clock: span(m.Options.Clock), OpenFor: span(m.Options.OpenFor), First: Word(Firsts, m.Options.First),
		Version: m.Version, Status: Word(Statuses, m.Status), Begins: Word(Marks, m.Begins), Moves: WriteMoves(m.Moves),
		Winner: Word(Marks, m.Result.Winner), Reason: Word(Reasons, m.Result.Reason),
		Score:     exportedScore{r.Score.Wins[0], r.Score.Wins[1], r.Score.Draws},
		DrawOffer: Word(Marks, m.DrawOffer), DrawOffered: m.DrawOffered, TakebackAsk: Word(Marks, m.TakebackAsk),
		Created: m.Created, Changed: m.Changed, TurnBegan: m.TurnBegan, Deadline: m.Deadline, Warned: m.Warned, Shared: m.Shared,
		Ping: exportedPing{r.Ping.Turn, Word(Notices, r.Ping.Told), r.Ping.Pending, r.Ping.Message},
	}
}

// span returns a time that is left out if it is none.
func span(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}
