package profile_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rules"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

const year = 365 * 24 * time.Hour

func at(points, deviation int) profile.Rating {
	return profile.Rating{Value: points * 100, Deviation: deviation * 100, Volatility: 60_000, Time: noon}
}

// TestRatingsFollowResults checks that a winner gains points, a loser loses points, and a draw moves two ratings
// towards each other, for random ratings and times between games. All numbers must stay within their limits.
func TestRatingsFollowResults(t *testing.T) {
	t.Parallel()
	const seed = 7
	dice := rand.New(rand.NewPCG(seed, 0))
	some := func() profile.Rating {
		r := at(100+dice.IntN(3901), 30+dice.IntN(321))
		r.Volatility = 32_000 + dice.IntN(68_001)
		return r
	}
	for i := range 20_000 {
		a, b, now := some(), some(), noon.Add(time.Duration(dice.Int64N(int64(2*year))))
		for score, other := range []profile.HalfPoints{profile.Win, profile.Draw, profile.Loss} {
			score := profile.HalfPoints(score)
			newA, newB := a.After(b, score, now), b.After(a, other, now)
			gainA, gainB := int64(newA.Value-a.Value), int64(newB.Value-b.Value)
			towards := int64(b.Value - a.Value)
			right := map[profile.HalfPoints]bool{
				profile.Win:  gainA >= 0 && gainB <= 0,
				profile.Loss: gainA <= 0 && gainB >= 0,
				profile.Draw: gainA*towards >= 0 && gainB*towards <= 0,
			}
			if !right[score] {
				t.Fatalf("seed %d, game %d: %+v scores %d against %+v: %+v, %+v", seed, i, a, score, b, newA, newB)
			}
			for _, r := range []profile.Rating{newA, newB} {
				if r.Value < 100_00 || r.Value > 4000_00 || r.Deviation < 20_00 || r.Deviation > 350_00 ||
					r.Volatility < 31_000 || r.Volatility > 100_000 || !r.Time.Equal(now.Truncate(time.Millisecond)) {
					t.Fatalf("seed %d, game %d: %+v", seed, i, r)
				}
			}
		}
	}
}

// TestEquals checks games between equal ratings: one member gains the points that the other loses,
// and a draw changes no rating.
func TestEquals(t *testing.T) {
	t.Parallel()
	r := at(1500, 80)
	won, lost, drawn := r.After(r, profile.Win, noon), r.After(r, profile.Loss, noon), r.After(r, profile.Draw, noon)
	if won.Value <= r.Value || won.Value-r.Value != r.Value-lost.Value || drawn.Value != r.Value {
		t.Errorf("%+v, %+v, %+v", won, lost, drawn)
	}
	if drawn.Deviation >= r.Deviation {
		t.Errorf("a draw teaches nothing: %+v", drawn)
	}
}

// TestLevelsCountHalf checks that a game against a level changes value and deviation about half as much as a game
// against an equally strong member. Two games against the level must change them about as much as one game against that
// member.
func TestLevelsCountHalf(t *testing.T) {
	t.Parallel()
	for _, r := range []profile.Rating{at(1400, 80), at(1200, 100), at(900, 80)} {
		for _, score := range []profile.HalfPoints{profile.Win, profile.Draw, profile.Loss} {
			whole := r.After(at(1200, 30), score, noon)
			half := r.AfterLevel(1200, score, noon)
			two := half.AfterLevel(1200, score, noon)
			for name, c := range map[string]struct{ got, want int }{
				"the value, twice the half":     {2 * (half.Value - r.Value), whole.Value - r.Value},
				"the value, two halves":         {two.Value - r.Value, whole.Value - r.Value},
				"the deviation, twice the half": {2 * (half.Deviation - r.Deviation), whole.Deviation - r.Deviation},
				"the deviation, two halves":     {two.Deviation - r.Deviation, whole.Deviation - r.Deviation},
			} {
				if off := math.Abs(float64(c.got - c.want)); off > 0.12*math.Abs(float64(c.want))+2 {
					t.Errorf("%v scores %d: %s moves by %d, want about %d", r.Points(), score, name, c.got, c.want)
				}
			}
		}
	}
}

