package ai

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"noughts/game"
)

// A level chooses by a pick, such as one that plays like a program that others published (see published.go), or at a Strength.
// `arena ladder` measures the ratings, which order the lists below.
type level struct {
	name     string
	pick     pick // nil for a level that plays at a strength
	strength Strength
}

// A Strength says how well a player plays. It limits the search by positions, not by time. So
// players do not get weaker on a busy machine, and they work under a fake clock.
type Strength struct {
	// Sight is the probability, from 0 to 1, that the player notices a fact (a feature of a move) whose plain is 1. It
	// applies only if Nodes is 0.
	Sight float64 `json:"sight"`
	// Nodes is the number of positions searched for a move. If it is 0, the player rates moves by facts instead.
	Nodes int64 `json:"nodes"`
	// Temperature sets the randomness. A move whose expected result is lower by Temperature is
	// chosen e times less often than the best move. At 0 the best move is always chosen.
	Temperature float64 `json:"temperature"`
}

// The levels of each kind of variant, weakest first. Tests loop over these lists.
var (
	classicSmallLevels = []level{
		{name: "random", pick: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.07, Temperature: 0.22}},
		{name: "beginner", strength: Strength{Sight: 0.2, Temperature: 0.16}},
		{name: "casual", strength: Strength{Sight: 0.43, Temperature: 0.09}},
		{name: "club", strength: Strength{Sight: 0.72, Temperature: 0.03}},
		{name: "rules", pick: pickByRules},
		{name: "scores", pick: pickByScores},
		{name: "perfect", strength: Strength{Nodes: 50_000}},
	}
	classicLargeLevels = []level{
		{name: "random", pick: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.15, Temperature: 0.18}},
		{name: "beginner", strength: Strength{Sight: 0.3, Temperature: 0.13}},
		{name: "casual", strength: Strength{Sight: 0.45, Temperature: 0.08}},
		{name: "club", strength: Strength{Sight: 0.62, Temperature: 0.045}},
		{name: "scores", pick: pickByScores},
		{name: "strong", strength: Strength{Nodes: 50_000}},
	}
	inARowLevels = []level{
		{name: "random", pick: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.235, Temperature: 0.15}},
		{name: "beginner", strength: Strength{Sight: 0.364, Temperature: 0.107}},
		{name: "casual", strength: Strength{Sight: 0.477, Temperature: 0.0755}},
		{name: "regular", strength: Strength{Sight: 0.58, Temperature: 0.052}},
		{name: "club", strength: Strength{Sight: 0.682, Temperature: 0.035}},
		{name: "advanced", strength: Strength{Nodes: 3000, Temperature: 0.048}},
		{name: "expert", strength: Strength{Nodes: 8000, Temperature: 0.0245}},
		{name: "master", strength: Strength{Nodes: 15_000, Temperature: 0.0155}},
		{name: "grandmaster", strength: Strength{Nodes: 28_000, Temperature: 0.009}},
		{name: "champion", strength: Strength{Nodes: 50_000}},
	}
	misereLevels = []level{
		{name: "random", pick: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.15, Temperature: 0.2}},
		{name: "beginner", strength: Strength{Sight: 0.4, Temperature: 0.12}},
		{name: "casual", strength: Strength{Sight: 0.65, Temperature: 0.06}},
		{name: "club", strength: Strength{Sight: 0.87, Temperature: 0.035}},
		{name: "strong", strength: Strength{Nodes: 50_000}},
	}
	vanishingLevels = []level{
		{name: "random", pick: pickRandom},
		{name: "newcomer", pick: pickShare(0.25)},
		{name: "beginner", pick: pickShare(0.45)},
		{name: "casual", pick: pickAhead(3)},
		{name: "regular", pick: pickShare(0.75)},
		{name: "club", pick: pickShare(0.87)},
		{name: "expert", pick: pickShare(0.95)},
		{name: "perfect", strength: Strength{Nodes: 50_000}},
	}
	ultimateLevels = []level{
		{name: "random", pick: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.2, Temperature: 0.165}},
		{name: "beginner", strength: Strength{Sight: 0.5, Temperature: 0.07}},
		{name: "local", pick: pickLocally},
		{name: "casual", strength: Strength{Sight: 0.825, Temperature: 0.018}},
		{name: "regular", strength: Strength{Nodes: 700, Temperature: 0.108}},
		{name: "club", strength: Strength{Nodes: 1600, Temperature: 0.072}},
		{name: "advanced", strength: Strength{Nodes: 2800, Temperature: 0.049}},
		{name: "expert", strength: Strength{Nodes: 6000, Temperature: 0.032}},
		{name: "master", strength: Strength{Nodes: 12_000, Temperature: 0.017}},
		{name: "grandmaster", strength: Strength{Nodes: 12_000}},
		{name: "champion", strength: Strength{Nodes: 400_000}},
	}
)

