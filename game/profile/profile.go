// Package profile has the statistics of members' games as values: ratings (Glicko-2 in integers), which games count, tallies
// of wins, achievements and leaderboards. Stores update them when a game ends, so that no page has to count all games.
package profile

import (
	"cmp"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// A Tally is a number of games won, drawn and lost.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns the total number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// A Profile is a member's profile page, as shown to the reader. With a Member alone it is that of one without games.
type Profile struct {
	Member    string
	Standings []Standing    // standings in the pools with rated games, in the order of AllPools
	Records   []Performance // most games first, at most MaxRecords
	Openings  []Opening     // the most frequent first moves, most frequent first, at most MaxOpenings
	Against   Tally         // the member's games against the reader; zero if the reader is the member
	Earned    []Earned      // oldest first
	Ladders   []Ladder      // those with a beaten rung, in the order of `ladders`
}

// Limits of a profile page.
const (
	MaxRecords  = 25
	MaxOpenings = 5
	MaxPoints   = 300 // points in the chart of one pool
)

// A Standing is a member's rating and record in one pool.
type Standing struct {
	Pool    Pool    `json:"pool"`
	Rating  Rating  `json:"rating"`
	Tally   Tally   `json:"rated"`          // the rated games
	Streak  int     `json:"streak"`         // number of rated games won in a row, up to now; negative for games lost in a row
	Longest int     `json:"longest"`        // the longest winning streak
	Peak    int     `json:"peak,omitempty"` // the highest rating in points after a game, provisional ratings excluded; 0 for none
	Best    BestWin `json:"best,omitzero"`
	History []Point `json:"-"` // the rating after each of the latest games, oldest first, at most MaxPoints
}

// Placed reports whether the member has played enough rated games (Placement) for the rating to be shown.
func (s Standing) Placed() bool { return s.Tally.Games() >= Placement }

// Doubt returns how uncertain the rating is: 2 before the member is Placed, 1 if the rating is
// provisional, else 0. Leaderboards list places with less doubt first.
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
	older := s.Tally.Games() - len(s.History) // number of rated games that have no point in History
	return s.History[min(len(s.History), max(0, Placement-1-older)):]
}

// A BestWin is a rated win against the opponent with the highest rating that is not provisional; zero if there is none.
type BestWin struct {
	Match    match.ID     `json:"match"`
	Opponent match.Player `json:"opponent,omitzero"`
	Points   int          `json:"points"` // the opponent's rating before the game
	At       time.Time    `json:"at"`
}

// A Point is a member's rating after a game, at the time of the game's end.
type Point struct {
	At     time.Time
	Points int
}

// A Performance is a member's tally in one variant, against a level of the computer or against members.
type Performance struct {
	Variant game.Variant
	Level   string // "" against members
	Tally
}

// An Opening is a member's tally of games begun with one first move.
type Opening struct {
	Variant game.Variant
	Square  game.Square
	Tally
}

// A Leaderboard is a leaderboard of a pool.
type Leaderboard struct {
	Pool  Pool
	Guild string    // only members of this server who have played there; "" for all members
	Since time.Time // only members with rated games since then; the zero time for all members
}

// A Rank is a place on a Leaderboard. Places of members whose rating is less certain come later: see Standing.Doubt.
type Rank struct {
	Rank        int // from 1
	Member      string
	Points      int
	Provisional bool
	Tally       Tally
}

// Placed reports whether the place shows a rank, which takes at least Placement rated games of the member.
func (p Rank) Placed() bool { return p.Tally.Games() >= Placement }

// A Page is a page of a Leaderboard, as shown to one member, the reader.
type Page struct {
	Places []Rank
	Total  int  // number of places on the whole board
	Own    Rank // the reader's place; the zero Rank if they have none
	// Climbers is the number of members who have climbed a whole Ladder in the board's server.
	Climbers int
}

// Add adds one of the member's tallies to the profile, as shown to the reader. Call Arrange after the last tally.
func (p *Profile) Add(c TallyKey, t Tally, reader string) {
	switch c.Kind {
	case OfVariant:
		p.Records = append(p.Records, Performance{Variant: c.Variant, Level: c.Key, Tally: t})
		p.climb(c.Variant, c.Key, t)
	case Opened:
		if s, err := game.ParseSquare(c.Key); err == nil { // stored squares are always valid
			p.Openings = append(p.Openings, Opening{Variant: c.Variant, Square: s, Tally: t})
		}
	case Against:
		if c.Key == reader && reader != p.Member {
			p.Against = t
		}
	case AllGames:
	}
}

func (p *Profile) climb(v game.Variant, level string, t Tally) {
	ladder, ok := LadderOf(v)
	if !ok || level == "" {
		return
	}
	i := slices.IndexFunc(p.Ladders, func(l Ladder) bool { return l.Of == ladder.Of })
	if i >= 0 {
		ladder = p.Ladders[i]
	}
	switch {
	case t.Wins > 0:
		ladder = ladder.With(level, Win)
	case t.Draws > 0:
		ladder = ladder.With(level, Draw)
	}
	if i >= 0 {
		p.Ladders[i] = ladder
	} else if len(ladder.Beaten) > 0 {
		p.Ladders = append(p.Ladders, ladder)
	}
}

// Ladder returns the member's ladder for games of a variant, and false if these climb none.
func (p Profile) Ladder(v game.Variant) (Ladder, bool) {
	ladder, ok := LadderOf(v)
	if i := slices.IndexFunc(p.Ladders, func(l Ladder) bool { return l.Of == ladder.Of }); i >= 0 {
		return p.Ladders[i], ok
	}
	return ladder, ok
}

// AllLadders returns the member's ladders, also those that are not begun.
func (p Profile) AllLadders() (all []Ladder) {
	for _, v := range ladders {
		ladder, _ := p.Ladder(v)
		all = append(all, ladder)
	}
	return all
}

// Arrange sorts the records and openings and cuts them to their limits.
func (p *Profile) Arrange() {
	slices.SortFunc(p.Records, func(a, b Performance) int {
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), cmp.Compare(a.Variant.String(), b.Variant.String()), cmp.Compare(a.Level, b.Level))
	})
	slices.SortFunc(p.Openings, func(a, b Opening) int {
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), cmp.Compare(a.Variant.String(), b.Variant.String()), cmp.Compare(a.Square, b.Square))
	})
	slices.SortFunc(p.Ladders, func(a, b Ladder) int { return slices.Index(ladders, a.Of) - slices.Index(ladders, b.Of) })
	p.Records = p.Records[:min(len(p.Records), MaxRecords)]
	p.Openings = p.Openings[:min(len(p.Openings), MaxOpenings)]
}
