package store

import (
	"cmp"
	"slices"
	"time"

	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rating"
)

// Played is what is kept of how a member has played, beside the matches.
type Played struct {
	Standings []profile.Standing     // without the History
	Results   []profile.MemberResult // in the order of counting
	Tallies   map[profile.Count]profile.Tally
	Earned    []profile.Earned
	Boards    []BoardPlace // leaderboards with a row of the member, listed or not
}

// A BoardPlace is a row of a leaderboard.
type BoardPlace struct {
	Pool   rating.Pool `json:"pool"`
	Server string      `json:"server,omitempty"` // "" for that of all
	Left   bool        `json:"left,omitempty"`   // the member has left the server
}

// exportedPlayed is a Played in words.
type exportedPlayed struct {
	Ratings      []exportedStanding    `json:"ratings,omitempty"`
	Results      []exportedResult      `json:"results,omitempty"`
	Tallies      []exportedTally       `json:"tallies,omitempty"`
	Achievements []exportedAchievement `json:"achievements,omitempty"`
	Leaderboards []BoardPlace          `json:"leaderboards,omitempty"`
}

// An exportedRating has its numbers as they are kept: in hundredths of a point, the volatility
// in millionths.
type exportedRating struct {
	Value      int       `json:"value"`
	Deviation  int       `json:"deviation"`
	Volatility int       `json:"volatility"`
	Time       time.Time `json:"time,omitzero"`
}

type exportedStanding struct {
	Pool   rating.Pool    `json:"pool"`
	Rating exportedRating `json:"rating"`
	Wins   int            `json:"wins"`
	Draws  int            `json:"draws"`
	Losses int            `json:"losses"`
	// Games won in a row up to now, below 0: lost, and at most.
	Streak  int         `json:"streak"`
	Longest int         `json:"longest"`
	Peak    int         `json:"peak,omitempty"`
	Best    exportedWin `json:"best,omitzero"`
}

type exportedWin struct {
	Match  match.ID  `json:"match"`
	Member string    `json:"member,omitempty"`
	Level  string    `json:"level,omitempty"`
	Points int       `json:"points"`
	At     time.Time `json:"at"`
}

type exportedResult struct {
	Match    match.ID       `json:"match"`
	Score    float64        `json:"score"` // 1, 0.5, 0
	Verdict  string         `json:"verdict"`
	Before   exportedRating `json:"before,omitzero"`
	Opponent exportedRating `json:"opponent,omitzero"`
	After    exportedRating `json:"after,omitzero"`
	GameKey  string         `json:"game_key,omitempty"` // see profile.FinishedGame.Key
}

type exportedTally struct {
	Kind    profile.Kind `json:"kind"`
	Variant string       `json:"variant,omitempty"`
	Key     string       `json:"key,omitempty"`
	Wins    int          `json:"wins"`
	Draws   int          `json:"draws"`
	Losses  int          `json:"losses"`
}

type exportedAchievement struct {
	Name  profile.Achievement `json:"name"`
	Match match.ID            `json:"match,omitempty"`
	At    time.Time           `json:"at"`
}

func (p Played) exported() (e exportedPlayed) {
	for _, s := range p.Standings {
		best := s.Best
		e.Ratings = append(e.Ratings, exportedStanding{
			Pool: s.Pool, Rating: exportedRating(s.Rating), Wins: s.Rated.Wins, Draws: s.Rated.Draws, Losses: s.Rated.Losses,
			Streak: s.Streak, Longest: s.Longest, Peak: s.Peak,
			Best: exportedWin{best.Match, best.Opponent.ID, best.Opponent.Level, best.Points, best.At},
		})
	}
	for _, r := range p.Results {
		e.Results = append(e.Results, exportedResult{
			r.Game.Match, float64(r.Score) / 2, r.Verdict.String(), exportedRating(r.Before), exportedRating(r.Opponent), exportedRating(r.After), r.Key,
		})
	}
	for c, t := range p.Tallies {
		variant := ""
		if c.Kind == profile.OfVariant || c.Kind == profile.Opened {
			variant = c.Variant.String()
		}
		e.Tallies = append(e.Tallies, exportedTally{c.Kind, variant, c.Key, t.Wins, t.Draws, t.Losses})
	}
	slices.SortFunc(e.Tallies, func(a, b exportedTally) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Variant, b.Variant), cmp.Compare(a.Key, b.Key))
	})
	for _, a := range p.Earned {
		e.Achievements = append(e.Achievements, exportedAchievement{a.Achievement, a.Match, a.At})
	}
	e.Leaderboards = slices.SortedFunc(slices.Values(p.Boards), func(a, b BoardPlace) int {
		return cmp.Or(cmp.Compare(a.Pool, b.Pool), cmp.Compare(a.Server, b.Server))
	})
	return e
}
