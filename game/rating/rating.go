// Package rating says how strong members are, by Glicko-2 as it is published in Mark
// Glickman's "Example of the Glicko-2 system", and which games count for that. It reads no
// clock: the time comes in as an argument.
//
// Four things are ours. Each game is a rating period of its own, as on the large sites,
// so that a rating changes at once. The days between games widen the deviation too.
// A game against a level of the computer counts half: as half a game in half a period. And a first game against a weak
// level starts from that level's strength.
//
// Ratings are kept as integers and rounded after each game, and the computing between
// two roundings gives the same bits on every processor. So whoever computes ratings again
// from the same games, in the same order, finds the same numbers.
package rating

import (
	"math"
	"time"

	"noughts/game"
)

const (
	// ProvisionalAbove is the deviation, in hundredths of a point, above which a rating
	// is provisional.
	ProvisionalAbove = 110_00

	// Placement is how many rated games in a pool place a member there. Before that the rating means little, and members
	// are told how far they are instead.
	Placement = 5

	// first is the value of who has not played yet. It is not the paper's 1500, because a
	// scale exists already, that of the computer's levels: there random moves have 500, and
	// perfect play on 3×3 has 1053.
	first = 1000_00
	// least and most are the limits of values: none becomes negative, and no difference so
	// large that there is no chance left to compute with.
	least, most = 100_00, 4000_00
	// firstDeviation is also the largest: nobody is known less than who has not played.
	firstDeviation = 350_00
	// firstVolatility is the paper's.
	firstVolatility = 60_000
	// mostVolatility keeps a row of surprises from making a rating jump for long. No lower
	// limit is needed: below 0.032 a game takes less away than is rounded.
	mostVolatility = 100_000
	// levelDeviation is that of the computer's levels: more than the arena leaves open of
	// nearly all of them.
	levelDeviation = 30_00
	// levelWeight is how much of a game one against a level is.
	levelWeight = 0.5
	// idlePeriod is how many milliseconds without games widen the deviation as much as one
	// game does: 112 hours. So the 60 points that who plays much comes to are
	// provisional again after a year, as on Lichess.
	idlePeriod = 112 * 60 * 60 * 1000
)

// A Rating is how strong a member is in one pool. Two of the same numbers and time are ==
// if they come from this package or have their times in UTC, with milliseconds.
type Rating struct {
	Value      int       `json:"value"`         // in hundredths of a point
	Deviation  int       `json:"deviation"`     // in hundredths of a point: the strength is within two of it, with 95 %
	Volatility int       `json:"volatility"`    // in millionths: how much the strength itself changes from game to game
	Time       time.Time `json:"time,omitzero"` // what the deviation is of: the last game's end; zero before the first
}

// New returns the rating of a member who has not played yet.
func New() Rating {
	return Rating{Value: first, Deviation: firstDeviation, Volatility: firstVolatility}
}

// Points returns the value in whole points, as members see it. A game's effect is the difference of
// two such numbers.
func (r Rating) Points() int { return (r.Value + 50) / 100 }

// Provisional says whether little is known of the member yet, or no longer. For how it is
// now ask r.At(now).
func (r Rating) Provisional() bool { return r.Deviation > ProvisionalAbove }

// At returns the rating at a time until which the member has not played again: its
// deviation is larger. A time before that of the rating changes nothing.
func (r Rating) At(now time.Time) Rating {
	idle := now.UnixMilli() - r.Time.UnixMilli()
	if idle < 0 {
		return r
	}
	p := r.strength()
	p.deviation = p.widened(float64(idle) / idlePeriod)
	r.Deviation = p.hundredthsOfDeviation()
	r.Time = time.UnixMilli(now.UnixMilli()).UTC()
	return r
}

// HalfPoints are the result of a game for one side, in halves of a game.
type HalfPoints uint8

// The scores.
const (
	Loss HalfPoints = iota
	Draw
	Win
)

// ScoreOf returns the score of a side, X or O, in a game that winner has won, or nobody
// if it is Empty.
func ScoreOf(side, winner game.Mark) HalfPoints {
	switch winner {
	case game.Empty:
		return Draw
	case side:
		return Win
	}
	return Loss
}

// After returns the rating after a game against another member that ended at now.
// opponent is the other's rating before the same game.
func (r Rating) After(opponent Rating, score HalfPoints, now time.Time) Rating {
	return r.after(opponent.At(now), score, 1, now)
}

// AfterLevel returns the rating after a game against a level of the computer that ended
// at now. level is the level's rating in points: it is fixed, and the game counts half. A member's first game starts from
// the level's strength where that is below New's: whoever begins against a weak level loses nothing by a draw. Against
// a stronger level it starts from New's, as one loss to a strong level says little.
func (r Rating) AfterLevel(level int, score HalfPoints, now time.Time) Rating {
	if r.Time.IsZero() {
		r.Value = min(r.Value, max(least, level*100))
	}
	return r.after(Rating{Value: level * 100, Deviation: levelDeviation}, score, levelWeight, now)
}

func (r Rating) after(opponent Rating, score HalfPoints, weight float64, now time.Time) Rating {
	r = r.At(now)
	p := r.strength().after([]result{{opponent.strength(), float64(score) / 2, weight}}, weight)
	r.Value = min(most, max(least, int(math.Round(p.value*(100*scale)))))
	r.Deviation = p.hundredthsOfDeviation()
	r.Volatility = min(mostVolatility, int(math.Round(p.volatility*1e6)))
	return r
}

func (r Rating) strength() strength {
	return strength{
		value:      float64(r.Value) / (100 * scale),
		deviation:  float64(r.Deviation) / (100 * scale),
		volatility: float64(r.Volatility) / 1e6,
	}
}

func (p strength) hundredthsOfDeviation() int {
	return min(firstDeviation, int(math.Round(p.deviation*(100*scale))))
}
