package profile

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

	// first is the value of a new rating, in hundredths of a point. It fits the scale of the computer's levels: random
	// moves have 500 points, perfect play on 3×3 has 1053. Glickman's paper uses 1500.
	first = 1000_00
	// `least` and `most` limit the value of a rating, so that no value is negative and no winning
	// chance is rounded to 0.
	least, most = 100_00, 4000_00
	// firstDeviation is the deviation of a new rating. No rating has a larger deviation.
	firstDeviation = 350_00
	// firstVolatility is the volatility of a new rating in millionths, the same as in Glickman's paper.
	firstVolatility = 60_000
	// mostVolatility limits how far a rating can jump after a series of unexpected results. A lower limit is not
	// needed: below 0.032 the change of the volatility in a game is less than the rounding.
	mostVolatility = 100_000
	// levelDeviation is the deviation assumed for the ratings of the computer's levels. The program cmd/arena has
	// measured nearly all levels more exactly.
	levelDeviation = 30_00
	levelWeight    = 0.5
	// idlePeriod is the number of idle milliseconds that widen the deviation as much as one game does: 112
	// hours. At that pace a deviation of 60 points becomes provisional after a year, as on Lichess.
	idlePeriod = 112 * 60 * 60 * 1000
)

// A Rating is a member's rating in one pool. Those of this package can be compared with ==.
type Rating struct {
	Value      int       `json:"value"`         // in hundredths of a point
	Deviation  int       `json:"deviation"`     // in hundredths of a point: with 95 % probability the strength is within two deviations
	Volatility int       `json:"volatility"`    // in millionths: how much the strength changes from game to game
	Time       time.Time `json:"time,omitzero"` // when the deviation was computed: at the end of the last game, or the time given to At; zero in a new rating
}

// NewRating returns the rating of a member without games.
func NewRating() Rating {
	return Rating{Value: first, Deviation: firstDeviation, Volatility: firstVolatility}
}

// Points returns the value in whole points, as members see it. A game's gain or loss is the difference of two Points.
func (r Rating) Points() int { return (r.Value + 50) / 100 }

// Provisional reports whether the rating is uncertain, because of few games or a long time without
// games. It does not count the time since r.Time: use r.At(now).Provisional().
func (r Rating) Provisional() bool { return r.Deviation > ProvisionalAbove }

// At returns the rating at a later time without games: the deviation grows. It returns r if now is before r.Time.
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

// HalfPoints are the result of a game for one side: 0 for a loss, 1 for a draw, 2 for a win.
type HalfPoints uint8

// The possible results of a game for one side.
const (
	Loss HalfPoints = iota
	Draw
	Win
)

// ScoreOf returns the score of `side` (X or O) in a finished game. `winner` is Empty if the game was drawn.
func ScoreOf(side, winner game.Mark) HalfPoints {
	switch winner {
	case game.Empty:
		return Draw
	case side:
		return Win
	}
	return Loss
}

// After returns the rating after a game that ended at now. `opponent` is the other's rating before the game.
func (r Rating) After(opponent Rating, score HalfPoints, now time.Time) Rating {
	return r.withGame(opponent.At(now), score, 1, now)
}

// AfterLevel returns the rating after a game against a level of the computer that ended at now. `level` is the level's
// fixed rating in points. The game has half weight. A member's first game starts from the level's rating if that is
// below a new member's rating, so that a draw against a weak level loses no points. Otherwise it starts from a new
// member's rating, as a loss against a strong level says little.
func (r Rating) AfterLevel(level int, score HalfPoints, now time.Time) Rating {
	if r.Time.IsZero() {
		r.Value = min(r.Value, max(least, level*100))
	}
	return r.withGame(Rating{Value: level * 100, Deviation: levelDeviation}, score, levelWeight, now)
}

func (r Rating) withGame(opponent Rating, score HalfPoints, weight float64, now time.Time) Rating {
	r = r.At(now)
	p := r.strength().update([]result{{opponent.strength(), float64(score) / 2, weight}}, weight)
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
