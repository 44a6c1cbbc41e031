// Package profile is what is known of how members have played: their ratings, how many games
// they have won against whom, what they have achieved, and who leads. They are values; a store
// keeps them as games end, so that nothing is counted again from all games.
package profile

import (
	"cmp"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/rating"
)

// A Tally is how many games somebody has won, drawn and lost.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns how many games were counted.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// A Profile is what is known of how a member has played. The zero Profile, with a Member, is
// that of one who has not.
type Profile struct {
	Member    string
	Standings []Standing    // of the pools with rated games, in the order of rating.Pools
	Records   []Performance // most games first, at most MaxRecords
	Openings  []Opening     // the first moves that were played most, most first, at most MaxOpenings
	Against   Tally         // the member against the reader of the profile; zero for the member's own
	Earned    []Earned      // oldest first
}

// How much of a profile is read.
const (
	MaxRecords  = 25
	MaxOpenings = 5
	MaxPoints   = 300 // of the chart of one pool
)

// A Standing is where a member stands in one pool of ratings.
type Standing struct {
	Pool    rating.Pool   `json:"pool"`
	Rating  rating.Rating `json:"rating"`
	Rated   Tally         `json:"rated"`          // the games that have changed it
	Streak  int           `json:"streak"`         // how many rated games the member has won in a row up to now; below 0: lost
	Longest int           `json:"longest"`        // the longest row of wins
	Peak    int           `json:"peak,omitempty"` // the highest rating in points after a game, of those that were not provisional; 0 for none
	Best    BestWin       `json:"best,omitzero"`
	History []Point       `json:"-"` // after each of the last games, oldest first, at most MaxPoints
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

// A BestWin is the rated win against the strongest opponent whose rating was not provisional.
// The zero BestWin is none.
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

// A Performance is how a member has done in one variant against a level of the computer, or against
// members.
type Performance struct {
	Variant game.Variant
	Level   string // "" against members
	Tally
}

// An Opening is how a member has done with a first move of their own as X.
type Opening struct {
	Variant game.Variant
	Square  game.Square
	Tally
}

// A Board is a table of those who lead in a pool.
type Board struct {
	Pool  rating.Pool
	Guild string    // of those who have played there and have not left; "" for all
	Since time.Time // of those who have played rated games since; the zero time for all
}

// A Place is a place on a Board. Members whose rating was provisional after their last game come after all others, and
// last those in the placement.
type Place struct {
	Rank        int // from 1
	Member      string
	Points      int
	Provisional bool
	Rated       Tally
}

// Placed reports whether the member has a number: the placement is over.
func (p Place) Placed() bool { return p.Rated.Games() >= rating.Placement }

// A Page is a part of a Board.
type Page struct {
	Places []Place
	Total  int   // how many places the board has
	Own    Place // of the member who asked; the zero Place if the member has none
}

// Add adds a tally of the member to the profile, as the reader sees it. Arrange follows when
// all are added.
func (p *Profile) Add(c Count, t Tally, reader string) {
	switch c.Kind {
	case OfVariant:
		p.Records = append(p.Records, Performance{Variant: c.Variant, Level: c.Key, Tally: t})
	case Opened:
		if s, err := game.ParseSquare(c.Key); err == nil { // as it is for what was written
			p.Openings = append(p.Openings, Opening{Variant: c.Variant, Square: s, Tally: t})
		}
	case Against:
		if c.Key == reader && reader != p.Member {
			p.Against = t
		}
	case AllGames:
	}
}

// Arrange orders the records and openings that were added, and leaves out what is too much.
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
