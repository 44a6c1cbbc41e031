package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"

	"noughts/cmd/arena/stats"
	"noughts/game"
	"noughts/game/ai"
)

// A curve is a list of strengths (settings of the computer player, see ai.Strength), weakest first. Its method `at`
// interpolates between neighbouring strengths. Either all strengths of a curve search or none does.
type curve []ai.Strength

// curvesOf returns the strengths that calibrate rates for a variant. The curve `looking` holds strengths that choose
// moves without a search. The curve `searching` holds strengths that search at most `most` positions for a move.
func curvesOf(v game.Variant, most int64) (looking, searching curve) {
	for _, sight := range []float64{0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1} {
		looking = append(looking, ai.Strength{Sight: sight, Temperature: 0.01 + 0.24*(1-sight)*(1-sight)})
	}
	top := ai.Strength{Nodes: most}
	if v != game.Ultimate && v.K == 0 {
		return looking, curve{top}
	}
	for nodes, temperature := int64(250), 0.2; nodes < top.Nodes/2; nodes, temperature = nodes*5/2, temperature*0.6 {
		searching = append(searching, ai.Strength{Nodes: nodes, Temperature: max(temperature, 0.002)})
	}
	return looking, append(searching, top)
}

// runCalibrate rates the strengths of a variant's curves. Then it proposes strengths for levels, strongest first. The
// flag -spacing sets the rating difference between neighbouring levels.
func runCalibrate(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("calibrate", flag.ContinueOnError)
	v := variantFlag(flags)
	t, path := tournamentFlags(flags, 200, 40)
	var spacing float64
	numberFlag(flags, &spacing, "spacing", 200, 1, stats.MaxElo, "rating `points` between neighboring levels")
	var most int64
	numberFlag(flags, &most, "most", 0, 0, mostNodes, "`positions` searched by the strongest; 0 means as many as the strongest level")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if err := t.open(*v, *path); err != nil {
		return err
	}
	if most == 0 {
		top, _ := ai.StrengthOf(*v, "strong")
		most = top.Nodes
	}
	signature, err := engineSignature(ctx, *v)
	if err != nil {
		return err
	}
	looking, searching := curvesOf(*v, most)
	t.entrants = []entrant{{name: "random", contender: t.level("random"), signature: "published"}}
	for _, s := range append(append(curve{}, looking...), searching...) {
		t.entrants = append(t.entrants, t.strengthEntrant(nameOf(s), s, signature))
	}
	if err := t.run(ctx, out); err != nil {
		return err
	}
	return t.propose(out, looking, searching, spacing)
}

func nameOf(s ai.Strength) string {
	return fmt.Sprintf("strength:%.3g/%d/%.3g", s.Sight, s.Nodes, s.Temperature)
}

// propose writes the ratings of the curves. Then it writes the proposed levels from the strongest down. Their ratings
// are `spacing` apart.
func (t *tournament) propose(out io.Writer, looking, searching curve, spacing float64) error {
	estimates := t.ratings(anchor)
	rows := []string{"", "strength\trating\t±\t"}
	for i, e := range estimates {
		rows = append(rows, fmt.Sprintf("%s\t%.0f\t%.0f\t", t.entrants[i].name, e.Rating, e.Margin))
	}
	rows = append(rows, "", "proposed\trating\t\t")
	low, high := estimates[1:1+len(looking)], estimates[1+len(looking):]
	for rating := high[len(high)-1].Rating; rating > estimates[0].Rating; rating -= spacing {
		s, ok := searching.at(high, rating)
		if !ok {
			s, ok = looking.at(low, rating)
		}
		if ok {
			rows = append(rows, fmt.Sprintf("%s\t%.0f\t\t", nameOf(s), rating))
		}
	}
	return writeTable(out, rows)
}

// at returns the strength that has the given rating, interpolated between the strengths of the curve. `rated` holds the
// ratings of those strengths. The method returns false if the rating is outside their range.
func (c curve) at(rated []stats.Estimate, rating float64) (ai.Strength, bool) {
	last := len(c) - 1
	if rated[last].Rating == rating {
		return c[last], true
	}
	for i := last; i > 0; i-- {
		below, above := rated[i-1].Rating, rated[i].Rating
		if below <= rating && rating < above {
			return between(c[i-1], c[i], (rating-below)/(above-below)), true
		}
	}
	return ai.Strength{}, false
}

// between interpolates between two strengths. It returns `from` for share 0 and `to` for share 1.
func between(from, to ai.Strength, share float64) ai.Strength {
	s := ai.Strength{
		Sight:       from.Sight + share*(to.Sight-from.Sight),
		Temperature: geometric(max(from.Temperature, leastTemperature), max(to.Temperature, leastTemperature), share),
	}
	if from.Nodes > 0 && to.Nodes > 0 {
		s.Nodes = int64(geometric(float64(from.Nodes), float64(to.Nodes), share))
	}
	return s
}

// leastTemperature is so low that the choice of moves is practically not random.
const leastTemperature = 0.001

func geometric(from, to, share float64) float64 { return from * math.Pow(to/from, share) }
