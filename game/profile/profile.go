// Package profile has what is known about members' games: ratings, tallies of wins, achievements and
// leaderboards, as values. Stores update them as games end, so that no page counts all games again.
package profile

import (
	"cmp"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/rating"
)

// A Tally is a number of games won, drawn and lost.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns how many games were counted.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// A Profile is a member's profile page. The zero Profile, with a Member, is that of a member without games.
type Profile struct {
	Member    string
	Standings []Standing    // of the pools with rated games, in the order of rating.Pools
	Records   []Performance // most games first, at most MaxRecords
	Openings  []Opening     // the most frequent first moves, most frequent first, at most MaxOpenings
	Against   Tally         // the member against the reader; zero if the reader is the member
	Earned    []Earned      // oldest first
}

// Limits of what a profile shows.
const (
	MaxRecords  = 25
	MaxOpenings = 5
	MaxPoints   = 300 // in the chart of one pool
)

// A Standing is a member's rating and record in one pool.
type Standing struct {
	Pool    rating.Pool   `json:"pool"`
	Rating  rating.Rating `json:"rating"`
	Rated   Tally         `json:"rated"`          // the rated games
	Streak  int           `json:"streak"`         // how many rated games in a row were won up to now; negative if lost
	Longest int           `json:"longest"`        // the longest winning streak
	Peak    int           `json:"peak,omitempty"` // the highest rating in points after a game, provisional ratings excluded; 0 for none
	Best    BestWin       `json:"best,omitzero"`
	History []Point       `json:"-"` // the rating after each of the last games, oldest first, at most MaxPoints
}

// Placed reports whether the placement is over. The rating means little before that.
func (s Standing) Placed() bool { return s.Rated.Games() >= rating.Placement }

// Doubt says how little is known of the rating: 0 if it is certain, 1 if it is provisional, 2 during the placement.
// Leaderboards list certain ratings first.
func (s Standing) Doubt() int {
	switch {
	case !s.Placed():
		return 2
	case s.Rating.Provisional():
		return 1
	}
	return 0
}

// Shown returns the part of History that members see: the ratings since the placement.
func (s Standing) Shown() []Point {
	older := s.Rated.Games() - len(s.History) // games without a point
	return s.History[min(len(s.History), max(0, rating.Placement-1-older)):]
}

// A BestWin is the rated win against the opponent with the highest non-provisional rating. The zero
// BestWin is none.
type BestWin struct {
	Match    match.ID     `json:"match"`
	Opponent match.Player `json:"opponent,omitzero"`
	Points   int          `json:"points"` // the opponent's rating before the game
	At       time.Time    `json:"at"`
}

// A Point is a rating after a game.
type Point struct {
	At     time.Time
	Points int
}

// A Performance is how a member has done in one variant against a level of the computer, or against members.
type Performance struct {
	Variant game.Variant
	Level   string // "" against members
	Tally
}

// An Opening is a member's tally with one first move as X.
type Opening struct {
	Variant game.Variant
	Square  game.Square
	Tally
}

// A Board is a leaderboard of a pool.
type Board struct {
	Pool  rating.Pool
	Guild string    // only members who have played in this server and have not left; "" for all
	Since time.Time // only members with rated games since; the zero time for all
}

// A Place is a place on a Board. Members whose rating was provisional after their last game come last.
type Place struct {
	Rank        int // from 1
	Member      string
	Points      int
	Provisional bool
	Rated       Tally
}

// Placed reports whether the member has a number: the placement is over.
func (p Place) Placed() bool { return p.Rated.Games() >= rating.Placement }

// A Page is a page of a Board.
type Page struct {
	Places []Place
	Total  int   // how many places the whole board has
	Own    Place // the reader's place; the zero Place if they have none
}

// Add adds one of the member's tallies to the profile, as the reader sees it. Call Arrange after
// the last one.
func (p *Profile) Add(c TallyKey, t Tally, reader string) {
	switch c.Kind {
	case OfVariant:
		p.Records = append(p.Records, Performance{Variant: c.Variant, Level: c.Key, Tally: t})
	case Opened:
		if s, err := game.ParseSquare(c.Key); err == nil { // always true for what was stored
			p.Openings = append(p.Openings, Opening{Variant: c.Variant, Square: s, Tally: t})
		}
	case Against:
		if c.Key == reader && reader != p.Member {
			p.Against = t
		}
	case AllGames:
	}
}

// Arrange sorts the records and openings and cuts them to their limits.
func (p *Profile) Arrange() {
	slices.SortFunc(p.Records, func(a, b Performance) int {
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), cmp.Compare(a.Variant.String(), b.Variant.String()), cmp.Compare(a.Level, b.Level))
	})
	slices.SortFunc(p.Openings, func(a, b Opening) int {
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), cmp.Compare(a.Variant.String(), b.Variant.String()), cmp.Compare(a.Square, b.Square))
	})
	p.Records = p.Records[:min(len(p.Records), MaxRecords)]
	p.Openings = p.Openings[:min(len(p.Openings), MaxOpenings)]
}