// TestLevelsDoNotAge checks that the deviation of a level does not widen with time.
func TestLevelsDoNotAge(t *testing.T) {
	t.Parallel()
	r := at(1200, 60)
	later := r.At(noon.Add(year))
	if got, want := r.AfterLevel(1000, profile.Win, noon.Add(year)), later.AfterLevel(1000, profile.Win, later.Time); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestDaysWithoutGames(t *testing.T) {
	t.Parallel()
	r := at(1500, 60)
	if r.Provisional() {
		t.Error("a deviation of 60 is provisional")
	}
	if late := r.At(noon.Add(year)); late.Deviation < 109_50 || late.Deviation > 110_50 || late.Value != r.Value {
		t.Errorf("after a year: %+v, want a deviation of 110", late)
	}
	if late := r.At(noon.Add(year + year/20)); !late.Provisional() {
		t.Errorf("after more than a year: %+v", late)
	}
	if late := r.At(noon.Add(100 * year)); late.Deviation != 350_00 {
		t.Errorf("after a hundred years: %+v", late)
	}
	if hours := r.At(noon.Add(6 * time.Hour)); hours.Deviation <= r.Deviation {
		t.Errorf("a part of a day leaves %+v", hours)
	}
	half, whole := r.At(noon.Add(year/2)).At(noon.Add(year)), r.At(noon.Add(year))
	if off := half.Deviation - whole.Deviation; off < -1 || off > 1 || half.Time != whole.Time {
		t.Errorf("two halves of a year give %+v, a year %+v", half, whole)
	}
	if before := r.At(noon.Add(-time.Hour)); before != r {
		t.Errorf("an hour before: %+v", before)
	}
}

// TestGamesAfterDays checks that the time before a game widens the deviations of both players first.
func TestGamesAfterDays(t *testing.T) {
	t.Parallel()
	a, b, later := at(1500, 60), at(1600, 90), noon.Add(200*24*time.Hour)
	got, want := a.After(b, profile.Win, later), a.At(later).After(b.At(later), profile.Win, later)
	if got != want || got.Value <= a.After(b, profile.Win, noon).Value {
		t.Errorf("%+v, want %+v", got, want)
	}
	if stale := a.After(b, profile.Win, later); stale == a.At(later).After(at(1600, 90), profile.Win, noon) {
		t.Error("the opponent's days do not count")
	}
}

// TestTimesAreMilliseconds checks that a rating computed with a time rounded to milliseconds, as
// stored, equals the rating computed with the original time.
func TestTimesAreMilliseconds(t *testing.T) {
	t.Parallel()
	fine := noon.Add(36*time.Hour + 1234567*time.Nanosecond)
	kept := time.UnixMilli(fine.UnixMilli()).In(time.FixedZone("", 3600))
	if got, want := at(1500, 60).AfterLevel(1500, profile.Draw, fine), at(1500, 60).AfterLevel(1500, profile.Draw, kept); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestTheFirstGameStartsFromTheLevel checks that a member's first game starts from the level's rating if that is below
// a new member's rating, so that a draw keeps the level's rating. Against a stronger level the first game starts from a
// new member's rating. A second game starts from the current rating.
func TestTheFirstGameStartsFromTheLevel(t *testing.T) {
	t.Parallel()
	if got := profile.NewRating().AfterLevel(500, profile.Draw, noon); got.Points() != 500 || !got.Provisional() {
		t.Errorf("a draw with a level of 500 makes %+v", got)
	}
	if got := profile.NewRating().AfterLevel(500, profile.Win, noon).Points(); got <= 500 || got >= 1000 {
		t.Errorf("a win against a level of 500 makes %d", got)
	}
	strong := profile.NewRating().AfterLevel(2900, profile.Loss, noon).Points()
	if strong < 990 || strong > 1000 {
		t.Errorf("a loss to a level of 2900 makes %d", strong)
	}
	second := profile.NewRating().AfterLevel(900, profile.Draw, noon)
	if got := second.AfterLevel(500, profile.Win, noon).Points(); got < second.Points() {
		t.Errorf("a second game starts anew: %d after %d", got, second.Points())
	}
}

// TestNewMembers checks that a new member's rating is provisional for about ten games.
func TestNewMembers(t *testing.T) {
	t.Parallel()
	r, games := profile.NewRating(), 0
	if r.Points() != 1000 || !r.Provisional() {
		t.Errorf("a new member has %+v", r)
	}
	for ; r.Provisional() && games < 100; games++ {
		r = r.After(at(r.Points(), 60), profile.HalfPoints(2*(games%2)), noon)
	}
	if games < 8 || games > 14 {
		t.Errorf("provisional for %d games", games)
	}
	for range 300 {
		r = r.After(at(r.Points(), 60), profile.HalfPoints(2*(games%2)), noon)
		games++
	}
	if r.Deviation < 50_00 || r.Deviation > 70_00 {
		t.Errorf("after %d games: %+v, want a deviation of 60", games, r)
	}
}

// TestRatingsFindStrengths lets members with known strengths play each other and levels, with random results according
// to their strengths. In the end at least 90 of 100 ratings must be within two deviations of the strength.
func TestRatingsFindStrengths(t *testing.T) {
	t.Parallel()
	const seed, members, games = 3, 200, 20_000
	dice := rand.New(rand.NewPCG(seed, 0))
	plays := func(strength, other float64) profile.HalfPoints {
		if dice.Float64() < 1/(1+math.Pow(10, (other-strength)/400)) {
			return profile.Win
		}
		return profile.Loss
	}
	var strengths [members]float64
	var ratings [members]profile.Rating
	for i := range members {
		strengths[i], ratings[i] = 1000+300*dice.NormFloat64(), profile.NewRating()
	}
	for range games {
		a, b := dice.IntN(members), dice.IntN(members)
		if a == b || dice.IntN(3) == 0 {
			level := 500 + dice.IntN(1000)
			ratings[a] = ratings[a].AfterLevel(level, plays(strengths[a], float64(level)), noon)
			continue
		}
		score := plays(strengths[a], strengths[b])
		ratings[a], ratings[b] = ratings[a].After(ratings[b], score, noon), ratings[b].After(ratings[a], profile.Win-score, noon)
	}
	within := 0
	for i, r := range ratings {
		if math.Abs(float64(r.Value)/100-strengths[i]) < 2*float64(r.Deviation)/100 {
			within++
		}
		if r.Provisional() {
			t.Errorf("seed %d: member %d is provisional after more than 100 games: %+v", seed, i, r)
		}
	}
	if within < members*90/100 {
		t.Errorf("seed %d: %d of %d ratings are within two deviations of the strength", seed, within, members)
	}
}

// TestNewMembersMayPlayLevels checks that new ratings fit the scale of the levels. In every variant
// with measured levels, a new member's game against the strongest level must be rated, and so must
// games against at least half of all levels.
func TestNewMembersMayPlayLevels(t *testing.T) {
	t.Parallel()
	measured := 0
	for _, v := range rules.Variants() {
		if profile.PoolFor(v, true) == "" {
			continue
		}
		counted, all := 0, ai.Levels(v)
		for _, level := range all {
			r, ok := ai.RatingOf(v, level)
			if !ok {
				continue
			}
			measured++
			g := profile.FinishedGame{Variant: v, Players: [2]match.Player{match.Person("100"), match.Computer(level)}, Level: r.Value}
			if g.Count([2]profile.Past{{Standing: profile.NewStanding("")}}, 0, false)[0].Verdict == profile.Rated {
				counted++
			} else if level == all[len(all)-1] {
				t.Errorf("%s: a new member's games against %s do not count", v, level)
			}
		}
		if _, ok := ai.RatingOf(v, all[0]); ok && 2*counted < len(all) {
			t.Errorf("%s: %d of %d levels count", v, counted, len(all))
		}
	}
	if measured < 50 {
		t.Errorf("%d levels are measured", measured)
	}
}
