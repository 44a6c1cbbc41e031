package ai

import "noughts/game"

// The levels, weakest first. The published opponents stand among the rungs of
// the ladder where matches have shown them to belong; cmd/arena ladder measures
// all, and proposes the rungs' strengths for the distances that are wanted.
var (
	smallLevels = []level{
		{name: "random", published: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.07, Temperature: 0.22}},
		{name: "beginner", strength: Strength{Sight: 0.2, Temperature: 0.16}},
		{name: "casual", strength: Strength{Sight: 0.43, Temperature: 0.09}},
		{name: "club", strength: Strength{Sight: 0.72, Temperature: 0.03}},
		{name: "rules", published: pickByRules},
		{name: "scores", published: pickByScores},
		{name: "perfect", strength: strongest(game.Classic(3))},
	}
	classicLevels = []level{
		{name: "random", published: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.15, Temperature: 0.18}},
		{name: "beginner", strength: Strength{Sight: 0.3, Temperature: 0.13}},
		{name: "casual", strength: Strength{Sight: 0.45, Temperature: 0.08}},
		{name: "club", strength: Strength{Sight: 0.62, Temperature: 0.045}},
		{name: "scores", published: pickByScores},
		{name: "strong", strength: strongest(game.Classic(9))},
	}
	ultimateLevels = []level{
		{name: "random", published: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.2, Temperature: 0.165}},
		{name: "beginner", strength: Strength{Sight: 0.5, Temperature: 0.07}},
		{name: "local", published: pickLocally},
		{name: "casual", strength: Strength{Sight: 0.825, Temperature: 0.018}},
		{name: "regular", strength: Strength{Nodes: 700, Temperature: 0.108}},
		{name: "club", strength: Strength{Nodes: 1600, Temperature: 0.072}},
		{name: "advanced", strength: Strength{Nodes: 2800, Temperature: 0.049}},
		{name: "expert", strength: Strength{Nodes: 6000, Temperature: 0.032}},
		{name: "master", strength: Strength{Nodes: 12_000, Temperature: 0.017}},
		{name: "grandmaster", strength: Strength{Nodes: 12_000}},
		{name: "champion", strength: strongest(game.Ultimate)},
	}
)

// strongest returns how the strongest level of a variant plays.
func strongest(v game.Variant) Strength { return Strength{Nodes: effortOf(v)} }