// Levels returns the names of a variant's levels, weakest first.
func Levels(v game.Variant) []string {
	var names []string
	for _, l := range kindOf(v).levels {
		names = append(names, l.name)
	}
	return names
}

// DefaultLevel returns the level for members who do not choose a level. Beginners can beat it.
func DefaultLevel(game.Variant) string { return "beginner" }

// IsLower reports whether a level is in the weaker half of a variant's levels.
func IsLower(v game.Variant, level string) bool {
	levels := Levels(v)
	return slices.Contains(levels[:len(levels)/2], level)
}

// find returns a level by its name. Without a level of that name, "strong" and "perfect" are the strongest level.
func find(v game.Variant, name string) (level, bool) {
	levels := kindOf(v).levels
	for _, l := range levels {
		if l.name == name {
			return l, true
		}
	}
	if len(levels) > 0 && (name == "strong" || name == "perfect") {
		return levels[len(levels)-1], true
	}
	return level{}, false
}

// LookUp returns the name in Levels of a level or its alias, and false if the variant has no such level.
func LookUp(v game.Variant, name string) (string, bool) {
	l, ok := find(v, name)
	return l.name, ok
}

// StrengthOf returns the strength of a level, and false for a level that chooses by a pick.
func StrengthOf(v game.Variant, name string) (Strength, bool) {
	l, ok := find(v, name)
	return l.strength, ok && l.pick == nil
}

// New returns a player of a level, or an error if there is none. `seed` determines its random choices.
func New(v game.Variant, name string, seed uint64) (Player, error) {
	l, ok := find(v, name)
	if !ok {
		return nil, fmt.Errorf("ai: %s has no level %.24q", v, name)
	}
	if l.pick != nil {
		return &picker{l.pick, v, newRand(seed)}, nil
	}
	return NewPlayer(v, l.strength, seed), nil
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// Step returns the level `by` places stronger, or weaker if `by` is negative, and false if there is none.
func Step(v game.Variant, level string, by int) (string, bool) {
	levels := Levels(v)
	at := slices.Index(levels, level)
	if to := at + by; at >= 0 && 0 <= to && to < len(levels) {
		return levels[to], true
	}
	return "", false
}

// An Elo is a level's measured rating in Elo points: 200 points more mean an expected score of 76 %. Ratings of
// different variants cannot be compared. The level `random` has 500 points in each variant.
type Elo struct {
	Level string `json:"level"`
	Value int    `json:"rating"`
	// The true rating lies between Low and High with a confidence of 95 %, relative to the mean of all levels.
	Low   int `json:"low"`
	High  int `json:"high"`
	Games int `json:"games"`
}

//go:embed ratings.json
var ratingsFile []byte

var ratings = sync.OnceValue(func() map[string][]Elo {
	var all map[string][]Elo
	_ = json.Unmarshal(ratingsFile, &all) // a test checks the file; on an error there are no ratings
	return all
})

// ratingsOf is nil for 1×1 and 2×2, where the first player always wins, and for variants that were not measured.
func ratingsOf(v game.Variant) []Elo { return ratings()[v.String()] }

// RatingOf returns the rating of a level, and false if it has none.
func RatingOf(v game.Variant, name string) (Elo, bool) {
	known, _ := LookUp(v, name)
	for _, r := range ratingsOf(v) {
		if r.Level == known {
			return r, true
		}
	}
	return Elo{}, false
}
