// Package rating computes members' ratings and decides which games are rated. It implements Glicko-2 as in
// Mark Glickman's "Example of the Glicko-2 system". It reads no clock: callers pass the time.
//
// It differs from the paper in four ways. Each game is a rating period of its own, so ratings change at once.
// The time between games widens the deviation. A game against a level of the computer counts as half a game
// in half a period. A member's first game against a weak level starts from that level's strength.
//
// Ratings are integers, rounded after each game, and the computation gives the same bits on every processor.
// So computing ratings again from the same games in the same order gives the same numbers.
package rating

import (
	"math"
	"time"

	"noughts/game"
)

const (
	// ProvisionalAbove is the deviation, in hundredths of a point, above which a rating is provisional.
	ProvisionalAbove = 110_00

	// Placement is how many rated games in a pool a member needs before their rating is shown.
	// Until then members see their progress instead.
	Placement = 5

	// first is the value of a new rating. It fits the scale of the computer's levels, where random
	// moves have 500 and perfect play on 3×3 has 1053; the paper uses 1500.
	first = 1000_00
	// least and most limit values: none is negative, and the winning chance never rounds to 0.
	least, most = 100_00, 4000_00
	// firstDeviation is the deviation of a new rating, and the largest.
	firstDeviation = 350_00
	// firstVolatility is the volatility of a new rating, as in the paper.
	firstVolatility = 60_000
	// mostVolatility stops a run of surprises from making a rating jump for long. A lower limit is
	// not needed: below 0.032 a game lowers the volatility by less than the rounding.
	mostVolatility = 100_000
	// levelDeviation is the deviation of the computer's levels: more than the arena's measurements
	// leave for nearly all of them.
	levelDeviation = 30_00
	// levelWeight is how much of a game a game against a level counts.
	levelWeight = 0.5
	// idlePeriod is the number of idle milliseconds that widen the deviation as much as one game does: 112
	// hours. At that pace a deviation of 60 points becomes provisional after a year, as on Lichess.
	idlePeriod = 112 * 60 * 60 * 1000
)

// A Rating is a member's rating in one pool. Ratings can be compared with == if they come from this
// package or have their times in UTC with milliseconds.
type Rating struct {
	Value      int       `json:"value"`         // in hundredths of a point
	Deviation  int       `json:"deviation"`     // in hundredths of a point: the strength lies within two deviations with 95 %
	Volatility int       `json:"volatility"`    // in millionths: how much the strength fluctuates from game to game
	Time       time.Time `json:"time,omitzero"` // when the deviation was computed: the last game's end; zero before the first
}

// New returns the rating of a member without games.
func New() Rating {
	return Rating{Value: first, Deviation: firstDeviation, Volatility: firstVolatility}
}

// Points returns the value in whole points, as members see it. A game's gain or loss is the
// difference of two Points.
func (r Rating) Points() int { return (r.Value + 50) / 100 }

// Provisional reports whether the rating is uncertain: after few games, or long ago. Use r.At(now) to
// ask about now.
func (r Rating) Provisional() bool { return r.Deviation > ProvisionalAbove }

// At returns the rating after idle time until now, which widens the deviation. It returns r for an
// earlier time.
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

// ScoreOf returns the score of side X or O in a game won by winner, Empty for a draw.
func ScoreOf(side, winner game.Mark) HalfPoints {
	switch winner {
	case game.Empty:
		return Draw
	case side:
		return Win
	}
	return Loss
}

// After returns the rating after a game against another member that ended at now. opponent is the
// opponent's rating before the game.
func (r Rating) After(opponent Rating, score HalfPoints, now time.Time) Rating {
	return r.after(opponent.At(now), score, 1, now)
}

// AfterLevel returns the rating after a game against a level of the computer that ended at now.
// level is the level's fixed rating in points. The game counts half. A member's first game starts
// from the level's strength if that is below New's, so that a draw against a weak level loses
// nothing. Against a stronger level it starts from New's: one loss to it says little.
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
